//! The switches of Play On Words (RULEBOOK P9, P10, P15, P16).

use serde::{Deserialize, Serialize};

use crate::lexicon::{Mark, Marks, Words};
use crate::rules::{Variant, Verdict};
use crate::word::Word;

use super::scoring::Manner;

/// How the game is played (RULEBOOK P16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Version {
    /// The sheet's own rules.
    #[default]
    Rummy,
    /// Hands are refilled to eight, and nobody goes out.
    FullDeck,
    /// No points: who goes out first in most rounds wins.
    Casual,
}

impl Version {
    /// Every version, the default first.
    pub const ALL: [Self; 3] = [Self::Rummy, Self::FullDeck, Self::Casual];

    /// The version's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rummy => "rummy",
            Self::FullDeck => "full_deck",
            Self::Casual => "casual",
        }
    }
}

/// What becomes of plurals made with S that have another sense as well, such as RUNS (RULEBOOK P9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Plural {
    /// They are plurals like any other.
    #[default]
    Strict,
    /// They are words like any other.
    Lenient,
}

impl Plural {
    /// Both switch positions, the default first.
    pub const ALL: [Self; 2] = [Self::Strict, Self::Lenient];

    /// The switch position's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lenient => "lenient",
        }
    }
}

/// What wild and flip cards on the table stand for (RULEBOOK P15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum TableCards {
    /// What they were announced as.
    #[default]
    Fixed,
    /// Whatever the next player announces.
    Change,
}

impl TableCards {
    /// Both switch positions, the default first.
    pub const ALL: [Self; 2] = [Self::Fixed, Self::Change];

    /// The switch position's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Change => "change",
        }
    }
}

/// House rules: everything that the sheet leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Rules {
    /// How the game is played.
    pub version: Version,
    /// What becomes of plurals that are something else too.
    pub plural: Plural,
    /// Whether the word laid new in a turn may take a play-on in the same turn (RULEBOOK P10).
    pub play_on_new_word: bool,
    /// What wild and flip cards on the table stand for.
    pub table_cards: TableCards,
}

impl Rules {
    /// Judges a word by how it was made (RULEBOOK W3, W4, P9).
    #[must_use]
    pub fn verdict<'l>(&self, words: impl Into<Words<'l>>, word: &Word, manner: Manner) -> Verdict {
        let words = words.into();
        match Variant::PlayOnWords.verdict(words, word) {
            settled @ (Verdict::Length(_) | Verdict::NotInLexicon) => settled,
            _ => words.marks(word).map_or(Verdict::NotInLexicon, |marks| self.marks_verdict(marks, manner)),
        }
    }

    /// Judges a word of the lexicon by its marks and by how it was made.
    #[must_use]
    pub fn marks_verdict(&self, marks: Marks, manner: Manner) -> Verdict {
        // RULEBOOK P9.
        let spared = manner == Manner::Rearranged || (self.plural == Plural::Lenient && marks.excuses());
        Variant::PlayOnWords.marks_verdict(if spared { marks.without(Mark::PluralS) } else { marks })
    }
}
