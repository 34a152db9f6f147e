//! The board and the tiles on its squares.

use serde::{Serialize, Serializer};

use super::square::{Direction, NUMBERS, SIZE, Square};
use crate::rules::{Refused, ViolationCode, Violations, counted};
use crate::word::Letter;

/// A row without tiles.
pub(super) const EMPTY_ROW: &str = "...............";
/// As many rows without tiles as a board has, in CGP.
const EMPTY_CGP_ROWS: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15/";

/// A tile as it is placed on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The letter on the tile, or the letter that a blank stands for.
    pub letter: Letter,
    /// True if the tile is a blank.
    pub is_blank: bool,
}

impl Tile {
    /// Reads a letter: upper case is a letter tile, lower case is a blank.
    #[must_use]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        match Letter::from_ascii(byte) {
            Some(letter) => Some(Self { letter, is_blank: byte.is_ascii_lowercase() }),
            None => None,
        }
    }

    /// Returns the tile as it is written: in upper case, or in lower case if it is a blank.
    #[must_use]
    pub const fn as_ascii(self) -> u8 {
        let letter = self.letter.as_ascii();
        if self.is_blank { letter.to_ascii_lowercase() } else { letter }
    }
}

/// A board of 15×15 squares.
///
/// A board that was parsed is either empty or one connected group of tiles that covers the centre
/// (RULEBOOK G7), unless the rules allow others (RULEBOOK C9).
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::{Board, Square};
///
/// let mut rows = ["..............."; 15];
/// rows[7] = "....HElLO......";
/// let mut violations = Violations::default();
/// let board = Board::read(&rows, &mut violations);
/// let board = violations.finish(board)?;
/// assert_eq!(board.tiles().count(), 5);
/// assert!(board.tile(Square { row: 7, column: 6 }).is_some_and(|tile| tile.is_blank));
///
/// rows[2] = "HELLO..........";
/// let mut violations = Violations::default();
/// assert!(Board::read(&rows, &mut violations).is_err());
/// assert!(violations.as_slice()[0].detail.starts_with("the tiles on 3A, 3B, 3C, 3D, 3E are not"));
/// # Ok::<(), Violations>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    rows: [[Option<Tile>; SIZE]; SIZE],
    /// The occupied squares: one mask per row, one bit per column. Most squares are empty, so
    /// iterating over the masks is much faster than examining every square.
    occupied: [u16; SIZE],
}

impl Board {
    /// Reads the rows from top to bottom: `.` is an empty square, an upper-case letter is a letter
    /// tile, a lower-case letter is a blank.
    ///
    /// # Errors
    /// Records all violations: a wrong number of rows or squares (G1) and invalid squares (G11),
    /// those of a row at its index. If there are none, records tiles that are not connected to the
    /// centre (G7).
    pub fn read(rows: &[impl AsRef<str>], violations: &mut Violations) -> Result<Self, Refused> {
        Self::read_by(true, rows, violations)
    }

    /// Reads the rows like [`Board::read`]. Unless `connected` is true, the tiles may be anywhere
    /// (RULEBOOK C9).
    ///
    /// # Errors
    /// Those of [`Board::read`].
    pub fn read_by(
        connected: bool,
        rows: &[impl AsRef<str>],
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        Self::read_rows(connected, rows, violations, |board, row, text, violations| {
            board.read_row(row, text, &mut violations.at(row))
        })
    }

    /// Reads the rows of a single text. Violations are recorded at the text, because its rows have
    /// no place of their own.
    pub(super) fn read_text_rows(
        connected: bool,
        rows: &[impl AsRef<str>],
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        Self::read_rows(connected, rows, violations, Self::read_row)
    }

    fn read_rows(
        connected: bool,
        rows: &[impl AsRef<str>],
        violations: &mut Violations,
        read_row: impl Fn(&mut Self, usize, &str, &mut Violations) -> Result<(), Refused>,
    ) -> Result<Self, Refused> {
        let mut board = Self::default();
        let mut outcome = check_row_count(rows.len(), violations);
        for (row, text) in rows.iter().map(AsRef::as_ref).take(SIZE).enumerate() {
            if text != EMPTY_ROW {
                outcome = outcome.and(read_row(&mut board, row, text, violations));
            }
        }
        outcome?;
        if connected {
            board.check_connected(violations)?;
        }
        Ok(board)
    }

    fn read_row(
        &mut self,
        row: usize,
        text: &str,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let mut outcome = Ok(());
        let squares = text.chars().count();
        if squares != SIZE {
            let detail = format_args!(
                "row {} has {}; a row must have {SIZE}",
                row + 1,
                counted(squares, "square")
            );
            let code = if squares < SIZE { ViolationCode::TooFew } else { ViolationCode::TooMany };
            outcome = Err(violations.refuse(code, "G1", detail));
        }
        for (column, mark) in text.chars().take(SIZE).enumerate() {
            let square = Square { row, column };
            if let Some(tile) = u8::try_from(mark).ok().and_then(Tile::from_ascii) {
                self.place(square, tile);
            } else if mark != '.' {
                let detail = format_args!(
                    "{square} has {mark:?}; write \".\" for an empty square, an upper-case letter \
                     for a letter tile, or a lower-case letter for a blank"
                );
                outcome = Err(violations.refuse(ViolationCode::InvalidSquare, "G11", detail));
            }
        }
        outcome
    }

    /// Checks that every tile is connected to a tile on the centre, as in every position that a
    /// game can reach (RULEBOOK G7).
    fn check_connected(&self, violations: &mut Violations) -> Result<(), Refused> {
        if self.is_connected() {
            return Ok(());
        }
        let connected = self.connected_to_centre();
        let floating: Vec<String> = self
            .tiles()
            .filter(|(square, _)| connected[square.row] >> square.column & 1 == 0)
            .map(|(square, _)| square.to_string())
            .collect();
        let detail = format_args!(
            "the tiles on {} are not connected to a tile on the centre, {}; for a puzzle, set \
             rules.connected to false",
            floating.join(", "),
            Square::CENTRE
        );
        Err(violations.refuse(ViolationCode::FloatingTiles, "G7", detail))
    }

    /// Returns true if every tile is connected to a tile on the centre.
    pub(super) fn is_connected(&self) -> bool {
        self.connected_to_centre() == self.occupied
    }

    /// Returns the occupied squares that can be reached from the centre, one mask per row.
    ///
    /// A flood fill by rows: down the board, then up, until nothing changes.
    fn connected_to_centre(&self) -> [u16; SIZE] {
        let occupied = &self.occupied;
        let centre = Square::CENTRE;
        let mut reached = [0; SIZE];
        reached[centre.row] = runs_through(occupied[centre.row], 1 << centre.column);
        // No tile beyond an empty row can be reached.
        let above = occupied[..centre.row].iter().rev().take_while(|row| **row != 0).count();
        let below = occupied[centre.row + 1..].iter().take_while(|row| **row != 0).count();
        let (top, bottom) = (centre.row - above, centre.row + below);
        let mut is_changed = true;
        // Ends, because each round but the last reaches further squares.
        while is_changed {
            is_changed = false;
            let down = (top + 1..=bottom).map(|row| (row - 1, row));
            let up = (top + 1..=bottom).rev().map(|row| (row, row - 1));
            for (from, to) in down.chain(up) {
                let new = reached[from] & occupied[to] & !reached[to];
                if new != 0 {
                    reached[to] |= runs_through(occupied[to], new);
                    is_changed = true;
                }
            }
        }
        reached
    }

    /// Returns the tile on a square.
    #[must_use]
    pub const fn tile(&self, square: Square) -> Option<Tile> {
        self.rows[square.row][square.column]
    }

    /// Places a tile on a square.
    pub(super) const fn place(&mut self, square: Square, tile: Tile) {
        self.rows[square.row][square.column] = Some(tile);
        self.occupied[square.row] |= 1 << square.column;
    }

    /// Removes the tile from a square.
    pub(super) const fn remove(&mut self, square: Square) {
        self.rows[square.row][square.column] = None;
        self.occupied[square.row] &= !(1 << square.column);
    }

    /// Returns true if the board has no tiles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.occupied == [0; SIZE]
    }

    /// Returns the tiles with their squares, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Square, Tile)> + '_ {
        let rows = (0..SIZE).filter(|&row| self.occupied[row] != 0);
        rows.flat_map(|row| self.tiles_of_row(row))
    }

    /// Returns the tiles of a row, from left to right.
    fn tiles_of_row(&self, row: usize) -> impl Iterator<Item = (Square, Tile)> + '_ {
        let mut occupied = self.occupied[row];
        std::iter::from_fn(move || {
            let square = Square { row, column: occupied.trailing_zeros() as usize };
            occupied &= occupied.wrapping_sub(1);
            // After the last tile the column is 16, which no row has.
            self.rows[row].get(square.column).copied().flatten().map(|tile| (square, tile))
        })
    }

    /// Returns the rows in the form that [`Board::read`] reads.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let mark = |tile: &Option<Tile>| tile.map_or('.', |tile| char::from(tile.as_ascii()));
        self.rows.iter().map(|row| row.iter().map(mark).collect()).collect()
    }

    /// Returns the rows as a CGP position writes them, with a number for each run of empty squares:
    /// `15/15/…/4HElLO6/…`.
    #[must_use]
    pub fn to_cgp_rows(&self) -> String {
        let mut rows = String::with_capacity(SIZE * (SIZE + 1));
        let empty = |count: usize| &EMPTY_CGP_ROWS[..count * "15/".len()];
        let mut empty_rows = 0;
        for row in 0..SIZE {
            if self.occupied[row] == 0 {
                empty_rows += 1;
                continue;
            }
            rows.push_str(empty(std::mem::take(&mut empty_rows)));
            let mut next = 0;
            for (Square { column, .. }, tile) in self.tiles_of_row(row) {
                push_empty_squares(&mut rows, column - next);
                rows.push(char::from(tile.as_ascii()));
                next = column + 1;
            }
            push_empty_squares(&mut rows, SIZE - next);
            rows.push('/');
        }
        rows.push_str(empty(empty_rows));
        rows.pop();
        rows
    }

    /// Returns the unbroken run of tiles directly before a square, from the first to the last.
    #[must_use]
    pub fn tiles_before(&self, square: Square, direction: Direction) -> Vec<(Square, Tile)> {
        let line = std::iter::successors(square.back(direction), |square| square.back(direction));
        let mut run: Vec<(Square, Tile)> =
            line.map_while(|square| Some((square, self.tile(square)?))).collect();
        run.reverse();
        run
    }

    /// Returns the unbroken run of tiles directly after a square.
    #[must_use]
    pub fn tiles_after(&self, square: Square, direction: Direction) -> Vec<(Square, Tile)> {
        let line = (1..).map_while(|steps| square.step(direction, steps));
        line.map_while(|square| Some((square, self.tile(square)?))).collect()
    }
}

impl Serialize for Board {
    /// Writes the rows that [`Board::read`] reads.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_rows())
    }
}

/// Returns the unbroken runs of a row that have one of these squares.
const fn runs_through(row: u16, squares: u16) -> u16 {
    let mut reached = squares & row;
    // The squares that a step of this length can reach without crossing an empty square.
    let (mut rightward, mut leftward) = (row, row);
    let mut steps = 1;
    while steps < SIZE {
        reached |= (reached << steps & rightward) | (reached >> steps & leftward);
        rightward &= rightward << steps;
        leftward &= leftward >> steps;
        steps *= 2;
    }
    reached
}

fn check_row_count(rows: usize, violations: &mut Violations) -> Result<(), Refused> {
    if rows == SIZE {
        return Ok(());
    }
    let code = if rows < SIZE { ViolationCode::TooFew } else { ViolationCode::TooMany };
    let detail = format_args!("the board has {}; it must have {SIZE}", counted(rows, "row"));
    Err(violations.refuse(code, "G1", detail))
}

/// Writes a number of empty squares, unless there are none.
fn push_empty_squares(rows: &mut String, count: usize) {
    if count > 0 {
        rows.push_str(NUMBERS[count]);
    }
}
