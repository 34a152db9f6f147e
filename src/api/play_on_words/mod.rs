//! The operations of Play On Words.

mod announced_turn;
mod operations;
mod reading;
mod requests;
mod responses;
mod rules;
mod settle_request;

pub use operations::{Best, Challenge, Score, Settle};
pub(super) use rules::PlayOnWordsRules;
