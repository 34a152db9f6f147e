//! Records in the notation of other programs.

use super::{Events, Flow};

/// The record of a game in a notation that other programs read.
pub trait Notation<G: Flow> {
    /// Begins the record of a game.
    fn begin(state: &G::State) -> Self;

    /// Adds an action, with the states before and after it.
    fn add(&mut self, before: &G::State, action: &G::Action, events: &Events<G>, after: &G::State);

    /// Returns the record.
    fn finish(self) -> Option<String>;
}

/// The games of whose records no other program has a notation.
impl<G: Flow> Notation<G> for () {
    fn begin(_state: &G::State) -> Self {}

    fn add(&mut self, _: &G::State, _: &G::Action, _: &Events<G>, _: &G::State) {}

    fn finish(self) -> Option<String> {
        None
    }
}
