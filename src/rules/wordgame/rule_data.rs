//! The rules of Wordgame as published data.

use super::bag::Bag;
use super::premiums::Premiums;
use super::rack::BLANK;
use super::ruleset::Rules;
use crate::rules::rule_data::{
    BoardLayout, CardCount, LetterValue, Provenance, RuleNumber, RuleSwitch, stated,
};
use crate::word::Letter;

/// The numbers in the rules that have no table of their own.
pub(in crate::rules) const NUMBERS: [RuleNumber; 6] = [
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
pub(in crate::rules) fn letter_values() -> Vec<LetterValue> {
    let letters = Letter::all().map(|letter| LetterValue {
        letter: letter.as_char(),
        value: Rules::WORDGAME.value(letter),
        provenance: Provenance::House,
    });
    let blank = LetterValue { letter: BLANK, value: 0, provenance: Provenance::Stated };
    letters.chain([blank]).collect()
}

/// Returns the number of tiles of each letter in the bag, and the number of blanks.
pub(in crate::rules) fn bag() -> Vec<CardCount> {
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
pub(in crate::rules) fn board_layout() -> BoardLayout {
    BoardLayout {
        rows: Premiums::STANDARD_ROWS.to_vec(),
        legend: "T word x3, D word x2, t letter x3, d letter x2, _ no bonus",
        rule: "G3",
        provenance: Provenance::House,
    }
}

/// Returns the switches that a request may set.
pub(in crate::rules) fn switches() -> Vec<RuleSwitch> {
    vec![
        choice(
            "preset",
            &["wordgame", "classic"],
            "the rules to start from; classic is the well-known crossword game",
            "G1",
        ),
        choice(
            "word_bonus",
            &["highest", "product"],
            "the effect of several word bonuses in one word",
            "G5",
        ),
        choice(
            "all_tiles",
            &["double_main_word", "double_turn", "add"],
            "the bonus for placing a full rack",
            "G6",
        ),
        choice("all_tiles_points", &[], "the points that all_tiles = add adds", "G6"),
        choice("letter_values", &[], "letters whose values differ from those of the preset", "G2"),
        choice("premiums", &[], "the bonus squares: 15 rows of the marks T D t d _", "G3"),
        choice("rack_size", &[], "the number of tiles on a full rack", "G1"),
        choice("first_word_min", &[], "the minimum number of letters in the first word", "G7"),
        choice(
            "strict_bag",
            &["true", "false"],
            "true to refuse more tiles than the bag has",
            "G1",
        ),
    ]
}

/// Makes a switch with its choices, the default first. The list is empty if the value is not one of
/// a few names.
fn choice(
    name: &'static str,
    choices: &[&'static str],
    what: &'static str,
    rule: &'static str,
) -> RuleSwitch {
    RuleSwitch { name, choices: choices.to_vec(), what, rule }
}
