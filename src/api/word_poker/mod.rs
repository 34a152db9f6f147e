//! The operations of Choose Your Words and Word For Word. The two games differ only in the source
//! of the cards, which [`deals::Deal`] defines.

mod cards;
mod category;
mod chances;
mod deals;
mod flow;
mod operations;
mod puzzle;
mod requests;
mod responses;

pub(crate) use category::{CategoryChoice, CategoryQuery, find_category};
pub use operations::{
    Best, CategoryChallenge, Challenge, ChanceMethod, Cut, Exchange, Odds, Score, Settle,
};
pub use requests::WordPokerRules;
