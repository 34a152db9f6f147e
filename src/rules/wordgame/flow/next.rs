//! The actions that are possible next.

use super::action::ActionKind;
use super::state::{Phase, State};
use crate::rules::flow::{Choice, Next};

impl State {
    /// Returns the possible kinds of action with their bounds, and the players whom the game waits
    /// for (RULEBOOK F4).
    #[must_use]
    pub fn next(&self) -> Next {
        let mut actions = Vec::new();
        if self.phase() == Phase::Challenge {
            for seat in self.undecided() {
                let kinds = [ActionKind::Accept, ActionKind::Challenge];
                actions.extend(kinds.map(|kind| Choice::of(kind, &self.players[seat].name)));
            }
            actions.push(Choice::of_host(ActionKind::Close));
        }
        actions.extend((0..self.players.len()).flat_map(|seat| self.turn_choices(seat)));
        if self.can_resign() {
            actions.extend(self.names().map(|name| Choice::of(ActionKind::Resign, name)));
        }
        let to_act = self.to_act().into_iter().map(|seat| self.name(seat)).collect();
        Next { phase: self.phase().into(), to_act, actions }
    }

    /// Returns the choices of a player for a turn, if it is the player's.
    fn turn_choices(&self, seat: usize) -> Vec<Choice> {
        let Some(course) = self.turn_of(seat) else { return Vec::new() };
        let choice = |kind: ActionKind| Choice::of(kind, &self.players[seat].name);
        let mut choices = vec![choice(ActionKind::Move), choice(ActionKind::Pass)];
        let most = course.state.most_exchanged(seat);
        if most > 0 {
            choices.push(choice(ActionKind::Exchange).between(1, most));
        }
        choices
    }
}
