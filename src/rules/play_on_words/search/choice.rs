//! The decisions of a turn, level by level: first the new word, then one table word after another.

use super::hand_subset::HandSubset;
use super::table_group::TableSet;

/// A word that a turn may make, with its cards, table words and score key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// The number of the choice, in the order of the ranks.
    pub(super) number: u32,
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

impl Choice {
    /// Returns the table words that later levels could take as well.
    pub(super) const fn paid_tables(&self) -> TableSet {
        self.tables.from(self.level)
    }
}

/// The facts about a partial turn on which the remaining decisions depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    /// The level to decide next.
    pub(super) level: usize,
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
        // The level grows up to the number of levels.
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
