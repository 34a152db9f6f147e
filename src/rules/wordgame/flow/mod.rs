//! Whole games of Wordgame and of the classic crossword game, from the first draw to the result
//! (RULEBOOK FG1–FG12).
//!
//! [`State::start`] draws the racks; [`State::apply`] makes the next state from an action;
//! [`State::next`] lists the possible actions, and [`State::view`] what a player may see.
//! [`SavedState`] is the state as JSON.

mod action;
mod apply;
mod best_play;
mod bot;
mod challenge;
mod event;
mod flow_rules;
mod next;
mod record;
mod saved;
mod saved_check;
mod saved_result;
mod saved_rules;
mod start;
mod state;
mod turns;
mod view;

pub use action::{Action, ActionKind};
pub use bot::Bot;
pub use event::{EventKind, ExchangedTiles, GameResult, MovedTiles, PlayerTotal};
pub use flow_rules::FlowRules;
pub use record::GameRecord;
pub use saved::{SavedPending, SavedPlayer, SavedState};
pub use saved_rules::SavedRules;
pub use start::Setup;
pub use state::{MIN_PLAYERS, Phase, State};
pub use view::{View, ViewedPlayer};

/// An event of the game.
pub type Event = crate::rules::flow::Event<EventKind>;
