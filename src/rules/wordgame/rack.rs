//! Racks and the bag.

use std::fmt::{self, Write as _};

use super::board::{Board, Tile};
use crate::rules::{BreachCode, Breaches, counted, limits};
use crate::word::Letter;

/// How a blank is written on a rack.
pub const BLANK: char = '?';

/// The tiles of a rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rack {
    letters: [u8; Letter::COUNT],
    blanks: u8,
}

impl Rack {
    /// Reads a rack: letters of either case and `?` for a blank, at most `size` of them and [`limits::RACK_TILES`].
    ///
    /// All that is wrong goes to `breaches`; `pointer` is where the rack stands in the request.
    pub fn read(text: &str, size: usize, pointer: &str, breaches: &mut Breaches) -> Option<Self> {
        let mut rack = Self::default();
        let before = breaches.len();
        let size = size.min(limits::RACK_TILES);
        let tiles = text.chars().count();
        if tiles > size {
            let detail = format_args!("the rack has {}; it holds at most {size}", counted(tiles, "tile"));
            breaches.add(BreachCode::TooMany, "G1", pointer, detail);
        }
        for mark in text.chars().take(size) {
            let letter = u8::try_from(mark).ok().and_then(Letter::from_ascii);
            if mark == BLANK {
                rack.blanks += 1;
            } else if let Some(letter) = letter {
                rack.letters[letter.index()] += 1;
            } else {
                let detail = format_args!("{mark:?} is no tile; a rack is letters, and \"?\" for a blank");
                breaches.add(BreachCode::InvalidTile, "G11", pointer, detail);
            }
        }
        if usize::from(rack.blanks) > limits::RACK_BLANKS {
            let detail = format_args!("{} blanks; a rack has at most {}", rack.blanks, limits::RACK_BLANKS);
            breaches.add(BreachCode::TooMany, "G1", pointer, detail);
        }
        (breaches.len() == before).then_some(rack)
    }

    /// How many tiles of a letter there are.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.letters[letter.index()]
    }

    /// How many blanks there are.
    #[must_use]
    pub const fn blanks(&self) -> u8 {
        self.blanks
    }

    /// How many tiles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.letters.iter().sum::<u8>() + self.blanks)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all tiles of another rack are on this one.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        self.blanks >= other.blanks && self.letters.iter().zip(&other.letters).all(|(here, there)| here >= there)
    }

    /// Takes a tile away, if it is there: a blank for a tile that stands for a letter as a blank.
    #[must_use]
    pub fn take(&mut self, tile: Tile) -> bool {
        let count = if tile.is_blank { &mut self.blanks } else { &mut self.letters[tile.letter.index()] };
        let there = *count > 0;
        *count = count.saturating_sub(1);
        there
    }
}

impl fmt::Display for Rack {
    /// Letters in alphabetical order, then blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in Letter::all() {
            for _ in 0..self.count(letter) {
                f.write_char(letter.as_char())?;
            }
        }
        (0..self.blanks).try_for_each(|_| f.write_char(BLANK))
    }
}

/// All tiles of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bag {
    /// By letter.
    pub letters: [u8; Letter::COUNT],
    /// The blanks.
    pub blanks: u8,
}

impl Bag {
    /// The bag of the sheet (RULEBOOK G1).
    pub const WORDGAME: Self = Self {
        //        A  B  C  D  E   F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
        letters: [8, 2, 3, 5, 13, 3, 2, 3, 8, 1, 1, 4, 3, 6, 7, 1, 1, 6, 6, 8, 3, 1, 2, 1, 2, 2],
        blanks: 2,
    };

    /// The bag of the well-known crossword game in English.
    pub const CLASSIC: Self = Self {
        //        A  B  C  D  E   F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
        letters: [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1],
        blanks: 2,
    };

    /// How many tiles there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a game has tiles")]
    pub fn len(&self) -> usize {
        self.letters.iter().map(|&count| usize::from(count)).sum::<usize>() + usize::from(self.blanks)
    }

    /// Whether no more tiles are out than there are.
    #[must_use]
    pub fn holds<'r>(&self, board: &Board, racks: impl IntoIterator<Item = &'r Rack>) -> bool {
        let (letters, blanks) = out(board, racks);
        blanks <= usize::from(self.blanks)
            && letters.iter().zip(self.letters).all(|(&out, there)| out <= usize::from(there))
    }

    /// The tiles that are neither on the board nor on the racks, unless more are out than there are.
    #[must_use]
    pub fn without<'r>(&self, board: &Board, racks: impl IntoIterator<Item = &'r Rack>) -> Option<Rack> {
        let (letters, blanks) = out(board, racks);
        let less = |there: u8, out: usize| u8::try_from(usize::from(there).checked_sub(out)?).ok();
        let mut rest = Rack { blanks: less(self.blanks, blanks)?, ..Rack::default() };
        for letter in Letter::all() {
            rest.letters[letter.index()] = less(self.letters[letter.index()], letters[letter.index()])?;
        }
        Some(rest)
    }

    /// Checks that no more tiles are out than there are; `pointer` is where that is told.
    pub fn check<'r>(
        &self,
        board: &Board,
        racks: impl IntoIterator<Item = &'r Rack>,
        pointer: &str,
        breaches: &mut Breaches,
    ) {
        let (letters, blanks) = out(board, racks);
        let mut too_many = |tiles: fmt::Arguments<'_>, out: usize, there: u8| {
            if out > usize::from(there) {
                let detail = format_args!(
                    "{out} {tiles} are on the board and the racks; the bag has {there}; rules.strict_bag = false allows it"
                );
                breaches.add(BreachCode::NotInBag, "G1", pointer, detail);
            }
        };
        for letter in Letter::all() {
            too_many(format_args!("tiles {letter}"), letters[letter.index()], self.letters[letter.index()]);
        }
        too_many(format_args!("blanks"), blanks, self.blanks);
    }
}

/// How many tiles are out: by letter, and blanks.
fn out<'r>(board: &Board, racks: impl IntoIterator<Item = &'r Rack>) -> ([usize; Letter::COUNT], usize) {
    let mut letters = [0; Letter::COUNT];
    let mut blanks = 0;
    for (_, tile) in board.tiles() {
        if tile.is_blank { blanks += 1 } else { letters[tile.letter.index()] += 1 }
    }
    for rack in racks {
        Letter::all().for_each(|letter| letters[letter.index()] += usize::from(rack.count(letter)));
        blanks += usize::from(rack.blanks);
    }
    (letters, blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn racks_are_read_in_any_order_and_case() {
        let mut breaches = Breaches::default();
        let rack = Rack::read("ae?INRST", 8, "/rack", &mut breaches).unwrap();
        assert_eq!((rack.to_string().as_str(), rack.len(), rack.blanks()), ("AEINRST?", 8, 1));
        assert_eq!(Rack::read("AEINRST??", 8, "/rack", &mut breaches), None);
        assert_eq!(Rack::read("A-", 8, "/rack", &mut breaches), None);
        let codes: Vec<BreachCode> = breaches.as_slice().iter().map(|breach| breach.code).collect();
        assert_eq!(codes, [BreachCode::TooMany, BreachCode::InvalidTile]);
    }

    #[test]
    fn the_bags_have_as_many_tiles_as_the_games() {
        assert_eq!(Bag::WORDGAME.letters.iter().map(|&count| u32::from(count)).sum::<u32>(), 102);
        assert_eq!(Bag::CLASSIC.letters.iter().map(|&count| u32::from(count)).sum::<u32>(), 98);
    }

    #[test]
    fn the_bag_is_finite() {
        let mut breaches = Breaches::default();
        let racks = ["QQ", "??", "?"].map(|text| Rack::read(text, 8, "/rack", &mut breaches).unwrap());
        Bag::WORDGAME.check(&Board::default(), &racks, "/rack", &mut breaches);
        assert_eq!(breaches.as_slice().len(), 2);
    }
}
