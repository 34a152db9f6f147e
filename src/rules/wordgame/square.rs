//! Squares of the board and the directions of words, as word-game software writes them (RULEBOOK G11).

use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};

/// How many squares a row and a column have.
pub const SIZE: usize = 15;

/// The numbers of rows, of columns and of free squares in a row: far quicker copied than formatted.
pub(super) const NUMBERS: [&str; SIZE + 1] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

/// A square: its row and column, counted from 0 at the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
}

impl Square {
    /// The middle of the board, which the first word covers.
    pub const CENTRE: Self = Self { row: SIZE / 2, column: SIZE / 2 };

    /// The square so many steps further in a direction, unless that is off the board.
    #[must_use]
    pub fn step(self, direction: Direction, steps: usize) -> Option<Self> {
        let Self { row, column } = self;
        let square = match direction {
            Direction::Across => Self { row, column: column + steps },
            Direction::Down => Self { row: row + steps, column },
        };
        (square.row < SIZE && square.column < SIZE).then_some(square)
    }

    /// The square before this one in a direction, unless that is off the board.
    #[must_use]
    pub fn back(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Across => Some(Self { column: self.column.checked_sub(1)?, ..self }),
            Direction::Down => Some(Self { row: self.row.checked_sub(1)?, ..self }),
        }
    }

    /// The squares that share a side with this one.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        [Direction::Across, Direction::Down]
            .into_iter()
            .flat_map(move |direction| [self.back(direction), self.step(direction, 1)])
            .flatten()
    }

    /// Where a word begins and how it runs: `8D` across, `D8` down.
    #[must_use]
    pub fn with(self, direction: Direction) -> Place {
        Place { square: self, direction }
    }

    fn letter(self) -> char {
        char::from(b'A' + self.column as u8)
    }
}

impl fmt::Display for Square {
    /// Row before column, as in `8D`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NUMBERS[self.row + 1])?;
        f.write_char(self.letter())
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a word runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
        }
    }
}

/// Where a word begins and how it runs.
///
/// ```
/// use wordcourt::rules::wordgame::{Direction, Place};
/// let place: Place = "d8".parse().unwrap();
/// assert_eq!((place.square.row, place.square.column, place.direction), (7, 3, Direction::Down));
/// assert_eq!(place.to_string(), "D8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The square of its first letter.
    pub square: Square,
    /// How it runs.
    pub direction: Direction,
}

/// Why a text is no place on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a place is a row from 1 to 15 and a column from A to O: \"8D\" across, \"D8\" down")]
pub struct NotAPlace;

impl std::str::FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let (row, column, direction) = match text.as_bytes() {
            [row @ .., column] if column.is_ascii_alphabetic() => (row, *column, Direction::Across),
            [column, row @ ..] => (row, *column, Direction::Down),
            [] => return Err(NotAPlace),
        };
        let column = usize::from(column.to_ascii_uppercase().wrapping_sub(b'A'));
        let row: usize = match row {
            [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
            [b'1', digit @ b'0'..=b'9'] => 10 + usize::from(digit - b'0'),
            _ => return Err(NotAPlace),
        };
        if row > SIZE || column >= SIZE {
            return Err(NotAPlace);
        }
        Ok(Self { square: Square { row: row - 1, column }, direction })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.direction {
            Direction::Across => self.square.fmt(f),
            Direction::Down => {
                f.write_char(self.square.letter())?;
                f.write_str(NUMBERS[self.square.row + 1])
            }
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_as_they_are_read() {
        for text in ["8D", "D8", "15O", "O15", "1A", "A1", "10J"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        for text in ["", "8", "D", "0A", "16A", "A16", "P1", "1P", "08D", "8DD", "D-1", "ÄA", "+8D"] {
            assert_eq!(text.parse::<Place>(), Err(NotAPlace), "{text}");
        }
    }
}
