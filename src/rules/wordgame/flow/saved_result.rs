//! The check of the result of a state that comes in.

use super::event::{GameResult, PlayerTotal};
use super::saved_check::require;
use super::state::State;
use crate::rules::wordgame::challenge_rule::ChallengeRule;
use crate::rules::wordgame::end_game::{EndReason, is_out_of_tiles};
use crate::rules::{Refused, Violations};

impl State {
    /// Checks that the game can have ended so, and that the result is that of the other members.
    pub(super) fn check_result(&self, violations: &mut Violations) -> Result<(), Refused> {
        let Some(result) = &self.result else { return Ok(()) };
        let mut place = violations.at("result");
        let has_ended = self.can_end_by(result.reason);
        require(has_ended, "reason", "the game has not ended so", &mut place)?;
        let is_possible =
            match result.reason {
                EndReason::LostChallenge | EndReason::Resigned => (0..self.players.len())
                    .any(|loser| self.lost_by(result.reason, loser) == *result),
                reason => points_before(result)
                    .is_some_and(|points| self.settled(reason, points) == *result),
            };
        let totals = result.results.iter().map(|total| total.total);
        let are_totals = self.players.iter().map(|player| player.points).eq(totals);
        require(is_possible && are_totals, "results", "the points have another result", &mut place)
    }

    /// Returns true if the game can have ended for a reason.
    fn can_end_by(&self, reason: EndReason) -> bool {
        let rules = &self.rules.base;
        match reason {
            EndReason::OutOfTiles => {
                let tiles = self.players[self.turn].rack.len();
                !self.board.is_empty() && is_out_of_tiles(self.deck.len(), [tiles])
            }
            EndReason::LostChallenge => {
                matches!(rules.challenge_rule(), ChallengeRule::Forfeit | ChallengeRule::Triple)
            }
            EndReason::Resigned => self.players.len() == 2,
            EndReason::ThreePasses | EndReason::SixScoreless | EndReason::AllPassTwice => {
                self.turns.end(rules.over) == Some(reason)
            }
        }
    }
}

/// Returns the points before the settlement; `None` if the numbers of the result are too large.
fn points_before(result: &GameResult) -> Option<Vec<i64>> {
    let points = |total: &PlayerTotal| {
        let lost = total.deducted.checked_add(total.time_penalty)?;
        total.total.checked_add(lost)?.checked_sub(total.gained)
    };
    result.results.iter().map(points).collect()
}
