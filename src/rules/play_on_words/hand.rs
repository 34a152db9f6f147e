//! The cards in a player's hand.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::card::{Card, CardError};
use crate::rules::{ViolationCode, counted, limits};

/// The largest number of cards in a hand (RULEBOOK P3).
pub const HAND_CARDS: usize = 8;

/// Up to eight cards in any order. Hands with the same cards are equal.
///
/// A hand has at most [`HAND_CARDS`] cards, with at most [`limits::HAND_WILDS`] wilds among them.
/// As a text, a hand is its cards separated by spaces.
///
/// ```
/// use wordcourt::rules::play_on_words::{Card, Hand, ParseHandError};
///
/// let hand: Hand = "* ST A".parse()?;
/// assert_eq!(hand, "A ST *".parse()?);
/// assert_eq!(hand.to_string(), "A ST *");
/// assert_eq!((hand.len(), hand.letter_count()), (3, 4));
/// assert!(Hand::new(&[Card::Wild; 3]).is_err(), "the deck has two wilds");
/// # Ok::<(), ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The cards in order, then wilds in the unused places, so that equal hands have equal fields.
    cards: [Card; HAND_CARDS],
    count: u8,
}

/// The reasons why cards are not a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HandError {
    /// There are more cards than a hand can have (RULEBOOK P3).
    #[error("{}; a hand has at most {HAND_CARDS}", counted(*.0, "card"))]
    TooLarge(usize),
    /// There are more wilds than in the deck (RULEBOOK P1).
    #[error("{}; the deck has {}", counted(*.0, "wild"), limits::HAND_WILDS)]
    TooManyWilds(usize),
}

impl HandError {
    /// Returns the code of the violation and the rule that the cards break.
    #[must_use]
    pub const fn violation(self) -> (ViolationCode, &'static str) {
        match self {
            Self::TooLarge(_) => (ViolationCode::TooMany, "P3"),
            Self::TooManyWilds(_) => (ViolationCode::NotInDeck, "P1"),
        }
    }
}

/// The reasons why a text is not a hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseHandError {
    /// A part of the text is not a card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The cards are not a hand.
    #[error(transparent)]
    Hand(#[from] HandError),
}

impl Hand {
    /// Creates a hand from cards.
    ///
    /// # Errors
    /// [`HandError`] if there are more than eight cards, or more wilds than in the deck.
    pub fn new(cards: &[Card]) -> Result<Self, HandError> {
        let count = match u8::try_from(cards.len()) {
            Ok(count) if cards.len() <= HAND_CARDS => count,
            _ => return Err(HandError::TooLarge(cards.len())),
        };
        let wilds = cards.iter().filter(|card| **card == Card::Wild).count();
        if wilds > limits::HAND_WILDS {
            return Err(HandError::TooManyWilds(wilds));
        }
        let mut sorted = [Card::Wild; HAND_CARDS];
        sorted[..cards.len()].copy_from_slice(cards);
        // Wilds sort last, so the unused places stay at the end.
        sorted.sort_unstable();
        Ok(Self { cards: sorted, count })
    }

    /// Removes a card; returns true if the hand had it.
    pub(super) fn take(&mut self, card: Card) -> bool {
        let Some(place) = self.iter().position(|held| *held == card) else { return false };
        self.cards[place..].rotate_left(1);
        self.count -= 1;
        self.cards[usize::from(self.count)..].fill(Card::Wild);
        true
    }

    /// Returns the number of letters that the cards count as (RULEBOOK P2).
    #[must_use]
    pub fn letter_count(&self) -> usize {
        self.iter().map(|card| card.letter_count()).sum()
    }
}

impl Default for Hand {
    /// Returns the empty hand.
    fn default() -> Self {
        Self { cards: [Card::Wild; HAND_CARDS], count: 0 }
    }
}

impl FromStr for Hand {
    type Err = ParseHandError;

    fn from_str(text: &str) -> Result<Self, ParseHandError> {
        let cards = text.split_whitespace().map(str::parse).collect::<Result<Vec<Card>, _>>()?;
        Ok(Self::new(&cards)?)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join_cards(self))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Deref for Hand {
    type Target = [Card];

    /// The cards in order: letters from A to Z, combos, flips, wilds.
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }
}

/// Formats cards, separated by spaces.
pub(super) fn join_cards(cards: &[impl fmt::Display]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the points of cards at a number of points for each letter.
pub(super) fn letter_points(cards: &[Card], points_per_letter: i64) -> i64 {
    let letters: usize = cards.iter().map(|card| card.letter_count()).sum();
    points_per_letter * i64::try_from(letters).expect("the cards fit in memory")
}
