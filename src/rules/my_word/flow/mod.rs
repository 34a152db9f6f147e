//! Whole games of My Word!, from the first card to the result (RULEBOOK FM1–FM8).
//!
//! [`State::start`] makes the first state; [`State::apply`] makes the next one from an action;
//! [`State::next`] lists the possible actions, and [`State::view`] what players may see.
//! [`SavedState`] is the state as JSON.

mod action;
mod apply;
mod best_play;
mod bot;
mod event;
mod flow_rules;
mod next;
mod saved;
mod saved_check;
mod state;
mod view;

pub use action::{Action, ActionKind, WrittenCall};
pub use bot::Bot;
pub use event::EventKind;
pub use flow_rules::FlowRules;
pub use saved::{SavedPlayer, SavedState};
pub use state::{MIN_PLAYERS, Phase, Setup, State};
pub use view::{View, ViewedPlayer};

/// An event of the game.
pub type Event = crate::rules::flow::Event<EventKind>;
