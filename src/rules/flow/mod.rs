//! Whole games: what their flows have in common (RULEBOOK F1–F16).
//!
//! The flow of a game is a module `flow` of the game. Its state follows from a start and a list of
//! actions by pure functions: nothing is stored, and chance follows from a [`Seed`].

mod action;
mod best_play;
mod bot;
mod by_player;
mod cards;
mod chance;
mod deals;
mod event;
mod next;
mod result;
mod saved;
mod searches;
mod seed;
mod state_id;

pub use action::{
    Head, MAX_USED_MS, NOTE_CHARACTERS, check_head, check_host, check_kind, missing, not_possible,
    out_of_turn, seat_of, whole_number,
};
pub use best_play::{BestPlay, Played};
pub use bot::{MAX_RANK, check_bot};
pub use by_player::ByPlayer;
pub use cards::{read_cards, take_cards, texts};
pub use chance::{Chance, check_order};
pub use deals::Deals;
pub use event::Event;
pub use next::{Choice, Next};
pub use result::{GameResult, PlayerTotal};
pub use saved::{MAX_PLIES, check_form, check_seat, inconsistent, require};
pub(crate) use searches::overlay_factor;
pub use searches::{OutOfSearches, Searches};
pub use seed::{Seed, SeedError};
pub use state_id::state_id;
#[cfg(feature = "api")]
pub(crate) use state_id::{Canonical, canonical_text, id_of_text};

/// The version of the form of states.
pub const STATE_VERSION: u32 = 1;

/// The largest number of rounds of a game.
pub const MAX_ROUNDS: u32 = 1_000;
