//! The operations of Play On Words.

mod operations;
mod requests;
mod responses;
mod settle_request;

pub use operations::{Best, Challenge, Score, Settle};
