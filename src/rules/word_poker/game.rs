//! The games' entries in the list of games.

use std::ops::RangeInclusive;

use super::rule_data::{self, CHOOSE_YOUR_WORDS_NUMBERS, WORD_FOR_WORD_NUMBERS};
use super::values::{EXCLAMATION_WORD, MAX_CARDS, MIN_CARDS, THOUGHT_CARDS};
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::GameRules;
use crate::rules::{Game, Variant, WordRules};

/// Choose Your Words: seven cards in the hand.
#[derive(Debug, Clone, Copy)]
pub struct ChooseYourWords;

/// Word For Word: two cards in the hand and five on the board.
#[derive(Debug, Clone, Copy)]
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
        rule_data::add_to(GameRules::new(Self::VARIANT, Self::WORDS), &CHOOSE_YOUR_WORDS_NUMBERS)
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
        rule_data::add_to(GameRules::new(Self::VARIANT, Self::WORDS), &WORD_FOR_WORD_NUMBERS)
    }
}
