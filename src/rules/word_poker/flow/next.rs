//! The actions that are possible next.

use super::action::ActionKind;
use super::state::{ChallengeKind, Phase, State};
use crate::rules::flow::{Choice, Next};

impl State {
    /// Returns the possible kinds of action with their bounds, and the players whom the game waits
    /// for (RULEBOOK F4). Anybody in a round can report a look-up besides.
    #[must_use]
    pub fn next(&self) -> Next {
        let to_act = self.to_act();
        let mut actions: Vec<Choice> = to_act.iter().flat_map(|&seat| self.choices(seat)).collect();
        match self.phase {
            Phase::Challenge | Phase::Vote => actions.push(Choice::of_host(ActionKind::Close)),
            _ if self.can_end() => actions.push(Choice::of_host(ActionKind::End)),
            _ => {}
        }
        let to_act = to_act.into_iter().map(|seat| self.name(seat)).collect();
        Next { phase: self.phase.into(), to_act, actions }
    }

    /// Returns the choices of a player whom the game waits for.
    fn choices(&self, seat: usize) -> Vec<Choice> {
        let choice = |kind: ActionKind| Choice::of(kind, &self.players[seat].name);
        match self.phase {
            Phase::Deal => vec![choice(ActionKind::Deal)],
            Phase::Bet => self.bets(seat),
            Phase::Exchange => {
                vec![choice(ActionKind::Exchange).between(0, self.most_exchanged())]
            }
            Phase::Declare => vec![choice(ActionKind::Declare)],
            Phase::Challenge => {
                let kinds = [
                    (ActionKind::Challenge, ChallengeKind::Dictionary),
                    (ActionKind::ChallengeCategory, ChallengeKind::Category),
                ];
                let challenges = kinds.into_iter().filter_map(|(kind, by)| {
                    let whom = self.challengeable(seat, by);
                    (!whom.is_empty()).then(|| Choice { whom, ..choice(kind) })
                });
                [choice(ActionKind::Accept)].into_iter().chain(challenges).collect()
            }
            Phase::Vote => vec![choice(ActionKind::Vote)],
            Phase::Over => Vec::new(),
        }
    }

    /// Returns the bets that a player can make (RULEBOOK FO7–FO9).
    fn bets(&self, seat: usize) -> Vec<Choice> {
        let choice = |kind: ActionKind| Choice::of(kind, &self.players[seat].name);
        let mut choices = Vec::with_capacity(3);
        if self.to_call > 0 {
            let amount = Some(self.call_amount(seat));
            choices.push(Choice { amount, ..choice(ActionKind::Call) });
        } else if !self.must_bet {
            choices.push(choice(ActionKind::Check));
        }
        if !self.must_bet {
            choices.push(choice(ActionKind::Fold));
        }
        if let Some((min, max)) = self.bet_bounds(seat) {
            let kind = if self.to_call > 0 { ActionKind::Raise } else { ActionKind::Bet };
            choices.push(Choice { min: Some(min), max: Some(max), ..choice(kind) });
        }
        choices
    }

    /// Returns the players whose words a player can challenge in a way.
    fn challengeable(&self, seat: usize, by: ChallengeKind) -> Vec<String> {
        let others = (0..self.players.len())
            .filter(|&other| self.unchallengeable(seat, other, by).is_none());
        others.map(|other| self.name(other)).collect()
    }
}
