//! The search for prices that make the bound on whole turns low (the subgradient method).

use super::choice::Choice;
use super::relaxed_bounds::{Leaders, Prices, RelaxedBounds};
use super::table_group::TableSet;

/// The number of times that prices are changed.
const ROUNDS: usize = 40;
/// The number of rounds without a better bound after which the changes are halved.
const PATIENCE: u32 = 2;

/// Finds prices for which the bound on whole turns is low, and returns the bounds for them.
pub(super) fn with_good_prices(leaders: &Leaders<'_>) -> RelaxedBounds {
    let table_words = leaders.levels.len() - 1;
    let mut best = leaders.bounds(Prices::none(table_words));
    let mut best_bound = best.of_level(0)[leaders.subsets.whole_hand().index()];
    let mut prices = best.prices().clone();
    let mut relaxed_turn = RelaxedTurn::trace(leaders, &best);
    // The score key of the best turn found by repairing relaxed turns.
    let mut reached = relaxed_turn.repaired(leaders);
    let mut halvings = 1;
    let mut rounds_without = 0;
    let mut bound = best_bound;
    for _ in 0..ROUNDS {
        if best_bound <= reached || (bound - reached) >> halvings < 4096 {
            break;
        }
        if !relaxed_turn.change_prices(&mut prices, (bound - reached) >> halvings) {
            break;
        }
        let bounds = leaders.bounds(prices.clone());
        relaxed_turn = RelaxedTurn::trace(leaders, &bounds);
        reached = reached.max(relaxed_turn.repaired(leaders));
        bound = bounds.of_level(0)[leaders.subsets.whole_hand().index()];
        if bound < best_bound {
            (best, best_bound, rounds_without) = (bounds, bound, 0);
        } else {
            rounds_without += 1;
            if rounds_without == PATIENCE {
                (halvings, rounds_without) = (halvings + 1, 0);
                prices = best.prices().clone();
                relaxed_turn = RelaxedTurn::trace(leaders, &best);
                bound = best_bound;
            }
        }
    }
    best
}

/// The choices that reach a bound. They may take a table word several times.
struct RelaxedTurn<'b>(Vec<&'b Choice>);

impl<'b> RelaxedTurn<'b> {
    /// Finds the choices that reach the bound on whole turns.
    fn trace(leaders: &Leaders<'b>, bounds: &RelaxedBounds) -> Self {
        let mut hand_left = leaders.subsets.whole_hand();
        let mut choices = Vec::new();
        for (level, choices_of_level) in leaders.levels.iter().enumerate() {
            let bound = bounds.of_level(level)[hand_left.index()];
            let own_price = level.checked_sub(1).map_or(0, |index| bounds.prices().0[index]);
            if bound == bounds.of_level(level + 1)[hand_left.index()] + own_price {
                continue;
            }
            let choice = choices_of_level.iter().find(|choice| {
                leaders.subsets.is_within(choice.subset, hand_left)
                    && bounds.of_choice(choice, hand_left) == bound
            });
            if let Some(choice) = choice {
                hand_left = hand_left.without(choice.subset);
                choices.push(*choice);
            }
        }
        Self(choices)
    }

    /// Returns the score key after leaving out choices that take table words of better ones.
    fn repaired(&self, leaders: &Leaders<'_>) -> u32 {
        let mut choices = self.0.clone();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.score_key));
        let mut taken = TableSet::EMPTY;
        let mut hand_left = leaders.subsets.whole_hand();
        let mut score_key = 0;
        for choice in choices {
            if choice.tables.is_disjoint(taken) {
                taken = taken.union(choice.tables);
                hand_left = hand_left.without(choice.subset);
                score_key += choice.score_key;
            }
        }
        score_key + if hand_left.is_empty() { leaders.empty_hand } else { 0 }
    }

    /// Makes table words that are taken several times more expensive, and those that nobody takes
    /// cheaper. `gap` is the difference to aim for. Returns false if nothing changes.
    fn change_prices(&self, prices: &mut Prices, gap: u32) -> bool {
        let takers = |index| -> i32 {
            self.0.iter().map(|choice| i32::from(choice.tables.contains(index))).sum()
        };
        let excess: Vec<i32> = (prices.0.iter().enumerate())
            .map(|(index, &price)| match takers(index) {
                0 if price == 0 => 0,
                takers => takers - 1,
            })
            .collect();
        let norm: u32 = excess.iter().map(|excess| excess.unsigned_abs().pow(2)).sum();
        let Some(step) = gap.checked_div(norm).filter(|&step| step > 0) else { return false };
        for (price, excess) in prices.0.iter_mut().zip(excess) {
            *price = price.saturating_add_signed(step.cast_signed() * excess);
        }
        true
    }
}
