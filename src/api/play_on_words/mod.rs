//! The operations of Play On Words.

mod flow;
mod operations;
mod puzzle;
mod reading;
mod requests;
mod responses;
mod rules;
mod settle_request;
mod turn;

pub use operations::{Best, Challenge, Score, Settle};
pub(super) use rules::PlayOnWordsRules;
