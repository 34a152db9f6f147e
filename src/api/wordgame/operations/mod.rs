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

use serde::Serialize;
use serde_json::Value;

use crate::api::operation::Cost;
use crate::rules::wordgame::{BlankLetter, Rules};

const TAG: &str = "Wordgame";

/// Returns the cost of judging the words of a move. If a blank may stand for other letters than the
/// written ones, the lexicon is searched for each word.
const fn cost_of_words(rules: &Rules) -> Cost {
    match rules.blank_letter {
        BlankLetter::One => Cost::Inline,
        BlankLetter::PerWord => Cost::Pooled,
    }
}

/// Returns a query in the form of a request.
fn to_canonical(query: &impl Serialize) -> Value {
    serde_json::to_value(query).unwrap_or_default()
}
