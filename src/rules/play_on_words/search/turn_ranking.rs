//! The best turns that candidates make.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use super::candidate::{CandidateWord, POINT, TieBreak};
use super::choice::Choice;
use super::context::SearchContext;
use super::turn_bounds::TurnBounds;
use super::turn_search::TurnSearch;
use super::work_budget::{OutOfWork, WorkBudget};
use crate::rules::play_on_words::score::Bonuses;

/// The number of steps that a search among candidates may take.
const TURN_STEPS: u64 = 800_000;

pub(super) struct RankedTurns {
    /// The turns as the indexes of their candidates, with their score keys, best first.
    pub(super) turns: Vec<(Vec<usize>, u32)>,
    /// An error if the budget ran out before the turns were proven to be the best.
    pub(super) outcome: Result<(), OutOfWork>,
    /// An upper bound on the score key that play-ons add, by the subset of the hand that is left
    /// after the new word.
    pub(super) max_play_ons: Vec<u32>,
}

impl RankedTurns {
    /// Sorts candidates and finds the best turns that they make.
    pub(super) fn of(
        candidates: &mut [CandidateWord],
        context: &SearchContext<'_>,
        top: usize,
    ) -> Self {
        candidates.sort_unstable_by_key(|candidate| {
            (candidate.tie_break(), Reverse(candidate.score_key), candidate.subset)
        });
        let choices = choices(candidates);
        let SearchContext { position, rules, subsets, .. } = *context;
        let empty_hand = Bonuses::of_going_out(0, position.stage, rules.version).total() * POINT;
        let bounds = TurnBounds::new(subsets, &choices, position.table.len() + 1, empty_hand);
        let max_play_ons = bounds.relaxed(1).to_vec();
        let search = TurnSearch::new(bounds, subsets.whole_hand(), WorkBudget::new(TURN_STEPS));
        let mut turns = Vec::new();
        let mut seen = HashSet::new();
        let outcome = search.best_first(|indexes, score_key| {
            // The same words made from the same table words are the same turn, whatever their
            // cards.
            let words: Vec<TieBreak> =
                indexes.iter().map(|&index| candidates[index].tie_break()).collect();
            if seen.insert(words) {
                turns.push((indexes.to_vec(), score_key));
            }
            if turns.len() < top { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Self { turns, outcome, max_play_ons }
    }

    /// Returns the score key below which a turn is not among the best; 0 if fewer turns were found.
    pub(super) fn min_score_key(&self, top: usize) -> u32 {
        self.turns.get(top - 1).map_or(0, |(_, score_key)| *score_key)
    }
}

/// Numbers sorted candidates by their tie-breaks.
fn choices(candidates: &[CandidateWord]) -> Vec<Choice> {
    let mut rank = 0;
    let mut last = None;
    let choice = |(number, candidate): (u32, &CandidateWord)| {
        let tie_break = candidate.tie_break();
        rank += u32::from(last != Some(tie_break));
        last = Some(tie_break);
        Choice {
            number,
            level: candidate.level(),
            rank,
            tables: candidate.tables,
            subset: candidate.subset,
            score_key: candidate.score_key,
        }
    };
    (0..).zip(candidates).map(choice).collect()
}
