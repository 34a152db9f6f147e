//! The cards of one word.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::card::{CardError, PlayedCard};
use super::hand::join_cards;
use crate::rules::{Refused, Variant, ViolationCode, Violations, counted};
use crate::word::Word;

/// The cards of a word from left to right, with every wild and flip card announced.
///
/// The cards spell 1 to [`Word::MAX_LETTERS`] letters, but the lexicon may not contain the word. As
/// a text, a play is its cards separated by spaces.
///
/// ```
/// use wordcourt::rules::play_on_words::{ParsePlayError, Play};
///
/// let play: Play = "B O TH *=E R".parse()?;
/// assert_eq!(play.word().as_str(), "BOTHER");
/// assert_eq!(play.len(), 5, "cards");
/// # Ok::<(), ParsePlayError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Play {
    cards: Vec<PlayedCard>,
    word: Word,
}

/// The error for cards that spell nothing, or more letters than a word can have. It contains the
/// number of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "{}; a word has at least one card and at most {} letters",
    counted(*.0, "letter"),
    Word::MAX_LETTERS
)]
pub struct PlayLength(pub usize);

/// The reasons why a text is not a play.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParsePlayError {
    /// A part of the text is not a played card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// There are no cards, or they have too many letters.
    #[error(transparent)]
    Length(#[from] PlayLength),
}

impl Play {
    /// Creates a play from cards.
    ///
    /// # Errors
    /// [`PlayLength`] if there are no cards, or if they have more letters than a word can have.
    pub fn new(cards: Vec<PlayedCard>) -> Result<Self, PlayLength> {
        match Word::from_letters(cards.iter().flat_map(|card| card.letters())) {
            Some(word) => Ok(Self { cards, word }),
            None => Err(PlayLength(cards.iter().map(|card| card.letters().count()).sum())),
        }
    }

    /// Returns the word that the cards spell.
    #[must_use]
    pub const fn word(&self) -> Word {
        self.word
    }

    /// Returns the word in upper-case ASCII.
    pub(super) fn text(&self) -> &[u8] {
        self.word.as_bytes()
    }

    /// Refuses a word with fewer than three letters (RULEBOOK P4).
    pub(crate) fn check_length(&self, violations: &mut Violations) -> Result<(), Refused> {
        let (lengths, rule) = Variant::PlayOnWords.lengths();
        let (word, min) = (self.word, *lengths.start());
        if word.len() < min {
            let letters = counted(word.len(), "letter");
            let detail = format_args!("{word} has {letters}; a word has at least {min}");
            return Err(violations.refuse(ViolationCode::TooShort, rule, detail));
        }
        Ok(())
    }
}

impl FromStr for Play {
    type Err = ParsePlayError;

    fn from_str(text: &str) -> Result<Self, ParsePlayError> {
        let cards = text.split_whitespace().map(str::parse).collect::<Result<_, CardError>>()?;
        Ok(Self::new(cards)?)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join_cards(self))
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Deref for Play {
    type Target = [PlayedCard];

    fn deref(&self) -> &[PlayedCard] {
        &self.cards
    }
}
