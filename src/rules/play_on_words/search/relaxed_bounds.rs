//! Upper bounds on the score key that the levels from one on can add to a turn.
//!
//! The bounds ignore that choices of different levels may compete for a table word. To make up for
//! that, each table word has a *price* (the bounds are a Lagrangian relaxation). A choice pays the
//! prices of its table words except the first, and a level without a choice receives the price of
//! its table word. A turn that takes no table word twice loses nothing, so the bounds hold for any
//! prices; good prices bring them close to the maximum.

use std::cmp::Reverse;

use super::choice::{Choice, State};
use super::hand_subset::{HandSubset, HandSubsets};
use super::table_group::TableSet;

/// The price of each table word as a score key, by index.
#[derive(Debug, Clone)]
pub(super) struct Prices(pub(super) Vec<u32>);

impl Prices {
    pub(super) fn none(table_words: usize) -> Self {
        Self(vec![0; table_words])
    }

    /// Returns the sum of the prices of table words.
    pub(super) fn of(&self, tables: TableSet) -> u32 {
        tables.iter().map(|index| self.0[index]).sum()
    }

    /// Returns the prices that a choice pays.
    pub(super) fn paid_by(&self, choice: &Choice) -> u32 {
        self.of(choice.paid_tables())
    }
}

/// The choices from which bounds are computed: the best among those of a level with the same cards
/// and table words.
#[derive(Debug)]
pub(super) struct Leaders<'b> {
    pub(super) subsets: &'b HandSubsets,
    /// The leaders of each level.
    pub(super) levels: Vec<Vec<&'b Choice>>,
    /// The subsets of the hand that contain the cards of a choice, by these cards; empty for cards
    /// that no choice takes.
    wholes: Vec<Vec<HandSubset>>,
    /// The score key that a turn earns if it leaves no card.
    pub(super) empty_hand: u32,
}

impl<'b> Leaders<'b> {
    /// Selects the leaders of sorted choices.
    pub(super) fn new(
        subsets: &'b HandSubsets,
        choices: &'b [Choice],
        level_count: usize,
        empty_hand: u32,
    ) -> Self {
        let class = |choice: &Choice| (choice.level, choice.tables, choice.subset);
        let mut leaders: Vec<&Choice> = choices.iter().collect();
        leaders.sort_by_key(|choice| (class(choice), Reverse(choice.score_key)));
        leaders.dedup_by_key(|choice| class(choice));
        let mut levels = vec![Vec::new(); level_count];
        let mut wholes = vec![Vec::new(); subsets.len()];
        for choice in leaders {
            levels[choice.level].push(choice);
            let wholes = &mut wholes[choice.subset.index()];
            if wholes.is_empty() {
                *wholes = subsets.wholes_of(choice.subset);
            }
        }
        Self { subsets, levels, wholes, empty_hand }
    }

    /// Computes the bounds for given prices.
    pub(super) fn bounds(&self, prices: Prices) -> RelaxedBounds {
        let mut by_level = vec![Vec::new(); self.levels.len() + 1];
        let mut next = vec![0; self.wholes.len()];
        next[0] = self.empty_hand;
        let mut best = vec![None; self.wholes.len()];
        for (level, leaders) in self.levels.iter().enumerate().rev() {
            // A new word takes no table word.
            let own_price = level.checked_sub(1).map_or(0, |table_word| prices.0[table_word]);
            let mut bounds: Vec<u32> = next.iter().map(|later| later + own_price).collect();
            best.fill(None);
            for same_tables in leaders.chunk_by(|a, b| a.tables == b.tables) {
                let paid = prices.paid_by(same_tables[0]).cast_signed();
                for choice in same_tables {
                    let gain = choice.score_key.cast_signed() - paid;
                    let best = &mut best[choice.subset.index()];
                    *best = (*best).max(Some(gain));
                }
            }
            for (part, gain) in best.iter().enumerate() {
                let Some(gain) = *gain else { continue };
                for &whole in &self.wholes[part] {
                    let bound = next[whole.index() - part].saturating_add_signed(gain);
                    bounds[whole.index()] = bounds[whole.index()].max(bound);
                }
            }
            by_level[level + 1] = std::mem::replace(&mut next, bounds);
        }
        by_level[0] = next;
        RelaxedBounds { by_level, prices }
    }
}

/// The bounds by level and hand left.
#[derive(Debug)]
pub(super) struct RelaxedBounds {
    by_level: Vec<Vec<u32>>,
    prices: Prices,
}

impl RelaxedBounds {
    /// Returns the bounds of a level with no table word taken, by hand left.
    pub(super) fn of_level(&self, level: usize) -> &[u32] {
        &self.by_level[level]
    }

    pub(super) fn of_state(&self, state: State) -> u32 {
        self.by_level[state.level][state.hand_left.index()] - self.prices.of(state.taken)
    }

    pub(super) const fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Returns the bound for a choice together with all later levels, with no other table word
    /// taken.
    pub(super) fn of_choice(&self, choice: &Choice, hand_left: HandSubset) -> u32 {
        let later = &self.by_level[choice.level + 1];
        let later = later[hand_left.without(choice.subset).index()];
        choice.score_key + later - self.prices.paid_by(choice)
    }
}
