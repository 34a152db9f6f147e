//! Challenges of moves (RULEBOOK G8, C5).

use super::challenge_rule::{ChallengeRule, ChallengeTo};
use crate::rules::ruling::{Consequence, ConsequenceKind};

/// A challenge of a move, without the verdict.
///
/// ```
/// use wordcourt::rules::ruling::ConsequenceKind;
/// use wordcourt::rules::wordgame::ChallengeName;
/// use wordcourt::rules::wordgame::challenge::Challenge;
///
/// let challenge = Challenge {
///     rule: ChallengeName::TenPenalty.rule(),
///     challengers: vec![("ann", 0)],
///     challenged: "bob",
/// };
/// let consequences = challenge.consequences(false, 2);
/// assert_eq!(consequences[0].player, "ann");
/// assert_eq!(consequences[0].kind, ConsequenceKind::LosesPoints);
/// assert_eq!(consequences[0].amount, Some(10));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge<'p> {
    /// The rule for challenges.
    pub rule: ChallengeRule,
    /// The players who challenge the move, each with the number of their earlier failed challenges.
    /// Each of them is ruled on alone (RULEBOOK W9).
    pub challengers: Vec<(&'p str, u32)>,
    /// The player who made the move.
    pub challenged: &'p str,
}

impl Challenge<'_> {
    /// Returns the consequences for the players. `upheld` is true if the challengers were right, and
    /// `words` is the number of challenged words.
    #[must_use]
    pub fn consequences(&self, upheld: bool, words: usize) -> Vec<Consequence> {
        if upheld { self.of_success() } else { self.of_failure(words) }
    }

    /// Returns the player who has won the game, because the only opponent loses it by the challenge
    /// (RULEBOOK C5).
    #[must_use]
    pub fn game_winner(&self, consequences: &[Consequence]) -> Option<&str> {
        let [(challenger, _)] = self.challengers[..] else { return None };
        let is_loss = |found: &&Consequence| found.kind == ConsequenceKind::LosesGame;
        let loser = &consequences.iter().find(is_loss)?.player;
        Some(if loser == challenger { self.challenged } else { challenger })
    }

    fn of_success(&self) -> Vec<Consequence> {
        let consequence = |kind, rule| Consequence {
            player: self.challenged.to_owned(),
            kind,
            amount: None,
            is_next_turn: false,
            rule,
        };
        if self.rule == ChallengeRule::Void {
            return vec![consequence(ConsequenceKind::MoveRefused, "G8")];
        }
        let lost = if self.rule == ChallengeRule::Triple {
            ConsequenceKind::LosesGame
        } else {
            ConsequenceKind::LosesTurn
        };
        vec![consequence(ConsequenceKind::MoveTakenBack, "C5"), consequence(lost, "C5")]
    }

    fn of_failure(&self, words: usize) -> Vec<Consequence> {
        let consequence = |player: &str, kind, amount| Consequence {
            player: player.to_owned(),
            kind,
            amount,
            is_next_turn: kind == ConsequenceKind::LosesTurn,
            rule: "C5",
        };
        let of_each = |kind| {
            let challengers = self.challengers.iter();
            challengers.map(|(challenger, _)| consequence(challenger, kind, None)).collect()
        };
        let rule = match self.rule {
            ChallengeRule::Void | ChallengeRule::Single => return Vec::new(),
            ChallengeRule::Double => return of_each(ConsequenceKind::LosesTurn),
            ChallengeRule::Forfeit | ChallengeRule::Triple => {
                return of_each(ConsequenceKind::LosesGame);
            }
            ChallengeRule::Points(rule) => rule,
        };
        let points =
            |failed_before| Some(rule.of(failed_before, words)).filter(|&points| points > 0);
        match rule.to {
            ChallengeTo::Penalty => {
                let each = self.challengers.iter().filter_map(|&(challenger, failed_before)| {
                    let points = points(failed_before)?;
                    Some(consequence(challenger, ConsequenceKind::LosesPoints, Some(points)))
                });
                each.collect()
            }
            // RULEBOOK W9: one challenge of a move is one bonus, that of the costliest challenger.
            ChallengeTo::Bonus => {
                let highest =
                    self.challengers.iter().filter_map(|&(_, failed)| points(failed)).max();
                let gained = highest.map(|points| {
                    consequence(self.challenged, ConsequenceKind::GainsPoints, Some(points))
                });
                gained.into_iter().collect()
            }
        }
    }
}
