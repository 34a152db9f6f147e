//! Chances: the odds of a player of Word For Word, and advice on an exchange of Choose Your Words
//! (RULEBOOK O21 to O25).
//!
//! Everybody finds the best word, nobody folds, and every card that has not been seen is equally
//! likely. All results are integers.

mod advice;
mod draws;
mod exact;
mod exchange;
mod odds;
mod outcomes;
mod pair_table;
mod race;
mod sampled;
mod situation;
mod tally;
mod totals;

pub use advice::Advice;
pub use draws::Sample;
pub use exchange::{Exchange, ExchangeOption};
pub use odds::{Nuts, Odds};
pub use situation::Situation;
pub use tally::Tally;
pub use totals::{Strength, Totals};
