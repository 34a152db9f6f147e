//! The slots of an anchor range and their shadow bounds: upper bounds on word scores, computed
//! without a lexicon.
//!
//! A shadow is a word of unknown letters on a slot. Its score is at most the score with the most
//! valuable tiles of the rack on the squares that count most.

use super::lines::{AnchorRange, Line};
use super::moves::MoveKey;
use crate::rules::limits;
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::square::SIZE;
use crate::word::Letter;

/// The maximum number of tiles that a move places.
pub(super) const MAX_TILES: usize = limits::RACK_TILES;

/// Consecutive squares of a line that a word can cover exactly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// An upper bound on the keys of the moves in the slot.
    pub bound: MoveKey,
    pub line: u8,
    pub start: u8,
    pub end: u8,
}

/// The values of the tiles of a rack, in descending order; blanks are worth 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RackValues {
    sorted: [u32; MAX_TILES],
    len: usize,
}

impl RackValues {
    pub(super) fn of(rack: &Rack, rules: &Rules) -> Self {
        let mut values = Self::default();
        for letter in Letter::all() {
            for _ in 0..rack.count(letter) {
                values.push(rules.value(letter));
            }
        }
        values.sorted.sort_unstable_by(|a, b| b.cmp(a));
        values.with_blanks(rack.blanks())
    }

    /// Adds a tile at the end; the caller must keep the values in order.
    pub(super) const fn push(&mut self, value: u32) {
        self.sorted[self.len] = value;
        self.len += 1;
    }

    /// Returns the values with blanks added.
    pub(super) fn with_blanks(self, blanks: u8) -> Self {
        Self { len: self.len + usize::from(blanks), ..self }
    }

    /// Returns the number of tiles.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the maximum number of points that the tiles can earn on squares with these weights.
    ///
    /// The weights must be in descending order, like the values: the most valuable tile is placed
    /// on the square with the greatest weight, and so on.
    #[inline(always)]
    pub(super) fn max_points(&self, weights: &[u32; MAX_TILES]) -> u32 {
        self.sorted.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }
}

/// The running sums over the squares of a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShadowBound {
    /// The sum of the values of the tiles on the board.
    main: u32,
    /// The word bonus of the main word.
    word_multiplier: u32,
    /// The score of the cross-words, excluding the new tiles.
    cross: u32,
    /// The number of new tiles.
    pub tiles: usize,
    /// For each new tile, its letter bonus and the factor with which it counts in its cross-word; 0
    /// if there is no cross-word.
    squares: [(u32, u32); MAX_TILES],
}

impl ShadowBound {
    pub(super) const EMPTY: Self =
        Self { main: 0, word_multiplier: 1, cross: 0, tiles: 0, squares: [(0, 0); MAX_TILES] };

    /// Adds a square with a new tile.
    #[inline(always)]
    pub(super) fn place_tile(&mut self, line: &Line, at: usize, bonus_rules: BonusRules) {
        self.squares[self.tiles] = (line.letter_multipliers[at], line.cross_weights[at]);
        self.tiles += 1;
        self.cross += line.cross_points[at];
        self.word_multiplier = bonus_rules.combine(self.word_multiplier, line.word_multipliers[at]);
    }

    /// Adds a square with a tile that is on the board.
    #[inline(always)]
    pub(super) fn read_tile(&mut self, line: &Line, at: usize) {
        self.main += line.values[at];
    }

    /// Returns the score, excluding the new tiles.
    #[inline(always)]
    pub(super) fn base(&self, bonus_rules: BonusRules) -> u32 {
        bonus_rules.total(self.main * self.word_multiplier, self.cross, self.tiles)
    }

    /// Returns the factor with which each new tile counts, in the order in which the tiles were
    /// added.
    #[inline(always)]
    pub(super) fn weights(&self, bonus_rules: BonusRules) -> [u32; MAX_TILES] {
        let mut weights = [0; MAX_TILES];
        for (weight, (letter, cross)) in weights.iter_mut().zip(&self.squares[..self.tiles]) {
            *weight = bonus_rules.weight(letter * self.word_multiplier, *cross, self.tiles);
        }
        weights
    }

    /// Returns the upper bound on the score.
    #[inline(always)]
    pub(super) fn max_total(&self, bonus_rules: BonusRules, values: &RackValues) -> u32 {
        let mut weights = self.weights(bonus_rules);
        sort_descending(&mut weights, self.tiles);
        self.base(bonus_rules) + values.max_points(&weights)
    }
}

/// Sorts the first `count` weights in descending order. There are only a few, so insertion sort is
/// fastest.
#[inline(always)]
pub(super) fn sort_descending(weights: &mut [u32; MAX_TILES], count: usize) {
    for sorted in 1..count {
        let weight = weights[sorted];
        let mut at = sorted;
        while at > 0 && weights[at - 1] < weight {
            weights[at] = weights[at - 1];
            at -= 1;
        }
        weights[at] = weight;
    }
}

/// Enumerates the slots that a rack can fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct SlotEnumerator {
    pub bonus_rules: BonusRules,
    /// The number of tiles on the rack.
    pub tiles: usize,
    /// The letters that the tiles of the rack can stand for.
    pub playable: u32,
    pub min_length: usize,
}

impl SlotEnumerator {
    /// Calls `show` for every slot of an anchor range, with its first square, its last square and
    /// its shadow.
    #[inline(always)]
    pub(super) fn for_each(
        self,
        line: &Line,
        range: AnchorRange,
        mut show: impl FnMut(usize, usize, &ShadowBound),
    ) {
        let mut shadow = ShadowBound::EMPTY;
        let first = usize::from(range.first);
        if range.through_tiles {
            (first..=usize::from(range.last)).for_each(|at| shadow.read_tile(line, at));
        } else if !self.place_tile(line, &mut shadow, first) {
            return;
        }
        let mut start = first;
        loop {
            self.extend_rightwards(line, range, start, shadow, &mut show);
            if start == usize::from(range.leftmost)
                || !self.place_tile(line, &mut shadow, start - 1)
            {
                return;
            }
            start -= 1;
        }
    }

    /// Returns an upper bound on the score of every word of an anchor range.
    ///
    /// An additional tile never lowers a bound, so only the widest slot from each first square is
    /// needed.
    pub(super) fn max_total(self, line: &Line, range: AnchorRange, values: &RackValues) -> u32 {
        let mut max = 0;
        let mut widest: Option<(usize, ShadowBound)> = None;
        self.for_each(line, range, |start, _, shadow| {
            if let Some((before, shadow)) = widest.replace((start, *shadow))
                && before != start
            {
                max = max.max(shadow.max_total(self.bonus_rules, values));
            }
        });
        let last = widest.map_or(0, |(_, shadow)| shadow.max_total(self.bonus_rules, values));
        max.max(last)
    }

    /// Places a tile if one is left and the square accepts a letter of the rack; returns true if a
    /// tile was placed.
    #[inline(always)]
    fn place_tile(self, line: &Line, shadow: &mut ShadowBound, at: usize) -> bool {
        let is_possible = shadow.tiles < self.tiles && line.allowed[at].bits() & self.playable != 0;
        if is_possible {
            shadow.place_tile(line, at, self.bonus_rules);
        }
        is_possible
    }

    #[inline(always)]
    fn extend_rightwards(
        self,
        line: &Line,
        range: AnchorRange,
        start: usize,
        mut shadow: ShadowBound,
        show: &mut impl FnMut(usize, usize, &ShadowBound),
    ) {
        let mut end = usize::from(range.last);
        loop {
            // RULEBOOK G11: a single tile that forms words in both directions is listed across.
            let is_listed_across =
                shadow.tiles == 1 && usize::from(range.line) >= SIZE && shadow.squares[0].1 > 0;
            if shadow.tiles > 0 && end + 1 - start >= self.min_length && !is_listed_across {
                show(start, end, &shadow);
            }
            if end >= usize::from(range.rightmost) || !self.place_tile(line, &mut shadow, end + 1) {
                return;
            }
            end += 1;
            while end + 1 < SIZE && line.is_occupied(end + 1) {
                end += 1;
                shadow.read_tile(line, end);
            }
        }
    }
}
