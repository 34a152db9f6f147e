//! The operations of Wordgame.

mod bag_table;
mod challenge_switches;
mod disputed;
mod flow;
mod operations;
mod position;
mod preview;
mod puzzle;
mod replay_request;
mod replay_response;
mod requests;
mod responses;
mod rules;
mod settle_request;

pub use operations::{Best, Challenge, Replay, Score, Settle};
pub(super) use replay_response::WordgameEventKind;
pub(super) use responses::WordgameBonusKind;
pub(super) use rules::WordgameRules;
