//! The rules for challenges: the price of a challenge that fails (RULEBOOK C5).

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::rules::limits;
use crate::rules::rule_data::Provenance;

/// The rule for challenges of a game (RULEBOOK C5).
///
/// ```
/// use wordcourt::rules::wordgame::{ChallengeName, ChallengeRule};
///
/// let ChallengeRule::Points(price) = ChallengeName::Escalating.rule() else { unreachable!() };
/// let prices: Vec<u64> = (0..5).map(|failed_before| price.of(failed_before, 2)).collect();
/// assert_eq!(prices, [5, 10, 20, 30, 30]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChallengeRule {
    /// There are no challenges: moves with words that are not allowed are refused (RULEBOOK G8).
    Void,
    /// A failed challenge costs nothing.
    Single,
    /// The challenger loses a turn.
    Double,
    /// A failed challenge costs points.
    Points(ChallengePoints),
    /// The challenger loses the game.
    Forfeit,
    /// Whoever is wrong loses the game: the challenger, or the player of a word that is not
    /// allowed.
    Triple,
}

/// The price of failed challenges in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChallengePoints {
    /// The unit for which the points count.
    pub per: ChallengePer,
    /// The player whose points change.
    pub to: ChallengeTo,
    /// The number of failed challenges of a player that cost nothing.
    pub free: u32,
    /// The points for each failed challenge after the free ones.
    pub steps: ChallengeSteps,
}

impl ChallengePoints {
    /// Returns the points of a failed challenge; `failed_before` is the number of the challenger's
    /// earlier failed challenges, and `words` the number of challenged words.
    #[must_use]
    pub fn of(&self, failed_before: u32, words: usize) -> u64 {
        let Some(step) = failed_before.checked_sub(self.free) else { return 0 };
        let units = match self.per {
            ChallengePer::Turn => 1,
            ChallengePer::Word => u64::try_from(words).unwrap_or(u64::MAX),
        };
        u64::from(self.steps.at(step)).saturating_mul(units)
    }
}

/// The unit for which the points of a failed challenge count.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameChallengePer))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengePer {
    /// Once for a challenge.
    #[default]
    Turn,
    /// Once for each challenged word.
    Word,
}

/// The player whose points a failed challenge changes.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameChallengeTo))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengeTo {
    /// The challenged player gains the points.
    #[default]
    Bonus,
    /// The challenger loses the points.
    Penalty,
}

/// The points for the first failed challenge, the second one and so on; the last number repeats.
///
/// There are 1 to [`limits::CHALLENGE_STEPS`] numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChallengeSteps {
    points: [u32; limits::CHALLENGE_STEPS],
    len: usize,
}

impl ChallengeSteps {
    /// Returns the steps of a list; `None` if it is empty or too long.
    #[must_use]
    pub fn of(points: &[u32]) -> Option<Self> {
        let last = points.last()?;
        // Steps that only repeat the last number change nothing.
        let len = points.iter().rposition(|step| step != last).map_or(1, |at| at + 2);
        let mut steps = Self { points: [0; limits::CHALLENGE_STEPS], len };
        steps.points.get_mut(..len)?.copy_from_slice(&points[..len]);
        Some(steps)
    }

    /// Returns steps that are known not to be empty, too long, or repeated at the end.
    const fn known<const LEN: usize>(known: [u32; LEN]) -> Self {
        let mut points = [0; limits::CHALLENGE_STEPS];
        let mut step = 0;
        while step < LEN {
            points[step] = known[step];
            step += 1;
        }
        Self { points, len: LEN }
    }

    /// Returns the different steps, of which the last one repeats.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.points[..self.len]
    }

    /// Returns the points of a step, counted from 0.
    #[must_use]
    pub fn at(&self, step: u32) -> u32 {
        let last = self.len - 1;
        self.points[usize::try_from(step).map_or(last, |step| step.min(last))]
    }
}

/// The names by which requests choose a rule for challenges. Each is only a name for some switches
/// (RULEBOOK C5).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameChallengeName))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengeName {
    /// There are no challenges: moves with words that are not allowed are refused.
    Void,
    /// A failed challenge costs nothing.
    Single,
    /// After a failed challenge, the challenger loses a turn.
    Double,
    /// A failed challenge costs points, as the other `challenge_` switches say: by default, the
    /// challenged player gains 5 points for each challenge.
    Points,
    /// After a failed challenge, the challenger loses the game.
    Forfeit,
    /// Whoever is wrong loses the game: after a failed challenge the challenger, after a successful
    /// one the player of the word.
    Triple,
    /// After a failed challenge, the challenged player gains 5 points.
    FivePerTurn,
    /// After a failed challenge, the challenged player gains 5 points for each challenged word.
    FivePerWord,
    /// After a failed challenge, the challenged player gains 10 points.
    TenPerTurn,
    /// After a failed challenge, the challenged player gains 10 points for each challenged word.
    TenPerWord,
    /// After a failed challenge, the challenger loses 5 points.
    FivePenalty,
    /// After a failed challenge, the challenger loses 10 points.
    TenPenalty,
    /// After a failed challenge, the challenged player gains 5 points. The first failed challenge
    /// of a player costs nothing.
    OneFreeThenFive,
    /// After a failed challenge, the challenged player gains points: 5 for the first failed
    /// challenge of a player, then 10, then 20, then 30 for each.
    Escalating,
}

impl ChallengeName {
    /// Returns the rule that the name stands for.
    #[must_use]
    pub const fn rule(self) -> ChallengeRule {
        use ChallengePer::{Turn, Word};
        use ChallengeTo::{Bonus, Penalty};

        let (per, to, free, steps) = match self {
            Self::Void => return ChallengeRule::Void,
            Self::Single => return ChallengeRule::Single,
            Self::Double => return ChallengeRule::Double,
            Self::Forfeit => return ChallengeRule::Forfeit,
            Self::Triple => return ChallengeRule::Triple,
            Self::Points | Self::FivePerTurn => (Turn, Bonus, 0, ChallengeSteps::known([5])),
            Self::FivePerWord => (Word, Bonus, 0, ChallengeSteps::known([5])),
            Self::TenPerTurn => (Turn, Bonus, 0, ChallengeSteps::known([10])),
            Self::TenPerWord => (Word, Bonus, 0, ChallengeSteps::known([10])),
            Self::FivePenalty => (Turn, Penalty, 0, ChallengeSteps::known([5])),
            Self::TenPenalty => (Turn, Penalty, 0, ChallengeSteps::known([10])),
            Self::OneFreeThenFive => (Turn, Bonus, 1, ChallengeSteps::known([5])),
            Self::Escalating => (Turn, Bonus, 0, ChallengeSteps::known([5, 10, 20, 30])),
        };
        ChallengeRule::Points(ChallengePoints { per, to, free, steps })
    }

    /// Returns the source of the rule.
    #[must_use]
    pub const fn provenance(self) -> Provenance {
        match self {
            Self::Void => Provenance::Stated,
            Self::OneFreeThenFive => Provenance::House,
            _ => Provenance::Found,
        }
    }
}

/// The switches that choose a rule for challenges, in canonical form: the named rules
/// are written as the switches that they stand for.
#[derive(Serialize)]
pub(super) struct ChallengeSwitches {
    pub(super) challenge: ChallengeName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) challenge_points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) challenge_steps: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) challenge_per: Option<ChallengePer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) challenge_to: Option<ChallengeTo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) challenge_free: Option<u32>,
}

impl From<ChallengeRule> for ChallengeSwitches {
    fn from(rule: ChallengeRule) -> Self {
        let challenge = match rule {
            ChallengeRule::Void => ChallengeName::Void,
            ChallengeRule::Single => ChallengeName::Single,
            ChallengeRule::Double => ChallengeName::Double,
            ChallengeRule::Points(_) => ChallengeName::Points,
            ChallengeRule::Forfeit => ChallengeName::Forfeit,
            ChallengeRule::Triple => ChallengeName::Triple,
        };
        let points = if let ChallengeRule::Points(points) = rule { Some(points) } else { None };
        let steps = points.as_ref().map(|points| points.steps.as_slice());
        Self {
            challenge,
            // A single step is the same as points.
            challenge_points: steps.filter(|steps| steps.len() == 1).map(|steps| steps[0]),
            challenge_steps: steps.filter(|steps| steps.len() > 1).map(<[u32]>::to_vec),
            challenge_per: points.map(|points| points.per),
            challenge_to: points.map(|points| points.to),
            challenge_free: points.map(|points| points.free),
        }
    }
}
