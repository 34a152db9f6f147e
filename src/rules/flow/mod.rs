//! Whole games: what their flows have in common (RULEBOOK F1–F16).
//!
//! The flow of a game is a module `flow` of the game. Its state follows from a start and a list of
//! actions by pure functions: nothing is stored, and chance follows from a [`Seed`].

mod action;
mod bot;
mod by_player;
mod chance;
mod event;
mod next;
mod seed;
mod state_id;

pub use action::{Head, MAX_USED_MS, NOTE_CHARACTERS, check_head, check_kind, missing, seat_of};
pub use bot::check_bot;
pub use by_player::ByPlayer;
pub use chance::Chance;
pub use event::Event;
pub use next::{Choice, Next};
pub use seed::{Seed, SeedError};
pub use state_id::state_id;

use super::{Refused, ViolationCode, Violations};

/// The version of the form of states.
pub const STATE_VERSION: u32 = 1;

/// Records that a part of a state contradicts the rest of it (RULEBOOK F1).
pub fn inconsistent(violations: &mut Violations, detail: impl std::fmt::Display) -> Refused {
    violations.refuse(ViolationCode::StateInconsistent, "F1", detail)
}
