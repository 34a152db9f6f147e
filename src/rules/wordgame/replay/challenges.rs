//! Failed challenges in a record (RULEBOOK C5, C7).

use super::game::LastMove;
use super::report::Findings;
use crate::rules::wordgame::challenge_rule::{ChallengePoints, ChallengeRule, ChallengeTo};
use crate::rules::wordgame::ruleset::{Preset, Rules};

/// The points of which a record shows multiples if no rule for challenges is chosen.
const USUAL_POINTS: [u64; 2] = [5, 10];

/// Judges the failed challenges of a game.
pub(super) struct Challenges {
    /// The rule; `None` if the record shows it.
    rule: Option<ChallengeRule>,
    /// The number of failed challenges by player, and at the end that of unknown players.
    failed: Vec<u32>,
}

impl Challenges {
    pub(super) fn new(rules: &Rules, players: usize) -> Self {
        // RULEBOOK C7. In Wordgame, a challenge never costs anything (G8).
        let is_shown = rules.challenge.is_none() && rules.preset == Preset::Classic;
        let rule = (!is_shown).then(|| rules.challenge_rule());
        Self { rule, failed: vec![0; players + 1] }
    }

    /// Returns true if a player may lose a turn after a failed challenge.
    pub(super) fn may_lose_turn(&self) -> bool {
        matches!(self.rule, None | Some(ChallengeRule::Double))
    }

    /// Judges a line that changes the score of a player because a challenge of the last move
    /// failed; returns the correct change.
    pub(super) fn judge(
        &mut self,
        seat: usize,
        recorded: i64,
        last_move: Option<&mut LastMove>,
        found: &mut Findings,
    ) -> i64 {
        let Some(last_move) = last_move.filter(|last_move| !last_move.was_challenged) else {
            found.not_allowed("C5", "the event before it is not a move that can be challenged");
            return 0;
        };
        if !last_move.is_allowed {
            found.not_allowed("C5", "the move is not allowed, so a challenge of it does not fail");
            return 0;
        }
        let is_of_mover = last_move.player == seat;
        let change = match self.rule {
            None => shown(recorded, is_of_mover, last_move.words, found),
            Some(ChallengeRule::Points(points)) => {
                self.points(points, seat, is_of_mover, last_move.words, found)
            }
            Some(_) => {
                found.not_allowed("C5", "under these rules, a failed challenge costs no points");
                None
            }
        };
        // If only the record shows the rule, a line without points shows no challenge.
        last_move.was_challenged = change.is_some_and(|change| change != 0 || self.rule.is_some());
        if let Some(change) = change.filter(|&change| change != recorded) {
            let detail = format_args!("under these rules, the change is {change:+} points");
            found.not_allowed("C5", detail);
        }
        change.unwrap_or_default()
    }

    /// Returns the change of a player's score, or `None` if the rules give none.
    fn points(
        &mut self,
        points: ChallengePoints,
        seat: usize,
        is_of_mover: bool,
        words: usize,
        found: &mut Findings,
    ) -> Option<i64> {
        let is_penalty = points.to == ChallengeTo::Penalty;
        if is_penalty == is_of_mover {
            found.not_allowed(
                "C5",
                if is_penalty {
                    "the points are off the challenger's score"
                } else {
                    "the points go to the challenged player"
                },
            );
            return None;
        }
        let players = self.failed.len() - 1;
        let challenger = match (is_penalty, players) {
            (true, _) => seat,
            (false, 2) => 1 - seat,
            // The record does not name the challenger.
            (false, _) => players,
        };
        let change = points.of(self.failed[challenger], words);
        self.failed[challenger] = self.failed[challenger].saturating_add(1);
        let change = i64::try_from(change).unwrap_or(i64::MAX);
        Some(if is_penalty { -change } else { change })
    }
}

/// Returns the points that the record shows: 5 or 10, once for the turn or for each of at most all
/// words of the move (RULEBOOK C7). Returns `None` for other points.
fn shown(recorded: i64, is_of_mover: bool, words: usize, found: &mut Findings) -> Option<i64> {
    if (recorded >= 0) != is_of_mover {
        let detail = "the challenged player gains points, or the challenger loses points";
        found.not_allowed("C5", detail);
        return None;
    }
    let points = recorded.unsigned_abs();
    let is_usual = |unit: &u64| {
        points.is_multiple_of(*unit)
            && usize::try_from(points / unit).is_ok_and(|units| units <= words)
    };
    if !USUAL_POINTS.iter().any(is_usual) {
        found.not_allowed(
            "C5",
            format_args!(
                "a failed challenge is worth 5 or 10 points, once or for each challenged word; the \
                 move forms {words}; other rules can be set in rules.challenge"
            ),
        );
        return None;
    }
    Some(recorded)
}
