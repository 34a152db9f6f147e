//! The rack of a player.

use std::fmt::{self, Write as _};

use super::bag_tile::{BLANK, BagTile};
use super::board::Tile;
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};
use crate::word::Letter;

/// The tiles on a rack, in no particular order.
///
/// A rack that was parsed has at most [`limits::RACK_TILES`] tiles.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::Rack;
///
/// let mut violations = Violations::default();
/// let rack = Rack::read("tri?ans", 8, &mut violations);
/// let rack = violations.finish(rack)?;
/// assert_eq!((rack.to_string().as_str(), rack.len(), rack.blanks()), ("AINRST?", 7, 1));
/// # Ok::<(), Violations>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rack {
    letters: [u8; Letter::COUNT],
    blanks: u8,
}

impl Rack {
    /// Makes a rack from counts of tiles; their number is not checked.
    pub(super) const fn of_counts(letters: [u8; Letter::COUNT], blanks: u8) -> Self {
        Self { letters, blanks }
    }

    /// Makes a rack from tiles; more than 255 equal ones count as 255.
    #[must_use]
    pub fn of_tiles(tiles: &[BagTile]) -> Self {
        let mut rack = Self::default();
        for tile in tiles {
            let count = match tile {
                BagTile::Letter(letter) => &mut rack.letters[letter.index()],
                BagTile::Blank => &mut rack.blanks,
            };
            *count = count.saturating_add(1);
        }
        rack
    }

    /// Parses a rack of at most `size` tiles, and at most [`limits::RACK_TILES`]: letters in upper
    /// or lower case, and `?` for a blank.
    ///
    /// # Errors
    /// Records all violations: too many tiles (G1), and characters that are not tiles (G11).
    pub fn read(text: &str, size: usize, violations: &mut Violations) -> Result<Self, Refused> {
        let mut rack = Self::default();
        let mut outcome = Ok(());
        let size = size.min(limits::RACK_TILES);
        let tiles = text.chars().count();
        if tiles > size {
            let detail =
                format_args!("the rack has {}; it holds at most {size}", counted(tiles, "tile"));
            outcome = Err(violations.refuse(ViolationCode::TooMany, "G1", detail));
        }
        for mark in text.chars().take(size) {
            if mark == BLANK {
                rack.blanks += 1;
            } else if let Some(letter) = u8::try_from(mark).ok().and_then(Letter::from_ascii) {
                rack.letters[letter.index()] += 1;
            } else {
                let detail =
                    format_args!("{mark:?} is not a tile; write letters, and \"?\" for a blank");
                outcome = Err(violations.refuse(ViolationCode::InvalidTile, "G11", detail));
            }
        }
        outcome.map(|()| rack)
    }

    /// Parses any number of tiles below 256; `None` if a character is not a tile.
    #[must_use]
    pub fn read_any(text: &str) -> Option<Self> {
        let mut rack = Self::default();
        for mark in text.chars() {
            let count = match u8::try_from(mark).ok().and_then(Letter::from_ascii) {
                Some(letter) => &mut rack.letters[letter.index()],
                None if mark == BLANK => &mut rack.blanks,
                None => return None,
            };
            *count = count.checked_add(1)?;
        }
        Some(rack)
    }

    /// Returns the number of tiles of a letter.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.letters[letter.index()]
    }

    /// Returns the number of blanks.
    #[must_use]
    pub const fn blanks(&self) -> u8 {
        self.blanks
    }

    /// Returns the number of tiles, blanks included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.letters.iter().map(|&count| usize::from(count)).sum::<usize>()
            + usize::from(self.blanks)
    }

    /// Returns true if there are no tiles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if all tiles of another rack are on this one.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        self.blanks >= other.blanks
            && self.letters.iter().zip(&other.letters).all(|(own, others)| own >= others)
    }

    /// Returns the smallest rack that holds all tiles of this one and all of another.
    pub(super) fn joined(&self, other: &Self) -> Self {
        let letters = std::array::from_fn(|at| self.letters[at].max(other.letters[at]));
        Self { letters, blanks: self.blanks.max(other.blanks) }
    }

    /// Removes the tiles of another rack, as far as this one has them.
    pub(super) fn without(&self, other: &Self) -> Self {
        let letters = std::array::from_fn(|at| self.letters[at].saturating_sub(other.letters[at]));
        Self { letters, blanks: self.blanks.saturating_sub(other.blanks) }
    }

    /// Removes a tile from the rack: a blank if the tile is a blank, else its letter. Returns false
    /// if the rack lacks it.
    #[must_use]
    pub fn take(&mut self, tile: Tile) -> bool {
        let count =
            if tile.is_blank { &mut self.blanks } else { &mut self.letters[tile.letter.index()] };
        let Some(fewer) = count.checked_sub(1) else { return false };
        *count = fewer;
        true
    }
}

impl fmt::Display for Rack {
    /// Writes the letters in alphabetical order, then the blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in Letter::all() {
            for _ in 0..self.count(letter) {
                f.write_char(letter.as_char())?;
            }
        }
        (0..self.blanks).try_for_each(|_| f.write_char(BLANK))
    }
}
