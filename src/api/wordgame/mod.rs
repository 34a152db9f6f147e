//! The operations of Wordgame.

mod challenge_switches;
mod operations;
mod requests;
mod responses;
mod rules;

pub use operations::{Best, Challenge, Replay, Score, Settle};
pub(super) use responses::{WordgameBonusKind, WordgameEventKind};
pub(super) use rules::AllTilesBonus;
