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
///     failed_before: 0,
///     challengers: vec!["ann"],
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
    /// The number of failed challenges that each challenger made before.
    pub failed_before: u32,
    /// The players who make the challenge together.
    pub challengers: Vec<&'p str>,
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

    fn of_success(&self) -> Vec<Consequence> {
        let consequence = |kind, rule| Consequence {
            player: self.challenged.to_owned(),
            kind,
            amount: None,
            rule,
        };
        if self.rule == ChallengeRule::Void {
            return vec![consequence(ConsequenceKind::MoveRefused, "G8")];
        }
        vec![
            consequence(ConsequenceKind::MoveTakenBack, "C5"),
            consequence(ConsequenceKind::LosesTurn, "C5"),
        ]
    }

    fn of_failure(&self, words: usize) -> Vec<Consequence> {
        let points = match self.rule {
            ChallengeRule::Points(points) => points.of(self.failed_before, words),
            _ => 0,
        };
        let consequence = |player: &str, kind, amount| Consequence {
            player: player.to_owned(),
            kind,
            amount,
            rule: "C5",
        };
        let of_each = |kind, amount| {
            let challengers = self.challengers.iter();
            challengers.map(|challenger| consequence(challenger, kind, amount)).collect()
        };
        match self.rule {
            ChallengeRule::Double => of_each(ConsequenceKind::LosesTurn, None),
            ChallengeRule::Forfeit => of_each(ConsequenceKind::LosesGame, None),
            ChallengeRule::Points(rule) if points > 0 => match rule.to {
                ChallengeTo::Penalty => of_each(ConsequenceKind::LosesPoints, Some(points)),
                // One challenge of a move is one bonus, regardless of the number of challengers.
                ChallengeTo::Bonus => {
                    vec![consequence(self.challenged, ConsequenceKind::GainsPoints, Some(points))]
                }
            },
            ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Points(_) => Vec::new(),
        }
    }
}
