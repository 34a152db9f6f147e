//! Letter cards as text: `A`…`Z`, `ST`, `J/X`, `*`; played: `J/X=X`, `*=E` (RULEBOOK §1, P1, P2).

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::word::Letter;

const fn letter(ascii: u8) -> Letter {
    match Letter::from_ascii(ascii) {
        Some(letter) => letter,
        None => unreachable!(),
    }
}

const fn letters(pair: [u8; 2]) -> [Letter; 2] {
    [letter(pair[0]), letter(pair[1])]
}

/// A combo card's two letters, which stay together and in order (RULEBOOK P2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combo(u8);

impl Combo {
    /// How many there are.
    pub const COUNT: usize = 6;

    const PAIRS: [[Letter; 2]; Self::COUNT] =
        [letters(*b"ST"), letters(*b"SH"), letters(*b"TH"), letters(*b"CH"), letters(*b"CK"), letters(*b"QU")];

    /// Every combo card, in the order of the rule sheet.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The combo card of two letters, if there is one.
    #[must_use]
    pub fn of(pair: [Letter; 2]) -> Option<Self> {
        Self::all().find(|combo| combo.letters() == pair)
    }

    /// Its letters in their order.
    #[must_use]
    pub const fn letters(self) -> [Letter; 2] {
        Self::PAIRS[self.0 as usize]
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A flip card: its player chooses one of two letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flip {
    /// J or X.
    JOrX,
    /// V or Z.
    VOrZ,
}

impl Flip {
    /// Both flip cards.
    pub const ALL: [Self; 2] = [Self::JOrX, Self::VOrZ];

    /// The letters that it may be.
    #[must_use]
    pub const fn letters(self) -> [Letter; 2] {
        match self {
            Self::JOrX => letters(*b"JX"),
            Self::VOrZ => letters(*b"VZ"),
        }
    }
}

/// A card as printed: in a hand.
///
/// The order is the one in which hands are told and layings prefer cards: letters, combos, flips, wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A letter.
    Letter(Letter),
    /// Two letters.
    Combo(Combo),
    /// One of two letters.
    Flip(Flip),
    /// Any letter.
    Wild,
}

impl Card {
    /// How many letters it counts as: two for a combo card, one for any other (RULEBOOK P2).
    #[must_use]
    pub const fn letter_count(self) -> usize {
        if matches!(self, Self::Combo(_)) { 2 } else { 1 }
    }

    /// Whether its player chooses its letter.
    #[must_use]
    pub const fn is_choice(self) -> bool {
        matches!(self, Self::Flip(_) | Self::Wild)
    }

    /// The card played so that it begins with a letter, if it can.
    #[must_use]
    pub fn playing(self, letter: Letter) -> Option<PlayedCard> {
        let can = match self {
            Self::Letter(printed) => printed == letter,
            Self::Combo(combo) => combo.letters()[0] == letter,
            Self::Flip(flip) => flip.letters().contains(&letter),
            Self::Wild => true,
        };
        can.then_some(PlayedCard { face: self, letter })
    }
}

/// A card as played: what a flip or a wild stands for has been announced.
///
/// Holding one proves that the card can be what it is played as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedCard {
    face: Card,
    letter: Letter,
}

impl PlayedCard {
    /// The card as printed.
    #[must_use]
    pub const fn face(self) -> Card {
        self.face
    }

    /// Its letter, printed or announced; the first one of a combo card.
    #[must_use]
    pub const fn letter(self) -> Letter {
        self.letter
    }

    /// Its letters, printed or announced.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        let second = if let Card::Combo(combo) = self.face { Some(combo.letters()[1]) } else { None };
        std::iter::once(self.letter).chain(second)
    }
}

/// Why a text is no card where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// It is no card at all.
    #[error("no card of this game; the cards are A to Z, ST SH TH CH CK QU, J/X, V/Z and * for a wild")]
    NotACard,
    /// A wild or flip card is played without a letter.
    #[error("a {0} card must be announced when it is played; write {0}={example}", example = example(*.0))]
    Unannounced(Card),
    /// A wild or flip card in a hand is announced.
    #[error("a {0} card is announced only when it is played; in a hand write {0}")]
    Announced(Card),
    /// A wild or flip card is played as something that it can't be.
    #[error("a {0} card can't be played so; write {0}={example}", example = example(*.0))]
    WrongChoice(Card),
}

/// What a wild or flip card may be, for people.
const fn example(card: Card) -> &'static str {
    match card {
        Card::Flip(Flip::JOrX) => "J or J/X=X",
        Card::Flip(Flip::VOrZ) => "V or V/Z=Z",
        _ => "A or any other letter",
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        if let (face, Some(_)) = parted(text) {
            let choice = face.parse().ok().filter(|card: &Self| card.is_choice());
            return Err(choice.map_or(CardError::NotACard, CardError::Announced));
        }
        let upper = |at: usize| text.as_bytes().get(at).copied().and_then(Letter::from_ascii);
        match (text.len(), upper(0), upper(1)) {
            (1, Some(letter), _) => Ok(Self::Letter(letter)),
            (2, Some(first), Some(second)) => Combo::of([first, second]).map(Self::Combo).ok_or(CardError::NotACard),
            _ if text == "*" => Ok(Self::Wild),
            _ => {
                let flip = Flip::ALL.into_iter().find(|flip| text.eq_ignore_ascii_case(&Self::Flip(*flip).to_string()));
                flip.map(Self::Flip).ok_or(CardError::NotACard)
            }
        }
    }
}

impl FromStr for PlayedCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let (face, announced) = parted(text);
        let card: Card = face.parse()?;
        match (card, announced) {
            (Card::Letter(letter), None) => Ok(Self { face: card, letter }),
            (Card::Combo(combo), None) => Ok(Self { face: card, letter: combo.letters()[0] }),
            (_, None) => Err(CardError::Unannounced(card)),
            (_, Some(_)) if !card.is_choice() => Err(CardError::NotACard),
            (_, Some(announced)) => {
                let &[letter] = announced.as_bytes() else { return Err(CardError::WrongChoice(card)) };
                let letter = Letter::from_ascii(letter).ok_or(CardError::WrongChoice(card))?;
                card.playing(letter).ok_or(CardError::WrongChoice(card))
            }
        }
    }
}

/// The card, and what is announced for it. (For so short a text a search by `memchr` takes longer than all the rest.)
fn parted(text: &str) -> (&str, Option<&str>) {
    let mark = text.bytes().position(|byte| byte == b'=');
    mark.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(letter) => letter.fmt(f),
            Self::Combo(combo) => combo.letters().iter().try_for_each(|letter| letter.fmt(f)),
            Self::Flip(flip) => {
                let [one, other] = flip.letters();
                write!(f, "{one}/{other}")
            }
            Self::Wild => f.write_str("*"),
        }
    }
}

impl fmt::Display for PlayedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.face.fmt(f)?;
        if self.face.is_choice() { write!(f, "={}", self.letter) } else { Ok(()) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_and_written_alike() {
        for text in ["A", "Z", "ST", "QU", "J/X", "V/Z", "*"] {
            assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
        }
        for text in ["A", "CK", "J/X=X", "V/Z=V", "*=E"] {
            assert_eq!(text.parse::<PlayedCard>().unwrap().to_string(), text);
        }
        assert_eq!("qu".parse::<Card>().unwrap().to_string(), "QU");
        assert_eq!("j/x=x".parse::<PlayedCard>().unwrap().to_string(), "J/X=X");
    }

    #[test]
    fn what_is_no_card_is_told_apart() {
        let wild = Card::Wild;
        let flip = Card::Flip(Flip::JOrX);
        assert_eq!("*".parse::<PlayedCard>(), Err(CardError::Unannounced(wild)));
        assert_eq!("J/X".parse::<PlayedCard>(), Err(CardError::Unannounced(flip)));
        assert_eq!("*=E".parse::<Card>(), Err(CardError::Announced(wild)));
        assert_eq!("J/X=V".parse::<PlayedCard>(), Err(CardError::WrongChoice(flip)));
        assert_eq!("*=EE".parse::<PlayedCard>(), Err(CardError::WrongChoice(wild)));
        assert_eq!("*=".parse::<PlayedCard>(), Err(CardError::WrongChoice(wild)));
        for text in ["", "TS", "X/J", "J/Z", "A=A", "ST=S", "É", "1", "A ", "J/X/", "=A"] {
            assert_eq!(text.parse::<PlayedCard>(), Err(CardError::NotACard), "{text}");
            assert_eq!(text.parse::<Card>(), Err(CardError::NotACard), "{text}");
        }
        assert_eq!(
            CardError::Unannounced(flip).to_string(),
            "a J/X card must be announced when it is played; write J/X=J or J/X=X"
        );
    }
}
