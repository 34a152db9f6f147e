//! The Oh My Word games, Choose Your Words and Word For Word: poker with coloured letter cards.
//!
//! The two differ only in where the cards come from (RULEBOOK O1); everything here serves both.

mod best;
mod card;
mod category;
mod challenge;
mod cut;
mod hand;
mod laying;
mod scoring;
mod settle;
pub mod values;

pub use best::{Best, Dictionary, Found};
pub use card::{Card, CardError, Colour, PlayedCard};
pub use category::CategoryInForce;
pub use challenge::{CategoryChallenge, CategoryRuling, Challenge, DictionaryRuling, LookUp, Seat};
pub use cut::{Cut, Deal};
pub use hand::{Hand, HandTooLarge, Play, PlayLength};
pub use laying::lay;
pub use scoring::{Flush, Score, letter_multipliers, pair_multiplier};
pub use settle::{DecidedBy, Entry, Game, Holding, Outcome, PlayerScore, Share, Showdown, Standing};
pub use values::{EXCLAMATION_WORD, LetterValues, WordBonuses};

use serde::{Deserialize, Serialize};

use crate::lexicon::{Mark, Marks, Words};
use crate::rules::{Variant, Verdict};
use crate::word::Word;

/// Who gets the chips that can't be split evenly (RULEBOOK O12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Remainder {
    /// They stay in the pot for the next round.
    #[default]
    Stay,
    /// One chip each to the tied winners in seat order from the dealer's left.
    OddChipLeftOfDealer,
}

impl Remainder {
    /// Both switch positions, the default first.
    pub const ALL: [Self; 2] = [Self::Stay, Self::OddChipLeftOfDealer];

    /// The switch position's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stay => "stay",
            Self::OddChipLeftOfDealer => "odd_chip_left_of_dealer",
        }
    }
}

/// House rules (rule 25): everything that the sheets leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Rules {
    /// What the letters are worth.
    pub letter_values: LetterValues,
    /// Who gets the odd chips.
    pub remainder: Remainder,
}

/// Which of the two games doesn't matter: both bar the same classes (RULEBOOK W4).
const VARIANT: Variant = Variant::ChooseYourWords;

/// Judges a word: by the lexicon, unless the category asks for proper nouns and lists it (RULEBOOK O11). Such a category also lifts the bar
/// on proper nouns of the lexicon, listed or not (W4).
#[must_use]
pub fn verdict<'l>(words: impl Into<Words<'l>>, word: &Word, category: CategoryInForce<'_>) -> Verdict {
    let words = words.into();
    match VARIANT.verdict(words, word) {
        length @ Verdict::Length(_) => length,
        _ if category.validates(word) => Verdict::Allowed,
        Verdict::Barred(_, Mark::Proper) if category.asks_for_proper_nouns() => {
            let marks = words.marks(word).unwrap_or(Marks::NONE);
            VARIANT.marks_verdict(marks.without(Mark::Proper))
        }
        verdict => verdict,
    }
}
