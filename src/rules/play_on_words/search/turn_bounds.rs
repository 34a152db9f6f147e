//! Upper bounds on the score key that a partial turn can still add.
//!
//! A turn is decided level by level: first the new word, then one table word after another. There
//! are two bounds. The *relaxed* bound lets later choices take a table word twice; it is exact
//! unless combinations compete for a table word. The *exact* bound is the maximum, and the relaxed
//! bound helps to find it.

use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::hand_subset::{HandSubset, HandSubsets};
use super::table_group::TableSet;
use super::work_budget::WorkBudget;

/// The steps for following a branch.
const STEPS_PER_BRANCH: u64 = 2;

/// A word that a turn may make, with its cards, table words and score key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// The level of the decision: 0 for the new word, else the first table word, counted from 1.
    pub(super) level: usize,
    /// The place of its tie-break among those of all choices, counted from 1. Earlier levels come
    /// first.
    pub(super) rank: u32,
    /// The table words that it takes, all at its level or later.
    pub(super) tables: TableSet,
    /// The cards that it takes from the hand.
    pub(super) subset: HandSubset,
    /// The part of a turn's score key that it adds.
    pub(super) score_key: u32,
}

/// The facts about a partial turn on which the remaining decisions depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    /// The level to decide next.
    pub(super) level: usize,
    /// The cards left in the hand.
    pub(super) hand_left: HandSubset,
    /// The table words at this level or later that are taken.
    pub(super) taken: TableSet,
}

impl State {
    pub(super) const fn start(hand: HandSubset) -> Self {
        Self { level: 0, hand_left: hand, taken: TableSet::EMPTY }
    }

    /// Returns the state after choosing nothing on this level.
    pub(super) const fn skip(mut self, level_count: usize) -> Self {
        self.level += 1;
        while self.level < level_count && self.taken.contains(self.level - 1) {
            self.level += 1;
        }
        self.taken = self.taken.from(self.level - 1);
        self
    }

    /// Returns the state after a choice on this level.
    pub(super) const fn choose(mut self, choice: &Choice, level_count: usize) -> Self {
        self.hand_left = self.hand_left.without(choice.subset);
        self.taken = self.taken.union(choice.tables);
        self.skip(level_count)
    }
}

/// A decision on one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    /// The relaxed bound on the score key that it adds together with all later levels.
    pub(super) bound: u32,
    /// The number of the choice made; `None` to make none on this level.
    pub(super) choice: Option<u32>,
    /// The lowest rank that this branch or any later one can continue with.
    pub(super) min_rank: u32,
}

/// The ranges of the levels among items sorted by level.
#[derive(Debug)]
struct Levels {
    /// The index where each level begins, and the end.
    starts: Vec<usize>,
}

impl Levels {
    fn of<T>(items: &[T], level_count: usize, level: impl Fn(&T) -> usize) -> Self {
        let start = |of_level| items.partition_point(|item| level(item) < of_level);
        Self { starts: (0..=level_count).map(start).collect() }
    }

    fn range(&self, level: usize) -> Range<usize> {
        self.starts[level]..self.starts[level + 1]
    }
}

/// The bounds for a set of choices.
#[derive(Debug)]
pub(super) struct TurnBounds<'b> {
    subsets: &'b HandSubsets,
    choices: &'b [Choice],
    levels: Levels,
    /// The numbers of the *leaders*: the best choices among those of a level with the same cards
    /// and table words.
    leaders: Vec<u32>,
    leader_levels: Levels,
    /// The relaxed bounds by level and hand left.
    relaxed: Vec<Vec<u32>>,
    /// The known branches with leaders, by level and hand left.
    leader_branches: FxHashMap<(usize, HandSubset), Rc<[Branch]>>,
    /// The known exact bounds.
    exact: FxHashMap<State, u32>,
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
        let choice = |number: &u32| &choices[*number as usize];
        let class = |number: &u32| {
            let Choice { level, tables, subset, .. } = *choice(number);
            (level, tables, subset)
        };
        let mut leaders: Vec<u32> = (0..).zip(choices).map(|(number, _)| number).collect();
        leaders.sort_by_key(|number| (class(number), Reverse(choice(number).score_key)));
        leaders.dedup_by_key(|number| class(number));
        let leader_levels = Levels::of(&leaders, level_count, |number| choice(number).level);

        let mut relaxed = vec![vec![0; subsets.len()]; level_count + 1];
        relaxed[level_count][0] = empty_hand;
        for level in (0..level_count).rev() {
            let level_leaders = leaders[leader_levels.range(level)].iter().map(choice);
            relaxed[level] = relaxed_bounds(subsets, level_leaders, &relaxed[level + 1]);
        }
        Self {
            subsets,
            choices,
            levels: Levels::of(choices, level_count, |choice| choice.level),
            leaders,
            leader_levels,
            relaxed,
            leader_branches: FxHashMap::default(),
            exact: FxHashMap::default(),
        }
    }

    pub(super) const fn level_count(&self) -> usize {
        self.relaxed.len() - 1
    }

    pub(super) const fn choice(&self, number: u32) -> &'b Choice {
        &self.choices[number as usize]
    }

    /// Returns the numbers of the choices of a level.
    #[expect(clippy::cast_possible_truncation, reason = "choices are numbered by u32")]
    pub(super) fn choices_of(&self, level: usize) -> Range<u32> {
        let Range { start, end } = self.levels.range(level);
        start as u32..end as u32
    }

    /// Returns the relaxed bounds of a level by hand left.
    pub(super) fn relaxed(&self, level: usize) -> &[u32] {
        &self.relaxed[level]
    }

    /// Returns the relaxed bound of a state.
    pub(super) fn relaxed_of(&self, state: State) -> u32 {
        self.relaxed[state.level][state.hand_left.index()]
    }

    /// Returns the branches of a level with these choices, the highest bound first, then by rank.
    pub(super) fn branches(
        &self,
        level: usize,
        hand_left: HandSubset,
        numbers: impl ExactSizeIterator<Item = u32>,
        budget: &mut WorkBudget,
    ) -> Vec<Branch> {
        budget.charge(numbers.len() as u64 + 1);
        let later = &self.relaxed[level + 1];
        let mut branches: Vec<Branch> = numbers
            .map(|number| (number, self.choice(number)))
            .filter(|(_, choice)| self.subsets.is_within(choice.subset, hand_left))
            .map(|(number, choice)| Branch {
                bound: choice.score_key + later[hand_left.without(choice.subset).index()],
                choice: Some(number),
                min_rank: choice.rank,
            })
            .collect();
        let next_choice = self.choices.get(self.levels.range(level).end);
        branches.push(Branch {
            bound: later[hand_left.index()],
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
        let leaders = self.leaders[self.leader_levels.range(level)].iter().copied();
        let branches: Rc<[Branch]> = self.branches(level, hand_left, leaders, budget).into();
        self.leader_branches.insert(key, Rc::clone(&branches));
        branches
    }

    /// Returns the highest score key that can be added from a state on, or the relaxed bound once
    /// the budget is used up.
    pub(super) fn exact(&mut self, state: State, budget: &mut WorkBudget) -> u32 {
        let State { level, hand_left, taken } = state;
        let bound = self.relaxed_of(state);
        if level == self.level_count() || bound == 0 {
            return bound;
        }
        if let Some(&known) = self.exact.get(&state) {
            return known;
        }
        let mut max = 0;
        for branch in self.leader_branches(level, hand_left, budget).iter() {
            if branch.bound <= max {
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
            max = max.max(added + self.exact(next, budget));
        }
        self.exact.insert(state, max);
        max
    }
}

/// Returns the relaxed bounds of a level by hand left, from its leaders and the bounds of the next
/// level.
fn relaxed_bounds<'c>(
    subsets: &HandSubsets,
    leaders: impl Iterator<Item = &'c Choice>,
    later: &[u32],
) -> Vec<u32> {
    let mut best_by_subset = vec![None; subsets.len()];
    for choice in leaders {
        let best = &mut best_by_subset[choice.subset.index()];
        *best = (*best).max(Some(choice.score_key));
    }
    let best: Vec<(HandSubset, u32)> = subsets
        .all()
        .zip(best_by_subset)
        .filter_map(|(subset, score_key)| Some((subset, score_key?)))
        .collect();
    let bound = |hand_left: HandSubset| {
        let choosing = best
            .iter()
            .filter(|(subset, _)| subsets.is_within(*subset, hand_left))
            .map(|(subset, score_key)| score_key + later[hand_left.without(*subset).index()])
            .max();
        later[hand_left.index()].max(choosing.unwrap_or_default())
    };
    subsets.all().map(bound).collect()
}
