//! The operations of My Word!.

mod flow;
mod judgement;
mod operations;
mod puzzle;
mod requests;
mod responses;

pub use operations::{Best, Challenge, Score, Settle};
pub(super) use requests::MyWordRules;
