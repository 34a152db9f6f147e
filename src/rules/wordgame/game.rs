//! The game's entry in the list of games, and its published rules.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;
use strum::VariantArray;

use super::bag::Bag;
use super::bag_tile::BLANK;
use super::challenge_rule::{ChallengeName, ChallengePer, ChallengeSwitches, ChallengeTo};
use super::premiums::Premiums;
use super::ruleset::{
    AllTilesBonus, BlankLetter, CrossBonus, EndRule, OverRule, Preset, Rules, WordBonus,
};
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::{
    BoardLayout, CardCount, GameRules, LetterValue, Provenance, RuleNumber, RulePreset, RuleSwitch,
    names_of, stated, switch,
};
use crate::rules::{Game, Variant};
use crate::word::Letter;

/// Wordgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
            letter_values: letter_values(),
            deck: bag(),
            board: Some(board_layout()),
            numbers: NUMBERS.to_vec(),
            switches: switches(),
            presets: presets(),
            ..GameRules::new(Self::VARIANT, Self::WORDS)
        }
    }
}

/// The numbers in the rules that have no table of their own.
const NUMBERS: [RuleNumber; 6] = [
    stated("players", 2, "players", "G1"),
    stated("rack", 8, "tiles on a rack", "G1"),
    stated("first_word", 4, "minimum number of letters in the first word", "G7"),
    stated(
        "all_tiles",
        2,
        "multiplier of the main word when all tiles of a full rack are placed",
        "G6",
    ),
    stated("passes", 3, "passes in a row that end the game", "G9"),
    stated("opening_passes", 2, "opening passes after which both players get new racks", "G9"),
];

/// Returns the values of the letters and of the blank.
fn letter_values() -> Vec<LetterValue> {
    let letters = Letter::all().map(|letter| LetterValue {
        letter: letter.as_char(),
        value: Rules::WORDGAME.value(letter),
        provenance: Provenance::House,
    });
    let blank = LetterValue { letter: BLANK, value: 0, provenance: Provenance::Stated };
    letters.chain([blank]).collect()
}

/// Returns the number of tiles of each letter in the bag, and the number of blanks.
fn bag() -> Vec<CardCount> {
    let Bag { letters, blanks } = Bag::WORDGAME;
    let tiles = |card: char, count: u8| CardCount {
        card: card.to_string(),
        count: u32::from(count),
        provenance: Provenance::Stated,
    };
    Letter::all()
        .map(|letter| tiles(letter.as_char(), letters[letter.index()]))
        .chain([tiles(BLANK, blanks)])
        .collect()
}

/// Returns the bonus squares of the board.
fn board_layout() -> BoardLayout {
    BoardLayout {
        rows: Premiums::STANDARD_ROWS.to_vec(),
        legend: "T word x3, D word x2, t letter x3, d letter x2, _ no bonus",
        rule: "G3",
        provenance: Provenance::House,
    }
}

/// Returns the switches that players may set.
fn switches() -> Vec<RuleSwitch> {
    let mut switches = vec![choice::<Preset>("preset", "the rules to start from", "G1")];
    switches.extend(scoring_switches());
    switches.extend(game_switches());
    switches
}

/// Returns the switches that affect the score of a move and the moves that are allowed.
fn scoring_switches() -> Vec<RuleSwitch> {
    vec![
        choice::<CrossBonus>("cross_bonus", "the words in which a bonus square counts", "G4"),
        choice::<WordBonus>("word_bonus", "the effect of several word bonuses in one word", "G5"),
        choice::<AllTilesBonus>("all_tiles", "the bonus for placing a full rack", "G6"),
        switch("all_tiles_points", "the points that all_tiles = add adds", "G6"),
        switch("letter_values", "letters whose values differ from those of the preset", "G2"),
        switch("premiums", "the bonus squares: 15 rows of the marks T D t d _", "G3"),
        switch("rack_size", "the number of tiles on a full rack", "G1"),
        switch("first_word_min", "the minimum number of letters in the first word", "G7"),
        choice::<BlankLetter>("blank_letter", "the letters that a blank stands for", "G7"),
        RuleSwitch {
            choices: vec!["true", "false"],
            ..switch("strict_bag", "true to refuse more tiles than the bag has", "G1")
        },
        switch(
            "bag",
            "letters, and ? for blanks, of which the bag has another number of tiles",
            "G1",
        ),
        RuleSwitch {
            choices: vec!["true", "false"],
            ..switch(
                "connected",
                "true if the tiles of a position must be one group that covers the centre",
                "C9",
            )
        },
    ]
}

/// Returns the switches that affect the course of a game and its result.
fn game_switches() -> Vec<RuleSwitch> {
    vec![
        choice::<EndRule>(
            "end",
            "the points for the tiles left on racks when a player has gone out",
            "C2",
        ),
        choice::<OverRule>("over", "the turns that end a game before the tiles run out", "C3"),
        switch(
            "exchange_min_bag",
            "the number of tiles that the bag must have for an exchange",
            "C4",
        ),
        choice::<ChallengeName>("challenge", "the price of a failed challenge", "C5"),
        switch("challenge_points", "the points of a failed challenge", "C5"),
        choice::<ChallengePer>(
            "challenge_per",
            "the unit for which the points of a failed challenge count",
            "C5",
        ),
        choice::<ChallengeTo>(
            "challenge_to",
            "the player whose points a failed challenge changes",
            "C5",
        ),
        switch("challenge_free", "failed challenges of a player that cost nothing", "C5"),
        switch(
            "challenge_steps",
            "the points of one failed challenge after another; the last number repeats",
            "C5",
        ),
        switch(
            "time_penalty",
            "the points lost for each begun period of overtime: points and per_seconds",
            "C6",
        ),
    ]
}

/// Returns the names for combinations of switches.
fn presets() -> Vec<RulePreset> {
    let games = Preset::VARIANTS.iter().map(|&preset| RulePreset {
        switch: "preset",
        name: preset.into(),
        rules: to_json(&preset.rules().with_challenge()),
        rule: if preset == Preset::Wordgame { "G1" } else { "C1" },
        provenance: match preset {
            Preset::Wordgame => Provenance::House,
            Preset::Classic => Provenance::Found,
        },
    });
    // The name `points` stands for whatever the other switches say.
    let names = ChallengeName::VARIANTS.iter().filter(|name| **name != ChallengeName::Points);
    let challenges = names.map(|name| RulePreset {
        switch: "challenge",
        name: name.into(),
        rules: to_json(&ChallengeSwitches::from(name.rule())),
        rule: "C5",
        provenance: name.provenance(),
    });
    games.chain(challenges).collect()
}

fn to_json(switches: &impl Serialize) -> Value {
    serde_json::to_value(switches).unwrap_or_default()
}

/// Makes a switch with the names of an enum's values, the default first.
fn choice<T: VariantArray>(name: &'static str, what: &'static str, rule: &'static str) -> RuleSwitch
where
    &'static str: From<&'static T>,
{
    RuleSwitch { choices: names_of::<T>(), ..switch(name, what, rule) }
}
