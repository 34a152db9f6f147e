//! The game's entry in the list of games.

use std::ops::RangeInclusive;

use super::rule_data;
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::GameRules;
use crate::rules::{Game, Variant};

/// Wordgame.
#[derive(Debug, Clone, Copy)]
pub struct Wordgame;

impl Game for Wordgame {
    const VARIANT: Variant = Variant::Wordgame;
    const TITLE: &'static str = "Wordgame";
    const BARRED: Marks = Marks::of(&[
        Mark::Proper,
        Mark::Slang,
        Mark::Abbreviation,
        Mark::FromAbbreviation,
        Mark::Geographical,
        Mark::Foreign,
    ]);
    const LENGTHS: RangeInclusive<usize> = 2..=15;
    const LENGTHS_RULE: &'static str = "G1";

    fn rule_data() -> GameRules {
        GameRules {
            letter_values: rule_data::letter_values(),
            deck: rule_data::bag(),
            board: Some(rule_data::board_layout()),
            numbers: rule_data::NUMBERS.to_vec(),
            switches: rule_data::switches(),
            presets: rule_data::presets(),
            ..GameRules::new(Self::VARIANT, Self::WORDS)
        }
    }
}
