//! Hands, and plays: the cards of a word.

use std::ops::Deref;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::card::{Card, Colour, PlayedCard};
use super::values::{LetterValues, MAX_CARDS, MIN_CARDS};
use crate::lexicon::LetterCounts;
use crate::rules::counted;
use crate::word::{Letter, Word};

/// The cards that a player may use: up to seven, in any order (RULEBOOK O1). Hands with the same
/// cards are equal.
///
/// ```
/// use wordcourt::rules::word_poker::{Hand, HandTooLarge};
/// let hand = |cards: &[&str]| {
///     Hand::new(&cards.iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>())
/// };
/// assert_eq!(hand(&["Gb", "*", "Ar"]), hand(&["Ar", "Gb", "*"]));
/// assert_eq!(hand(&["*"; 8]), Err(HandTooLarge(8)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    blue: LetterCounts,
    red: LetterCounts,
    wilds: u8,
}

/// The error for a hand with too many cards; it contains their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}; a hand has at most {MAX_CARDS}", counted(*.0, "card"))]
pub struct HandTooLarge(pub usize);

impl Hand {
    /// Creates a hand from cards.
    ///
    /// # Errors
    /// [`HandTooLarge`] if there are more than seven cards.
    pub fn new(cards: &[Card]) -> Result<Self, HandTooLarge> {
        if cards.len() > MAX_CARDS {
            return Err(HandTooLarge(cards.len()));
        }
        let mut hand =
            Self { blue: LetterCounts::default(), red: LetterCounts::default(), wilds: 0 };
        for &card in cards {
            hand.add(card);
        }
        Ok(hand)
    }

    /// Adds a card. The caller bounds the number of cards.
    pub(super) const fn add(&mut self, card: Card) {
        match card {
            Card::Letter(letter, Colour::Blue) => self.blue.add(letter),
            Card::Letter(letter, Colour::Red) => self.red.add(letter),
            Card::Wild => self.wilds += 1,
        }
    }

    /// Returns the hand with some cards more. The caller bounds their number.
    #[must_use]
    pub fn with(mut self, cards: &[Card]) -> Self {
        for &card in cards {
            self.add(card);
        }
        self
    }

    /// Returns the number of cards of a letter and colour.
    #[must_use]
    pub const fn count(&self, letter: Letter, colour: Colour) -> u8 {
        self.letters_of(colour).count(letter)
    }

    /// Removes a letter card; returns whether the hand had it.
    pub(super) const fn take(&mut self, letter: Letter, colour: Colour) -> bool {
        match colour {
            Colour::Blue => self.blue.take(letter),
            Colour::Red => self.red.take(letter),
        }
    }

    pub(super) fn put_back(&mut self, letter: Letter, colour: Colour) {
        match colour {
            Colour::Blue => self.blue.add(letter),
            Colour::Red => self.red.add(letter),
        }
    }

    /// Removes a card that the hand has.
    pub(super) const fn remove(&mut self, card: Card) {
        match card {
            Card::Letter(letter, colour) => _ = self.take(letter, colour),
            Card::Wild => self.wilds = self.wilds.saturating_sub(1),
        }
    }

    /// Returns the number of wilds.
    #[must_use]
    pub const fn wilds(&self) -> u8 {
        self.wilds
    }

    /// Returns the letters of the letter cards of both colours.
    #[must_use]
    pub fn letters(&self) -> LetterCounts {
        self.blue.plus(&self.red)
    }

    /// Returns the letters of the letter cards of a colour.
    #[must_use]
    pub const fn letters_of(&self, colour: Colour) -> &LetterCounts {
        match colour {
            Colour::Blue => &self.blue,
            Colour::Red => &self.red,
        }
    }

    /// Returns the cards in a fixed order: blue before red, each from A to Z, wilds last.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let real = Colour::ALL.into_iter().flat_map(move |colour| {
            Letter::all().flat_map(move |letter| {
                std::iter::repeat_n(
                    Card::Letter(letter, colour),
                    usize::from(self.count(letter, colour)),
                )
            })
        });
        real.chain(std::iter::repeat_n(Card::Wild, usize::from(self.wilds)))
    }

    /// Returns the sum of the cards' values; a wild is worth nothing until it is announced
    /// (RULEBOOK O12).
    #[must_use]
    pub fn points(&self, values: &LetterValues) -> u32 {
        let letters = self.letters();
        Letter::all().map(|letter| values.of(letter) * u32::from(letters.count(letter))).sum()
    }
}

/// The cards of a word from left to right: 2 to 7 of them, with every wild announced.
///
/// A hand may lack the cards, and the word may not be allowed.
///
/// ```
/// use wordcourt::rules::word_poker::{Hand, Play};
/// let play = Play::new(&["Cb", "*=Ab", "Br"].map(|card| card.parse().unwrap()))?;
/// assert_eq!(play.word().as_str(), "CAB");
/// let hand = Hand::new(&["Cb", "*"].map(|card| card.parse().unwrap())).unwrap();
/// assert_eq!(play.missing_from(&hand), [2]);
/// # Ok::<(), wordcourt::rules::word_poker::PlayLength>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    cards: [PlayedCard; MAX_CARDS],
    length: u8,
}

/// The error for a play of fewer than two or more than seven cards (RULEBOOK O2); it contains their
/// number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}; a word has {MIN_CARDS} to {MAX_CARDS}", counted(*.0, "card"))]
pub struct PlayLength(pub usize);

impl Play {
    /// Creates a play from cards.
    ///
    /// # Errors
    /// [`PlayLength`] unless there are 2 to 7 cards.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 7 cards")]
    pub fn new(cards: &[PlayedCard]) -> Result<Self, PlayLength> {
        let [first, ..] = cards else { return Err(PlayLength(0)) };
        if !(MIN_CARDS..=MAX_CARDS).contains(&cards.len()) {
            return Err(PlayLength(cards.len()));
        }
        let mut play = Self { cards: [*first; MAX_CARDS], length: cards.len() as u8 };
        play.cards[..cards.len()].copy_from_slice(cards);
        Ok(play)
    }

    /// Returns the word that the cards spell.
    ///
    /// # Panics
    /// Never: a play has 2 to 7 cards.
    #[must_use]
    pub fn word(&self) -> Word {
        Word::from_letters(self.iter().map(|card| card.letter)).expect("a play has 2 to 7 cards")
    }

    /// Returns the positions of cards that the hand lacks or has too few copies of.
    #[must_use]
    pub fn missing_from(&self, hand: &Hand) -> Vec<usize> {
        missing_cards(self.iter().map(|card| card.face()), hand.cards())
    }
}

/// Returns the positions of cards that are not among the available cards, or of which too few
/// copies are available.
pub(super) fn missing_cards(
    cards: impl Iterator<Item = Card>,
    available: impl Iterator<Item = Card>,
) -> Vec<usize> {
    let mut left: Vec<Card> = available.collect();
    let mut missing = Vec::new();
    for (position, card) in cards.enumerate() {
        match left.iter().position(|other| *other == card) {
            Some(at) => drop(left.swap_remove(at)),
            None => missing.push(position),
        }
    }
    missing
}

impl Deref for Play {
    type Target = [PlayedCard];

    fn deref(&self) -> &[PlayedCard] {
        &self.cards[..usize::from(self.length)]
    }
}

impl Serialize for Play {
    /// Writes the cards from left to right.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
