//! Words and hands as players announce them, and the rulings on them (RULEBOOK W6).

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::card::{Card, CardError, PlayedCard};
use super::hand::{HAND_CARDS, Hand, HandError};
use super::play::Play;
use super::ruleset::Rules;
use super::score::Part;
use super::turn::{PlayOn, Turn};
use super::word_formation::WordFormation;
use crate::lexicon::Words;
use crate::rules::{DecidingSense, Reason, Refused, ViolationCode, Violations};
use crate::word::Letter;

/// A word as a player announces it, card by card. The texts may not be cards of the game, as in
/// D O N ' T.
///
/// ```
/// use wordcourt::rules::play_on_words::AnnouncedWord;
///
/// assert_eq!(AnnouncedWord::new(&["*=c", "a", "th"]).text(), "CATH");
/// assert_eq!(AnnouncedWord::new(&["D", "O", "N", "'", "T"]).text(), "DON'T");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct AnnouncedWord(Vec<String>);

impl AnnouncedWord {
    /// Creates a word from the texts of its cards.
    #[must_use]
    pub fn new(cards: &[impl AsRef<str>]) -> Self {
        Self(cards.iter().map(|card| card.as_ref().to_ascii_uppercase()).collect())
    }

    /// Returns the word that the cards spell. A text that is not a card stands for itself.
    #[must_use]
    pub fn text(&self) -> String {
        let mut word = String::new();
        for text in &self.0 {
            match text.parse::<PlayedCard>() {
                Ok(card) => word.extend(card.letters().map(Letter::as_char)),
                Err(_) => word.push_str(text),
            }
        }
        word
    }

    /// Reads the cards.
    ///
    /// # Errors
    /// A text is not a card in a form that a word needs (recorded at its index), or the cards have
    /// too many letters for a word.
    pub(super) fn read(&self, violations: &mut Violations) -> Result<Play, Refused> {
        let mut cards = Ok(Vec::with_capacity(self.0.len()));
        for (index, text) in self.0.iter().enumerate() {
            match (text.parse::<PlayedCard>(), &mut cards) {
                (Ok(card), Ok(cards)) => cards.push(card),
                (Ok(_), Err(_)) => {}
                (Err(error), _) => {
                    let detail = format_args!("{text:?}: {error}");
                    cards = Err(violations.at(index).refuse(error.code(), "P1", detail));
                }
            }
        }
        Play::new(cards?).map_err(|error| match error.0 {
            0 => violations.refuse(ViolationCode::TooFew, "P4", error),
            _ => violations.refuse(ViolationCode::TooMany, "W3", error),
        })
    }
}

/// A card as a player shows it. Its text may not be a card of the game.
///
/// ```
/// use wordcourt::rules::play_on_words::{Card, ShownCard};
///
/// // An announced wild or flip card is the card as printed: its letter is chosen when it is played.
/// assert_eq!(ShownCard::new("*=e"), ShownCard::Card(Card::Wild));
/// assert_eq!(ShownCard::new("9").to_string(), "9");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShownCard {
    /// A card of the game.
    Card(Card),
    /// The text of something else, in upper case.
    Unreadable(String),
}

impl ShownCard {
    /// Reads the text of a card.
    #[must_use]
    pub fn new(text: &str) -> Self {
        match text.parse() {
            Ok(card) | Err(CardError::Announced(card)) => Self::Card(card),
            Err(_) => Self::Unreadable(text.to_ascii_uppercase()),
        }
    }

    /// Returns the card.
    ///
    /// # Errors
    /// The text is not a card, which is recorded.
    pub(super) fn read(&self, violations: &mut Violations) -> Result<Card, Refused> {
        match self {
            Self::Card(card) => Ok(*card),
            Self::Unreadable(text) => {
                let error = CardError::NotACard;
                Err(violations.refuse(error.code(), "P1", format_args!("{text:?}: {error}")))
            }
        }
    }
}

impl fmt::Display for ShownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Unreadable(text) => f.write_str(text),
        }
    }
}

impl Serialize for ShownCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The cards of a hand as a player shows them, in a fixed order. There may be more of them than a
/// hand can have, and texts that are not cards of the game.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::ShownHand;
///
/// let hand: ShownHand = "9 S A".parse()?;
/// assert_eq!(hand, "A S 9".parse()?);
/// assert_eq!((hand.cards().count(), hand.unread()), (2, vec!["9".to_owned()]));
/// let mut violations = Violations::default();
/// assert!(hand.read(&mut violations).is_err());
/// assert_eq!(violations.as_slice()[0].rule, Some("P1"));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct ShownHand(Vec<ShownCard>);

impl ShownHand {
    /// Creates a hand from its cards.
    #[must_use]
    pub fn new(mut cards: Vec<ShownCard>) -> Self {
        cards.sort_unstable();
        Self(cards)
    }

    /// Returns the cards of the game in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.0.iter().filter_map(|shown| match shown {
            ShownCard::Card(card) => Some(*card),
            ShownCard::Unreadable(_) => None,
        })
    }

    /// Returns the texts that are not cards of the game.
    #[must_use]
    pub fn unread(&self) -> Vec<String> {
        let unread = self.0.iter().filter(|shown| matches!(shown, ShownCard::Unreadable(_)));
        unread.map(ToString::to_string).collect()
    }

    /// Returns true if there are no cards and no texts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads the cards as a hand.
    ///
    /// # Errors
    /// Texts are not cards (RULEBOOK P1), or there are more cards than a hand can have (P3), or more
    /// wilds than the deck has (P1). All violations are recorded.
    pub fn read(&self, violations: &mut Violations) -> Result<Hand, Refused> {
        let mut all_read = Ok(());
        for shown in &self.0 {
            all_read = all_read.and(shown.read(violations).map(drop));
        }
        let hand = match self.0.len() {
            cards if cards > HAND_CARDS => Err(HandError::TooLarge(cards)),
            _ => Hand::new(&self.cards().collect::<Vec<Card>>()),
        };
        let hand = hand.map_err(|error| {
            let (code, rule) = error.violation();
            violations.refuse(code, rule, error)
        });
        all_read.and(hand)
    }
}

impl From<Hand> for ShownHand {
    fn from(hand: Hand) -> Self {
        Self(hand.iter().copied().map(ShownCard::Card).collect())
    }
}

impl FromStr for ShownHand {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(text.split_whitespace().map(ShownCard::new).collect()))
    }
}

impl From<&Play> for AnnouncedWord {
    fn from(play: &Play) -> Self {
        Self(play.iter().map(ToString::to_string).collect())
    }
}

impl From<&Turn> for Turn<AnnouncedWord> {
    fn from(turn: &Turn) -> Self {
        let play_on = |play_on: &PlayOn| PlayOn {
            onto: play_on.onto.clone(),
            word: AnnouncedWord::from(&play_on.word),
        };
        Self {
            new_word: turn.new_word.as_ref().map(AnnouncedWord::from),
            play_ons: turn.play_ons.iter().map(play_on).collect(),
        }
    }
}

impl Turn<AnnouncedWord> {
    /// Reads the cards of all words. Each violation is recorded at its card.
    pub(super) fn read(&self, violations: &mut Violations) -> Vec<Result<Play, Refused>> {
        self.visit(violations, |onto, word, place| match onto {
            None => word.read(place),
            Some(_) => word.read(&mut place.at("word")),
        })
    }

    /// Reads the cards of all words as a turn to score.
    ///
    /// # Errors
    /// A text is not a card in a form that a word needs, or a word has too many letters.
    pub fn to_plays(&self, violations: &mut Violations) -> Result<Turn, Refused> {
        let plays: Vec<Play> = self.read(violations).into_iter().collect::<Result<_, _>>()?;
        let mut plays = plays.into_iter();
        let new_word = self.new_word.as_ref().and_then(|_| plays.next());
        let onto = self.play_ons.iter().map(|play_on| play_on.onto.clone());
        let play_ons = onto.zip(plays).map(|(onto, word)| PlayOn { onto, word }).collect();
        Ok(Turn { new_word, play_ons })
    }
}

/// The ruling on an announced word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuledWord {
    /// The word, or its text if its cards spell no word.
    pub text: String,
    /// True if the word can be laid and is allowed.
    pub is_allowed: bool,
    /// The reason why the lexicon or the game does not allow the word; `None` if it is allowed, or
    /// if it only cannot be laid.
    pub reason: Option<Reason>,
    /// The sense that decided the verdict, if the word has several.
    pub sense: Option<DecidingSense>,
}

impl RuledWord {
    /// Judges a word. `part` is the word as laid; `None` if it cannot be laid.
    pub(super) fn new(text: String, part: Option<&Part>, words: Words<'_>, rules: Rules) -> Self {
        let (word, formation) = match (part, text.parse()) {
            (Some(part), _) => (part.word, part.formation),
            // The formation is not known, so only reasons that apply to every formation count.
            (None, Ok(word)) => (word, WordFormation::Rearranged),
            (None, Err(error)) => {
                let reason = Some(Reason::from(&error));
                return Self { text, is_allowed: false, reason, sense: None };
            }
        };
        let reason = rules.verdict(words, &word, formation).reason_in(words, &word);
        let sense = rules.sense(words, &word, formation);
        Self { text, is_allowed: part.is_some() && reason.is_none(), reason, sense }
    }
}
