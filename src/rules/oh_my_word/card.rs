//! Coloured letter cards as text: `Gb` (blue G), `Gr` (red G), `*` (wild); played: `Gb`, `*=Gb` (RULEBOOK §1).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use thiserror::Error;

use crate::word::Letter;

/// The colour of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The commoner one.
    Blue,
    /// Half as many cards as blue.
    Red,
}

impl Colour {
    /// Both colours, in the order in which layings prefer them.
    pub const ALL: [Self; 2] = [Self::Blue, Self::Red];

    const fn suffix(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Red => 'r',
        }
    }

    /// The colour's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }
}

/// A card as printed: in a hand or on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A letter in its colour.
    Letter(Letter, Colour),
    /// A card that stands for any letter in either colour (RULEBOOK O3).
    Wild,
}

/// A card as played: a wild has been announced (rule 5).
///
/// The order is the one in which layings of equal worth are preferred: real before wild, blue before red.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedCard {
    /// Whether the card is a wild.
    pub wild: bool,
    /// Its colour, printed or announced.
    pub colour: Colour,
    /// Its letter, printed or announced.
    pub letter: Letter,
}

impl PlayedCard {
    /// The card as printed.
    #[must_use]
    pub const fn face(self) -> Card {
        if self.wild { Card::Wild } else { Card::Letter(self.letter, self.colour) }
    }
}

/// Why a text is no card where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// It is no card at all.
    #[error(
        "no card of this game; write a letter and its colour (Gb blue, Gr red), * for a wild in a hand, *=Gb for one that is played"
    )]
    NotACard,
    /// A wild is played without a letter.
    #[error("a wild must be announced when it is played; write *=Gb or *=Gr (rule 5)")]
    Unannounced,
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
        f.write_str(if self.wild { "*=" } else { "" })?;
        self.letter.fmt(f)?;
        f.write_char(self.colour.suffix())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_and_written_alike() {
        for text in ["Gb", "Zr", "*"] {
            assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
        }
        for text in ["Gb", "Zr", "*=Gb", "*=Ar"] {
            assert_eq!(text.parse::<PlayedCard>().unwrap().to_string(), text);
        }
        assert_eq!("gB".parse::<Card>().unwrap().to_string(), "Gb");
    }

    #[test]
    fn what_is_no_card_is_told_apart() {
        assert_eq!("*".parse::<PlayedCard>(), Err(CardError::Unannounced));
        assert_eq!("*=Gb".parse::<Card>(), Err(CardError::Announced));
        for text in ["", "G", "Gx", "Gbb", "*=", "*=*", "**", "=Gb", "Éb", "1b", "QU"] {
            assert_eq!(text.parse::<Card>(), Err(CardError::NotACard), "{text}");
        }
    }
}
