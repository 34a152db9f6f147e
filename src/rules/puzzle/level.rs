//! The levels of puzzles.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// The level of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = PuzzleLevel))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Level {
    /// The best play has only words up to tier 35, which most people know, and a clear margin.
    Easy,
    /// The best play has only words up to tier 60 and some margin, and is not easy.
    Medium,
    /// The best play has only words up to tier 70 and any margin, and is not medium.
    Hard,
}

/// The terms of a level for the best play of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The highest tier of its words.
    pub max_tier: u8,
    /// The smallest number of points that it has more than the second best play.
    pub min_margin: u32,
}

impl Terms {
    /// The highest tier of the words of each level, the easiest level first.
    const TIERS: [u8; 3] = [35, 60, 70];

    /// Returns the terms of the levels, the easiest first, from their smallest margins.
    #[must_use]
    pub const fn of_margins([easy, medium, hard]: [u32; 3]) -> [Self; 3] {
        [
            Self { max_tier: Self::TIERS[0], min_margin: easy },
            Self { max_tier: Self::TIERS[1], min_margin: medium },
            Self { max_tier: Self::TIERS[2], min_margin: hard },
        ]
    }
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns what belongs to this level in a table of all levels.
    #[must_use]
    pub const fn terms<T>(self, table: &[T; 3]) -> &T {
        &table[self as usize]
    }

    /// Returns the next easier level.
    pub(super) const fn easier(self) -> Option<Self> {
        match self {
            Self::Easy => None,
            Self::Medium => Some(Self::Easy),
            Self::Hard => Some(Self::Medium),
        }
    }
}
