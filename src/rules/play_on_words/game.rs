//! The game's entry in the list of games, and its published rules.

use std::ops::RangeInclusive;

use super::card::Card;
use super::deck::{self, count_in_deck};
use super::hand::HAND_CARDS;
use super::mugging::MUGGED_LETTER_POINTS;
use super::round::{MAX_PLAYERS, rounds};
use super::ruleset::{IrregularPlurals, PluralRule, TableCards, Version};
use super::score::{GOING_OUT_POINTS, INITIAL_HAND_POINTS};
use super::settle::UNPLAYED_LETTER_POINTS;
use crate::lexicon::{Mark, Marks};
use crate::rules::rule_data::{
    self, BarredClass, CardCount, GameRules, Provenance, RuleNumber, RuleReading, RuleSwitch,
    names_of, reading,
};
use crate::rules::{Game, Variant};
use crate::word::Word;

/// The game Play On Words Rummy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayOnWords;

impl Game for PlayOnWords {
    const VARIANT: Variant = Variant::PlayOnWords;
    const TITLE: &'static str = "Play On Words Rummy";
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

    fn rule_data() -> GameRules {
        GameRules {
            barred: barred(),
            deck: deck(),
            numbers: numbers(),
            switches: switches(),
            readings: READINGS.to_vec(),
            ..GameRules::new(Self::VARIANT, Self::WORDS)
        }
    }
}

const RUMMY: Version = Version::Rummy;

/// The readings of the rule sheet that no switch changes and no number shows.
const READINGS: [RuleReading; 5] = [
    reading(
        "P6",
        "letters decide if a play-on is rearranged, not cards: TAR and the card ST make START in order",
    ),
    reading(
        "P8",
        "a combination is rearranged unless the table words, one after another in some order, keep their letters in order",
    ),
    reading("P11", "a last play earns no bonus, even on the player's first turn"),
    reading("P12", "a mugging may have several words"),
    reading("P12", "each word of a mugging is judged by itself, against the table as given"),
];

/// Returns the classes of words that the game bars (RULEBOOK W4, P9).
fn barred() -> Vec<BarredClass> {
    let class = |mark: Mark| {
        let (rule, provenance) = match mark {
            Mark::PluralS | Mark::Plural => ("P9", Provenance::Stated),
            Mark::Abbreviation => ("W4", Provenance::Reading),
            _ => ("W4", Provenance::Stated),
        };
        BarredClass { mark: mark.name(), rule, provenance }
    };
    PlayOnWords::BARRED.iter().map(class).collect()
}

/// Returns the deck of 80 cards (RULEBOOK P1).
fn deck() -> Vec<CardCount> {
    let card = |card: Card| CardCount {
        card: card.to_string(),
        count: number(count_in_deck(card)),
        provenance: match card {
            Card::Letter(_) => Provenance::House,
            Card::Combo(_) | Card::Flip(_) => Provenance::Found,
            Card::Wild => Provenance::Stated,
        },
    };
    deck::faces().map(card).collect()
}

/// Converts a number of the rules, which is small.
fn number(value: impl TryInto<u32>) -> u32 {
    value.try_into().unwrap_or(u32::MAX)
}

fn numbers() -> Vec<RuleNumber> {
    vec![
        rule_data::found("deck", 80, "cards in the deck", "P1"),
        stated("dealt", 7_u32, "cards dealt to each player", "P3"),
        stated("hand", HAND_CARDS, "largest number of cards in a hand", "P3"),
        stated("discard", 3_u32, "most cards that are discarded if nothing can be played", "P3"),
        RuleNumber {
            provenance: Provenance::Reading,
            ..stated("discard_min", 1_u32, "fewest cards that are then discarded", "P3")
        },
        stated("new_word_letters", 3_u32, "smallest number of letters in a new word", "P4"),
        stated("new_word", 2_u32, "points for each letter of a new word", "P4"),
        stated(
            "play_on",
            1_u32,
            "points for each letter of a play-on that is not rearranged",
            "P5",
        ),
        stated("rearranged", 2_u32, "points for each letter of a rearranged play-on", "P6"),
        stated(
            "inserted",
            2_u32,
            "points for each letter of a play-on that adds two or more letters, one of them inside",
            "P7",
        ),
        stated("going_out", GOING_OUT_POINTS, "bonus for ending the round", "P11"),
        stated(
            "initial_hand",
            INITIAL_HAND_POINTS,
            "bonus for playing the whole initial hand as one new word",
            "P11",
        ),
        stated("unplayed", UNPLAYED_LETTER_POINTS, "points lost for each unplayed letter", "P12"),
        stated("mugged", MUGGED_LETTER_POINTS, "points for each letter of a mugged card", "P12"),
        stated("rounds_of_two", rounds(2, RUMMY), "rounds in a game of two players", "P14"),
        stated(
            "rounds_of_three",
            rounds(3, RUMMY),
            "rounds in a game of three or four players",
            "P14",
        ),
        stated(
            "rounds_of_full_deck",
            rounds(2, Version::FullDeck),
            "rounds in a game of the Full Deck version",
            "P16",
        ),
        stated("players", MAX_PLAYERS, "largest number of players", "P14"),
    ]
}

fn stated(
    name: &'static str,
    value: impl TryInto<u32>,
    what: &'static str,
    rule: &'static str,
) -> RuleNumber {
    rule_data::stated(name, number(value), what, rule)
}

/// Returns the options that players can choose, as in [`Rules`](super::Rules).
fn switches() -> Vec<RuleSwitch> {
    vec![
        RuleSwitch {
            name: "version",
            choices: names_of::<Version>(),
            what: "rules of the sheet, or one of its variations",
            rule: "P16",
        },
        RuleSwitch {
            name: "plural",
            choices: names_of::<PluralRule>(),
            what: "treatment of plurals that have another sense as well, such as RUNS",
            rule: "P9",
        },
        RuleSwitch {
            name: "irregular_plurals",
            choices: names_of::<IrregularPlurals>(),
            what: "treatment of plurals that are not made with S, such as MICE",
            rule: "P9",
        },
        RuleSwitch {
            name: "play_on_new_word",
            choices: vec!["false", "true"],
            what: "permission for a play-on to the new word of the same turn",
            rule: "P10",
        },
        RuleSwitch {
            name: "table_cards",
            choices: names_of::<TableCards>(),
            what: "letters that wild and flip cards on the table stand for",
            rule: "P15",
        },
        RuleSwitch {
            name: "strict_deck",
            choices: vec!["false", "true"],
            what: "refusal of hands and tables with more cards than the published deck has",
            rule: "W7",
        },
    ]
}
