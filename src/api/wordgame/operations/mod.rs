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

use crate::rules::wordgame::Rules;

const TAG: &str = "Wordgame";

/// Returns true if the rules are those of a preset, for which the time of searches is measured.
/// House rules can make a search slow.
fn is_preset(rules: &Rules) -> bool {
    *rules == Rules::WORDGAME || *rules == Rules::CLASSIC
}
