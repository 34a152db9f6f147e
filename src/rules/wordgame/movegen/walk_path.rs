//! The state of a walk through the GADDAG along a line.

use super::lines::{AnchorRange, Line, SquareMask};
use super::moves::Move;
use crate::rules::wordgame::square::SIZE;
use crate::word::Letter;

/// The path of a walk: the tiles placed so far.
pub(super) struct WalkPath<'p> {
    pub line: &'p Line,
    pub range: AnchorRange,
    /// The square to the right of the anchor.
    pub after_anchor: NextSquare,
    /// The letter on each square of the line, new ones included, in ASCII.
    pub letters: [u8; SIZE + 1],
    /// The mask of the squares with new tiles.
    pub new_tiles: u16,
    /// The mask of the squares where a blank stands for a letter that is not on the rack.
    pub blanks: u16,
}

impl<'p> WalkPath<'p> {
    pub(super) fn new(line: &'p Line, range: AnchorRange) -> Self {
        let after_anchor = NextSquare::rightwards(line, range, usize::from(range.last) + 1);
        Self { line, range, after_anchor, letters: line.tiles, new_tiles: 0, blanks: 0 }
    }

    #[inline(always)]
    pub(super) fn letter(&self, at: usize) -> Option<Letter> {
        Letter::from_ascii(self.letters[at])
    }
}

/// A square on which a tile may be placed next.
#[derive(Debug, Clone, Copy)]
pub(super) struct NextSquare {
    /// The letters that can be placed on the square; none beyond the limits of the anchor range.
    pub allowed: u32,
    /// All bits are set if there is a tile directly after the square; otherwise none are set.
    pub continues: u32,
}

impl NextSquare {
    #[inline(always)]
    pub(super) fn at(line: &Line, at: usize) -> Self {
        Self { allowed: line.allowed[at].bits(), continues: 0 }
    }

    /// Returns the square to the left of another one.
    #[inline(always)]
    pub(super) fn leftwards(line: &Line, range: AnchorRange, at: usize) -> Self {
        if at > usize::from(range.leftmost) {
            Self::at(line, at - 1)
        } else {
            Self { allowed: 0, continues: 0 }
        }
    }

    /// Returns a square to the right of the anchor.
    #[inline(always)]
    pub(super) fn rightwards(line: &Line, range: AnchorRange, at: usize) -> Self {
        let allowed = if at > usize::from(range.rightmost) { 0 } else { line.allowed[at].bits() };
        Self { allowed, continues: if line.is_occupied(at + 1) { u32::MAX } else { 0 } }
    }
}

/// A word that a walk has completed.
pub(super) struct CompleteWord {
    pub start: usize,
    pub length: usize,
    /// The number of new tiles.
    pub tiles: usize,
    pub word_multiplier: u32,
}

impl CompleteWord {
    /// Returns the move that places the word, with blanks on some squares.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a word starts on square 0 to 14 and has at most 15 letters"
    )]
    pub(super) fn to_move(&self, path: &WalkPath<'_>, blanks: u16, total: u32) -> Move {
        let mut letters = path.letters;
        for at in SquareMask(blanks) {
            letters[at] = letters[at].to_ascii_lowercase();
        }
        Move {
            total,
            line: path.range.line,
            start: self.start as u8,
            length: self.length as u8,
            tiles: self.tiles as u8,
            new_tiles: path.new_tiles,
            letters,
        }
    }
}
