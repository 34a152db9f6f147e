//! Calls: the cards of a called word.

use std::ops::Deref;

use super::card::PlayedCard;
use super::table::Table;
use crate::rules::score::{Line, Lines};
use crate::word::{Letter, Word};

/// The smallest number of cards in a word: cards, not letters (RULEBOOK M2).
pub const MIN_CARDS: usize = 3;

/// The cards of a called word from left to right, with every wild announced.
///
/// The cards of a call spell a word, but the table may lack them, and the word may not be allowed.
///
/// ```
/// use wordcourt::rules::my_word::{Call, Table};
/// let call = Call::new(["M", "??=AS", "K"].map(|card| card.parse().unwrap()).to_vec()).unwrap();
/// assert_eq!((call.word().as_str(), call.points()), ("MASK", 3));
/// let table = Table::new(&["M", "K", "?"].map(|card| card.parse().unwrap()));
/// assert_eq!(call.missing_from(&table), [1]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Call {
    cards: Vec<PlayedCard>,
    word: Word,
}

impl Call {
    /// Creates a call from cards; `None` if there are no cards, or if they have more letters than a
    /// word can have.
    #[must_use]
    pub fn new(cards: Vec<PlayedCard>) -> Option<Self> {
        let word = Word::from_letters(cards.iter().flat_map(|card| card.letters()))?;
        Some(Self { cards, word })
    }

    /// Returns the word that the cards spell.
    #[must_use]
    pub const fn word(&self) -> &Word {
        &self.word
    }

    /// Returns the score of the call if it is allowed: one point for each card (RULEBOOK M3).
    #[must_use]
    pub const fn points(&self) -> usize {
        self.cards.len()
    }

    /// Returns the score card by card.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Lines::default();
        for (position, card) in self.iter().enumerate() {
            let label = if card.is_wild() {
                let letters: String = card.letters().map(Letter::as_char).collect();
                format!("{} as {letters}", card.face())
            } else {
                card.to_string()
            };
            lines.add("M3", label, vec![position], 1);
        }
        lines.finish()
    }

    /// Returns the number of wilds among the cards; `??` counts as one.
    #[must_use]
    pub fn wilds(&self) -> usize {
        self.iter().filter(|card| card.is_wild()).count()
    }

    /// Returns the positions of cards that the table lacks or has too few copies of.
    #[must_use]
    pub fn missing_from(&self, table: &Table) -> Vec<usize> {
        let mut left = *table;
        (0..self.cards.len()).filter(|&position| !left.take(self.cards[position].face())).collect()
    }
}

impl Deref for Call {
    type Target = [PlayedCard];

    fn deref(&self) -> &[PlayedCard] {
        &self.cards
    }
}
