//! The game's entry in the list of games, and its published rules.

use std::ops::RangeInclusive;

use super::call::MIN_CARDS;
use super::deck::{
    DECK_CARDS, DOUBLE_WILDS, FOUND_DOUBLES, HOUSE_DOUBLES, SINGLE_CARDS, STATED_DOUBLES, WILDS,
};
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::{
    CardCount, GameRules, Provenance, RuleNumber, RuleSwitch, cards, counts, found, stated,
};
use crate::rules::{Game, Variant};
use crate::word::Word;

/// The game My Word!
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MyWord;

impl Game for MyWord {
    const VARIANT: Variant = Variant::MyWord;
    const TITLE: &'static str = "My Word!";
    // RULEBOOK W4, M2.
    const BARRED: Marks =
        Marks::of(&[Mark::Proper, Mark::Foreign, Mark::Abbreviation, Mark::Contraction]);
    // A card has at least one letter.
    const LENGTHS: RangeInclusive<usize> = MIN_CARDS..=Word::MAX_LETTERS;
    const LENGTHS_RULE: &'static str = "M2";

    fn rule_data() -> GameRules {
        GameRules {
            deck: deck(),
            numbers: NUMBERS.to_vec(),
            switches: switches(),
            ..GameRules::new(Self::VARIANT, Self::WORDS)
        }
    }
}

fn deck() -> Vec<CardCount> {
    let mut deck: Vec<CardCount> =
        counts(&SINGLE_CARDS.map(u32::from), Provenance::House).collect();
    deck.extend(cards(&STATED_DOUBLES, 1, Provenance::Stated));
    deck.extend(cards(&FOUND_DOUBLES, 1, Provenance::Found));
    deck.extend(cards(&HOUSE_DOUBLES, 1, Provenance::House));
    deck.extend(cards(&["?"], u32::from(WILDS), Provenance::Found));
    deck.extend(cards(&["??"], u32::from(DOUBLE_WILDS), Provenance::Found));
    deck
}

#[expect(clippy::cast_possible_truncation, reason = "both are far below 2³²")]
const NUMBERS: [RuleNumber; 4] = [
    found("deck", DECK_CARDS as u32, "cards in the deck", "M1"),
    stated("cards", MIN_CARDS as u32, "smallest number of cards in a word", "M2"),
    stated("card", 1, "points for each card", "M3"),
    stated("free_card", 1, "cards for every other player if a call is not allowed", "M4"),
];

fn switches() -> Vec<RuleSwitch> {
    vec![RuleSwitch {
        name: "strict_deck",
        choices: vec!["false", "true"],
        what: "refusal of more cards than the published deck has",
        rule: "W7",
    }]
}
