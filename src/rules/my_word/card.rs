//! Letter cards as text: `M`, `SH` (a double card), `?` and `??` (wilds); in a call: `M`, `SH`,
//! `?=E`, `??=AS` (RULEBOOK §1).

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::rules::ViolationCode;
use crate::word::Letter;

/// A card as printed.
///
/// ```
/// use wordcourt::rules::my_word::{Card, PlayedCard};
/// assert!(matches!("SH".parse(), Ok(Card::Double(..))));
/// assert!(matches!("??=AS".parse(), Ok(PlayedCard::DoubleWild(..))));
/// assert_eq!(
///     "?".parse::<PlayedCard>().unwrap_err().to_string(),
///     "a wild must be announced when it is called; write ?=E or ??=AS",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// One letter.
    Single(Letter),
    /// Two letters that stay together and in order (RULEBOOK M2).
    Double(Letter, Letter),
    /// `?`: any one letter.
    Wild,
    /// `??`: any two adjacent letters.
    DoubleWild,
}

impl Card {
    /// The number of different cards that the notation has.
    pub(super) const KINDS: usize = Letter::COUNT + Letter::COUNT * Letter::COUNT + 2;

    /// Returns the card at a place in the fixed order: single cards, double cards, each from A to
    /// Z, then `?` and `??`.
    pub(super) fn at(place: usize) -> Option<Self> {
        let letter = Letter::from_index(place % Letter::COUNT)?;
        match place / Letter::COUNT {
            0 => Some(Self::Single(letter)),
            row @ 1..=Letter::COUNT => Some(Self::Double(Letter::from_index(row - 1)?, letter)),
            _ => [Self::Wild, Self::DoubleWild].get(place + 2 - Self::KINDS).copied(),
        }
    }

    /// Returns the card's place in the fixed order, below [`Self::KINDS`].
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Single(letter) => letter.index(),
            Self::Double(first, second) => Letter::COUNT * (1 + first.index()) + second.index(),
            Self::Wild => Self::KINDS - 2,
            Self::DoubleWild => Self::KINDS - 1,
        }
    }
}

/// A card in a call: a wild is announced.
///
/// The order is that of preference among equally good placements: real before wild, single before
/// double.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayedCard {
    /// One letter.
    Single(Letter),
    /// Two letters.
    Double(Letter, Letter),
    /// `?` as a letter.
    Wild(Letter),
    /// `??` as two letters.
    DoubleWild(Letter, Letter),
}

impl PlayedCard {
    /// Returns the card as printed.
    #[must_use]
    pub const fn face(self) -> Card {
        match self {
            Self::Single(letter) => Card::Single(letter),
            Self::Double(first, second) => Card::Double(first, second),
            Self::Wild(_) => Card::Wild,
            Self::DoubleWild(..) => Card::DoubleWild,
        }
    }

    /// Returns whether the card is a wild.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        matches!(self, Self::Wild(_) | Self::DoubleWild(..))
    }

    /// Returns the letters that the card plays, one or two.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        let (first, second) = match self {
            Self::Single(letter) | Self::Wild(letter) => (letter, None),
            Self::Double(first, second) | Self::DoubleWild(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }
}

/// The reasons why a text is not a card, or not in the form that a table or a call needs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// The text is not a card of the game.
    #[error(
        "not a card of this game; write one letter (M) or two (SH), ? or ??, and in a call ?=E or ??=AS"
    )]
    NotACard,
    /// A wild is called without its letters.
    #[error("a wild must be announced when it is called; write ?=E or ??=AS")]
    Unannounced,
    /// `?` is announced with two letters.
    #[error("? stands for one letter; write ?=E, or lay the card ??")]
    TwoLettersForWild,
    /// `??` is announced with one letter.
    #[error("?? stands for two letters; write ??=AS, or lay the card ?")]
    OneLetterForDoubleWild,
    /// A wild on the table is announced.
    #[error("a wild is announced only when it is called; on the table write ? or ??")]
    Announced,
}

impl CardError {
    /// Returns the code of the violation.
    #[must_use]
    pub const fn code(&self) -> ViolationCode {
        match self {
            Self::NotACard | Self::TwoLettersForWild | Self::OneLetterForDoubleWild => {
                ViolationCode::InvalidCard
            }
            Self::Unannounced => ViolationCode::UnannouncedWild,
            Self::Announced => ViolationCode::AnnouncedWild,
        }
    }
}

/// Reads one or two letters.
fn parse_letters(text: &str) -> Option<(Letter, Option<Letter>)> {
    match *text.as_bytes() {
        [letter] => Some((Letter::from_ascii(letter)?, None)),
        [first, second] => Some((Letter::from_ascii(first)?, Some(Letter::from_ascii(second)?))),
        _ => None,
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match (text, parse_letters(text)) {
            ("?", _) => Ok(Self::Wild),
            ("??", _) => Ok(Self::DoubleWild),
            (_, Some((letter, None))) => Ok(Self::Single(letter)),
            (_, Some((first, Some(second)))) => Ok(Self::Double(first, second)),
            _ if text.parse::<PlayedCard>().is_ok() => Err(CardError::Announced),
            _ => Err(CardError::NotACard),
        }
    }
}

impl FromStr for PlayedCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        if matches!(text, "?" | "??") {
            return Err(CardError::Unannounced);
        }
        // Faster than `find`: on such a short text `memchr` takes longer than the rest of the
        // parsing.
        let (face, letters) = match text.bytes().position(|byte| byte == b'=') {
            Some(at) => (Some(&text[..at]), &text[at + 1..]),
            None => (None, text),
        };
        match (face, parse_letters(letters)) {
            (None, Some((letter, None))) => Ok(Self::Single(letter)),
            (None, Some((first, Some(second)))) => Ok(Self::Double(first, second)),
            (Some("?"), Some((letter, None))) => Ok(Self::Wild(letter)),
            (Some("??"), Some((first, Some(second)))) => Ok(Self::DoubleWild(first, second)),
            (Some("?"), Some((_, Some(_)))) => Err(CardError::TwoLettersForWild),
            (Some("??"), Some((_, None))) => Err(CardError::OneLetterForDoubleWild),
            _ => Err(CardError::NotACard),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(letter) => letter.fmt(f),
            Self::Double(first, second) => {
                first.fmt(f)?;
                second.fmt(f)
            }
            Self::Wild => f.write_str("?"),
            Self::DoubleWild => f.write_str("??"),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for PlayedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_wild() {
            self.face().fmt(f)?;
            f.write_str("=")?;
        }
        self.letters().try_for_each(|letter| letter.fmt(f))
    }
}
