//! The board as 30 lines, the rows and the columns.

use crate::lexicon::{CountOnes, Reader};
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::square::{Coordinate, Direction, SIZE, Square};
use crate::word::{Letter, LetterSet};

/// The number of lines: the rows come first, then the columns.
pub(super) const LINES: usize = 2 * SIZE;

/// A row or a column, in the form that searches use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The tile on each square in ASCII, in lower case for blanks; 0 without a tile.
    pub tiles: [u8; SIZE + 1],
    pub(super) values: [u32; SIZE],
    /// The letters that can be placed on each empty square: its cross-set, or all letters if there
    /// are no tiles next to it across the line.
    pub allowed: [LetterSet; SIZE],
    /// For each empty square, the points of the tiles next to it in the cross-word through it.
    pub(super) cross_points: [u32; SIZE],
    /// The mask of the squares with a tile.
    pub occupied: u16,
    /// The mask of the empty squares with tiles next to them across the line.
    pub crossed: u16,
    /// The letter bonus of each empty square.
    pub letter_multipliers: [u8; SIZE],
    pub(super) word_multipliers: [u8; SIZE],
    /// The factor with which a new letter on each empty square counts in the cross-word through
    /// it; 0 if there is no cross-word.
    pub cross_weights: [u8; SIZE],
}

impl Line {
    const EMPTY: Self = Self {
        tiles: [0; SIZE + 1],
        values: [0; SIZE],
        allowed: [LetterSet::ALL; SIZE],
        cross_points: [0; SIZE],
        occupied: 0,
        crossed: 0,
        letter_multipliers: [1; SIZE],
        word_multipliers: [1; SIZE],
        cross_weights: [0; SIZE],
    };

    /// Returns true if there is a tile on a square; there is none beyond the end of the line.
    #[inline(always)]
    pub fn is_occupied(&self, at: usize) -> bool {
        u32::from(self.occupied) >> at & 1 != 0
    }

    /// Returns true if a new tile on a square forms a cross-word.
    #[inline(always)]
    pub fn is_crossed(&self, at: usize) -> bool {
        self.crossed >> at & 1 != 0
    }

    /// Returns the letter on a square.
    #[inline(always)]
    pub fn letter(&self, at: usize) -> Option<Letter> {
        Letter::from_ascii(self.tiles[at])
    }

    /// Returns the value of the tile on a square; 0 without a tile.
    #[inline(always)]
    pub fn value(&self, at: usize) -> u32 {
        self.values[at]
    }

    /// Returns the points of the tiles next to an empty square in the cross-word through it.
    #[inline(always)]
    pub fn cross_points(&self, at: usize) -> u32 {
        self.cross_points[at]
    }

    /// Returns the factor with which a new letter on a square counts in the cross-word through it;
    /// 0 if there is no cross-word.
    #[inline(always)]
    pub fn cross_weight(&self, at: usize) -> u32 {
        u32::from(self.cross_weights[at])
    }

    /// Returns the letter bonus of an empty square.
    #[inline(always)]
    pub fn letter_multiplier(&self, at: usize) -> u32 {
        u32::from(self.letter_multipliers[at])
    }

    /// Returns the word bonus of an empty square.
    #[inline(always)]
    pub fn word_multiplier(&self, at: usize) -> u32 {
        u32::from(self.word_multipliers[at])
    }

    /// Returns the first and the last square of each run of tiles.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut rest = u32::from(self.occupied);
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let first = rest.trailing_zeros();
            let length = (rest >> first).trailing_ones();
            rest &= !(((1 << length) - 1) << first);
            Some((first as usize, (first + length) as usize - 1))
        })
    }
}

#[derive(Debug, Clone)]
pub(super) struct BoardLines {
    pub lines: [Line; LINES],
}

impl BoardLines {
    /// Reads the lines of a board and computes all cross-sets.
    pub fn of(board: &Board, rules: &Rules, graph: Reader<'_, impl CountOnes>) -> Self {
        let mut lines = [Line::EMPTY; LINES];
        for row in 0..SIZE {
            for column in 0..SIZE {
                let square = Square { row, column };
                let premium = rules.premiums.at(square);
                let tile = board.tile(square);
                for (line, at) in [(row, column), (SIZE + column, row)] {
                    let line = &mut lines[line];
                    if let Some(tile) = tile {
                        line.tiles[at] = tile.as_ascii();
                        line.values[at] = if tile.is_blank { 0 } else { rules.value(tile.letter) };
                        line.occupied |= 1 << at;
                    } else {
                        line.letter_multipliers[at] = small(premium.letter_multiplier());
                        line.word_multipliers[at] = small(premium.word_multiplier());
                    }
                }
            }
        }
        let mut all = Self { lines };
        for number in 0..LINES {
            all.set_cross_sets_along(number, rules.cross_bonus, graph);
        }
        all
    }

    /// Returns true if there are blanks on the board.
    pub fn have_blanks(&self) -> bool {
        self.lines[..SIZE].iter().any(|row| row.tiles.iter().any(u8::is_ascii_lowercase))
    }

    /// Returns the line of an anchor range.
    #[inline(always)]
    pub fn line_of(&self, range: AnchorRange) -> &Line {
        &self.lines[usize::from(range.line)]
    }

    /// Returns the anchor ranges of all lines; on an empty board, those of the two lines through
    /// the centre.
    pub fn anchor_ranges(&self, is_empty: bool) -> Vec<AnchorRange> {
        let mut ranges = Vec::with_capacity(96);
        if is_empty {
            let Square { row, column } = Square::CENTRE;
            ranges.push(AnchorRange::at_square(row, column, 0, SIZE - 1));
            ranges.push(AnchorRange::at_square(SIZE + column, row, 0, SIZE - 1));
            return ranges;
        }
        for (number, line) in self.lines.iter().enumerate() {
            if line.occupied | line.crossed == 0 {
                continue;
            }
            let mut leftmost = 0;
            for (first, last) in line.runs().chain([(SIZE + 1, SIZE + 1)]) {
                // A word that touches no run leaves an empty square before the run.
                if first > 0 {
                    push_ranges_between_runs(line, number, leftmost, first - 1, &mut ranges);
                }
                if first < SIZE {
                    ranges.push(AnchorRange::through_run(number, first, last, leftmost.min(first)));
                }
                leftmost = last + 2;
            }
        }
        ranges
    }
}

/// Converts the bonus of a square to the type of a line.
///
/// # Panics
/// Never: a bonus is at most 3.
fn small(bonus: u32) -> u8 {
    u8::try_from(bonus).expect("a bonus is at most 3")
}

/// Returns the line that crosses another one at a square.
pub(super) const fn crossing_line(number: usize, at: usize) -> usize {
    if number < SIZE { SIZE + at } else { at }
}

pub(super) const fn coordinate_of(line: usize, start: usize) -> Coordinate {
    if line < SIZE {
        Square { row: line, column: start }.coordinate(Direction::Across)
    } else {
        Square { row: start, column: line - SIZE }.coordinate(Direction::Down)
    }
}

/// The words of a line that are found together. They all cover the same squares, the anchor, and
/// stay within the same limits.
///
/// The ranges of a line are disjoint and together contain every connected word. The words of a
/// range either go through a run of tiles and no run left of it, or go through no run at all, cover
/// a crossed square, and cover no crossed square left of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnchorRange {
    pub line: u8,
    /// The squares that every word covers: a run of tiles, or one empty square.
    pub first: u8,
    pub last: u8,
    /// The leftmost square that a word may cover.
    pub leftmost: u8,
    /// The rightmost square that a word may cover.
    pub rightmost: u8,
    /// True if the anchor is a run of tiles.
    pub through_tiles: bool,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "lines are numbered 0 to 29, and squares of a line 0 to 14"
)]
impl AnchorRange {
    const fn at_square(line: usize, square: usize, leftmost: usize, rightmost: usize) -> Self {
        Self {
            line: line as u8,
            first: square as u8,
            last: square as u8,
            leftmost: leftmost as u8,
            rightmost: rightmost as u8,
            through_tiles: false,
        }
    }

    const fn through_run(line: usize, first: usize, last: usize, leftmost: usize) -> Self {
        Self {
            line: line as u8,
            first: first as u8,
            last: last as u8,
            leftmost: leftmost as u8,
            rightmost: SIZE as u8 - 1,
            through_tiles: true,
        }
    }
}

/// Adds the anchor ranges of the empty squares from `from` up to, but not including, `to`.
fn push_ranges_between_runs(
    line: &Line,
    number: usize,
    from: usize,
    to: usize,
    ranges: &mut Vec<AnchorRange>,
) {
    let mut leftmost = from;
    for at in from..to {
        if line.is_crossed(at) {
            ranges.push(AnchorRange::at_square(number, at, leftmost, to - 1));
            leftmost = at + 1;
        }
    }
}

/// Iterates over the squares of a line that are set in a mask, in ascending order.
pub(super) struct SquareMask(pub u16);

impl Iterator for SquareMask {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (square < 16).then_some(square)
    }
}
