//! The operations of Wordgame.

mod challenge_switches;
mod operations;
mod position;
mod requests;
mod responses;
mod rules;
mod settle_request;

pub use operations::{Best, Challenge, Replay, Score, Settle};
pub(super) use responses::{WordgameBonusKind, WordgameEventKind};
pub(super) use rules::AllTilesBonus;
