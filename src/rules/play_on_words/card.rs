//! Letter cards and their notation: `A`…`Z`, `ST`, `J/X`, `*`; played: `J/X=X`, `*=E` (RULEBOOK §1,
//! P1, P2).

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::rules::ViolationCode;
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

/// A combo card: two letters that stay together and in order (RULEBOOK P2).
///
/// Every `Combo` is a card of the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combo(u8);

impl Combo {
    /// The number of combo cards in the deck.
    pub const COUNT: usize = 6;

    const PAIRS: [[Letter; 2]; Self::COUNT] = [
        letters(*b"ST"),
        letters(*b"SH"),
        letters(*b"TH"),
        letters(*b"CH"),
        letters(*b"CK"),
        letters(*b"QU"),
    ];

    /// Iterates over all combo cards in the order of the rule sheet.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).take(Self::COUNT).map(Self)
    }

    /// Returns the combo card with two letters, if there is one.
    #[must_use]
    pub fn of(pair: [Letter; 2]) -> Option<Self> {
        Self::all().find(|combo| combo.letters() == pair)
    }

    /// Returns its two letters in order.
    #[must_use]
    pub const fn letters(self) -> [Letter; 2] {
        Self::PAIRS[self.0 as usize]
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A flip card: the player chooses one of its two letters.
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

    /// Returns the two letters to choose from.
    #[must_use]
    pub const fn letters(self) -> [Letter; 2] {
        match self {
            Self::JOrX => letters(*b"JX"),
            Self::VOrZ => letters(*b"VZ"),
        }
    }
}

/// A card as printed; hands contain cards in this form.
///
/// The order is letters, combos, flips, wilds. Hands are listed in this order, and a search prefers
/// earlier cards.
///
/// ```
/// use wordcourt::rules::play_on_words::{Card, CardError};
///
/// let combo: Card = "ST".parse()?;
/// assert_eq!(combo.letter_count(), 2);
/// let flip: Card = "J/X".parse()?;
/// assert!(flip.is_choice());
/// assert_eq!("J/X=X".parse::<Card>(), Err(CardError::Announced(flip)), "in a hand, write J/X");
/// # Ok::<(), CardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A card with one letter.
    Letter(Letter),
    /// A card with two letters.
    Combo(Combo),
    /// A card that stands for one of two letters.
    Flip(Flip),
    /// A card that stands for any letter.
    Wild,
}

impl Card {
    /// Returns the number of letters that the card counts as: two for a combo card, one for any
    /// other (RULEBOOK P2).
    #[must_use]
    pub const fn letter_count(self) -> usize {
        if matches!(self, Self::Combo(_)) { 2 } else { 1 }
    }

    /// Returns true for flip and wild cards: the player chooses the letter.
    #[must_use]
    pub const fn is_choice(self) -> bool {
        matches!(self, Self::Flip(_) | Self::Wild)
    }

    /// Plays the card so that its first letter is `letter`; `None` if it cannot be that letter.
    #[must_use]
    pub fn playing(self, letter: Letter) -> Option<PlayedCard> {
        let can_be_letter = match self {
            Self::Letter(printed) => printed == letter,
            Self::Combo(combo) => combo.letters()[0] == letter,
            Self::Flip(flip) => flip.letters().contains(&letter),
            Self::Wild => true,
        };
        can_be_letter.then_some(PlayedCard { face: self, letter })
    }
}

/// A card as played in a word: the letter of a flip or wild card is announced.
///
/// A `PlayedCard` has a letter that its card can stand for.
///
/// ```
/// use wordcourt::rules::play_on_words::{Card, CardError, PlayedCard};
///
/// let wild: PlayedCard = "*=E".parse()?;
/// assert_eq!((wild.face(), wild.letter().as_char()), (Card::Wild, 'E'));
/// assert_eq!("*".parse::<PlayedCard>(), Err(CardError::Unannounced(Card::Wild)));
/// # Ok::<(), CardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedCard {
    face: Card,
    letter: Letter,
}

impl PlayedCard {
    /// Returns the card as printed.
    #[must_use]
    pub const fn face(self) -> Card {
        self.face
    }

    /// Returns its letter, printed or announced; for a combo card the first of the two.
    #[must_use]
    pub const fn letter(self) -> Letter {
        self.letter
    }

    /// Iterates over its letters, printed or announced.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        let second =
            if let Card::Combo(combo) = self.face { Some(combo.letters()[1]) } else { None };
        std::iter::once(self.letter).chain(second)
    }
}

/// The reasons why a text is not a card, or not in the form that a hand or a word needs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// The game has no such card.
    #[error(
        "not a card of this game; its cards are A to Z, ST SH TH CH CK QU, J/X, V/Z and * (wild)"
    )]
    NotACard,
    /// A wild or flip card is played without announcing its letter.
    #[error(
        "a {0} card must announce its letter when it is played; write {0}={example}",
        example = example(*.0)
    )]
    Unannounced(Card),
    /// A wild or flip card in a hand already announces a letter.
    #[error("a {0} card announces its letter only when it is played; in a hand write {0}")]
    Announced(Card),
    /// A wild or flip card announces something that it cannot stand for.
    #[error(
        "a {0} card cannot stand for that; write {0}={example}",
        example = example(*.0)
    )]
    WrongChoice(Card),
}

impl CardError {
    /// Returns the code of the violation.
    #[must_use]
    pub const fn code(&self) -> ViolationCode {
        match self {
            Self::NotACard | Self::WrongChoice(_) => ViolationCode::InvalidCard,
            Self::Unannounced(_) => ViolationCode::UnannouncedWild,
            Self::Announced(_) => ViolationCode::AnnouncedWild,
        }
    }
}

/// Describes the letters that a wild or flip card can stand for, for error messages.
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
        if let (face, Some(_)) = split_announcement(text) {
            let choice = face.parse().ok().filter(|card: &Self| card.is_choice());
            return Err(choice.map_or(CardError::NotACard, CardError::Announced));
        }
        let upper = |at: usize| text.as_bytes().get(at).copied().and_then(Letter::from_ascii);
        match (text.len(), upper(0), upper(1)) {
            (1, Some(letter), _) => Ok(Self::Letter(letter)),
            (2, Some(first), Some(second)) => {
                Combo::of([first, second]).map(Self::Combo).ok_or(CardError::NotACard)
            }
            _ if text == "*" => Ok(Self::Wild),
            _ => {
                let flip = Flip::ALL
                    .into_iter()
                    .find(|flip| text.eq_ignore_ascii_case(&Self::Flip(*flip).to_string()));
                flip.map(Self::Flip).ok_or(CardError::NotACard)
            }
        }
    }
}

impl FromStr for PlayedCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let (face, announced) = split_announcement(text);
        let card: Card = face.parse()?;
        match (card, announced) {
            (Card::Letter(letter), None) => Ok(Self { face: card, letter }),
            (Card::Combo(combo), None) => Ok(Self { face: card, letter: combo.letters()[0] }),
            (_, None) => Err(CardError::Unannounced(card)),
            (_, Some(_)) if !card.is_choice() => Err(CardError::NotACard),
            (_, Some(announced)) => {
                let &[letter] = announced.as_bytes() else {
                    return Err(CardError::WrongChoice(card));
                };
                let letter = Letter::from_ascii(letter).ok_or(CardError::WrongChoice(card))?;
                card.playing(letter).ok_or(CardError::WrongChoice(card))
            }
        }
    }
}

/// Splits a text into the card and the announced letter.
///
/// Faster than `split_once`: on such a short text `memchr` takes longer than the rest of the
/// parsing.
fn split_announcement(text: &str) -> (&str, Option<&str>) {
    let equals_sign = text.bytes().position(|byte| byte == b'=');
    equals_sign.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(letter) => letter.fmt(f),
            Self::Combo(combo) => combo.letters().iter().try_for_each(|letter| letter.fmt(f)),
            Self::Flip(flip) => {
                let [first, second] = flip.letters();
                write!(f, "{first}/{second}")
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
