//! The published rules of both games: deck, letter values, numbers and switches.

use super::ruleset::Remainder;
use super::values::{CATEGORY, EXCLAMATION, LENGTH_BONUS, LetterValues, OUTBURST, PALINDROME_STEP};
use crate::rules::rule_data::{
    CardCount, GameRules, LetterValue, Provenance, RuleNumber, RuleSwitch, house, names_of, stated,
    switch,
};
use crate::word::Letter;

/// Adds the tables of both games and the numbers of one game to the part that all games have in
/// common.
pub(super) fn add_to(common: GameRules, numbers: &[RuleNumber]) -> GameRules {
    GameRules {
        letter_values: letter_values(),
        deck: deck(),
        numbers: [numbers, &NUMBERS].concat(),
        switches: switches(),
        ..common
    }
}

/// The letters with more than one red card (RULEBOOK O18).
const RED: [(u8, u32); 8] =
    [(b'A', 2), (b'E', 4), (b'I', 2), (b'N', 2), (b'O', 2), (b'R', 2), (b'S', 2), (b'T', 2)];
const WILDS: u32 = 4;

/// Returns the deck: twice as many blue cards of each letter as red ones.
fn deck() -> Vec<CardCount> {
    let red = |letter: Letter| {
        let several = RED.iter().find(|(known, _)| *known == letter.as_ascii());
        several.map_or(1, |(_, count)| *count)
    };
    let card = |card: String, count| CardCount { card, count, provenance: Provenance::House };
    let blue_cards = Letter::all().map(|letter| card(format!("{letter}b"), 2 * red(letter)));
    let red_cards = Letter::all().map(|letter| card(format!("{letter}r"), red(letter)));
    blue_cards.chain(red_cards).chain([card("*".to_owned(), WILDS)]).collect()
}

/// The letters whose values the rule sheets print.
const STATED_VALUES: &str = "BEGIRZ";

fn letter_values() -> Vec<LetterValue> {
    let values = LetterValues::default();
    let value = |letter: Letter| {
        let is_stated = STATED_VALUES.contains(letter.as_char());
        LetterValue {
            letter: letter.as_char(),
            value: values.of(letter),
            provenance: if is_stated { Provenance::Stated } else { Provenance::House },
        }
    };
    Letter::all().map(value).collect()
}

fn switches() -> Vec<RuleSwitch> {
    vec![
        switch("letter_values", "letters whose values differ from the default", "O4"),
        RuleSwitch {
            choices: names_of::<Remainder>(),
            ..switch("remainder", "receiver of the chips that a tie can't split evenly", "O12")
        },
    ]
}

pub(super) const CHOOSE_YOUR_WORDS_NUMBERS: [RuleNumber; 3] = [
    stated("cards_dealt", 7, "cards in a hand", "O1"),
    stated("first_exchange", 4, "cards that may be exchanged in the first exchange", "rule 4"),
    stated("second_exchange", 2, "cards that may be exchanged in the second exchange", "rule 4"),
];

pub(super) const WORD_FOR_WORD_NUMBERS: [RuleNumber; 4] = [
    stated("thought", 2, "cards in the hand", "O1"),
    stated("shout", 3, "cards dealt to the board first", "O1"),
    stated("mumble", 1, "cards dealt to the board second", "O1"),
    stated("whisper", 1, "cards dealt to the board last", "O1"),
];

const NUMBERS: [RuleNumber; 19] = [
    stated("blue_pair", 2, "multiplier of a blue pair; one more for each wild in it", "O5"),
    stated("red_pair", 3, "multiplier of a red pair; one more for each wild in it", "O5"),
    stated("mixed_pair", 2, "multiplier of a pair of mixed colours, with or without wilds", "O5"),
    house("length_bonus_2", LENGTH_BONUS[2], "bonus for a word of two letters", "O7"),
    stated("length_bonus_3", LENGTH_BONUS[3], "bonus for a word of three letters", "O7"),
    stated("length_bonus_4", LENGTH_BONUS[4], "bonus for a word of four letters", "O7"),
    stated("length_bonus_5", LENGTH_BONUS[5], "bonus for a word of five letters", "O7"),
    stated("length_bonus_6", LENGTH_BONUS[6], "bonus for a word of six letters", "O7"),
    stated("length_bonus_7", LENGTH_BONUS[7], "bonus for a word of seven letters", "O7"),
    stated("blue_flush", 1, "multiplier of an all-blue word without a wild", "O8"),
    stated("blue_wild_flush", 2, "multiplier of an all-blue word with a wild", "O8"),
    stated("red_flush", 2, "multiplier of an all-red word without a wild", "O8"),
    stated("red_wild_flush", 3, "multiplier of an all-red word with a wild", "O8"),
    stated("outburst", OUTBURST, "bonus for using all seven cards", "O9"),
    stated("exclamation", EXCLAMATION, "bonus for OMYWORD", "O9"),
    stated(
        "palindrome",
        PALINDROME_STEP,
        "bonus for a palindrome of three letters, and for each further letter",
        "O9",
    ),
    stated("category", CATEGORY, "bonus for a word of the category", "O9"),
    stated("red_share", 1, "red cards for every two blue cards", "O18"),
    house("wilds", WILDS, "wild cards in the deck", "O18"),
];
