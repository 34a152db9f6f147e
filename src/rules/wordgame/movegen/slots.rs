//! The slots of anchor ranges.

use super::lines::{AnchorRange, BoardLines, Line, SquareMask};
use super::moves::MoveKey;
use super::shadow::{RackBound, Shadow};
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::square::SIZE;

/// Consecutive squares of a line that a word can cover exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    /// An upper bound on the keys of the moves in the slot.
    pub bound: MoveKey,
    pub line: u8,
    pub start: u8,
    pub end: u8,
}

impl Slot {
    #[expect(clippy::cast_possible_truncation, reason = "squares of a line are numbered 0 to 14")]
    pub(super) fn new(
        line: u8,
        (start, end): (usize, usize),
        max_total: u32,
        tiles: usize,
    ) -> Self {
        let bound = MoveKey::new(max_total, tiles, usize::from(line), start);
        Self { bound, line, start: start as u8, end: end as u8 }
    }
}

/// Raises the bound of the last anchor range, or adds the next range.
pub(super) fn push_bound(bounded: &mut Vec<(u32, usize)>, range: usize, max_total: u32) {
    match bounded.last_mut() {
        Some((max, same)) if *same == range => *max = max_total.max(*max),
        _ => bounded.push((max_total, range)),
    }
}

/// A line with what limits the tiles on its squares.
struct CappedLine<'l> {
    line: &'l Line,
    /// For each square with a cross-set, the value of the most valuable letter on the rack that it
    /// allows; `None` if no letter fits.
    caps: [Option<i16>; SIZE],
}

/// Enumerates the slots that a rack can fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct SlotEnumerator {
    pub bonus_rules: BonusRules,
    pub rack: RackBound,
    pub min_length: usize,
}

impl SlotEnumerator {
    /// Calls `show` for every slot of some anchor ranges, with the index of the range, the first
    /// square of the slot, its last square, and its shadow.
    ///
    /// Ranges of the same line must follow each other.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        lines: &BoardLines,
        ranges: &[AnchorRange],
        mut show: impl FnMut(usize, usize, usize, &Shadow),
    ) {
        let mut capped: Option<(u8, CappedLine<'_>)> = None;
        for (index, &range) in ranges.iter().enumerate() {
            let (_, line) = match &mut capped {
                Some(same) if same.0 == range.line => same,
                other => other.insert((range.line, self.capped(lines.line_of(range)))),
            };
            self.for_each_of_range(line, range, &mut |start, end, shadow| {
                show(index, start, end, shadow);
            });
        }
    }

    fn capped<'l>(&self, line: &'l Line) -> CappedLine<'l> {
        let mut caps = [None; SIZE];
        for at in SquareMask(line.crossed) {
            caps[at] = self.rack.cap(line.allowed[at]);
        }
        CappedLine { line, caps }
    }

    #[inline(always)]
    fn for_each_of_range(
        &self,
        capped: &CappedLine<'_>,
        range: AnchorRange,
        show: &mut impl FnMut(usize, usize, &Shadow),
    ) {
        let mut shadow = Shadow::EMPTY;
        let first = usize::from(range.first);
        if range.through_tiles {
            (first..=usize::from(range.last))
                .for_each(|at| shadow.score.read_tile(capped.line, at));
        } else if !self.place_tile(capped, &mut shadow, first) {
            return;
        }
        let mut start = first;
        // `start` falls to the first square of the range.
        loop {
            self.extend_rightwards(capped, range, start, shadow, show);
            if start == usize::from(range.leftmost)
                || !self.place_tile(capped, &mut shadow, start - 1)
            {
                return;
            }
            start -= 1;
        }
    }

    /// Places a tile if one is left that the square accepts; returns true if a tile was placed.
    #[inline(always)]
    fn place_tile(&self, capped: &CappedLine<'_>, shadow: &mut Shadow, at: usize) -> bool {
        if shadow.score.tiles == self.rack.tiles() {
            return false;
        }
        let mut cap = 0;
        if capped.line.is_crossed(at) {
            if let Some(value) = capped.caps[at] {
                cap = value;
            } else if shadow.blanks == self.rack.blanks || capped.line.allowed[at].is_empty() {
                return false;
            } else {
                shadow.blanks += 1;
            }
        }
        shadow.place_tile(capped.line, at, cap, self.bonus_rules);
        true
    }

    #[inline(always)]
    fn extend_rightwards(
        &self,
        capped: &CappedLine<'_>,
        range: AnchorRange,
        start: usize,
        mut shadow: Shadow,
        show: &mut impl FnMut(usize, usize, &Shadow),
    ) {
        let mut end = usize::from(range.last);
        // `end` grows up to the last square of the range.
        loop {
            // RULEBOOK G11: a single tile that forms words in both directions is listed across.
            let is_listed_across =
                usize::from(range.line) >= SIZE && shadow.score.is_single_crossed_tile();
            if shadow.score.tiles > 0 && end + 1 - start >= self.min_length && !is_listed_across {
                show(start, end, &shadow);
            }
            if end >= usize::from(range.rightmost) || !self.place_tile(capped, &mut shadow, end + 1)
            {
                return;
            }
            end += 1;
            // `end` grows up to the edge.
            while end + 1 < SIZE && capped.line.is_occupied(end + 1) {
                end += 1;
                shadow.score.read_tile(capped.line, end);
            }
        }
    }
}
