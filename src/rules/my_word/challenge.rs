//! The ruling on a call: the caller collects its cards, or the other players take free ones (rule
//! 3, RULEBOOK M4).

use serde::Serialize;

use crate::rules::counted;

/// A call that has been ruled on, with the players whom the ruling concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The number of cards that the caller collects; `None` if the call is not allowed.
    pub collected: Option<usize>,
    /// The caller's seat, below the number of players.
    pub caller: usize,
    /// The players in seat order, clockwise.
    pub players: Vec<String>,
    /// The number of cards on the table.
    pub table: usize,
    /// The number of cards that have not been dealt.
    pub deck: usize,
}

/// The consequence of a ruling for a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordConsequence))]
pub struct CallConsequence {
    /// The player's name.
    pub player: String,
    /// The kind of consequence.
    pub kind: CallConsequenceKind,
    /// The number of cards that the player gets, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<usize>,
    /// The source of the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<CardSource>,
    /// The consequence in one sentence, for people: what follows, and when.
    pub text: String,
    /// The rule that the consequence rests on, by its id in the rulebook.
    pub rule: &'static str,
}

/// The kinds of consequence of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = MyWordConsequenceKind))]
#[serde(rename_all = "snake_case")]
pub enum CallConsequenceKind {
    /// Collects the cards of the word.
    Collects,
    /// Takes a card because another player's call is not allowed.
    TakesFreeCard,
    /// Takes no card, because none is left.
    TakesNothing,
}

/// The source of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = MyWordCardSource))]
#[serde(rename_all = "snake_case")]
pub enum CardSource {
    /// The cards face up on the table.
    Table,
    /// The cards that have not been dealt.
    Deck,
}

impl Challenge {
    /// Returns the consequences: for the caller, or for all other players in the order in which they
    /// are served.
    ///
    /// ```
    /// use wordcourt::rules::my_word::{CallConsequenceKind, Challenge};
    /// let mut challenge = Challenge {
    ///     collected: Some(3),
    ///     caller: 0,
    ///     players: vec!["ann".to_owned(), "bob".to_owned()],
    ///     table: 10,
    ///     deck: 40,
    /// };
    /// assert_eq!(challenge.consequences()[0].kind, CallConsequenceKind::Collects);
    /// challenge.collected = None;
    /// assert_eq!(challenge.consequences()[0].player, "bob");
    /// ```
    #[must_use]
    pub fn consequences(&self) -> Vec<CallConsequence> {
        match self.collected {
            Some(cards) => {
                let player = self.players[self.caller].clone();
                let collected = counted(cards, "card");
                vec![CallConsequence {
                    text: format!(
                        "{player} collects the {collected} of the word from the table at once"
                    ),
                    player,
                    kind: CallConsequenceKind::Collects,
                    cards: Some(cards),
                    from: Some(CardSource::Table),
                    rule: "M3",
                }]
            }
            None => self.free_cards(),
        }
    }

    /// Gives a card to every player except the caller, clockwise from the caller's left: from the
    /// table, then from the deck, while they have cards (RULEBOOK M4).
    fn free_cards(&self) -> Vec<CallConsequence> {
        let table = std::iter::repeat_n(Some(CardSource::Table), self.table);
        let deck = std::iter::repeat_n(Some(CardSource::Deck), self.deck);
        let sources = table.chain(deck).chain(std::iter::repeat(None));
        let clockwise =
            self.players.iter().cycle().skip(self.caller + 1).take(self.players.len() - 1);
        let serve = |(player, from): (&String, Option<CardSource>)| CallConsequence {
            player: player.clone(),
            kind: if from.is_some() {
                CallConsequenceKind::TakesFreeCard
            } else {
                CallConsequenceKind::TakesNothing
            },
            cards: from.map(|_| 1),
            from,
            text: match from {
                Some(CardSource::Table) => {
                    format!("{player} takes one card of their choice from the table at once")
                }
                Some(CardSource::Deck) => {
                    format!("{player} takes the top card of the deck at once")
                }
                None => format!("{player} takes no card, because table and deck are empty"),
            },
            rule: "M4",
        };
        clockwise.zip(sources).map(serve).collect()
    }
}
