//! Tiles as they are in the bag and on racks.

use std::fmt;

use serde::{Serialize, Serializer};

use super::board::Tile;
use crate::word::Letter;

/// The mark for a blank on a rack.
pub const BLANK: char = '?';

/// A tile in the bag or on a rack, before a blank stands for a letter. The order is that of the
/// published bag.
///
/// ```
/// use wordcourt::rules::wordgame::BagTile;
/// let marks = ["q", "Q", "?", "7"].map(|mark| mark.chars().find_map(BagTile::from_mark));
/// assert_eq!(marks.map(|tile| tile.map(|tile| tile.to_string())), [
///     Some("Q".to_owned()),
///     Some("Q".to_owned()),
///     Some("?".to_owned()),
///     None,
/// ]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BagTile {
    /// A tile with a letter.
    Letter(Letter),
    /// A blank.
    Blank,
}

impl BagTile {
    /// Reads a mark: a letter in upper or lower case, or `?` for a blank.
    #[must_use]
    pub fn from_mark(mark: char) -> Option<Self> {
        if mark == BLANK {
            return Some(Self::Blank);
        }
        u8::try_from(mark).ok().and_then(Letter::from_ascii).map(Self::Letter)
    }

    /// Returns the mark: an upper-case letter, or `?` for a blank.
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Letter(letter) => letter.as_char(),
            Self::Blank => BLANK,
        }
    }
}

impl From<Tile> for BagTile {
    /// Takes a tile from the board: a blank loses its letter.
    fn from(tile: Tile) -> Self {
        if tile.is_blank { Self::Blank } else { Self::Letter(tile.letter) }
    }
}

impl fmt::Display for BagTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mark().fmt(f)
    }
}

impl Serialize for BagTile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.mark())
    }
}
