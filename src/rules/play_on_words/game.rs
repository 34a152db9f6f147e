//! The game's entry in the list of games.

use std::ops::RangeInclusive;

use super::rule_data;
use crate::lexicon::{Mark, Marks};
use crate::rules::limits::{self, NumberedLimit, limit};
use crate::rules::rule_data::GameRules;
use crate::rules::{Game, Variant};
use crate::word::Word;

/// The game Play On Words Rummy.
#[derive(Debug, Clone, Copy)]
pub struct PlayOnWords;

impl Game for PlayOnWords {
    const VARIANT: Variant = Variant::PlayOnWords;
    const TITLE: &'static str = "Play On Words Rummy";
    const TAG: &'static str = "Play On Words";
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
    const LIMITS: &'static [NumberedLimit] = &[
        limit(16, "hand_wilds", limits::HAND_WILDS, "wilds in a hand of Play On Words"),
        limit(17, "table_words", limits::TABLE_WORDS, "words on a table of Play On Words"),
        limit(
            18,
            "table_choices",
            limits::TABLE_CHOICES,
            "wild and flip cards among the words on a table",
        ),
        limit(19, "muggings", limits::MUGGINGS, "muggings in one round"),
    ];

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
