//! The rules of a game: letter values, bonus squares and the switches of the rulebook (RULEBOOK
//! G1–G3, G5–G9).

use serde::{Deserialize, Serialize};

use super::bag::Bag;
use super::square::{SIZE, Square};
use crate::word::Letter;

/// The effect of several word bonuses in one word (RULEBOOK G5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordgameWordBonus))]
#[serde(rename_all = "snake_case")]
pub enum WordBonus {
    /// Only the highest counts.
    Highest,
    /// They multiply, as in the classic crossword game.
    Product,
}

/// The bonus for placing a full rack in one turn (RULEBOOK G6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AllTiles {
    /// The main word's score is doubled, on top of its word bonus.
    DoubleMainWord,
    /// The score of the whole turn is doubled.
    DoubleTurn,
    /// These points are added to the score of the turn.
    Add(u32),
}

/// The bonus of a square; it counts in the turn in which a tile is placed on it (RULEBOOK G4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Premium {
    /// No bonus.
    None,
    /// The letter on the square is multiplied.
    Letter(u8),
    /// The words through the square are multiplied.
    Word(u8),
}

impl Premium {
    /// Reads the mark of a square: `T` word ×3, `D` word ×2, `t` letter ×3, `d` letter ×2, `_` no
    /// bonus.
    #[must_use]
    pub const fn from_mark(mark: u8) -> Option<Self> {
        match mark {
            b'T' => Some(Self::Word(3)),
            b'D' => Some(Self::Word(2)),
            b't' => Some(Self::Letter(3)),
            b'd' => Some(Self::Letter(2)),
            b'_' => Some(Self::None),
            _ => None,
        }
    }

    /// Returns the multiplier of the letter on the square; 1 without a letter bonus.
    #[must_use]
    pub const fn letter_multiplier(self) -> u32 {
        if let Self::Letter(multiplier) = self { multiplier as u32 } else { 1 }
    }

    /// Returns the multiplier of the words through the square; 1 without a word bonus.
    #[must_use]
    pub const fn word_multiplier(self) -> u32 {
        if let Self::Word(multiplier) = self { multiplier as u32 } else { 1 }
    }
}

/// The bonus squares of a board: a layout of 15 rows of 15 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Premiums([[Premium; SIZE]; SIZE]);

impl Premiums {
    /// The layout of Wordgame (RULEBOOK G3): the classic symmetric layout without a bonus on the
    /// centre.
    pub const WORDGAME: Self = match Self::from_rows(&WORDGAME_ROWS) {
        Some(premiums) => premiums,
        None => unreachable!(),
    };

    /// The layout of the classic crossword game: the same with a double-word square at the centre.
    pub const CLASSIC: Self = {
        let mut premiums = Self::WORDGAME;
        premiums.0[Square::CENTRE.row][Square::CENTRE.column] = Premium::Word(2);
        premiums
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

/// The layout of Wordgame as the rulebook prints it (RULEBOOK G3).
pub const WORDGAME_ROWS: [&str; SIZE] = [
    "T__d___T___d__T",
    "_D___t___t___D_",
    "__D___d_d___D__",
    "d__D___d___D__d",
    "____D_____D____",
    "_t___t___t___t_",
    "__d___d_d___d__",
    "T__d_______d__T",
    "__d___d_d___d__",
    "_t___t___t___t_",
    "____D_____D____",
    "d__D___d___D__d",
    "__D___d_d___D__",
    "_D___t___t___D_",
    "T__d___T___d__T",
];

/// The rules of a game.
///
/// ```
/// use wordcourt::rules::wordgame::{Rules, WordBonus};
/// use wordcourt::word::Letter;
///
/// let rules = Rules { word_bonus: WordBonus::Product, ..Rules::WORDGAME };
/// assert_eq!(rules.rack_size, 8);
/// assert_eq!(Letter::from_ascii(b'Q').map(|letter| rules.value(letter)), Some(7));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The values of the letters, A to Z; a blank is worth 0 (RULEBOOK G2).
    pub letter_values: [u32; Letter::COUNT],
    /// The bonus squares (RULEBOOK G3).
    pub premiums: Premiums,
    /// The effect of several word bonuses in one word (RULEBOOK G5).
    pub word_bonus: WordBonus,
    /// The bonus for placing a full rack in one turn (RULEBOOK G6).
    pub all_tiles: AllTiles,
    /// The number of tiles on a full rack (RULEBOOK G1).
    pub rack_size: usize,
    /// The minimum number of letters of the first word (RULEBOOK G7).
    pub first_word_min: usize,
    /// True if tiles may be exchanged and a failed challenge may earn points, as in the classic
    /// crossword game; Wordgame allows neither (RULEBOOK G8, G9).
    pub may_exchange: bool,
    /// The tiles of the game; `None` if a position may have any tiles.
    pub bag: Option<Bag>,
}

impl Rules {
    /// The rules of Wordgame with the rulebook's defaults.
    pub const WORDGAME: Self = Self {
        letter_values: [
            1, 5, 4, 2, 1, 4, 5, 4, 1, 6, 5, 3, 4, 2, 1, 5, 7, 2, 2, 1, 3, 5, 5, 7, 5, 5,
        ],
        premiums: Premiums::WORDGAME,
        word_bonus: WordBonus::Highest,
        all_tiles: AllTiles::DoubleMainWord,
        rack_size: 8,
        first_word_min: 4,
        may_exchange: false,
        bag: Some(Bag::WORDGAME),
    };

    /// The rules of the classic crossword game.
    pub const CLASSIC: Self = Self {
        letter_values: [
            1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10,
        ],
        premiums: Premiums::CLASSIC,
        word_bonus: WordBonus::Product,
        all_tiles: AllTiles::Add(50),
        rack_size: 7,
        first_word_min: 2,
        may_exchange: true,
        bag: Some(Bag::CLASSIC),
    };

    /// Returns the value of a letter.
    #[must_use]
    #[inline(always)]
    pub const fn value(&self, letter: Letter) -> u32 {
        self.letter_values[letter.index()]
    }
}
