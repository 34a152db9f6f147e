//! The ruling on a call: the caller collects its cards, or the other players take free ones (rule
//! 3, RULEBOOK M4).

use serde::Serialize;

use super::game::MyWord;
use crate::lexicon::Words;
use crate::rules::{Game, Verdict};
use crate::word::Word;

/// A call that needs a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The word called.
    pub word: Word,
    /// The number of cards in the call; `None` if the rules don't allow the cards.
    pub cards: Option<usize>,
    /// The caller's seat, below the number of players.
    pub caller: usize,
    /// The players in seat order, clockwise.
    pub players: Vec<String>,
    /// The number of cards on the table.
    pub table: usize,
    /// The number of cards that have not been dealt.
    pub deck: usize,
}

/// The ruling on a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRuling {
    /// True if the call is not allowed.
    pub upheld: bool,
    /// The verdict on the word.
    pub verdict: Verdict,
    /// The consequences: for the caller, or for all other players in the order in which they are
    /// served.
    pub consequences: Vec<CallConsequence>,
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
    /// Returns the ruling on the call.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::my_word::{CallConsequenceKind, Challenge};
    /// let lexicon = Lexicon::from_text("CAT\n", "")?;
    /// let challenge = Challenge {
    ///     word: "CAT".parse().unwrap(),
    ///     cards: Some(3),
    ///     caller: 0,
    ///     players: vec!["ann".to_owned(), "bob".to_owned()],
    ///     table: 10,
    ///     deck: 40,
    /// };
    /// let ruling = challenge.decide(&lexicon);
    /// assert_eq!(ruling.consequences[0].kind, CallConsequenceKind::Collects);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn decide<'l>(&self, words: impl Into<Words<'l>>) -> CallRuling {
        let verdict = MyWord::WORDS.verdict(words, &self.word);
        let consequences = match self.cards {
            Some(cards) if verdict.is_allowed() => vec![CallConsequence {
                player: self.players[self.caller].clone(),
                kind: CallConsequenceKind::Collects,
                cards: Some(cards),
                from: Some(CardSource::Table),
                rule: "M3",
            }],
            _ => self.free_cards(),
        };
        let upheld = self.cards.is_none() || !verdict.is_allowed();
        CallRuling { upheld, verdict, consequences }
    }

    /// Gives a card to every player except the caller, clockwise from the caller's left: from the
    /// table, then from the deck, while they have cards.
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
            rule: "M4",
        };
        clockwise.zip(sources).map(serve).collect()
    }
}
