//! The game's entry in the list of games.

use std::ops::RangeInclusive;

use super::rule_data;
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::GameRules;
use crate::rules::{Game, Variant};
use crate::word::Word;

/// The game Play On Words Rummy.
#[derive(Debug, Clone, Copy)]
pub struct PlayOnWords;

impl Game for PlayOnWords {
    const VARIANT: Variant = Variant::PlayOnWords;
    const TITLE: &'static str = "Play On Words Rummy";
    const BARRED: Marks = Marks::of(&[
        Mark::Proper,
        Mark::Foreign,
        Mark::Profane,
        Mark::Abbreviation,
        Mark::PluralS,
        Mark::Plural,
    ]);
    const LENGTHS: RangeInclusive<usize> = 3..=Word::MAX_LETTERS;
    const LENGTHS_RULE: &'static str = "P4";

    fn rule_data() -> GameRules {
        GameRules {
            barred: rule_data::barred(Self::BARRED),
            deck: rule_data::deck(),
            numbers: rule_data::numbers(),
            switches: rule_data::switches(),
            readings: rule_data::READINGS.to_vec(),
            ..GameRules::new(Self::VARIANT, Self::WORDS)
        }
    }
}
