//! Plays: moves that obey every rule of the board.

use std::fmt;

use serde::{Serialize, Serializer};

use super::board::{Board, Tile};
use super::rack::Rack;
use super::square::{Coordinate, Square};
use super::written_move::PLAYED_THROUGH;
use crate::word::Word;

/// A tile of a word on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlacedTile {
    /// The square of the tile.
    pub square: Square,
    /// The tile.
    pub tile: Tile,
    /// True if the move places the tile, false if it was already on the board.
    pub is_new: bool,
}

/// A move on a board.
///
/// Holding one proves that it obeys every rule except that its words must be allowed. Its new tiles
/// are in one line on empty squares, without gaps, connected to the other tiles, and on the rack if
/// one was given; and its word is the whole main word (RULEBOOK G7, G11).
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::{Board, Play, Rack, Rules};
///
/// let (rules, mut violations) = (Rules::WORDGAME, Violations::default());
/// let rack = Rack::read("HELLO?AB", 8, &mut violations).unwrap();
/// let written = "8D HELLo".parse()?;
/// let board = Board::default();
/// let play = Play::place(&written, &board, Some(&rack), &rules, &mut violations).unwrap();
/// assert_eq!((play.tiles_used(), play.remaining_rack(&rack).to_string().as_str()), (5, "ABO"));
///
/// let board = play.apply_to(&board);
/// let written = "7H ABLE".parse()?;
/// assert!(Play::place(&written, &board, None, &rules, &mut violations).is_ok());
/// let written = "1A ABLE".parse()?;
/// assert!(Play::place(&written, &board, None, &rules, &mut violations).is_err());
/// assert_eq!(violations.as_slice()[0].detail, "the move touches no tile on the board");
/// # Ok::<(), wordcourt::rules::wordgame::WrittenMoveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Play {
    coordinate: Coordinate,
    tiles: Vec<PlacedTile>,
}

impl Play {
    /// Makes a play from tiles that the caller has checked or that a search has found.
    pub(super) const fn of_tiles(coordinate: Coordinate, tiles: Vec<PlacedTile>) -> Self {
        Self { coordinate, tiles }
    }

    /// Returns the coordinate of the main word.
    #[must_use]
    pub const fn coordinate(&self) -> Coordinate {
        self.coordinate
    }

    /// Returns the main word, tile by tile.
    #[must_use]
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    /// Returns the tiles that the move places.
    pub fn new_tiles(&self) -> impl Iterator<Item = &PlacedTile> {
        self.tiles.iter().filter(|placed| placed.is_new)
    }

    /// Returns the number of tiles that the move places.
    #[must_use]
    pub fn tiles_used(&self) -> usize {
        self.new_tiles().count()
    }

    /// Returns the cross-words, each from its first tile to its last; `board` is the board before
    /// the move.
    pub fn cross_words<'p>(
        &'p self,
        board: &'p Board,
    ) -> impl Iterator<Item = Vec<PlacedTile>> + 'p {
        let direction = self.coordinate.direction.other();
        let existing = |run: Vec<(Square, Tile)>| {
            run.into_iter().map(|(square, tile)| PlacedTile { square, tile, is_new: false })
        };
        self.new_tiles().filter_map(move |placed| {
            let before = board.tiles_before(placed.square, direction);
            let after = board.tiles_after(placed.square, direction);
            if before.is_empty() && after.is_empty() {
                return None;
            }
            Some(existing(before).chain([*placed]).chain(existing(after)).collect())
        })
    }

    /// Returns the board after the move.
    #[must_use]
    pub fn apply_to(&self, board: &Board) -> Board {
        let mut after = *board;
        self.new_tiles().for_each(|placed| after.place(placed.square, placed.tile));
        after
    }

    /// Returns the tiles that the move leaves on a rack; tiles that are not on the rack are
    /// ignored.
    #[must_use]
    pub fn remaining_rack(&self, rack: &Rack) -> Rack {
        let mut remaining = *rack;
        for placed in self.new_tiles() {
            let _ = remaining.take(placed.tile);
        }
        remaining
    }

    /// Returns the move as in `8D HE..o`, with dots for tiles that were already on the board.
    fn to_text(&self) -> String {
        let mut text = String::with_capacity("15A ".len() + self.tiles.len());
        self.coordinate.with_text(|coordinate| text.push_str(coordinate));
        text.push(' ');
        text.extend(self.tiles.iter().map(|placed| {
            let mark = if placed.is_new { placed.tile.as_ascii() } else { PLAYED_THROUGH };
            char::from(mark)
        }));
        text
    }
}

impl fmt::Display for Play {
    /// Writes the move as in `8D HE..o`, with dots for tiles that were already on the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

/// Returns the word that `tiles` spell.
///
/// # Panics
/// Panics if there are no tiles, or more than a line has squares.
pub(super) fn word_of(tiles: &[PlacedTile]) -> Word {
    Word::from_letters(tiles.iter().map(|placed| placed.tile.letter))
        .expect("a word on the board has 1 to 15 letters")
}
