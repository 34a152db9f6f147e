//! The board: what lies on its squares.

use std::borrow::Cow;

use super::square::{Direction, NUMBERS, SIZE, Square};
use crate::rules::{BreachCode, Breaches, counted};
use crate::word::Letter;

/// A row on which nothing lies.
pub(super) const FREE_ROW: &str = "...............";

/// A tile as it is played: its letter, and whether it is a blank that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The letter that it shows or stands for.
    pub letter: Letter,
    /// Whether it is a blank.
    pub is_blank: bool,
}

impl Tile {
    /// Reads a letter: upper case is a letter tile, lower case a blank.
    #[must_use]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        match Letter::from_ascii(byte) {
            Some(letter) => Some(Self { letter, is_blank: byte.is_ascii_lowercase() }),
            None => None,
        }
    }

    /// The tile as it is written: lower case for a blank.
    #[must_use]
    pub const fn as_ascii(self) -> u8 {
        let letter = self.letter.as_ascii();
        if self.is_blank { letter.to_ascii_lowercase() } else { letter }
    }
}

/// A board of 15×15 squares.
///
/// Holding one proves that its tiles hang together and cover the centre, or that it is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    rows: [[Option<Tile>; SIZE]; SIZE],
    /// A bit a square of each row, from the left: whether a tile lies on it. Most squares are free, and looking at each of them takes longest of all.
    taken: [u16; SIZE],
}

impl Board {
    /// Reads rows from top to bottom: `.` is a free square, a capital a letter tile, a small letter a blank.
    ///
    /// All that is wrong goes to `breaches`; `pointer` is where the list of rows stands in the request.
    pub fn read(rows: &[impl AsRef<str>], pointer: &str, breaches: &mut Breaches) -> Option<Self> {
        Self::read_rows(rows, pointer, |row| format!("{pointer}/{row}").into(), breaches)
    }

    /// Reads rows that stand where `row_pointer` says.
    pub(super) fn read_rows<'p>(
        rows: &[impl AsRef<str>],
        pointer: &str,
        row_pointer: impl Fn(usize) -> Cow<'p, str>,
        breaches: &mut Breaches,
    ) -> Option<Self> {
        let mut board = Self::default();
        let before = breaches.len();
        if rows.len() != SIZE {
            let detail = format_args!("the board has {}; it has {SIZE}", counted(rows.len(), "row"));
            let code = if rows.len() < SIZE { BreachCode::TooFew } else { BreachCode::TooMany };
            breaches.add(code, "G1", pointer, detail);
        }
        let is_taken = |(_, text): &(usize, &str)| *text != FREE_ROW;
        for (row, text) in rows.iter().map(AsRef::as_ref).take(SIZE).enumerate().filter(is_taken) {
            board.read_row(row, text, &row_pointer(row), breaches);
        }
        if breaches.len() > before {
            return None;
        }
        board.check_hanging_together(pointer, breaches);
        (breaches.len() == before).then_some(board)
    }

    fn read_row(&mut self, row: usize, text: &str, pointer: &str, breaches: &mut Breaches) {
        let squares = text.chars().count();
        if squares != SIZE {
            let detail = format_args!("row {} has {}; a row has {SIZE}", row + 1, counted(squares, "square"));
            let code = if squares < SIZE { BreachCode::TooFew } else { BreachCode::TooMany };
            breaches.add(code, "G1", pointer, detail);
        }
        for (column, mark) in text.chars().take(SIZE).enumerate() {
            let tile = u8::try_from(mark).ok().and_then(Tile::from_ascii);
            if tile.is_none() && mark != '.' {
                let square = Square { row, column };
                let detail = format_args!(
                    "{square} holds {mark:?}; a square is \".\", a capital for a letter tile or a small letter for a blank"
                );
                breaches.add(BreachCode::InvalidSquare, "G11", pointer, detail);
            }
            if let Some(tile) = tile {
                self.lay(Square { row, column }, tile);
            }
        }
    }

    /// Every tile must hang together with one on the centre: no game gets elsewhere (RULEBOOK G7).
    pub(super) fn check_hanging_together(&self, pointer: &str, breaches: &mut Breaches) {
        // A bit a square: what can be reached from the centre grows by its neighbours until it doesn't grow any more.
        let taken = &self.taken;
        let mut reached = [0_u16; SIZE];
        reached[Square::CENTRE.row] = taken[Square::CENTRE.row] & 1 << Square::CENTRE.column;
        loop {
            let before = reached;
            for row in 0..SIZE {
                let above = row.checked_sub(1).map_or(0, |above| reached[above]);
                let below = reached.get(row + 1).copied().unwrap_or_default();
                reached[row] |= (above | below | reached[row] << 1 | reached[row] >> 1) & taken[row];
            }
            if reached == before {
                break;
            }
        }
        if reached == *taken {
            return;
        }
        let floating: Vec<String> = self
            .tiles()
            .filter(|(square, _)| reached[square.row] >> square.column & 1 == 0)
            .map(|(square, _)| square.to_string())
            .collect();
        let detail = format_args!(
            "the tiles on {} don't hang together with a tile on the centre, {}",
            floating.join(", "),
            Square::CENTRE
        );
        breaches.add(BreachCode::FloatingTiles, "G7", pointer, detail);
    }

    /// What lies on a square.
    #[must_use]
    pub const fn tile(&self, square: Square) -> Option<Tile> {
        self.rows[square.row][square.column]
    }

    /// Lays a tile.
    pub(super) const fn lay(&mut self, square: Square, tile: Tile) {
        self.rows[square.row][square.column] = Some(tile);
        self.taken[square.row] |= 1 << square.column;
    }

    /// Whether no tile lies on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.taken == [0; SIZE]
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Square, Tile)> + '_ {
        (0..SIZE).flat_map(|row| self.tiles_of(row))
    }

    /// The tiles of a row, from left to right.
    pub(super) fn tiles_of(&self, row: usize) -> impl Iterator<Item = (Square, Tile)> + '_ {
        let mut taken = self.taken[row];
        std::iter::from_fn(move || {
            let square = Square { row, column: taken.trailing_zeros() as usize };
            taken &= taken.wrapping_sub(1);
            // Behind the last one there is no such column.
            self.rows[row].get(square.column).copied().flatten().map(|tile| (square, tile))
        })
    }

    /// The rows as text, as [`Board::read`] reads them.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let mark = |tile: &Option<Tile>| tile.map_or('.', |tile| char::from(tile.as_ascii()));
        self.rows.iter().map(|row| row.iter().map(mark).collect()).collect()
    }

    /// The rows in one line, free squares counted, as a position in CGP has them: `15/15/…/4HElLO6/…`.
    #[must_use]
    pub fn to_counted_rows(&self) -> String {
        let mut rows = String::with_capacity(SIZE * (SIZE + 1));
        for row in 0..SIZE {
            let mut next = 0;
            let count = |rows: &mut String, next: usize, to: usize| {
                if to > next {
                    rows.push_str(NUMBERS[to - next]);
                }
            };
            for (Square { column, .. }, tile) in self.tiles_of(row) {
                count(&mut rows, next, column);
                rows.push(char::from(tile.as_ascii()));
                next = column + 1;
            }
            count(&mut rows, next, SIZE);
            rows.push('/');
        }
        rows.pop();
        rows
    }

    /// The tiles that lie in a line right before a square, from the first to the last.
    #[must_use]
    pub fn run_before(&self, square: Square, direction: Direction) -> Vec<(Square, Tile)> {
        let mut run = Vec::new();
        let mut at = square.back(direction);
        while let Some((square, tile)) = at.and_then(|square| Some((square, self.tile(square)?))) {
            run.push((square, tile));
            at = square.back(direction);
        }
        run.reverse();
        run
    }

    /// The tiles that lie in a line right behind a square.
    #[must_use]
    pub fn run_behind(&self, square: Square, direction: Direction) -> Vec<(Square, Tile)> {
        let line = (1..).map_while(|steps| square.step(direction, steps));
        line.map_while(|square| Some((square, self.tile(square)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &[&str]) -> (Option<Board>, Vec<(BreachCode, String)>) {
        let mut breaches = Breaches::default();
        let board = Board::read(rows, "/board", &mut breaches);
        (board, breaches.as_slice().iter().map(|breach| (breach.code, breach.pointer.clone())).collect())
    }

    const EMPTY: &str = "...............";

    #[test]
    fn boards_are_written_as_they_are_read() {
        let mut rows = [EMPTY; SIZE];
        rows[7] = "....HElLO......";
        let (board, _) = read(&rows);
        let board = board.unwrap();
        assert_eq!(board.to_rows(), rows);
        assert_eq!(board.tiles().count(), 5);
        let blank = board.tile(Square { row: 7, column: 6 }).unwrap();
        assert!(blank.is_blank && blank.letter.as_char() == 'L');
    }

    #[test]
    fn everything_wrong_is_told_at_once() {
        let mut rows = [EMPTY; 14].to_vec();
        rows[2] = "..";
        rows[3] = "....9.........é";
        let (board, breaches) = read(&rows);
        assert_eq!(board, None);
        assert_eq!(
            breaches,
            [
                (BreachCode::TooFew, "/board".to_owned()),
                (BreachCode::TooFew, "/board/2".to_owned()),
                (BreachCode::InvalidSquare, "/board/3".to_owned()),
                (BreachCode::InvalidSquare, "/board/3".to_owned()),
            ]
        );
    }

    #[test]
    fn tiles_hang_together_with_the_centre() {
        let mut rows = [EMPTY; SIZE];
        rows[7] = "....HELLO...X..";
        assert_eq!(read(&rows).1, [(BreachCode::FloatingTiles, "/board".to_owned())]);
        rows[7] = "HELLO..........";
        assert_eq!(read(&rows).1, [(BreachCode::FloatingTiles, "/board".to_owned())]);
    }
}
