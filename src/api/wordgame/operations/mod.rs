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

const TAG: &str = "Wordgame";
