//! Replays a recorded game: judges and scores every event again, and compares moves with the best
//! ones (RULEBOOK C7).

mod challenges;
mod closing;
mod game;
mod known_racks;
mod pragmas;
mod referee;
mod report;

pub use referee::Referee;
pub use report::{Placement, Replay, Turn};
