//! The cards that a player holds at the end of a round.

use serde::{Serialize, Serializer};

use super::card::{Card, ShownCard};
use super::hand::HandTooLarge;
use super::ruleset::Rules;
use super::values::MAX_CARDS;
use crate::rules::score::Lines;

/// The cards that a player holds, or the cards on the board, as far as they are known. They decide
/// the round if nobody makes a word.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Holding {
    /// In a fixed order, so that holdings with the same cards are equal.
    cards: Vec<ShownCard>,
    hidden: usize,
}

impl Holding {
    /// Creates a holding whose cards are all known.
    ///
    /// # Errors
    /// [`HandTooLarge`] if there are more than seven cards.
    pub fn new(mut cards: Vec<ShownCard>) -> Result<Self, HandTooLarge> {
        if cards.len() > MAX_CARDS {
            return Err(HandTooLarge(cards.len()));
        }
        cards.sort_unstable();
        Ok(Self { cards, hidden: 0 })
    }

    /// Creates a holding of this number of cards, none of which is known.
    #[must_use]
    pub const fn unknown(cards: usize) -> Self {
        Self { cards: Vec::new(), hidden: cards }
    }

    /// Returns the known cards, in a fixed order.
    #[must_use]
    pub fn cards(&self) -> &[ShownCard] {
        &self.cards
    }

    /// Returns the known cards as printed, in a fixed order.
    pub fn faces(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().map(|card| card.face())
    }

    /// Returns the number of unknown cards.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// Adds the values of the cards. A wild counts as the letter that is announced for it; without
    /// an announcement, it counts 0 (RULEBOOK O12).
    pub(super) fn add_points(&self, rules: &Rules, lines: &mut Lines) {
        for card in &self.cards {
            match card {
                ShownCard::Announced(card) => {
                    let points = rules.letter_values.of(card.letter);
                    lines.add("O12", card.label(), Vec::new(), points);
                }
                ShownCard::UnannouncedWild => {
                    lines.add("O12", "wild without a letter".to_owned(), Vec::new(), 0);
                }
            }
        }
    }
}

impl Serialize for Holding {
    /// Writes the known cards.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.cards)
    }
}
