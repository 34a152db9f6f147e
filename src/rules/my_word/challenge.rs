//! A call before the dealer: who collects cards, and who takes free ones (rule 3, RULEBOOK M4).

use serde::Serialize;

use crate::lexicon::Words;
use crate::rules::{Variant, Verdict};
use crate::word::Word;

/// A call to be ruled on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The word called.
    pub word: Word,
    /// How many cards it takes; `None` if it can't be laid as the rules want it.
    pub cards: Option<usize>,
    /// The caller's seat, below the number of players.
    pub caller: usize,
    /// Everybody, in seat order, clockwise.
    pub players: Vec<String>,
    /// How many cards lie on the table.
    pub table: usize,
    /// How many cards have not been dealt.
    pub deck: usize,
}

/// What the dealer says, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRuling {
    /// Whether the call is not allowed.
    pub upheld: bool,
    /// The verdict on the word.
    pub verdict: Verdict,
    /// What follows: for the caller, or for everybody else in the order in which they are served.
    pub consequences: Vec<CallConsequence>,
}

/// What a ruling means for a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct CallConsequence {
    /// Whom it concerns.
    pub player: String,
    /// What happens to the player.
    pub kind: CallConsequenceKind,
    /// How many cards the player gets, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<usize>,
    /// Where they come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<CardSource>,
    /// The rule that it rests on.
    pub rule: &'static str,
}

/// The kinds of consequence of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum CallConsequenceKind {
    /// Collects the cards of the word.
    Collects,
    /// Takes a card because another's call is not allowed.
    TakesFreeCard,
    /// Would take a card, but there is none left.
    TakesNothing,
}

/// Where cards come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum CardSource {
    /// The cards that lie face up.
    Table,
    /// The cards that have not been dealt.
    Deck,
}

impl Challenge {
    /// Rules on the call.
    #[must_use]
    pub fn rule<'l>(&self, words: impl Into<Words<'l>>) -> CallRuling {
        let verdict = Variant::MyWord.verdict(words, &self.word);
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

    /// Everybody but the caller takes a card, from the caller's left: from the table, then from the deck, while there are any.
    fn free_cards(&self) -> Vec<CallConsequence> {
        let table = std::iter::repeat_n(Some(CardSource::Table), self.table);
        let deck = std::iter::repeat_n(Some(CardSource::Deck), self.deck);
        let sources = table.chain(deck).chain(std::iter::repeat(None));
        let clockwise = self.players.iter().cycle().skip(self.caller + 1).take(self.players.len() - 1);
        let serve = |(player, from): (&String, Option<CardSource>)| CallConsequence {
            player: player.clone(),
            kind: if from.is_some() { CallConsequenceKind::TakesFreeCard } else { CallConsequenceKind::TakesNothing },
            cards: from.map(|_| 1),
            from,
            rule: "M4",
        };
        clockwise.zip(sources).map(serve).collect()
    }
}
