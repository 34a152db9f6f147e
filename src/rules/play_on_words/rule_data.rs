//! The published rules of Play On Words: its deck, numbers and options.

use super::hand::HAND_CARDS;
use super::ruleset::{PluralRule, TableCards, Version};
use super::score::{GOING_OUT_POINTS, INITIAL_HAND_POINTS};
use super::settle::{MAX_PLAYERS, MUGGED_LETTER_POINTS, UNPLAYED_LETTER_POINTS, rounds};
use crate::rules::rule_data::{self, CardCount, Provenance, RuleNumber, RuleSwitch, names_of};
use crate::word::Letter;

/// The number of cards for each letter (RULEBOOK P1).
#[rustfmt::skip]
const LETTER_CARDS: [u32; Letter::COUNT] =
//   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
    [6, 2, 2, 2, 8, 1, 2, 2, 5, 1, 1, 3, 2, 4, 5, 2, 1, 4, 4, 4, 3, 1, 1, 1, 2, 1];

/// Returns the deck of 80 cards (RULEBOOK P1).
pub(in crate::rules) fn deck() -> Vec<CardCount> {
    let card = |card: String, count, provenance| CardCount { card, count, provenance };
    let letters = Letter::all().zip(LETTER_CARDS);
    let mut deck: Vec<CardCount> =
        letters.map(|(letter, count)| card(letter.to_string(), count, Provenance::House)).collect();
    for face in ["ST", "SH", "TH", "CH", "CK", "QU", "J/X", "V/Z"] {
        deck.push(card(face.to_owned(), 1, Provenance::Found));
    }
    deck.push(card("*".to_owned(), 2, Provenance::Stated));
    deck
}

/// Returns the numbers of the rules.
pub(in crate::rules) fn numbers() -> Vec<RuleNumber> {
    let deck_size = RuleNumber {
        provenance: Provenance::Found,
        ..stated("deck", 80_u32, "cards in the deck", "P1")
    };
    vec![
        deck_size,
        stated("dealt", 7_u32, "cards dealt to each player", "P3"),
        stated("hand", HAND_CARDS, "largest number of cards in a hand", "P3"),
        stated("discard", 3_u32, "cards that may be discarded if nothing can be played", "P3"),
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
        stated("rounds_of_two", rounds(2), "rounds in a game of two players", "P14"),
        stated("rounds_of_three", rounds(3), "rounds in a game of three or four players", "P14"),
        stated("players", MAX_PLAYERS, "largest number of players", "P14"),
    ]
}

fn stated(
    name: &'static str,
    value: impl TryInto<u32>,
    what: &'static str,
    rule: &'static str,
) -> RuleNumber {
    let Ok(value) = value.try_into() else { unreachable!("numbers of rules are small") };
    rule_data::stated(name, value, what, rule)
}

/// Returns the options that a request can choose, as in [`Rules`](super::Rules).
pub(in crate::rules) fn switches() -> Vec<RuleSwitch> {
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
            what: "treatment of plurals made with S that have another sense as well",
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
    ]
}
