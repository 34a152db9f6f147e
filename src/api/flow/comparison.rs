//! The comparison of each play of a record with the best one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::responses::{ReplayBest, ReplayLoss, ReplayStep};
use super::{Events, Flow};
use crate::api::bounds::MaxTier;
use crate::edition::Dictionary;
use crate::rules::flow::Searches;
use crate::rules::{ViolationCode, Violations};

/// The number of losses that a response lists.
const BIGGEST_LOSSES: usize = 3;

/// Compares the plays of a record with the best ones.
pub(super) struct Comparison<'c> {
    dictionary: &'c Dictionary,
    searches: Searches,
    /// The index of the step of each player's last play.
    last_plays: BTreeMap<String, usize>,
    /// The number of plays whose best one has not been searched for.
    pub(super) not_searched: usize,
}

impl<'c> Comparison<'c> {
    pub(super) fn new(dictionary: &'c Dictionary) -> Self {
        let searches = Searches::default();
        Self { dictionary, searches, last_plays: BTreeMap::new(), not_searched: 0 }
    }

    /// Returns the best play in the position before an action, if the action is a play. If it takes
    /// an earlier play back, that one has no points any more.
    pub(super) fn compare<G: Flow>(
        &mut self,
        (before, after): (&G::State, &G::State),
        events: &Events<G>,
        steps: &mut [ReplayStep<G>],
    ) -> Option<ReplayBest<G>> {
        let taken_back = G::taken_back(events).and_then(|player| self.last_plays.get(player));
        let taken_back = taken_back.and_then(|&at| steps[at].best.as_mut());
        taken_back.into_iter().for_each(ReplayBest::take_back);
        let played = G::played(after, events)?;
        self.last_plays.insert(played.player.clone(), steps.len());
        let best = G::best_play(before, &played.player, self.dictionary, &mut self.searches);
        self.not_searched += usize::from(best.is_none());
        best.map(|best| ReplayBest::new(best, played))
    }
}

/// Returns the biggest losses, the biggest first; of equal ones the earlier.
pub(super) fn biggest_losses<G: Flow>(steps: &[ReplayStep<G>]) -> Vec<ReplayLoss> {
    let mut losses: Vec<ReplayLoss> =
        steps.iter().filter_map(|step| step.best.as_ref()?.loss(step.ply)).collect();
    losses.sort_by_key(|loss| Reverse(loss.lost));
    losses.truncate(BIGGEST_LOSSES);
    losses
}

/// Limits the best plays to words up to a tier, if one is given.
pub(super) fn searching_up_to(
    dictionary: Dictionary,
    max_tier: Option<MaxTier>,
    violations: &mut Violations,
) -> Dictionary {
    let mut place = violations.at("max_tier");
    let max_tier = max_tier.and_then(|tier| tier.read(None, &mut place).ok());
    match max_tier.and_then(|tier| u8::try_from(tier).ok()) {
        Some(max_tier) => dictionary.searching_up_to(max_tier),
        None => dictionary,
    }
}

/// Refuses a bound on the words of best plays if none are searched for.
pub(super) fn check_max_tier(best: bool, max_tier: Option<MaxTier>, violations: &mut Violations) {
    if !best && max_tier.is_some_and(|max_tier| !max_tier.is_max()) {
        let detail = "without best, nothing is searched for; omit max_tier";
        violations.at("max_tier").refuse_form(ViolationCode::ConflictingFields, detail);
    }
}
