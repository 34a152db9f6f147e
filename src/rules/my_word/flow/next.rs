//! The actions that are possible next.

use super::action::ActionKind;
use super::state::{Phase, State};
use crate::rules::flow::{Choice, Next};

impl State {
    /// Returns the possible kinds of action, and the player whom the game waits for: the dealer
    /// (RULEBOOK F4).
    #[must_use]
    pub fn next(&self) -> Next {
        let mut next = Next { phase: self.phase.into(), to_act: Vec::new(), actions: Vec::new() };
        if self.phase == Phase::Over {
            return next;
        }
        let dealer = self.name(self.dealer);
        next.actions.push(Choice::of(self.dealing(), &dealer));
        if self.has_begun() {
            next.actions.extend(self.names().map(|name| Choice::of(ActionKind::Call, name)));
            next.actions.push(Choice::of(ActionKind::Calls, &dealer));
        }
        next.to_act.push(dealer);
        next
    }
}
