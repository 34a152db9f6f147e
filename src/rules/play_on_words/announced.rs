//! Words as players announce them, and the rulings on them (RULEBOOK W6).

use serde::Serialize;

use super::card::PlayedCard;
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
        Play::new(cards?).map_err(|error| violations.refuse(ViolationCode::TooMany, "W3", error))
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
