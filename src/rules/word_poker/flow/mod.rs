//! Whole games of Choose Your Words and Word For Word, from the cut to the result (RULEBOOK
//! FO1–FO19).
//!
//! [`State::start`] makes the first state; [`State::apply`] makes the next one from an action;
//! [`State::next`] lists the possible actions, and [`State::view`] what a player may see.
//! [`SavedState`] is the state as JSON. The games differ in their stages only.

mod action;
mod apply;
mod best_play;
mod betting;
mod bot;
mod category;
mod challenge;
mod deal;
mod declare;
mod ending;
mod event;
mod exchange;
mod flow_rules;
mod next;
mod pots;
mod round_end;
mod saved;
mod saved_check;
mod saved_fit;
mod stage;
mod start;
mod state;
mod view;

pub use action::{Action, ActionKind};
pub use bot::Bot;
pub use category::WrittenCategory;
pub use event::{EventKind, RevealedWord, WonBy};
pub use flow_rules::{FlowRules, MAX_RAISES};
pub use saved::{SavedBallot, SavedDeclared, SavedPlayer, SavedState, SavedVote};
pub use start::{NewPlayer, Setup};
pub use state::{ChallengeKind, MIN_PLAYERS, Phase, State};
pub use view::{View, ViewedPlayer};

/// An event of the game.
pub type Event = crate::rules::flow::Event<EventKind>;
