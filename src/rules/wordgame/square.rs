//! The squares of the board and the coordinates of words (RULEBOOK G11).

use std::fmt;

use serde::{Serialize, Serializer};

/// The number of squares in a row and in a column.
pub const SIZE: usize = 15;

/// The numbers of empty squares in a row, as text. Copying them is far faster than formatting
/// numbers.
pub(super) const NUMBERS: [&str; SIZE + 1] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

/// A square of the board. Rows and columns are counted from 0 at the top left.
///
/// Both are below [`SIZE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: usize,
}

impl Square {
    /// The middle of the board, which the first word must cover (RULEBOOK G7).
    pub const CENTRE: Self = Self { row: SIZE / 2, column: SIZE / 2 };

    /// Returns the square `steps` further in a direction; `None` if it is off the board.
    #[must_use]
    pub fn step(self, direction: Direction, steps: usize) -> Option<Self> {
        let Self { row, column } = self;
        let square = match direction {
            Direction::Across => Self { row, column: column + steps },
            Direction::Down => Self { row: row + steps, column },
        };
        (square.row < SIZE && square.column < SIZE).then_some(square)
    }

    /// Returns the square before this one in a direction; `None` if it is off the board.
    #[must_use]
    pub fn back(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Across => Some(Self { column: self.column.checked_sub(1)?, ..self }),
            Direction::Down => Some(Self { row: self.row.checked_sub(1)?, ..self }),
        }
    }

    /// Returns the squares that share a side with this one.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        [Direction::Across, Direction::Down]
            .into_iter()
            .flat_map(move |direction| [self.back(direction), self.step(direction, 1)])
            .flatten()
    }

    /// Returns the coordinate of a word that starts here: `8D` across, `D8` down.
    #[must_use]
    pub const fn coordinate(self, direction: Direction) -> Coordinate {
        Coordinate { square: self, direction }
    }
}

impl fmt::Display for Square {
    /// Writes the row before the column, as in `8D`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coordinate(Direction::Across).fmt(f)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.coordinate(Direction::Across).serialize(serializer)
    }
}

/// The direction of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// Returns the other direction.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
        }
    }
}

/// The coordinate of a word: the square of its first letter and its direction.
///
/// The row is written first for a word across (`8D`), the column for a word down (`D8`). Parsing
/// accepts letters in upper or lower case.
///
/// ```
/// use wordcourt::rules::wordgame::{Coordinate, Direction};
///
/// let coordinate: Coordinate = "d8".parse()?;
/// assert_eq!((coordinate.square.row, coordinate.square.column), (7, 3));
/// assert_eq!(coordinate.direction, Direction::Down);
/// assert_eq!(coordinate.to_string(), "D8");
/// # Ok::<(), wordcourt::rules::wordgame::CoordinateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinate {
    /// The square of the first letter.
    pub square: Square,
    /// The direction of the word.
    pub direction: Direction,
}

/// The error for a text that is not a coordinate on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CoordinateError {
    /// The text is not a number and a letter.
    #[error(
        "a coordinate is a row from 1 to 15 and a column from A to O: \"8D\" across, \"D8\" down"
    )]
    Form,
    /// The text is a number and a letter, but the board has no such row or column.
    #[error("the coordinate is off the board; rows are 1 to 15, and columns A to O")]
    OffTheBoard,
}

impl std::str::FromStr for Coordinate {
    type Err = CoordinateError;

    fn from_str(text: &str) -> Result<Self, CoordinateError> {
        let (row, column, direction) = match text.as_bytes() {
            [row @ .., column] if column.is_ascii_alphabetic() => (row, *column, Direction::Across),
            [column, row @ ..] => (row, *column, Direction::Down),
            [] => return Err(CoordinateError::Form),
        };
        let is_number = match row {
            [first, ..] => row.iter().all(u8::is_ascii_digit) && (*first != b'0' || row.len() == 1),
            [] => false,
        };
        if !is_number || !column.is_ascii_alphabetic() {
            return Err(CoordinateError::Form);
        }
        let column = usize::from(column.to_ascii_uppercase() - b'A');
        let row_number = match row {
            [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
            [b'1', digit] => 10 + usize::from(digit - b'0'),
            _ => return Err(CoordinateError::OffTheBoard),
        };
        if row_number > SIZE || column >= SIZE {
            return Err(CoordinateError::OffTheBoard);
        }
        Ok(Self { square: Square { row: row_number - 1, column }, direction })
    }
}

impl Coordinate {
    /// Calls `write` with the text, which is assembled from its characters. This is far faster than
    /// formatting.
    pub(super) fn with_text<T>(self, write: impl FnOnce(&str) -> T) -> T {
        let Square { row, column } = self.square;
        // Both are at most `SIZE`.
        let [number, letter] = [row + 1, column].map(|number| u8::try_from(number).unwrap_or(0));
        let (letter, digit) = (b'A' + letter, b'0' + number % 10);
        let text: &[u8] = match (self.direction, number < 10) {
            (Direction::Across, true) => &[digit, letter],
            (Direction::Across, false) => &[b'1', digit, letter],
            (Direction::Down, true) => &[letter, digit],
            (Direction::Down, false) => &[letter, b'1', digit],
        };
        write(std::str::from_utf8(text).unwrap_or_default())
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

impl Serialize for Coordinate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_text(|text| serializer.serialize_str(text))
    }
}
