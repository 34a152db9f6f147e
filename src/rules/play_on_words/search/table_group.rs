//! Sets of table words.

use super::card_cover::RequiredCards;
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::ruleset::TableCards;
use crate::rules::play_on_words::table::Table;

/// A set of table words by their indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct TableSet(u32);

impl TableSet {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    pub(super) const fn with(self, index: usize) -> Self {
        Self(self.0 | 1 << index)
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the set without the table words before an index.
    pub(super) const fn from(self, index: usize) -> Self {
        Self(self.0 & !low_bits(index))
    }

    pub(super) const fn lowest(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// Iterates over the indexes, the lowest first.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let index = rest.lowest()?;
            rest.0 &= rest.0 - 1;
            Some(index)
        })
    }
}

const fn low_bits(count: usize) -> u32 {
    if count < u32::BITS as usize { !(u32::MAX << count) } else { u32::MAX }
}

/// Table words that a word is made from.
#[derive(Debug)]
pub(super) struct TableGroup<'t> {
    pub(super) tables: TableSet,
    pub(super) plays: Vec<&'t Play>,
    pub(super) required: RequiredCards,
}

impl<'t> TableGroup<'t> {
    pub(super) fn new(tables: TableSet, table: &'t Table, table_cards: TableCards) -> Self {
        let plays: Vec<&Play> = tables.iter().map(|index| &table[index]).collect();
        let required = RequiredCards::of(plays.iter().copied(), table_cards);
        Self { tables, plays, required }
    }

    /// Returns the group with the new word of the turn.
    pub(super) fn with_new_word<'p>(
        &self,
        new_word: &'p Play,
        table_cards: TableCards,
    ) -> TableGroup<'p>
    where
        't: 'p,
    {
        let plays: Vec<&Play> = self.plays.iter().copied().chain([new_word]).collect();
        let required = RequiredCards::of(plays.iter().copied(), table_cards);
        TableGroup { tables: self.tables, plays, required }
    }
}
