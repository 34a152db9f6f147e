//! The cards that a player holds at the end of a round.

use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};

use super::card::{Card, CardError, ShownCard};
use super::ruleset::Rules;
use crate::rules::score::Lines;
use crate::rules::{ViolationCode, Violations, counted};

/// The cards that a player holds, or the cards on the board, as far as they are known. They decide
/// the round if nobody makes a word.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Holding {
    /// In a fixed order, so that holdings with the same cards are equal.
    cards: Vec<ShownCard>,
    hidden: usize,
}

impl Holding {
    /// Creates a holding whose cards are all known. There may be more of them than the game deals.
    #[must_use]
    pub fn new(mut cards: Vec<ShownCard>) -> Self {
        cards.sort_unstable();
        Self { cards, hidden: 0 }
    }

    /// Creates a holding of this number of cards, none of which is known.
    #[must_use]
    pub const fn unknown(cards: usize) -> Self {
        Self { cards: Vec::new(), hidden: cards }
    }

    /// Returns the holding with unknown cards in place of those that it lacks to this number.
    #[must_use]
    pub fn filled_to(self, cards: usize) -> Self {
        let hidden = cards.saturating_sub(self.cards.len());
        Self { hidden, ..self }
    }

    /// Returns the known cards, in a fixed order.
    #[must_use]
    pub fn cards(&self) -> &[ShownCard] {
        &self.cards
    }

    /// Returns the known cards as printed, in a fixed order.
    pub fn faces(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().filter_map(ShownCard::face)
    }

    /// Returns the number of unknown cards.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// Records a breach if a player can't hold this number of cards, and one for each card that
    /// can't be read (RULEBOOK W6).
    pub(super) fn check(&self, allowed: &RangeInclusive<usize>, breaches: &mut Violations) {
        let shown = self.cards.len() + self.hidden;
        if !allowed.contains(&shown) {
            let is_short = shown < *allowed.start();
            let code = if is_short { ViolationCode::TooFew } else { ViolationCode::TooMany };
            let (given, most) = (counted(shown, "card"), allowed.end());
            let bound = if allowed.start() == most { "has" } else { "has at most" };
            breaches.refuse(code, "O1", format_args!("{given}; a hand {bound} {most}"));
        }
        for card in &self.cards {
            if let ShownCard::Unreadable(text) = card {
                let detail = format_args!("{text:?}: {}", CardError::NotACard);
                breaches.refuse(ViolationCode::InvalidCard, "O3", detail);
            }
        }
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
                ShownCard::UncolouredWild(letter) => {
                    let points = rules.letter_values.of(*letter);
                    lines.add("O12", format!("wild as {letter}"), Vec::new(), points);
                }
                ShownCard::Unreadable(_) => {}
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
