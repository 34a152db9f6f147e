//! Where words can lie, and what no word there can surpass: bounds that need no lexicon.

use super::lanes::{Lane, Unit};
use super::rack::Rack;
use super::ruleset::Rules;
use super::search::Key;
use super::square::SIZE;
use super::walk::Scoring;
use crate::rules::limits;
use crate::word::Letter;

/// The most tiles that a move lays.
pub(super) const MAX_TILES: usize = limits::RACK_TILES;

/// A stretch of a lane that a word can cover exactly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// The best that a move here can be; a word may score less.
    pub bound: Key,
    pub lane: u8,
    pub start: u8,
    pub end: u8,
}

/// What the tiles of a rack are worth, the most valuable first.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    pub sorted: [u32; MAX_TILES],
    pub len: usize,
}

impl Values {
    pub fn of(rack: &Rack, rules: &Rules) -> Self {
        let mut values = Self::default();
        for letter in Letter::all() {
            for _ in 0..rack.count(letter) {
                values.push(rules.value(letter));
            }
        }
        values.len += usize::from(rack.blanks());
        values.sorted.sort_unstable_by(|one, other| other.cmp(one));
        values
    }

    pub fn push(&mut self, value: u32) {
        self.sorted[self.len] = value;
        self.len += 1;
    }

    /// The most that tiles can earn on squares whose weights are sorted too: the dearest tile on the heaviest square, and so on.
    #[inline(always)]
    pub fn most(&self, weights: &[u32; MAX_TILES]) -> u32 {
        self.sorted.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }
}

/// The squares of a slot, as far as they are added up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shadow {
    /// What lies there already.
    main: u32,
    /// The word bonus.
    word: u32,
    /// What the words across are worth without the tiles that are laid.
    cross: u32,
    pub tiles: usize,
    /// By tile laid: its letter bonus, and the word bonus of the word across if there is one.
    squares: [(u32, u32); MAX_TILES],
}

impl Shadow {
    pub const EMPTY: Self = Self { main: 0, word: 1, cross: 0, tiles: 0, squares: [(0, 0); MAX_TILES] };

    /// Adds a square on which a tile is laid.
    #[inline(always)]
    pub fn lay(&mut self, lane: &Lane, at: usize, scoring: Scoring) {
        let across = lane.cross_multipliers[at];
        self.squares[self.tiles] = (lane.letter_multipliers[at], across);
        self.tiles += 1;
        self.cross += across * lane.cross_values[at];
        self.word = scoring.join(self.word, lane.word_multipliers[at]);
    }

    /// Adds a square on which a tile lies.
    #[inline(always)]
    pub fn read(&mut self, lane: &Lane, at: usize) {
        self.main += lane.values[at];
    }

    /// What the word earns apart from the tiles that are laid.
    #[inline(always)]
    pub fn base(&self, scoring: Scoring) -> u32 {
        scoring.total(self.main * self.word, self.cross, self.tiles)
    }

    /// How often each tile laid counts, in the order in which they were added.
    #[inline(always)]
    pub fn weights(&self, scoring: Scoring) -> [u32; MAX_TILES] {
        let mut weights = [0; MAX_TILES];
        for (weight, (letter, across)) in weights.iter_mut().zip(&self.squares[..self.tiles]) {
            *weight = letter * scoring.weight(self.word, *across, self.tiles);
        }
        weights
    }

    #[inline(always)]
    pub fn bound(&self, scoring: Scoring, values: &Values) -> u32 {
        let mut weights = self.weights(scoring);
        sort(&mut weights, self.tiles);
        self.base(scoring) + values.most(&weights)
    }
}

/// Sorts a few weights, the heaviest first.
#[inline(always)]
pub(super) fn sort(weights: &mut [u32; MAX_TILES], count: usize) {
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

/// Goes through the slots of units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    pub scoring: Scoring,
    /// How many tiles the rack has.
    pub tiles: usize,
    /// The letters that a tile of the rack can be.
    pub playable: u32,
    pub min_length: usize,
}

impl Slots {
    /// Shows every slot of a unit: its first and last square, and what it adds up to.
    #[inline(always)]
    pub fn each(self, lane: &Lane, unit: Unit, mut show: impl FnMut(usize, usize, &Shadow)) {
        let mut shadow = Shadow::EMPTY;
        let first = usize::from(unit.first);
        if unit.on_run {
            (first..=usize::from(unit.last)).for_each(|at| shadow.read(lane, at));
        } else if !self.lay(lane, &mut shadow, first) {
            return;
        }
        let mut start = first;
        loop {
            self.to_the_right(lane, unit, start, shadow, &mut show);
            if start == usize::from(unit.leftmost) || !self.lay(lane, &mut shadow, start - 1) {
                return;
            }
            start -= 1;
        }
    }

    /// What no word of a unit can surpass.
    ///
    /// Another tile never lowers a bound, so only the widest slot from each first square need be looked at.
    pub fn bound(self, lane: &Lane, unit: Unit, values: &Values) -> u32 {
        let mut most = 0;
        let mut widest = None;
        self.each(lane, unit, |start, _, shadow| {
            if let Some((before, shadow)) = widest.replace((start, *shadow))
                && before != start
            {
                most = most.max(shadow.bound(self.scoring, values));
            }
        });
        most.max(widest.map_or(0, |(_, shadow): (usize, Shadow)| shadow.bound(self.scoring, values)))
    }

    /// Lays a tile, if the rack has another one that can lie there.
    #[inline(always)]
    fn lay(self, lane: &Lane, shadow: &mut Shadow, at: usize) -> bool {
        let can = shadow.tiles < self.tiles && lane.allowed[at].bits() & self.playable != 0;
        if can {
            shadow.lay(lane, at, self.scoring);
        }
        can
    }

    #[inline(always)]
    fn to_the_right(
        self,
        lane: &Lane,
        unit: Unit,
        start: usize,
        mut shadow: Shadow,
        show: &mut impl FnMut(usize, usize, &Shadow),
    ) {
        let mut end = usize::from(unit.last);
        loop {
            // A single tile that makes words both ways is told across (RULEBOOK G11).
            let told_across = shadow.tiles == 1 && usize::from(unit.lane) >= SIZE && shadow.squares[0].1 > 0;
            if shadow.tiles > 0 && end + 1 - start >= self.min_length && !told_across {
                show(start, end, &shadow);
            }
            if end >= usize::from(unit.rightmost) || !self.lay(lane, &mut shadow, end + 1) {
                return;
            }
            end += 1;
            while end + 1 < SIZE && lane.is_occupied(end + 1) {
                end += 1;
                shadow.read(lane, end);
            }
        }
    }
}
