//! The points of plays, and their score by a rule.

use serde::Serialize;
use utoipa::ToSchema;

use super::request::CompareRule;

/// The points of plays. What `replay` takes for a play is one here.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = CompareTally)]
pub(super) struct Tally {
    /// The number of plays, with what was done in place of one.
    plays: u64,
    /// The points of the plays; 0 for a play that did not count after a challenge.
    pub(super) points: u64,
    /// The points of the best plays in the same positions, present with `best`. They depend on what
    /// the table played before.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<u64>,
    /// The points that the plays gave away, present with `best`.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<u64>,
    /// The number of plays whose best one was not searched for. They are not in `best` and `lost`.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_searched: Option<u64>,
    #[serde(skip)]
    pub(super) matchpoints: u64,
}

impl Tally {
    pub(super) fn new(with_best: bool) -> Self {
        let best = with_best.then_some(0);
        Self { plays: 0, points: 0, best, lost: best, not_searched: None, matchpoints: 0 }
    }

    /// Adds a play with the points of the best one.
    pub(super) fn add_play(&mut self, points: u32, best: Option<u32>) {
        self.plays += 1;
        self.points += u64::from(points);
        match (&mut self.best, &mut self.lost, best) {
            (Some(all_best), Some(lost), Some(best)) => {
                *all_best += u64::from(best);
                *lost += u64::from(best.saturating_sub(points));
            }
            (Some(_), ..) => *self.not_searched.get_or_insert(0) += 1,
            (None, ..) => {}
        }
    }

    /// Takes the points of a play back.
    pub(super) fn take_back(&mut self, points: u32, best: Option<u32>) {
        self.points -= u64::from(points);
        if let (Some(lost), Some(best)) = (&mut self.lost, best) {
            *lost += u64::from(best.min(points));
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let not_searched = self.not_searched.unwrap_or(0) + other.not_searched.unwrap_or(0);
        Self {
            plays: self.plays + other.plays,
            points: self.points + other.points,
            best: self.best.zip(other.best).map(|(one, two)| one + two),
            lost: self.lost.zip(other.lost).map(|(one, two)| one + two),
            not_searched: (not_searched > 0).then_some(not_searched),
            matchpoints: self.matchpoints + other.matchpoints,
        }
    }

    pub(super) fn score(&self, rule: CompareRule) -> u64 {
        match rule {
            CompareRule::Total => self.points,
            CompareRule::Matchpoints => self.matchpoints,
            CompareRule::ShareOfBest => {
                let (best, lost) = (self.best.unwrap_or(0), self.lost.unwrap_or(0));
                ((best - lost) * 1_000).checked_div(best).unwrap_or(0)
            }
        }
    }
}
