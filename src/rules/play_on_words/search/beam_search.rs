//! A search for good turns, without a proof that they are the best. On each level, only the most
//! promising partial turns are continued.

use std::cmp::Reverse;

use super::choice::{Choice, State};
use super::turn_bounds::TurnBounds;
use super::work_budget::WorkBudget;
use crate::rules::play_on_words::hand::HAND_CARDS;

/// The number of partial turns that continue on the next level.
const BEAM_WIDTH: usize = 200;
/// The number of partial turns that continue from one state.
const MAX_PER_STATE: usize = 8;
/// The number of choices that a partial turn tries on a level.
const MAX_CHOICES: usize = 24;

/// A turn that is being built.
#[derive(Clone, Copy)]
struct PartialTurn {
    state: State,
    score_key: u32,
    /// The numbers of the choices made, then zeros.
    choices: [u32; HAND_CARDS],
    choice_count: usize,
}

impl PartialTurn {
    fn with(mut self, number: u32, choice: &Choice, level_count: usize) -> Self {
        self.state = self.state.choose(choice, level_count);
        self.score_key += choice.score_key;
        self.choices[self.choice_count] = number;
        self.choice_count += 1;
        self
    }
}

/// Returns good turns as the numbers of their choices, with their score keys, the best first.
pub(super) fn beam_search(
    bounds: &mut TurnBounds<'_>,
    start: State,
    budget: &mut WorkBudget,
) -> Vec<(Vec<usize>, u32)> {
    let choices = [0; HAND_CARDS];
    let mut beam = vec![PartialTurn { state: start, score_key: 0, choices, choice_count: 0 }];
    for level in 0..bounds.level_count() {
        let (current, mut next): (Vec<PartialTurn>, Vec<PartialTurn>) =
            beam.into_iter().partition(|turn| turn.state.level == level);
        for turn in current {
            extend(turn, bounds, budget, &mut next);
        }
        beam = most_promising(next, bounds);
    }
    let mut turns: Vec<(Vec<usize>, u32)> = beam
        .into_iter()
        .filter(|turn| turn.choice_count > 0)
        .map(|turn| {
            let made = &turn.choices[..turn.choice_count];
            let choices = made.iter().map(|&number| number as usize).collect();
            (choices, turn.score_key + bounds.relaxed_of(turn.state))
        })
        .collect();
    turns.sort_by(|(a, a_key), (b, b_key)| (Reverse(a_key), a).cmp(&(Reverse(b_key), b)));
    turns
}

/// Extends a partial turn by one level.
fn extend(
    turn: PartialTurn,
    bounds: &mut TurnBounds<'_>,
    budget: &mut WorkBudget,
    next: &mut Vec<PartialTurn>,
) {
    let state = turn.state;
    let level_count = bounds.level_count();
    let branches = bounds.leader_branches(state.level, state.hand_left, budget);
    let free_choices = branches
        .iter()
        .filter_map(|branch| branch.choice)
        .map(|number| (number, bounds.choice(number)))
        .filter(|(_, choice)| choice.tables.is_disjoint(state.taken));
    let chosen = free_choices
        .take(MAX_CHOICES)
        .map(|(number, choice)| turn.with(number, choice, level_count));
    next.extend(chosen);
    next.push(PartialTurn { state: state.skip(level_count), ..turn });
}

/// Keeps the partial turns with the highest bounds.
fn most_promising(mut turns: Vec<PartialTurn>, bounds: &TurnBounds<'_>) -> Vec<PartialTurn> {
    let bound = |turn: &PartialTurn| turn.score_key + bounds.relaxed_of(turn.state);
    // The sort is stable, so that equal turns keep the order of the branches.
    turns.sort_by_cached_key(|turn| (Reverse(bound(turn)), turn.state));
    let mut state = None;
    let mut same_state = 0;
    turns.retain(|turn| {
        same_state = if state == Some(turn.state) { same_state + 1 } else { 0 };
        state = Some(turn.state);
        same_state < MAX_PER_STATE
    });
    turns.truncate(BEAM_WIDTH);
    turns
}
