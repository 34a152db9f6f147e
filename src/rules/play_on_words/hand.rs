//! The cards that a player holds, the cards of a word, and the words on the table.

use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::card::{Card, PlayedCard};
use crate::rules::{BreachCode, Breaches, Variant, counted, limits};
use crate::word::Word;

/// Cards in a hand at most (RULEBOOK P3).
pub const HAND_CARDS: usize = 8;

/// Up to eight cards, whatever their order: equal hands are equal values.
///
/// ```
/// use wordcourt::rules::play_on_words::{Card, Hand};
/// let cards = |text: &str| text.split(' ').map(|card| card.parse()).collect::<Result<Vec<Card>, _>>();
/// assert_eq!(Hand::new(&cards("* ST A")?), Hand::new(&cards("A ST *")?));
/// assert!(Hand::new(&[Card::Wild; 3]).is_err(), "there are two wilds in the deck");
/// # Ok::<(), wordcourt::rules::play_on_words::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Those beyond `count` are wilds, so that equal hands are equal.
    cards: [Card; HAND_CARDS],
    count: u8,
}

/// Cards that no hand can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HandError {
    /// More cards than a hand holds (RULEBOOK P3).
    #[error("{}; a hand has at most {HAND_CARDS}", counted(*.0, "card"))]
    TooLarge(usize),
    /// More wilds than the deck has (RULEBOOK P1).
    #[error("{}; the deck has {}", counted(*.0, "wild"), limits::HAND_WILDS)]
    TooManyWilds(usize),
}

impl HandError {
    /// The rule that it rests on.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::TooLarge(_) => "P3",
            Self::TooManyWilds(_) => "P1",
        }
    }
}

impl Hand {
    /// Takes up cards.
    ///
    /// # Errors
    /// [`HandError`] if there are more than eight, or more wilds than in the deck.
    pub fn new(cards: &[Card]) -> Result<Self, HandError> {
        if cards.len() > HAND_CARDS {
            return Err(HandError::TooLarge(cards.len()));
        }
        let wilds = cards.iter().filter(|card| **card == Card::Wild).count();
        if wilds > limits::HAND_WILDS {
            return Err(HandError::TooManyWilds(wilds));
        }
        let mut held = [Card::Wild; HAND_CARDS];
        held[..cards.len()].copy_from_slice(cards);
        // Wilds are the last, so those that are none stay behind the rest.
        held.sort_unstable();
        Ok(Self { cards: held, count: cards.len() as u8 })
    }

    /// Takes a card out; says whether it was there.
    pub(super) fn take(&mut self, card: Card) -> bool {
        let Some(place) = self.iter().position(|held| *held == card) else { return false };
        self.cards[place..].rotate_left(1);
        self.count -= 1;
        self.cards[usize::from(self.count)..].fill(Card::Wild);
        true
    }

    /// How many letters its cards count as (RULEBOOK P2).
    #[must_use]
    pub fn letter_count(&self) -> usize {
        self.iter().map(|card| card.letter_count()).sum()
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

    /// The cards in the fixed order: letters from A to Z, combos, flips, wilds.
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }
}

/// The cards of a word from left to right, every wild and flip announced.
///
/// Holding one proves that they spell something of 1 to [`Word::MAX_LETTERS`] letters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Play {
    cards: Vec<PlayedCard>,
    word: Word,
}

/// Cards that spell nothing, or more than any word has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}; a word has at least one card and at most {} letters", counted(*.0, "letter"), Word::MAX_LETTERS)]
pub struct PlayLength(pub usize);

impl Play {
    /// Lays cards.
    ///
    /// # Errors
    /// [`PlayLength`] if there are none, or more letters than any word has.
    pub fn new(cards: Vec<PlayedCard>) -> Result<Self, PlayLength> {
        match Word::from_letters(cards.iter().flat_map(|card| card.letters())) {
            Some(word) => Ok(Self { cards, word }),
            None => Err(PlayLength(cards.iter().map(|card| card.letters().count()).sum())),
        }
    }

    /// The word that the cards spell.
    #[must_use]
    pub const fn word(&self) -> Word {
        self.word
    }

    /// The word in upper-case ASCII.
    pub(super) fn text(&self) -> &[u8] {
        self.word.as_bytes()
    }

    /// Says so if the word has fewer than three letters (RULEBOOK P4).
    pub(crate) fn check_length(&self, pointer: impl fmt::Display, breaches: &mut Breaches) {
        let (lengths, rule) = Variant::PlayOnWords.lengths();
        if self.word.len() < *lengths.start() {
            let letters = counted(self.word.len(), "letter");
            let detail = format_args!("{} has {letters}; a word has at least {}", self.word, lengths.start());
            breaches.add(BreachCode::TooShort, rule, pointer, detail);
        }
    }
}

impl Deref for Play {
    type Target = [PlayedCard];

    fn deref(&self) -> &[PlayedCard] {
        &self.cards
    }
}

/// The words on the table, in an order of the caller's: play-ons name them by their index.
///
/// Holding one proves that they are at most [`limits::TABLE_WORDS`], of three letters or more each, with at most
/// [`limits::TABLE_CHOICES`] wild and flip cards among them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Table(Vec<Play>);

impl Table {
    /// Lays words on the table. All breaches go to `breaches`; `pointer` is where the list stands.
    pub fn new(words: Vec<Play>, pointer: &str, breaches: &mut Breaches) -> Option<Self> {
        let before = breaches.len();
        if words.len() > limits::TABLE_WORDS {
            let detail = format_args!("{} words; a table has at most {}", words.len(), limits::TABLE_WORDS);
            breaches.add_formal(BreachCode::TooMany, pointer, detail);
            return None;
        }
        for (index, word) in words.iter().enumerate() {
            word.check_length(format_args!("{pointer}/{index}"), breaches);
        }
        let choices = words.iter().flat_map(|word| word.iter()).filter(|card| card.face().is_choice()).count();
        if choices > limits::TABLE_CHOICES {
            let detail = format_args!("{choices} wild and flip cards; the deck has {}", limits::TABLE_CHOICES);
            breaches.add(BreachCode::TooMany, "P1", pointer, detail);
        }
        (breaches.len() == before).then_some(Self(words))
    }
}

impl Deref for Table {
    type Target = [Play];

    fn deref(&self) -> &[Play] {
        &self.0
    }
}
