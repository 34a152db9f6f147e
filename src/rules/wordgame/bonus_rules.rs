//! The bonuses for words and for turns (RULEBOOK G5, G6).

use super::ruleset::{AllTiles, Rules, WordBonus};

/// The bonus rules, in the form in which scoring and searches apply them.
#[derive(Debug, Clone, Copy)]
pub(super) struct BonusRules {
    /// True if several word bonuses in one word multiply; false if only the highest one counts.
    pub is_product: bool,
    all_tiles: AllTiles,
    rack_size: usize,
}

impl BonusRules {
    pub(super) const fn of(rules: &Rules) -> Self {
        Self {
            is_product: matches!(rules.word_bonus, WordBonus::Product),
            all_tiles: rules.all_tiles,
            rack_size: rules.rack_size,
        }
    }

    /// Combines two word bonuses in one word (RULEBOOK G5).
    #[inline(always)]
    pub(super) const fn combine(self, a: u32, b: u32) -> u32 {
        if self.is_product {
            a * b
        } else if a > b {
            a
        } else {
            b
        }
    }

    /// Returns true if placing this number of tiles multiplies the score.
    #[inline(always)]
    pub(super) const fn multiplies(self, tiles: usize) -> bool {
        tiles >= self.rack_size && !matches!(self.all_tiles, AllTiles::Add(_))
    }

    /// Returns the factor with which the value of a new tile counts in the total, from its factors
    /// in the main word and in the cross-word. `cross` is 0 if there is no cross-word.
    #[inline(always)]
    pub(super) const fn weight(self, word: u32, cross: u32, tiles: usize) -> u32 {
        if tiles < self.rack_size {
            return word + cross;
        }
        match self.all_tiles {
            AllTiles::DoubleMainWord => 2 * word + cross,
            AllTiles::DoubleTurn => 2 * (word + cross),
            AllTiles::Add(_) => word + cross,
        }
    }

    /// Returns the total of a turn from the scores of the main word and of the cross-words
    /// (RULEBOOK G6).
    #[inline(always)]
    pub(super) const fn total(self, main: u32, cross: u32, tiles: usize) -> u32 {
        if tiles < self.rack_size {
            return main + cross;
        }
        match self.all_tiles {
            AllTiles::DoubleMainWord => 2 * main + cross,
            AllTiles::DoubleTurn => 2 * (main + cross),
            AllTiles::Add(points) => main + cross + points,
        }
    }
}
