//! A turn as the player announces it.

use serde::Serialize;

use super::play::Play;
use crate::rules::Violations;

/// A turn as announced: a new word, play-ons, or both (RULEBOOK P3).
///
/// It may break any rule; [`PlacedTurn`](super::PlacedTurn) checks it. Its words are [`Play`]s, or
/// [`AnnouncedWord`](super::AnnouncedWord)s, which may contain cards that the game does not have.
///
/// ```
/// use wordcourt::rules::play_on_words::{ParsePlayError, PlayOn, Turn};
///
/// // With BOOM and RANG on the table: a new word, and a combination of both table words.
/// let turn: Turn = Turn {
///     new_word: Some("T A R".parse()?),
///     play_ons: vec![PlayOn { onto: vec![0, 1], word: "B O O M E R A N G".parse()? }],
/// };
/// assert_eq!(turn.play_ons[0].word.word().as_str(), "BOOMERANG");
/// # Ok::<(), ParsePlayError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Turn<W = Play> {
    /// The word made from the hand alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_word: Option<W>,
    /// The words made from table words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub play_ons: Vec<PlayOn<W>>,
}

/// A word made from table words; a combination if it takes two or more of them (RULEBOOK P5, P8).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct PlayOn<W = Play> {
    /// The indexes of the table words; the number of table words stands for the new word of the
    /// same turn.
    pub onto: Vec<usize>,
    /// The resulting word with all its cards.
    pub word: W,
}

impl<W> Default for Turn<W> {
    fn default() -> Self {
        Self { new_word: None, play_ons: Vec::new() }
    }
}

impl<W> Turn<W> {
    /// Iterates over the words: the new word first, then the play-ons.
    pub fn words(&self) -> impl Iterator<Item = &W> {
        self.new_word.iter().chain(self.play_ons.iter().map(|play_on| &play_on.word))
    }

    /// Visits the words of the turn, the new word first, each at its place. A new word has no table
    /// words, and `onto` is `None`.
    pub(super) fn visit<'t, T>(
        &'t self,
        violations: &mut Violations,
        mut visit: impl FnMut(Option<&'t [usize]>, &'t W, &mut Violations) -> T,
    ) -> Vec<T> {
        let mut visited = Vec::with_capacity(1 + self.play_ons.len());
        if let Some(word) = &self.new_word {
            visited.push(visit(None, word, &mut violations.at("new_word")));
        }
        for (number, PlayOn { onto, word }) in self.play_ons.iter().enumerate() {
            let place = &mut violations.at("play_ons");
            visited.push(visit(Some(onto), word, &mut place.at(number)));
        }
        visited
    }
}
