//! The published rules of My Word!: its deck and numbers.

use super::call::MIN_CARDS;
use crate::rules::rule_data::{
    CardCount, GameRules, Provenance, RuleNumber, cards, counts, found, stated,
};

/// The number of cards in the deck (RULEBOOK M1).
pub const DECK_CARDS: usize = 56;

/// Adds the game's tables to the part that all games have in common.
pub(super) fn add_to(common: GameRules) -> GameRules {
    GameRules { deck: deck(), numbers: NUMBERS.to_vec(), ..common }
}

fn deck() -> Vec<CardCount> {
    //             A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
    let letters = [3, 1, 1, 1, 4, 1, 1, 1, 2, 1, 1, 2, 1, 2, 3, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1];
    let doubles = ["TH", "CH", "ST", "ER", "IN", "AN", "ED", "EA", "LE", "OR", "QU"];
    let mut deck: Vec<CardCount> = counts(&letters, Provenance::House).collect();
    deck.extend(cards(&["SH", "ND"], 1, Provenance::Stated));
    deck.extend(cards(&["IT"], 1, Provenance::Found));
    deck.extend(cards(&doubles, 1, Provenance::House));
    deck.extend(cards(&["?"], 2, Provenance::Found));
    deck.extend(cards(&["??"], 1, Provenance::Found));
    deck
}

#[expect(clippy::cast_possible_truncation, reason = "both are far below 2³²")]
const NUMBERS: [RuleNumber; 3] = [
    found("deck", DECK_CARDS as u32, "cards in the deck", "M1"),
    stated("cards", MIN_CARDS as u32, "smallest number of cards in a word", "M2"),
    stated("card", 1, "points for each card", "M3"),
];
