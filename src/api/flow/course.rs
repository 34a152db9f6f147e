//! The course of a game: actions one after the other.

use super::{Events, Flow};
use crate::edition::Dictionary;
use crate::interrupt::end_if_interrupted;
use crate::rules::flow::Searches;
use crate::rules::{Refused, Violations};

/// A game on its way.
#[derive(Debug)]
pub(super) struct Course<'c, G: Flow> {
    pub(super) state: G::State,
    pub(super) dictionary: &'c Dictionary,
    /// The searches of its bots.
    searches: Searches,
}

/// An action that was carried out, with its events.
#[derive(Debug)]
pub(super) struct Step<G: Flow> {
    /// The state before it.
    pub(super) before: G::State,
    /// The action; that of a bot is an ordinary one.
    pub(super) action: G::Action,
    pub(super) events: Events<G>,
}

impl<'c, G: Flow> Course<'c, G> {
    pub(super) fn new(state: G::State, dictionary: &'c Dictionary, searches: Searches) -> Self {
        Self { state, dictionary, searches }
    }

    /// Carries out an action; ends if nobody waits for it. `None` is a bot that does nothing. Places are relative to the action.
    ///
    /// # Errors
    /// The action is not possible; the state is unchanged.
    pub(super) fn apply(
        &mut self,
        action: &G::Action,
        violations: &mut Violations,
    ) -> Result<Option<Step<G>>, Refused> {
        end_if_interrupted();
        let action = if G::kind(action) == "bot" {
            match G::act(&self.state, action, self.dictionary, &mut self.searches, violations)? {
                Some(action) => action,
                None => return Ok(None),
            }
        } else {
            action.clone()
        };
        let (state, events) = G::apply(&self.state, &action, self.dictionary, violations)?;
        let before = std::mem::replace(&mut self.state, state);
        Ok(Some(Step { before, action, events }))
    }
}
