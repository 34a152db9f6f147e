//! The operations of Play On Words.

mod best;
mod challenge;
mod score;
mod settle;

pub use best::{Best, hints_at};
pub use challenge::Challenge;
pub use score::Score;
pub use settle::Settle;

const TAG: &str = "Play On Words";
