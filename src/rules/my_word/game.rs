//! The game's entry in the list of games.

use std::ops::RangeInclusive;

use super::call::MIN_CARDS;
use super::rule_data;
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::GameRules;
use crate::rules::{Game, Variant};
use crate::word::Word;

/// The game My Word!
#[derive(Debug, Clone, Copy)]
pub struct MyWord;

impl Game for MyWord {
    const VARIANT: Variant = Variant::MyWord;
    const TITLE: &'static str = "My Word!";
    const BARRED: Marks = Marks::of(&[Mark::Proper, Mark::Foreign, Mark::Abbreviation]);
    // A card has at least one letter.
    const LENGTHS: RangeInclusive<usize> = MIN_CARDS..=Word::MAX_LETTERS;
    const LENGTHS_RULE: &'static str = "M2";

    fn rule_data() -> GameRules {
        rule_data::add_to(GameRules::new(Self::VARIANT, Self::WORDS))
    }
}
