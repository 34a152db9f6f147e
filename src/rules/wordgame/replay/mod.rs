//! Replays a recorded game: judges and scores every move again, and compares it with the best move.

mod game;
mod known_racks;
mod referee;
mod report;

pub use referee::Referee;
pub use report::{Placement, Replay, Turn};
