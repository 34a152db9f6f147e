//! Rules as switches, in canonical form: every switch with its value.

use serde::{Serialize, Serializer};

use super::bag::Bag;
use super::challenge_rule::ChallengeSwitches;
use super::premiums::Premiums;
use super::ruleset::{
    AllTilesBonus, BlankLetter, CrossBonus, EndRule, OverRule, Preset, Rules, TimePenalty,
    WordBonus,
};
use crate::word::Letter;

/// The switches of rules. Those that rules can lack are absent if they do.
#[derive(Serialize)]
struct Switches<'r> {
    preset: Preset,
    letter_values: LetterValues<'r>,
    premiums: &'r Premiums,
    cross_bonus: CrossBonus,
    word_bonus: WordBonus,
    all_tiles: AllTilesBonus,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_tiles_points: Option<u32>,
    rack_size: usize,
    first_word_min: usize,
    blank_letter: BlankLetter,
    end: EndRule,
    over: OverRule,
    #[serde(skip_serializing_if = "Option::is_none")]
    exchange_min_bag: Option<usize>,
    #[serde(flatten)]
    challenge: Option<ChallengeSwitches>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_penalty: Option<TimePenalty>,
    strict_bag: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bag: Option<&'r Bag>,
    connected: bool,
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (all_tiles, all_tiles_points) = self.all_tiles.switches();
        let switches = Switches {
            preset: self.preset,
            letter_values: LetterValues(&self.letter_values),
            premiums: &self.premiums,
            cross_bonus: self.cross_bonus,
            word_bonus: self.word_bonus,
            all_tiles,
            all_tiles_points,
            rack_size: self.rack_size,
            first_word_min: self.first_word_min,
            blank_letter: self.blank_letter,
            end: self.end,
            over: self.over,
            exchange_min_bag: self.exchange_min_bag,
            challenge: self.challenge.map(ChallengeSwitches::from),
            time_penalty: self.time_penalty,
            strict_bag: self.bag.is_some(),
            bag: self.bag.as_ref(),
            connected: self.connected,
        };
        switches.serialize(serializer)
    }
}

/// The values of the letters as an object.
struct LetterValues<'r>(&'r [u32; Letter::COUNT]);

impl Serialize for LetterValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(Letter::all().map(|letter| (letter.as_char(), self.0[letter.index()])))
    }
}
