//! The bonus squares of the board (RULEBOOK G3).

use serde::{Serialize, Serializer};

use super::square::{SIZE, Square};

/// The bonus of a square; it counts in the turn in which a tile is placed on it (RULEBOOK G4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Premium {
    /// No bonus.
    None,
    /// The letter on the square counts twice.
    DoubleLetter,
    /// The letter on the square counts three times.
    TripleLetter,
    /// The words through the square count twice.
    DoubleWord,
    /// The words through the square count three times.
    TripleWord,
}

impl Premium {
    /// Reads the mark of a square: `T` word ×3, `D` word ×2, `t` letter ×3, `d` letter ×2, `_` no
    /// bonus.
    #[must_use]
    pub const fn from_mark(mark: u8) -> Option<Self> {
        match mark {
            b'T' => Some(Self::TripleWord),
            b'D' => Some(Self::DoubleWord),
            b't' => Some(Self::TripleLetter),
            b'd' => Some(Self::DoubleLetter),
            b'_' => Some(Self::None),
            _ => None,
        }
    }

    /// Returns the mark that [`Premium::from_mark`] reads.
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::TripleWord => 'T',
            Self::DoubleWord => 'D',
            Self::TripleLetter => 't',
            Self::DoubleLetter => 'd',
            Self::None => '_',
        }
    }

    /// Returns the multiplier of the letter on the square; 1 without a letter bonus.
    #[must_use]
    pub const fn letter_multiplier(self) -> u32 {
        match self {
            Self::DoubleLetter => 2,
            Self::TripleLetter => 3,
            Self::None | Self::DoubleWord | Self::TripleWord => 1,
        }
    }

    /// Returns the multiplier of the words through the square; 1 without a word bonus.
    #[must_use]
    pub const fn word_multiplier(self) -> u32 {
        match self {
            Self::DoubleWord => 2,
            Self::TripleWord => 3,
            Self::None | Self::DoubleLetter | Self::TripleLetter => 1,
        }
    }
}

/// The bonus squares of a board: a layout of 15 rows of 15 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Premiums([[Premium; SIZE]; SIZE]);

impl Premiums {
    /// The rows of [`Premiums::STANDARD`] as the rulebook prints them.
    pub const STANDARD_ROWS: [&str; SIZE] = [
        "T__d___T___d__T",
        "_D___t___t___D_",
        "__D___d_d___D__",
        "d__D___d___D__d",
        "____D_____D____",
        "_t___t___t___t_",
        "__d___d_d___d__",
        "T__d___D___d__T",
        "__d___d_d___d__",
        "_t___t___t___t_",
        "____D_____D____",
        "d__D___d___D__d",
        "__D___d_d___D__",
        "_D___t___t___D_",
        "T__d___T___d__T",
    ];

    /// The classic symmetric layout, which both presets use (RULEBOOK G3).
    pub const STANDARD: Self = match Self::from_rows(&Self::STANDARD_ROWS) {
        Some(premiums) => premiums,
        None => unreachable!(),
    };

    /// Parses rows of the marks `T D t d _`; `None` unless there are 15 rows of 15 marks.
    #[must_use]
    pub const fn from_rows(rows: &[&str]) -> Option<Self> {
        if rows.len() != SIZE {
            return None;
        }
        let mut premiums = [[Premium::None; SIZE]; SIZE];
        let mut row = 0;
        while row < SIZE {
            let marks = rows[row].as_bytes();
            if marks.len() != SIZE {
                return None;
            }
            let mut column = 0;
            while column < SIZE {
                premiums[row][column] = match Premium::from_mark(marks[column]) {
                    Some(premium) => premium,
                    None => return None,
                };
                column += 1;
            }
            row += 1;
        }
        Some(Self(premiums))
    }

    /// Returns the bonus of a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Premium {
        self.0[square.row][square.column]
    }
}

impl Serialize for Premiums {
    /// Writes the rows that [`Premiums::from_rows`] reads.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row =
            |row: &[Premium; SIZE]| -> String { row.iter().copied().map(Premium::mark).collect() };
        serializer.collect_seq(self.0.iter().map(row))
    }
}
