//! Whole games of Play On Words, from the first deal to the result (RULEBOOK FP1–FP13).
//!
//! [`State::start`] makes the first state; [`State::apply`] makes the next one from an action;
//! [`State::next`] lists the possible actions, and [`State::view`] what a player may see.
//! [`SavedState`] is the state as JSON.

mod action;
mod apply;
mod best_play;
mod bot;
mod event;
mod flow_rules;
mod next;
mod round;
mod saved;
mod saved_check;
mod state;
mod view;

pub use action::{Action, ActionKind, WrittenPlayOn, WrittenTurn};
pub use bot::Bot;
pub use event::{EventKind, MovedCards};
pub use flow_rules::{FlowRules, MAX_IDLE_TURNS};
pub use saved::{SavedPlayer, SavedState};
pub use state::{MIN_PLAYERS, Phase, Setup, State};
pub use view::{View, ViewedPlayer};

/// An event of the game.
pub type Event = crate::rules::flow::Event<EventKind>;
