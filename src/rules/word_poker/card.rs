//! Coloured letter cards as text: `Gb` (blue G), `Gr` (red G), `*` (wild); in a play: `Gb`, `*=Gb`
//! (RULEBOOK §1).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::rules::ViolationCode;
use crate::word::Letter;

/// The colour of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Colour {
    /// The more common colour.
    Blue,
    /// The less common colour, with half as many cards as blue.
    Red,
}

impl Colour {
    /// Both colours, in the order of preference among equally good placements.
    pub const ALL: [Self; 2] = [Self::Blue, Self::Red];

    const fn suffix(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Red => 'r',
        }
    }

    /// Returns the colour's name, such as `blue`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A card as printed, in a hand or on the board.
///
/// ```
/// use wordcourt::rules::word_poker::{Card, PlayedCard};
/// assert_eq!("*".parse(), Ok(Card::Wild));
/// assert_eq!("*=Gb".parse::<PlayedCard>().unwrap().face(), Card::Wild);
/// assert_eq!(
///     "*".parse::<PlayedCard>().unwrap_err().to_string(),
///     "a wild must be announced when it is played; write *=Gb or *=Gr (O3)",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A letter in its colour.
    Letter(Letter, Colour),
    /// A card that stands for any letter in either colour (RULEBOOK O3).
    Wild,
}

/// A card in a play: a wild is announced (rule 5).
///
/// The order is that of preference among equally good placements: real before wild, blue before
/// red.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedCard {
    /// True for a wild.
    pub wild: bool,
    /// The colour, printed or announced.
    pub colour: Colour,
    /// The letter, printed or announced.
    pub letter: Letter,
}

impl PlayedCard {
    /// Returns the card as printed.
    #[must_use]
    pub const fn face(self) -> Card {
        if self.wild { Card::Wild } else { Card::Letter(self.letter, self.colour) }
    }

    /// Returns the card in words, for score lines.
    pub(super) fn label(self) -> String {
        let prefix = if self.wild { "wild as " } else { "" };
        // Concatenation is faster than formatting, and every score has a line for each card.
        [prefix, self.colour.name(), " ", self.letter.as_str()].concat()
    }
}

/// A card at the end of a round, as a player shows or declares it: a ruling judges every text
/// (RULEBOOK W6).
///
/// ```
/// use wordcourt::rules::word_poker::{Card, ShownCard};
/// let card = ShownCard::said("*=Gb");
/// assert_eq!((card.face(), card.to_string().as_str()), (Some(Card::Wild), "*=Gb"));
/// assert_eq!(ShownCard::said("*"), ShownCard::UnannouncedWild);
/// assert!(matches!(ShownCard::said("*=G"), ShownCard::UncolouredWild(_)));
/// assert_eq!(ShownCard::said("G7").face(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShownCard {
    /// A letter card, or a wild with its announcement.
    Announced(PlayedCard),
    /// A wild whose player announced nothing.
    UnannouncedWild,
    /// A wild whose player announced the letter, but no colour.
    UncolouredWild(Letter),
    /// A text that is not a card of the game.
    Unreadable(String),
}

impl ShownCard {
    /// Reads a card as a player writes it.
    #[must_use]
    pub fn said(text: &str) -> Self {
        text.parse().unwrap_or_else(|_| Self::Unreadable(text.to_owned()))
    }

    /// Returns the card as printed; `None` if it can't be read.
    #[must_use]
    pub const fn face(&self) -> Option<Card> {
        match self {
            Self::Announced(card) => Some(card.face()),
            Self::UnannouncedWild | Self::UncolouredWild(_) => Some(Card::Wild),
            Self::Unreadable(_) => None,
        }
    }

    /// Returns the letter, printed or announced, or what was said in its place.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Announced(PlayedCard { letter, .. }) | Self::UncolouredWild(letter) => {
                letter.to_string()
            }
            Self::UnannouncedWild => "*".to_owned(),
            Self::Unreadable(text) => text.to_ascii_uppercase(),
        }
    }

    /// Returns the reason why the card can't be played as it was declared, if there is one.
    pub(super) fn fault(&self) -> Option<(ViolationCode, CardError)> {
        match self {
            Self::Announced(_) => None,
            Self::UnannouncedWild => Some((ViolationCode::UnannouncedWild, CardError::Unannounced)),
            Self::UncolouredWild(_) => {
                Some((ViolationCode::UnannouncedWild, CardError::Uncoloured))
            }
            Self::Unreadable(_) => Some((ViolationCode::InvalidCard, CardError::NotACard)),
        }
    }
}

impl From<Card> for ShownCard {
    fn from(card: Card) -> Self {
        match card {
            Card::Letter(letter, colour) => {
                Self::Announced(PlayedCard { wild: false, colour, letter })
            }
            Card::Wild => Self::UnannouncedWild,
        }
    }
}

/// The reasons why a text is not a card, or not in the form that a hand or a play needs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// The text is not a card of the game.
    #[error(
        "not a card of this game; write a letter and its colour (Gb blue, Gr red), * for a wild in a hand, *=Gb for a wild in a play"
    )]
    NotACard,
    /// A wild is played without a letter.
    #[error("a wild must be announced when it is played; write *=Gb or *=Gr (O3)")]
    Unannounced,
    /// A wild is played with a letter, but without a colour.
    #[error("a wild must be announced with its colour; write *=Gb or *=Gr (O3)")]
    Uncoloured,
    /// A wild in a hand is announced.
    #[error("a wild is announced only when it is played; in a hand write *")]
    Announced,
}

fn parse_face(text: &str) -> Option<(Letter, Colour)> {
    let &[letter, colour] = text.as_bytes() else { return None };
    let colour = match colour {
        b'b' | b'B' => Colour::Blue,
        b'r' | b'R' => Colour::Red,
        _ => return None,
    };
    Some((Letter::from_ascii(letter)?, colour))
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match (text, parse_face(text)) {
            ("*", _) => Ok(Self::Wild),
            (_, Some((letter, colour))) => Ok(Self::Letter(letter, colour)),
            _ if text.parse::<PlayedCard>().is_ok() => Err(CardError::Announced),
            _ => Err(CardError::NotACard),
        }
    }
}

impl FromStr for PlayedCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        if text == "*" {
            return Err(CardError::Unannounced);
        }
        let (wild, face) = text.strip_prefix("*=").map_or((false, text), |face| (true, face));
        let (letter, colour) = parse_face(face).ok_or(CardError::NotACard)?;
        Ok(Self { wild, colour, letter })
    }
}

impl FromStr for ShownCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let uncoloured = || match text.strip_prefix("*=")?.as_bytes() {
            &[letter] => Letter::from_ascii(letter).map(Self::UncolouredWild),
            _ => None,
        };
        match text.parse() {
            Ok(card) => Ok(Self::Announced(card)),
            Err(CardError::Unannounced) => Ok(Self::UnannouncedWild),
            Err(error) => uncoloured().ok_or(error),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(letter, colour) => {
                letter.fmt(f)?;
                f.write_char(colour.suffix())
            }
            Self::Wild => f.write_str("*"),
        }
    }
}

impl fmt::Display for PlayedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.wild {
            f.write_str("*=")?;
        }
        f.write_str(self.letter.as_str())?;
        f.write_char(self.colour.suffix())
    }
}

impl fmt::Display for ShownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Announced(card) => card.fmt(f),
            Self::UnannouncedWild => Card::Wild.fmt(f),
            Self::UncolouredWild(letter) => write!(f, "*={letter}"),
            Self::Unreadable(text) => f.write_str(text),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for PlayedCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for ShownCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
