//! The operations of both games, each written once for every [`Deal`](super::deals::Deal).

mod best;
mod category_challenge;
mod challenge;
mod cut;
mod score;
mod settle;

pub use best::Best;
pub use category_challenge::CategoryChallenge;
pub use challenge::Challenge;
pub use cut::Cut;
pub use score::Score;
pub use settle::Settle;
