//! Upper bounds on the score key that a partial turn can still add.
//!
//! A turn is decided level by level: first the new word, then one table word after another. The
//! [relaxed bounds](super::relaxed_bounds) let choices compete for table words. The *maximum*
//! doesn't; the relaxed bounds help to find it.

use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::choice::{Choice, State};
use super::hand_subset::{HandSubset, HandSubsets};
use super::price_search::with_good_prices;
use super::relaxed_bounds::{Leaders, Prices, RelaxedBounds};
use super::work_budget::WorkBudget;

/// The steps for following a branch.
const STEPS_PER_BRANCH: u64 = 2;

/// A decision on one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    /// The relaxed bound on the score key that it adds together with all later levels if no table
    /// word is taken.
    pub(super) bound: u32,
    /// The number of the choice made; `None` to make none on this level.
    pub(super) choice: Option<u32>,
    /// The lowest rank that this branch or any later one can continue with.
    pub(super) min_rank: u32,
}

/// The knowledge about the highest score key that can be added from a state on.
#[derive(Debug, Clone, Copy)]
enum Max {
    Exactly(u32),
    AtMost(u32),
}

#[derive(Debug)]
pub(super) struct TurnBounds<'b> {
    choices: &'b [Choice],
    /// The numbers of the choices of each level.
    levels: Vec<Range<u32>>,
    leaders: Leaders<'b>,
    /// The relaxed bounds without prices.
    free: RelaxedBounds,
    /// The relaxed bounds with good prices.
    priced: RelaxedBounds,
    /// The known branches with leaders, by level and hand left.
    leader_branches: FxHashMap<(usize, HandSubset), Rc<[Branch]>>,
    maxima: FxHashMap<State, Max>,
}

impl<'b> TurnBounds<'b> {
    /// Prepares the bounds. `choices` must be sorted by rank. `empty_hand` is the score key that a
    /// turn earns if it leaves no card.
    pub(super) fn new(
        subsets: &'b HandSubsets,
        choices: &'b [Choice],
        level_count: usize,
        empty_hand: u32,
    ) -> Self {
        let leaders = Leaders::new(subsets, choices, level_count, empty_hand);
        let free = leaders.bounds(Prices::none(level_count - 1));
        let priced = with_good_prices(&leaders);
        Self {
            choices,
            levels: levels(choices, level_count),
            leaders,
            free,
            priced,
            leader_branches: FxHashMap::default(),
            maxima: FxHashMap::default(),
        }
    }

    pub(super) const fn level_count(&self) -> usize {
        self.levels.len()
    }

    pub(super) const fn choice(&self, number: u32) -> &'b Choice {
        &self.choices[number as usize]
    }

    /// Returns the relaxed bounds of a level by hand left, if no table word is taken.
    pub(super) fn relaxed(&self, level: usize) -> &[u32] {
        self.free.of_level(level)
    }

    pub(super) fn relaxed_of(&self, state: State) -> u32 {
        self.free.of_state(state).min(self.priced.of_state(state))
    }

    /// Returns the relaxed bound of a branch that leaves a state.
    pub(super) fn relaxed_of_branch(&self, branch: &Branch, state: State) -> u32 {
        branch.bound.saturating_sub(self.priced.prices().of(state.taken))
    }

    /// Returns the branches of a level with all its choices, the highest bound first, then by rank.
    pub(super) fn branches(
        &self,
        level: usize,
        hand_left: HandSubset,
        budget: &mut WorkBudget,
    ) -> Vec<Branch> {
        let Range { start, end } = self.levels[level].clone();
        let choices = &self.choices[start as usize..end as usize];
        self.branches_with(level, hand_left, choices.iter(), budget)
    }

    fn branches_with<'c>(
        &self,
        level: usize,
        hand_left: HandSubset,
        choices: impl ExactSizeIterator<Item = &'c Choice>,
        budget: &mut WorkBudget,
    ) -> Vec<Branch> {
        budget.charge(choices.len() as u64 + 1);
        let mut branches: Vec<Branch> = choices
            .filter(|choice| self.leaders.subsets.is_within(choice.subset, hand_left))
            .map(|choice| Branch {
                bound: self.priced.of_choice(choice, hand_left),
                choice: Some(choice.number),
                min_rank: choice.rank,
            })
            .collect();
        let next_choice = self.choices.get(self.levels[level].end as usize);
        branches.push(Branch {
            bound: self.priced.of_level(level + 1)[hand_left.index()],
            choice: None,
            min_rank: next_choice.map_or(u32::MAX, |choice| choice.rank),
        });
        branches.sort_by_key(|branch| Reverse(branch.bound));
        let mut min_rank = u32::MAX;
        for branch in branches.iter_mut().rev() {
            min_rank = min_rank.min(branch.min_rank);
            branch.min_rank = min_rank;
        }
        branches
    }

    /// Returns the branches of a level with its leaders.
    pub(super) fn leader_branches(
        &mut self,
        level: usize,
        hand_left: HandSubset,
        budget: &mut WorkBudget,
    ) -> Rc<[Branch]> {
        let key = (level, hand_left);
        if let Some(known) = self.leader_branches.get(&key) {
            return Rc::clone(known);
        }
        let leaders = self.leaders.levels[level].iter().copied();
        let branches: Rc<[Branch]> = self.branches_with(level, hand_left, leaders, budget).into();
        self.leader_branches.insert(key, Rc::clone(&branches));
        branches
    }

    /// Returns the highest score key that can be added from a state on, if it is above `floor`;
    /// else any bound on it that isn't. Once the budget is used up, returns the relaxed bound.
    pub(super) fn max_above(&mut self, floor: u32, state: State, budget: &mut WorkBudget) -> u32 {
        let State { level, hand_left, taken } = state;
        let bound = self.relaxed_of(state);
        if level == self.level_count() || bound <= floor {
            return bound;
        }
        match self.maxima.get(&state) {
            Some(&Max::Exactly(max)) => return max,
            Some(&Max::AtMost(max)) if max <= floor => return max,
            _ => {}
        }
        let mut max = floor;
        for branch in self.leader_branches(level, hand_left, budget).iter() {
            if self.relaxed_of_branch(branch, state) <= max {
                break;
            }
            if budget.spend(STEPS_PER_BRANCH).is_err() {
                return bound;
            }
            let (added, next) = match branch.choice {
                None => (0, state.skip(self.level_count())),
                Some(number) => {
                    let choice = self.choice(number);
                    if !choice.tables.is_disjoint(taken) {
                        continue;
                    }
                    (choice.score_key, state.choose(choice, self.level_count()))
                }
            };
            max = max.max(added + self.max_above(max.saturating_sub(added), next, budget));
        }
        let known = if max > floor { Max::Exactly(max) } else { Max::AtMost(max) };
        self.maxima.insert(state, known);
        max
    }
}

/// Returns the numbers of the choices of each level. `choices` must be sorted by level.
#[expect(clippy::cast_possible_truncation, reason = "choices are numbered by u32")]
fn levels(choices: &[Choice], level_count: usize) -> Vec<Range<u32>> {
    let start = |level| choices.partition_point(|choice| choice.level < level) as u32;
    (0..level_count).map(|level| start(level)..start(level + 1)).collect()
}
