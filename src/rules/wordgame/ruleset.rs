//! The switches of the board game: letter values, bonus squares, what several of them do (RULEBOOK G2, G3, G5–G7).

use serde::{Deserialize, Serialize};

use super::rack::Bag;
use super::square::{SIZE, Square};
use crate::word::Letter;

/// What several word bonuses in one word do (RULEBOOK G5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum WordBonus {
    /// Only the highest counts.
    Highest,
    /// They multiply, as in the classic crossword game.
    Product,
}

/// What laying a whole rack in one turn earns (RULEBOOK G6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AllTiles {
    /// The main word's value is doubled, on top of its word bonus.
    DoubleMainWord,
    /// Everything that the turn is worth is doubled.
    DoubleTurn,
    /// So many points are added.
    Add(u32),
}

/// A bonus square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Premium {
    /// No bonus.
    None,
    /// The letter counts so many times.
    Letter(u8),
    /// The word counts so many times.
    Word(u8),
}

impl Premium {
    /// Reads a square of a layout: `T` word ×3, `D` word ×2, `t` letter ×3, `d` letter ×2, `_` none.
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

    /// What a letter on it is multiplied by.
    #[must_use]
    pub const fn letter_multiplier(self) -> u32 {
        if let Self::Letter(multiplier) = self { multiplier as u32 } else { 1 }
    }

    /// What a word over it is multiplied by.
    #[must_use]
    pub const fn word_multiplier(self) -> u32 {
        if let Self::Word(multiplier) = self { multiplier as u32 } else { 1 }
    }
}

/// The bonus squares of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Premiums([[Premium; SIZE]; SIZE]);

impl Premiums {
    /// RULEBOOK G3: the classic symmetric layout, the centre without bonus.
    pub const WORDGAME: Self = match Self::from_rows(&WORDGAME_ROWS) {
        Some(premiums) => premiums,
        None => unreachable!(),
    };

    /// The same layout with a doubled word in the centre.
    pub const CLASSIC: Self = {
        let mut premiums = Self::WORDGAME;
        premiums.0[Square::CENTRE.row][Square::CENTRE.column] = Premium::Word(2);
        premiums
    };

    /// Reads rows of the marks `TDtd_`; `None` unless there are fifteen of fifteen.
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

    /// The bonus of a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Premium {
        self.0[square.row][square.column]
    }
}

/// The default layout as the rule book prints it.
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What a letter is worth; a blank is worth nothing.
    pub letter_values: [u32; Letter::COUNT],
    /// The bonus squares.
    pub premiums: Premiums,
    /// What several word bonuses in one word do.
    pub word_bonus: WordBonus,
    /// What laying a whole rack earns.
    pub all_tiles: AllTiles,
    /// How many tiles a rack holds.
    pub rack_size: usize,
    /// How many letters the first word has at least.
    pub first_word_min: usize,
    /// Whether tiles may be exchanged (RULEBOOK G9: no), and failed challenges may pay (G8: no), as in the classic game.
    pub may_exchange: bool,
    /// The tiles of the game, unless a position may have others.
    pub bag: Option<Bag>,
}

impl Rules {
    /// The rules of the sheet with the rule book's defaults.
    pub const WORDGAME: Self = Self {
        //              A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
        letter_values: [1, 5, 4, 2, 1, 4, 5, 4, 1, 6, 5, 3, 4, 2, 1, 5, 7, 2, 2, 1, 3, 5, 5, 7, 5, 5],
        premiums: Premiums::WORDGAME,
        word_bonus: WordBonus::Highest,
        all_tiles: AllTiles::DoubleMainWord,
        rack_size: 8,
        first_word_min: 4,
        may_exchange: false,
        bag: Some(Bag::WORDGAME),
    };

    /// The rules of the well-known crossword game.
    pub const CLASSIC: Self = Self {
        //              A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q   R  S  T  U  V  W  X  Y  Z
        letter_values: [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10],
        premiums: Premiums::CLASSIC,
        word_bonus: WordBonus::Product,
        all_tiles: AllTiles::Add(50),
        rack_size: 7,
        first_word_min: 2,
        may_exchange: true,
        bag: Some(Bag::CLASSIC),
    };

    /// What a letter is worth.
    #[must_use]
    #[inline(always)]
    pub const fn value(&self, letter: Letter) -> u32 {
        self.letter_values[letter.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_has_the_squares_of_the_rule_book_and_is_symmetric() {
        let squares = || (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Square { row, column }));
        let count = |premium| squares().filter(|square| Premiums::WORDGAME.at(*square) == premium).count();
        assert_eq!(
            [Premium::Word(3), Premium::Word(2), Premium::Letter(3), Premium::Letter(2)].map(count),
            [8, 16, 12, 24]
        );
        for Square { row, column } in squares() {
            let here = Premiums::WORDGAME.at(Square { row, column });
            assert_eq!(here, Premiums::WORDGAME.at(Square { row: column, column: row }));
            assert_eq!(here, Premiums::WORDGAME.at(Square { row: SIZE - 1 - row, column }));
        }
    }
}
