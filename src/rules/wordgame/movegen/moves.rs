//! The moves that a search finds, and their order.

use std::cmp::Ordering;
use std::fmt;

use super::lines::coordinate_of;
use crate::rules::wordgame::board::Tile;
use crate::rules::wordgame::play::{PlacedTile, Play};
use crate::rules::wordgame::square::{Coordinate, SIZE};
use crate::rules::wordgame::written_move::PLAYED_THROUGH;

/// A move that a search has found, with its coordinate, letters and score.
///
/// The greater of two moves is the better one. The better move has more points, then fewer tiles,
/// then the earlier row, then the earlier column, then across before down, and then the word that
/// comes first in ASCII order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    pub(super) total: u32,
    /// The line, the first square of the word in the line, and the number of squares that the word
    /// covers.
    pub(super) line: u8,
    pub(super) start: u8,
    pub(super) length: u8,
    pub(super) tiles: u8,
    /// The mask of the squares with new tiles.
    pub(super) new_tiles: u16,
    /// The letters by square of the line, in ASCII, in lower case for blanks.
    pub(super) letters: [u8; SIZE + 1],
}

impl Move {
    /// Returns the coordinate of the main word.
    #[must_use]
    pub fn coordinate(&self) -> Coordinate {
        coordinate_of(usize::from(self.line), usize::from(self.start))
    }

    /// Returns the whole main word in ASCII, in lower case for blanks.
    #[must_use]
    pub fn letters(&self) -> &[u8] {
        let start = usize::from(self.start);
        &self.letters[start..start + usize::from(self.length)]
    }

    /// Returns true if the letter at an index of the word is a new tile.
    #[must_use]
    pub const fn is_new(&self, index: usize) -> bool {
        self.new_tiles >> (self.start as usize + index) & 1 != 0
    }

    /// Returns the score.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.total
    }

    /// Returns the number of new tiles.
    #[must_use]
    pub const fn tiles_used(&self) -> usize {
        self.tiles as usize
    }

    /// Returns the move as a play, tile by tile.
    #[must_use]
    pub fn play(&self) -> Play {
        let coordinate = self.coordinate();
        let placed_tile = |(index, letter): (usize, &u8)| {
            Some(PlacedTile {
                square: coordinate.square.step(coordinate.direction, index)?,
                tile: Tile::from_ascii(*letter)?,
                is_new: self.is_new(index),
            })
        };
        let tiles = self.letters().iter().enumerate().filter_map(placed_tile).collect();
        Play::of_tiles(coordinate, tiles)
    }

    pub(super) const fn key(&self) -> MoveKey {
        let Self { total, tiles, line, start, .. } = *self;
        MoveKey::new(total, tiles as usize, line as usize, start as usize)
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key()).then_with(|| other.letters().cmp(self.letters()))
    }
}

impl fmt::Display for Move {
    /// Writes the move as in `8D HE..o`, with dots for tiles that are already on the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.coordinate())?;
        self.letters().iter().enumerate().try_for_each(|(index, &letter)| {
            let mark = if self.is_new(index) { letter } else { PLAYED_THROUGH };
            write!(f, "{}", char::from(mark))
        })
    }
}

/// The rank of a move except for its word, as one number. A better move has a greater key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveKey(u64);

impl MoveKey {
    /// The smallest key.
    pub(super) const MIN: Self = Self(0);

    pub(super) const fn new(total: u32, tiles: usize, line: usize, start: usize) -> Self {
        let (row, column, down) =
            if line < SIZE { (line, start, 0) } else { (start, line - SIZE, 1) };
        let coordinate = (((row * SIZE + column) as u64) << 1) | down;
        Self(((total as u64) << 32) | ((0xff - tiles as u64) << 16) | (0xffff - coordinate))
    }

    pub(super) const fn total(self) -> u32 {
        (self.0 >> 32) as u32
    }
}
