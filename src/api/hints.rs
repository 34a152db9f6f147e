//! Hints: parts of the best plays, for players who want to find the rest themselves.

use serde::{Deserialize, Serialize};

use crate::rules::wordgame::Coordinate;

/// How much a response reveals about the best plays.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum Reveal {
    /// The whole plays.
    #[default]
    Play,
    /// Hints with the scores of the plays.
    Points,
    /// Hints with the scores, and the number of letters and the place of each word.
    Shape,
    /// Hints with the scores, and the number of letters, the place and the first letter of each
    /// word.
    FirstLetter,
}

/// A hint at one of the best plays.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Hint {
    /// The score of the play.
    // Described like the scores of plays, so that clients can compare them.
    #[schema(value_type = u32)]
    total: u64,
    /// The words of the play, the main word first; absent if `reveal` is `points`. In Wordgame only
    /// the main word.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<WordHint>>,
}

/// A hint at a word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordHint {
    /// The number of letters.
    letters: usize,
    /// The first letter; present if `reveal` is `first_letter`.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_letter: Option<char>,
    /// The coordinate of the word in Wordgame: `8D` across, `D8` down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    at: Option<Coordinate>,
    /// The table words that a word of Play On Words takes, by their indexes; absent for a new word.
    /// The number of table words stands for the new word of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    onto: Option<Vec<usize>>,
}

impl WordHint {
    /// Makes the hint at a word of ASCII letters.
    pub(crate) fn new(word: &[u8]) -> Self {
        let first_letter = word.first().map(|letter| char::from(letter.to_ascii_uppercase()));
        Self { letters: word.len(), first_letter, at: None, onto: None }
    }

    /// Adds the place on the board.
    pub(crate) fn at(self, coordinate: Coordinate) -> Self {
        Self { at: Some(coordinate), ..self }
    }

    /// Adds the table words.
    pub(crate) fn onto(self, table_words: &[usize]) -> Self {
        Self { onto: Some(table_words.to_vec()), ..self }
    }
}

impl Reveal {
    /// Returns true if the response has the whole plays.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(crate) fn is_play(&self) -> bool {
        *self == Self::Play
    }

    /// Describes the plays that a search found: as whole plays, or else by hints from their scores
    /// and words.
    pub(crate) fn describe<F, P>(
        self,
        found: impl IntoIterator<Item = F>,
        play: impl Fn(F) -> P,
        hint: impl Fn(&F) -> (u64, Vec<WordHint>),
    ) -> (Vec<P>, Option<Vec<Hint>>) {
        let found = found.into_iter();
        if self.is_play() {
            return (found.map(play).collect(), None);
        }
        let hints = found.map(|found| {
            let (total, words) = hint(&found);
            self.hint(total, words)
        });
        (Vec::new(), Some(hints.collect()))
    }
    /// Returns the hint at a play, from its score and words.
    pub(crate) fn hint(self, total: u64, mut words: Vec<WordHint>) -> Hint {
        if self == Self::Shape {
            for word in &mut words {
                word.first_letter = None;
            }
        }
        Hint { total, words: (self != Self::Points).then_some(words) }
    }
}
