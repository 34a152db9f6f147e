//! The operations of Wordgame.

mod best;
mod challenge;
mod replay;
mod score;
mod settle;

pub use best::Best;
pub use challenge::Challenge;
pub use replay::Replay;
pub use score::Score;
pub use settle::Settle;

use std::fmt::Display;

use serde::Serializer;

use crate::api::operation::Cost;
use crate::rules::wordgame::{BlankLetter, Board, Rack, Rules};

const TAG: &str = "Wordgame";

/// The maximum number of tiles on the board of a search that counts all moves on the thread of the
/// request.
const INLINE_BOARD_TILES: usize = 32;

/// Returns the cost of judging the words of a move. If a blank may stand for other letters than the
/// written ones, the lexicon is searched for each word.
const fn cost_of_words(rules: &Rules) -> Cost {
    match rules.blank_letter {
        BlankLetter::One => Cost::Inline,
        BlankLetter::PerWord => Cost::Pooled,
    }
}

/// Returns true if a search for the best moves of a rack takes less than 500 µs: with few tiles, no
/// blank, and rules under which the bounds on scores are tight.
fn is_cheap_search(rules: &Rules, rack: &Rack) -> bool {
    rules.score_like_preset() && rack.blanks() == 0 && rack.len() <= Rules::WORDGAME.rack_size
}

/// Returns true if counting all moves, instead of only finding the best, takes less than 500 µs.
fn counts_cheaply(board: &Board) -> bool {
    board.tiles().count() <= INLINE_BOARD_TILES
}

/// Writes a value as the text that a request gives it in.
fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
