//! The cards that a player may use, and the cards of a word.

use std::ops::Deref;

use thiserror::Error;

use super::card::{Card, Colour, PlayedCard};
use super::values::{LetterValues, MAX_CARDS, MIN_CARDS};
use crate::lexicon::LetterCounts;
use crate::word::{Letter, Word};

/// Up to seven cards, whatever their order: equal hands are equal values (RULEBOOK O1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    blue: LetterCounts,
    red: LetterCounts,
    wilds: u8,
}

/// More cards than a hand holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} cards; a hand has at most {MAX_CARDS}")]
pub struct HandTooLarge(pub usize);

impl Hand {
    /// Takes up cards.
    ///
    /// # Errors
    /// [`HandTooLarge`] above seven cards.
    pub fn new(cards: &[Card]) -> Result<Self, HandTooLarge> {
        if cards.len() > MAX_CARDS {
            return Err(HandTooLarge(cards.len()));
        }
        let mut hand = Self { blue: LetterCounts::default(), red: LetterCounts::default(), wilds: 0 };
        for card in cards {
            match card {
                Card::Letter(letter, Colour::Blue) => hand.blue.add(*letter),
                Card::Letter(letter, Colour::Red) => hand.red.add(*letter),
                Card::Wild => hand.wilds += 1,
            }
        }
        Ok(hand)
    }

    /// How many cards of a letter and colour there are.
    #[must_use]
    pub const fn count(&self, letter: Letter, colour: Colour) -> u8 {
        self.letters_of(colour).count(letter)
    }

    /// Takes a letter card out; says whether it was there.
    pub(super) const fn take(&mut self, letter: Letter, colour: Colour) -> bool {
        match colour {
            Colour::Blue => self.blue.take(letter),
            Colour::Red => self.red.take(letter),
        }
    }

    /// Takes a letter card up again.
    pub(super) fn give_back(&mut self, letter: Letter, colour: Colour) {
        match colour {
            Colour::Blue => self.blue.add(letter),
            Colour::Red => self.red.add(letter),
        }
    }

    /// How many wilds there are.
    #[must_use]
    pub const fn wilds(&self) -> u8 {
        self.wilds
    }

    /// The letter cards whatever their colour.
    #[must_use]
    pub fn letters(&self) -> LetterCounts {
        self.blue.plus(&self.red)
    }

    /// The letter cards of a colour.
    #[must_use]
    pub const fn letters_of(&self, colour: Colour) -> &LetterCounts {
        match colour {
            Colour::Blue => &self.blue,
            Colour::Red => &self.red,
        }
    }

    /// The cards in the fixed order: blue before red, each from A to Z, wilds last.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let real = Colour::ALL.into_iter().flat_map(move |colour| {
            Letter::all().flat_map(move |letter| {
                std::iter::repeat_n(Card::Letter(letter, colour), usize::from(self.count(letter, colour)))
            })
        });
        real.chain(std::iter::repeat_n(Card::Wild, usize::from(self.wilds)))
    }

    /// The sum of the cards' values; a wild that hasn't been announced is worth nothing (RULEBOOK O12).
    #[must_use]
    pub fn points(&self, values: &LetterValues) -> u32 {
        let letters = self.letters();
        Letter::all().map(|letter| values.of(letter) * u32::from(letters.count(letter))).sum()
    }
}

/// The cards of a word from left to right: 2 to 7 of them, every wild announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    cards: [PlayedCard; MAX_CARDS],
    length: u8,
}

/// A play of fewer than two or more than seven cards (RULEBOOK O2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} cards; a word has {MIN_CARDS} to {MAX_CARDS}")]
pub struct PlayLength(pub usize);

impl Play {
    /// Lays cards.
    ///
    /// # Errors
    /// [`PlayLength`] unless there are 2 to 7.
    pub fn new(cards: &[PlayedCard]) -> Result<Self, PlayLength> {
        let [first, ..] = cards else { return Err(PlayLength(0)) };
        if !(MIN_CARDS..=MAX_CARDS).contains(&cards.len()) {
            return Err(PlayLength(cards.len()));
        }
        let mut play = Self { cards: [*first; MAX_CARDS], length: cards.len() as u8 };
        play.cards[..cards.len()].copy_from_slice(cards);
        Ok(play)
    }

    /// The word that the cards spell.
    ///
    /// # Panics
    /// Never: a play has 2 to 7 cards.
    #[must_use]
    pub fn word(&self) -> Word {
        Word::from_letters(self.iter().map(|card| card.letter)).expect("a play has 2 to 7 cards")
    }

    /// The positions of cards that the hand doesn't hold (or not often enough).
    #[must_use]
    pub fn missing_from(&self, hand: &Hand) -> Vec<usize> {
        let mut left: Vec<Card> = hand.cards().collect();
        let mut missing = Vec::new();
        for (position, card) in self.iter().enumerate() {
            match left.iter().position(|held| *held == card.face()) {
                Some(held) => drop(left.swap_remove(held)),
                None => missing.push(position),
            }
        }
        missing
    }
}

impl Deref for Play {
    type Target = [PlayedCard];

    fn deref(&self) -> &[PlayedCard] {
        &self.cards[..usize::from(self.length)]
    }
}
