//! The switches of a request that choose a rule for challenges.

use crate::api::bounds::{Count, List, each};
use crate::rules::wordgame::{
    ChallengeName, ChallengePer, ChallengePoints, ChallengeRule, ChallengeSteps, ChallengeTo,
};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The points of a failed challenge.
pub(super) type ChallengePointsCount = Count<1, { limits::PENALTY_POINTS }>;
/// The number of free failed challenges.
pub(super) type ChallengeFree = Count<0, { limits::FAILED_CHALLENGES }>;
/// The points of one failed challenge after another.
pub(super) type ChallengeStepsList = List<ChallengePointsCount, 1, { limits::CHALLENGE_STEPS }>;

/// The switches of a request that choose a rule for challenges.
pub(super) struct ChallengeSwitches<'r> {
    pub(super) challenge: Option<ChallengeName>,
    pub(super) points: Option<ChallengePointsCount>,
    pub(super) per: Option<ChallengePer>,
    pub(super) to: Option<ChallengeTo>,
    pub(super) free: Option<ChallengeFree>,
    pub(super) steps: Option<&'r ChallengeStepsList>,
}

impl ChallengeSwitches<'_> {
    /// Reads the rule: the named one, changed by the other switches. `None` if there are no
    /// switches; `preset` is the rule of the preset.
    ///
    /// # Errors
    /// A value is out of bounds, or switches for points are given although a failed challenge does
    /// not cost points.
    pub(super) fn read(
        &self,
        preset: ChallengeRule,
        violations: &mut Violations,
    ) -> Result<Option<ChallengeRule>, Refused> {
        let named = self.challenge.map(ChallengeName::rule);
        let ChallengeRule::Points(points) = named.unwrap_or(preset) else {
            self.check_no_points(violations)?;
            return Ok(named);
        };
        let free = match self.free {
            Some(free) => free.read(Some("C5"), &mut violations.at("challenge_free")),
            None => Ok(points.free),
        };
        let steps = self.steps(points.steps, violations);
        let points = ChallengePoints {
            per: self.per.unwrap_or(points.per),
            to: self.to.unwrap_or(points.to),
            free: free?,
            steps: steps?,
        };
        Ok(Some(ChallengeRule::Points(points)))
    }

    fn steps(
        &self,
        named: ChallengeSteps,
        violations: &mut Violations,
    ) -> Result<ChallengeSteps, Refused> {
        let points = self
            .points
            .map(|points| points.read(Some("C5"), &mut violations.at("challenge_points")))
            .transpose();
        let Some(steps) = self.steps else {
            let points = points?.map(|points| [points]);
            return Ok(points.and_then(|points| ChallengeSteps::of(&points)).unwrap_or(named));
        };
        let mut place = violations.at("challenge_steps");
        if self.points.is_some() {
            let detail = "challenge_points is also given; give one of the two";
            return Err(place.refuse(ViolationCode::ConflictingFields, "C5", detail));
        }
        let steps = steps.read("step", &mut place)?;
        let steps = each(steps, &mut place, |step, place| step.read(Some("C5"), place))?;
        Ok(ChallengeSteps::of(&steps).unwrap_or(named))
    }

    /// Checks that no switch for points is given.
    fn check_no_points(&self, violations: &mut Violations) -> Result<(), Refused> {
        let given = [
            ("challenge_points", self.points.is_some()),
            ("challenge_per", self.per.is_some()),
            ("challenge_to", self.to.is_some()),
            ("challenge_free", self.free.is_some()),
            ("challenge_steps", self.steps.is_some()),
        ];
        let mut checked = Ok(());
        for (member, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            let detail = "a failed challenge does not cost points; add challenge: \"points\"";
            let mut place = violations.at(member);
            checked = Err(place.refuse(ViolationCode::ConflictingFields, "C5", detail));
        }
        checked
    }
}
