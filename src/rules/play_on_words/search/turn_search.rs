//! The search for the best turns: sets of a new word and play-ons that use no card and no table
//! word twice.
//!
//! Turns are built best first (A*) with the bounds of [`super::turn_bounds`], so they are found in
//! order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::beam_search::beam_search;
use super::choice::State;
use super::hand_subset::HandSubset;
use super::turn_bounds::{Branch, TurnBounds};
use super::work_budget::{OutOfWork, WorkBudget};
use crate::rules::play_on_words::hand::HAND_CARDS;

/// The steps for putting an open turn into the queue and taking it out.
const QUEUE_STEPS: u64 = 8;

/// A turn that is being built, with the branch that it takes next.
///
/// The greatest open turn is continued next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenTurn {
    /// An upper bound on the score key of the complete turn.
    max_score_key: u32,
    /// The ranks of the choices made, then the lowest rank that the next choice can have, then
    /// zeros, so that turns compare by their first difference.
    ranks: Reverse<[u32; HAND_CARDS + 1]>,
    choice_count: usize,
    score_key: u32,
    state: State,
    /// An upper bound on the score key that can be added from the state on.
    max_added: u32,
    /// The place of the branch among those of the state.
    branch: usize,
    /// The numbers of the choices made.
    choices: [u32; HAND_CARDS],
    /// True if `max_added` is the maximum and not only a bound. It is computed when the turn comes
    /// to the front of the queue, which most turns never do.
    is_exact: bool,
}

#[derive(Debug)]
pub(super) struct TurnSearch<'s> {
    bounds: TurnBounds<'s>,
    hand: HandSubset,
    /// The known branches, by level and hand left.
    branches: FxHashMap<(usize, HandSubset), Vec<Branch>>,
    open: BinaryHeap<OpenTurn>,
    budget: WorkBudget,
}

impl<'s> TurnSearch<'s> {
    pub(super) fn new(bounds: TurnBounds<'s>, hand: HandSubset, budget: WorkBudget) -> Self {
        Self { bounds, hand, branches: FxHashMap::default(), open: BinaryHeap::new(), budget }
    }

    /// Visits turns until `visit` breaks: those with the highest score keys first, then by rank. A
    /// turn is passed as the numbers of its choices, with its score key.
    ///
    /// # Errors
    /// [`OutOfWork`] if the budget ran out first. Then `visit` gets other good turns after those
    /// that are proven to be the best, and some turns perhaps twice.
    pub(super) fn best_first(
        mut self,
        mut visit: impl FnMut(&[usize], u32) -> ControlFlow<()>,
    ) -> Result<(), OutOfWork> {
        let outcome = self.visit_best_first(&mut visit);
        if outcome.is_err() {
            let start = State::start(self.hand);
            for (choices, score_key) in beam_search(&mut self.bounds, start, &mut self.budget) {
                if visit(&choices, score_key).is_break() {
                    break;
                }
            }
        }
        outcome
    }

    fn visit_best_first(
        &mut self,
        mut visit: impl FnMut(&[usize], u32) -> ControlFlow<()>,
    ) -> Result<(), OutOfWork> {
        let start = State::start(self.hand);
        self.push(OpenTurn {
            max_score_key: 0,
            ranks: Reverse([0; HAND_CARDS + 1]),
            choice_count: 0,
            score_key: 0,
            state: start,
            max_added: self.bounds.relaxed_of(start),
            branch: 0,
            choices: [0; HAND_CARDS],
            is_exact: false,
        });
        // Each turn that is queued costs some of the budget, and others are only taken out.
        while self.budget.left() > 0
            && let Some(turn) = self.open.pop()
        {
            if turn.state.level < self.bounds.level_count() {
                if turn.is_exact {
                    self.go_on(turn);
                } else {
                    let max_added = self.bounds.max_above(0, turn.state, &mut self.budget);
                    self.push(OpenTurn { max_added, is_exact: true, ..turn });
                }
            } else if turn.choice_count > 0 {
                let made = &turn.choices[..turn.choice_count];
                let choices: Vec<usize> = made.iter().map(|&number| number as usize).collect();
                if visit(&choices, turn.max_score_key).is_break() {
                    return Ok(());
                }
            }
        }
        if self.budget.left() > 0 { Ok(()) } else { Err(OutOfWork) }
    }

    /// Takes the branch of an open turn, and queues the turn again with its next branch.
    fn go_on(&mut self, turn: OpenTurn) {
        let branches = self.branches.get(&(turn.state.level, turn.state.hand_left));
        let Some(branch) = branches.and_then(|branches| branches.get(turn.branch).copied()) else {
            return;
        };
        self.push(OpenTurn { branch: turn.branch + 1, ..turn });
        let level_count = self.bounds.level_count();
        let mut next = OpenTurn { branch: 0, is_exact: false, ..turn };
        if let Some(number) = branch.choice {
            let choice = self.bounds.choice(number);
            if !choice.tables.is_disjoint(next.state.taken) {
                return;
            }
            next.state = next.state.choose(choice, level_count);
            next.score_key += choice.score_key;
            next.ranks.0[next.choice_count] = choice.rank;
            next.choices[next.choice_count] = number;
            next.choice_count += 1;
        } else {
            next.state = next.state.skip(level_count);
        }
        next.max_added = self.bounds.relaxed_of(next.state);
        self.push(next);
    }

    /// Queues an open turn if it has a branch to take.
    fn push(&mut self, mut turn: OpenTurn) {
        self.budget.charge(QUEUE_STEPS);
        let State { level, hand_left, .. } = turn.state;
        let (bound, min_rank) = if level == self.bounds.level_count() {
            (turn.max_added, u32::MAX)
        } else {
            let branches = self
                .branches
                .entry((level, hand_left))
                .or_insert_with(|| self.bounds.branches(level, hand_left, &mut self.budget));
            let Some(branch) = branches.get(turn.branch) else { return };
            (self.bounds.relaxed_of_branch(branch, turn.state), branch.min_rank)
        };
        turn.max_score_key = turn.score_key + bound.min(turn.max_added);
        turn.ranks.0[turn.choice_count] = min_rank;
        self.open.push(turn);
    }
}
