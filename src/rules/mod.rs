//! The games. Each room knows one game's rules and nothing of HTTP; RULEBOOK ids stand at the code that carries them out.

pub mod breach;
pub mod limits;
pub mod my_word;
pub mod oh_my_word;
pub mod play_on_words;
pub mod players;
mod ranking;
pub mod ruling;
pub mod score;
pub mod sheet;
mod verdict;
pub mod word_search;
pub mod wordgame;

pub use breach::{Breach, BreachCode, Breaches};
pub use verdict::{Reason, ReasonCode, Verdict};

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::lexicon::{Mark, Marks};
use crate::word::Word;

/// The five games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Poker with coloured letter cards, seven in the hand.
    ChooseYourWords,
    /// Poker with coloured letter cards, two in the hand and five on the table.
    WordForWord,
    /// Play On Words Rummy.
    PlayOnWords,
    /// The 15×15 board game.
    Wordgame,
    /// Words called from cards on the table.
    MyWord,
}

impl Variant {
    /// Every game, in the order in which answers list them.
    pub const ALL: [Self; 5] =
        [Self::ChooseYourWords, Self::WordForWord, Self::PlayOnWords, Self::Wordgame, Self::MyWord];

    /// The game's name in paths and fields.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::ChooseYourWords => "choose-your-words",
            Self::WordForWord => "word-for-word",
            Self::PlayOnWords => "play-on-words",
            Self::Wordgame => "wordgame",
            Self::MyWord => "my-word",
        }
    }

    /// The game's name as its rule sheet prints it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::ChooseYourWords => "Choose Your Words",
            Self::WordForWord => "Word For Word",
            Self::PlayOnWords => "Play On Words Rummy",
            Self::Wordgame => "Wordgame",
            Self::MyWord => "My Word!",
        }
    }

    /// The game of a slug.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.slug() == slug)
    }

    /// The classes that the game bars (RULEBOOK W4).
    #[must_use]
    pub const fn barred(self) -> Marks {
        match self {
            Self::ChooseYourWords | Self::WordForWord => Marks::of(&[Mark::Proper, Mark::Abbreviation, Mark::Affix]),
            Self::PlayOnWords => {
                Marks::of(&[Mark::Proper, Mark::Foreign, Mark::Profane, Mark::Abbreviation, Mark::PluralS])
            }
            Self::Wordgame => Marks::of(&[Mark::Proper, Mark::Slang, Mark::Abbreviation, Mark::Geographical]),
            Self::MyWord => Marks::of(&[Mark::Proper, Mark::Foreign, Mark::Abbreviation]),
        }
    }

    /// How many letters a word of the game may have, and the rule that says so.
    #[must_use]
    pub const fn lengths(self) -> (RangeInclusive<usize>, &'static str) {
        match self {
            Self::ChooseYourWords | Self::WordForWord => (2..=7, "O2"),
            Self::PlayOnWords => (3..=Word::MAX_LETTERS, "P4"),
            Self::Wordgame => (2..=15, "G1"),
            Self::MyWord => (3..=Word::MAX_LETTERS, "M2"),
        }
    }
}

/// A number of things in words: `1 letter`, `3 letters`.
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}
