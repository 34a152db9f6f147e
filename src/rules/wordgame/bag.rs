//! The bag: the tiles that a game is played with.

use std::fmt;

use serde::{Serialize, Serializer};

use super::bag_tile::{BLANK, BagTile};
use super::board::Board;
use super::rack::Rack;
use crate::rules::{Refused, ViolationCode, Violations};
use crate::word::Letter;

/// The tiles that a game is played with, before any is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bag {
    /// The number of tiles of each letter, A to Z.
    pub letters: [u8; Letter::COUNT],
    /// The number of blanks.
    pub blanks: u8,
}

impl Bag {
    /// The bag of Wordgame (RULEBOOK G1).
    pub const WORDGAME: Self = Self {
        //        A  B  C  D  E   F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
        letters: [8, 2, 3, 5, 13, 3, 2, 3, 8, 1, 1, 4, 3, 6, 7, 1, 1, 6, 6, 8, 3, 1, 2, 1, 2, 2],
        blanks: 2,
    };

    /// The bag of the classic crossword game in English.
    pub const CLASSIC: Self = Self {
        //        A  B  C  D  E   F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
        letters: [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1],
        blanks: 2,
    };

    /// Returns the number of tiles, blanks included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "every game has tiles")]
    pub fn len(&self) -> usize {
        let letters: usize = self.letters.iter().map(|&count| usize::from(count)).sum();
        letters + usize::from(self.blanks)
    }

    /// Returns the tiles in the order of the published bag: equal ones together, from A to Z, then
    /// the blanks.
    pub fn tiles(&self) -> impl Iterator<Item = BagTile> + '_ {
        let letters = Letter::all().map(|letter| (BagTile::Letter(letter), letter.index()));
        let letters = letters.map(|(tile, index)| (tile, self.letters[index]));
        let all = letters.chain([(BagTile::Blank, self.blanks)]);
        all.flat_map(|(tile, count)| std::iter::repeat_n(tile, usize::from(count)))
    }

    /// Returns true if the bag has enough tiles for a board and racks.
    #[must_use]
    pub fn holds<'r>(&self, board: &Board, racks: impl IntoIterator<Item = &'r Rack>) -> bool {
        self.has(&DrawnTiles::count(board, racks))
    }

    fn has(&self, drawn: &DrawnTiles) -> bool {
        // Compares all letters, because comparing them at once takes less time than stopping early.
        let letters = drawn.letters.iter().zip(self.letters);
        letters.fold(drawn.blanks <= u16::from(self.blanks), |has, (&drawn, all)| {
            has & (drawn <= u16::from(all))
        })
    }

    /// Returns the unseen tiles, which are neither on the board nor on the racks; `None` if the
    /// board and the racks have more tiles than the bag.
    #[must_use]
    pub fn unseen<'r>(
        &self,
        board: &Board,
        racks: impl IntoIterator<Item = &'r Rack>,
    ) -> Option<Rack> {
        let drawn = DrawnTiles::count(board, racks);
        let rest = |all: u8, drawn: u16| u8::try_from(u16::from(all).checked_sub(drawn)?).ok();
        let mut letters = [0; Letter::COUNT];
        for letter in Letter::all() {
            let index = letter.index();
            letters[index] = rest(self.letters[index], drawn.letters[index])?;
        }
        Some(Rack::of_counts(letters, rest(self.blanks, drawn.blanks)?))
    }

    /// Checks that the bag has enough tiles for a board and racks.
    ///
    /// # Errors
    /// Records a violation (G1) for each letter with too many tiles, and for too many blanks.
    pub fn check<'r>(
        &self,
        board: &Board,
        racks: impl IntoIterator<Item = &'r Rack>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let drawn = DrawnTiles::count(board, racks);
        if self.has(&drawn) {
            return Ok(());
        }
        let mut check_count = |tiles: fmt::Arguments<'_>, drawn: u16, all: u8| {
            if drawn <= u16::from(all) {
                return Ok(());
            }
            let detail = format_args!(
                "too many {tiles}: {drawn} on the board and the racks, {all} in the bag; \
                 give the tiles of another bag in rules.bag, or set rules.strict_bag to false"
            );
            Err(violations.refuse(ViolationCode::NotInBag, "G1", detail))
        };
        let mut outcome = Ok(());
        for letter in Letter::all() {
            let index = letter.index();
            let tiles = format_args!("{letter} tiles");
            outcome = outcome.and(check_count(tiles, drawn.letters[index], self.letters[index]));
        }
        outcome.and(check_count(format_args!("blanks"), drawn.blanks, self.blanks))
    }
}

impl Serialize for Bag {
    /// Writes the number of tiles of each letter, and of blanks.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let letters = Letter::all().map(|letter| (letter.as_char(), self.letters[letter.index()]));
        serializer.collect_map(letters.chain([(BLANK, self.blanks)]))
    }
}

/// The tiles that have been drawn from the bag.
struct DrawnTiles {
    letters: [u16; Letter::COUNT],
    blanks: u16,
}

impl DrawnTiles {
    fn count<'r>(board: &Board, racks: impl IntoIterator<Item = &'r Rack>) -> Self {
        let mut drawn = Self { letters: [0; Letter::COUNT], blanks: 0 };
        for (_, tile) in board.tiles() {
            if tile.is_blank {
                drawn.blanks += 1;
            } else {
                drawn.letters[tile.letter.index()] += 1;
            }
        }
        for rack in racks {
            for letter in Letter::all() {
                drawn.letters[letter.index()] += u16::from(rack.count(letter));
            }
            drawn.blanks += u16::from(rack.blanks());
        }
        drawn
    }
}
