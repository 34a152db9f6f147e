//! The games' entries in the list of games, and their published rules.

use std::ops::RangeInclusive;

use super::card::Card;
use super::deck::{Deck, WILDS};
use super::ruleset::Remainder;
use super::values::{
    CATEGORY, EXCLAMATION, EXCLAMATION_WORD, LENGTH_BONUS, LetterValues, MAX_CARDS, MIN_CARDS,
    OUTBURST, PALINDROME_STEP, THOUGHT_CARDS,
};
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::{
    CardCount, GameRules, LetterValue, Provenance, RuleNumber, RuleReading, RuleSwitch, house,
    names_of, reading, stated, switch,
};
use crate::rules::{Game, Variant, WordRules};
use crate::word::Letter;

/// Choose Your Words: seven cards in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChooseYourWords;

/// Word For Word: two cards in the hand and five on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WordForWord;

/// The word rules of both games: they bar the same classes and allow the same lengths. Only the
/// titles differ.
pub(super) const WORDS: &WordRules = ChooseYourWords::WORDS;

/// Returns the word rules of a game, with its title.
pub(super) const fn words_of(game: Variant) -> &'static WordRules {
    match game {
        Variant::WordForWord => WordForWord::WORDS,
        _ => WORDS,
    }
}

/// Returns the numbers of cards that a player of a game can hold (RULEBOOK O1).
pub(super) const fn own_cards(game: Variant) -> RangeInclusive<usize> {
    match game {
        Variant::WordForWord => THOUGHT_CARDS..=THOUGHT_CARDS,
        _ => 1..=MAX_CARDS,
    }
}

impl Game for ChooseYourWords {
    const VARIANT: Variant = Variant::ChooseYourWords;
    const TITLE: &'static str = "Choose Your Words";
    // RULEBOOK W4.
    const BARRED: Marks =
        Marks::of(&[Mark::Proper, Mark::Abbreviation, Mark::Contraction, Mark::Affix]);
    const LENGTHS: RangeInclusive<usize> = MIN_CARDS..=MAX_CARDS;
    const LENGTHS_RULE: &'static str = "O2";
    // RULEBOOK O10.
    const EXTRA_WORD: Option<&'static str> = Some(EXCLAMATION_WORD);

    fn rule_data() -> GameRules {
        add_to(GameRules::new(Self::VARIANT, Self::WORDS), &CHOOSE_YOUR_WORDS_NUMBERS)
    }
}

impl Game for WordForWord {
    const VARIANT: Variant = Variant::WordForWord;
    const TITLE: &'static str = "Word For Word";
    const BARRED: Marks = ChooseYourWords::BARRED;
    const LENGTHS: RangeInclusive<usize> = ChooseYourWords::LENGTHS;
    const LENGTHS_RULE: &'static str = ChooseYourWords::LENGTHS_RULE;
    const EXTRA_WORD: Option<&'static str> = ChooseYourWords::EXTRA_WORD;

    fn rule_data() -> GameRules {
        add_to(GameRules::new(Self::VARIANT, Self::WORDS), &WORD_FOR_WORD_NUMBERS)
    }
}

/// Adds the tables of both games and the numbers of one game to the part that all games have in
/// common.
fn add_to(common: GameRules, numbers: &[RuleNumber]) -> GameRules {
    GameRules {
        letter_values: letter_values(),
        deck: deck(),
        numbers: [numbers, &NUMBERS].concat(),
        switches: switches(),
        readings: READINGS.to_vec(),
        ..common
    }
}

fn deck() -> Vec<CardCount> {
    let deck = Deck::new();
    let count = |card: Card| CardCount {
        card: card.to_string(),
        count: deck.count(card),
        provenance: Provenance::House,
    };
    Deck::faces().map(count).collect()
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
        RuleSwitch {
            choices: vec!["false", "true"],
            ..switch("strict_deck", "true to refuse more cards than the published deck has", "W7")
        },
    ]
}

const CHOOSE_YOUR_WORDS_NUMBERS: [RuleNumber; 3] = [
    stated("cards_dealt", 7, "cards in a hand", "O1"),
    stated("first_exchange", 4, "cards that may be exchanged in the first exchange", "O20"),
    stated("second_exchange", 2, "cards that may be exchanged in the second exchange", "O20"),
];

const WORD_FOR_WORD_NUMBERS: [RuleNumber; 4] = [
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

const READINGS: [RuleReading; 5] = [
    reading(
        "O6",
        "in a run of equal letters a card joins at most one pair; the pairing that scores highest counts, among equals the leftmost",
    ),
    reading("O9", "OMYWORD from seven cards earns the outburst as well"),
    reading("O9", "a palindrome of two letters earns nothing"),
    reading(
        "O13",
        "a failed challenge costs the pot divided by the number of all players who anted",
    ),
    reading("O14", "a proper noun that the players vote out of its category stays valid"),
];
