//! A turn as the player announces it.

use super::play::Play;

/// A turn as announced: a new word, play-ons, or both (RULEBOOK P3).
///
/// It may break any rule; [`PlacedTurn`](super::PlacedTurn) checks it.
///
/// ```
/// use wordcourt::rules::play_on_words::{ParsePlayError, PlayOn, Turn};
///
/// // With BOOM and RANG on the table: a new word, and a combination of both table words.
/// let turn = Turn {
///     new_word: Some("T A R".parse()?),
///     play_ons: vec![PlayOn { onto: vec![0, 1], word: "B O O M E R A N G".parse()? }],
/// };
/// assert_eq!(turn.play_ons[0].word.word().as_str(), "BOOMERANG");
/// # Ok::<(), ParsePlayError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Turn {
    /// The word made from the hand alone.
    pub new_word: Option<Play>,
    /// The words made from table words.
    pub play_ons: Vec<PlayOn>,
}

/// A word made from table words; a combination if it takes two or more of them (RULEBOOK P5, P8).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlayOn {
    /// The indexes of the table words; the number of table words stands for the new word of the
    /// same turn.
    pub onto: Vec<usize>,
    /// The resulting word with all its cards.
    pub word: Play,
}
