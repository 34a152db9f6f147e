//! The actions that are possible next.

use super::action::ActionKind;
use super::state::{Phase, State};
use crate::rules::flow::{Choice, Next};

impl State {
    /// Returns the possible kinds of action with their bounds, and the players whom the game waits
    /// for (RULEBOOK F4).
    #[must_use]
    pub fn next(&self) -> Next {
        let to_act = self.to_act();
        let mut actions: Vec<Choice> = to_act.iter().flat_map(|&seat| self.choices(seat)).collect();
        if self.phase == Phase::Muggins {
            actions.push(Choice::of_host(ActionKind::Close));
        }
        let to_act = to_act.into_iter().map(|seat| self.name(seat)).collect();
        Next { phase: self.phase.into(), to_act, actions }
    }

    /// Returns the choices of a player whom the game waits for.
    fn choices(&self, seat: usize) -> Vec<Choice> {
        let choice = |kind: ActionKind| Choice::of(kind, &self.players[seat].name);
        match self.phase {
            Phase::Deal => vec![choice(ActionKind::Deal)],
            Phase::Turn => {
                let other = match self.most_discards(seat) {
                    0 if self.can_draw(seat) => choice(ActionKind::Draw),
                    0 => choice(ActionKind::Pass),
                    most => choice(ActionKind::Discard).between(1, most),
                };
                vec![choice(ActionKind::Turn), other]
            }
            Phase::Last => vec![choice(ActionKind::Turn), choice(ActionKind::Done)],
            Phase::Muggins => {
                let mut choices = vec![choice(ActionKind::Done)];
                let can_be_mugged =
                    |other: &usize| *other != seat && !self.unmugged(*other).is_empty();
                let whom: Vec<String> = (0..self.players.len())
                    .filter(can_be_mugged)
                    .map(|other| self.name(other))
                    .collect();
                if !whom.is_empty() {
                    choices.push(Choice { whom, ..choice(ActionKind::Mug) });
                }
                choices
            }
            Phase::Over => Vec::new(),
        }
    }
}
