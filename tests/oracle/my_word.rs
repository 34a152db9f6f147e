//! Brute-force oracle for My Word!
//!
//! Written from `RULEBOOK.md` sections 0, 1 and 5 and the sheet alone, without sight of the engine it is compared
//! with. It is meant to be obviously right, not fast: every way to lay a word from the table is gone through, card by
//! card. Ids such as M2 are points of the rulebook, "rule 3" is a numbered step of the sheet.
//!
//! Where the rulebook is silent, this is how it is read here:
//! - A call is judged whole: each kind of breach is named once, in alphabetical order.
//! - A wild that is called without its letters is still a card that must lie on the table.
//! - The penalty lists every player but the caller, in the order in which they are served; who goes without has 0, 0.
//!
//! Whether a word is allowed (W3) is not asked here. Malformed input (a card that is not a card, `??` announced as one
//! letter, a word with anything but letters, a caller who doesn't play) is a mistake of the test that uses the oracle,
//! and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// M2: cards, not letters.
const FEWEST_CARDS: usize = 3;

/// How a word can be laid from the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Laying {
    /// M3: a card is a point, whatever stands on it.
    pub cards: usize,
    /// How many of the cards are `?` or `??`, each of which counts one.
    pub wilds: usize,
}

// ---------------------------------------------------------------------------------------------------- cards

/// A card as it lies on the table.
#[derive(Clone, PartialEq, Eq)]
enum Face {
    /// One letter or two, upper case.
    Printed(String),
    /// `?` is a wild of one letter, `??` one of two (M2).
    Wild(usize),
}

impl Face {
    /// RULEBOOK section 1: "E", "ND", "?", "??".
    fn parse(text: &str) -> Face {
        match text {
            "?" => Face::Wild(1),
            "??" => Face::Wild(2),
            _ => {
                assert!(matches!(text.len(), 1 | 2), "a card has one or two letters: {text:?}");
                Face::Printed(letters(text))
            }
        }
    }

    fn is_wild(&self) -> bool {
        matches!(self, Face::Wild(_))
    }

    /// What of `rest` is still to be laid after this card has been laid at its front. None if it doesn't fit there.
    ///
    /// M2: the letters of a double card, and those of `??`, are adjacent and stand as they are.
    fn lay_on<'a>(&self, rest: &'a str) -> Option<&'a str> {
        match self {
            Face::Printed(letters) => rest.strip_prefix(letters.as_str()),
            Face::Wild(length) => rest.get(*length..),
        }
    }
}

/// W1: input is case-insensitive, A-Z and nothing else.
fn letters(text: &str) -> String {
    assert!(!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic()), "no letters A-Z: {text:?}");
    text.to_ascii_uppercase()
}

fn faces(table: &[&str]) -> Vec<Face> {
    table.iter().map(|text| Face::parse(text)).collect()
}

/// RULEBOOK section 1: the card, and the letters it plays, which a wild has only once they are announced.
fn parse_called(text: &str) -> (Face, Option<String>) {
    match text.split_once('=') {
        Some((face, announced)) => {
            let face = Face::parse(face);
            let announced = letters(announced);
            assert!(face == Face::Wild(announced.len()), "a wild plays as many letters as it has marks: {text:?}");
            (face, Some(announced))
        }
        None => match Face::parse(text) {
            Face::Printed(letters) => (Face::Printed(letters.clone()), Some(letters)),
            wild @ Face::Wild(_) => (wild, None),
        },
    }
}

// --------------------------------------------------------------------------------------------------- laying

/// How `word` can be laid from the table: every way is tried; the best by most cards (M3), then fewest wild cards.
///
/// None if it can't be laid at all. The number of cards is not looked at: END from E and ND is a laying of two cards.
///
/// # Panics
/// If the word or a card is malformed.
#[must_use]
pub(crate) fn lay(word: &str, table: &[&str]) -> Option<Laying> {
    ways(&letters(word), &faces(table)).into_iter().max_by_key(|way| (way.cards, Reverse(way.wilds)))
}

/// Every way to lay `rest` with cards of `table`, each card at most once (M3), whatever their order on the table.
fn ways(rest: &str, table: &[Face]) -> Vec<Laying> {
    if rest.is_empty() {
        return vec![Laying { cards: 0, wilds: 0 }];
    }
    let mut found = Vec::new();
    for (at, card) in table.iter().enumerate() {
        if table[..at].contains(card) {
            continue; // an equal card was tried here already
        }
        let Some(still_to_lay) = card.lay_on(rest) else { continue };
        let mut left = table.to_vec();
        left.remove(at);
        for way in ways(still_to_lay, &left) {
            found.push(Laying { cards: way.cards + 1, wilds: way.wilds + usize::from(card.is_wild()) });
        }
    }
    found
}

/// Whether an explicit call (announced cards in word order) can be taken from the table and has three cards or more.
///
/// # Errors
/// All that is wrong with it: `card_not_on_table`, `too_few_cards`, `unannounced_wild`.
///
/// # Panics
/// If a card is malformed.
pub(crate) fn judge(call: &[&str], table: &[&str]) -> Result<String, Vec<&'static str>> {
    let mut on_table = faces(table);
    let mut word = String::new();
    let mut breaches = BTreeSet::new();
    for text in call {
        let (face, plays) = parse_called(text);
        // M3: every card at most once.
        if let Some(at) = on_table.iter().position(|card| *card == face) {
            on_table.remove(at);
        } else {
            breaches.insert("card_not_on_table");
        }
        if let Some(letters) = plays {
            word.push_str(&letters);
        } else {
            breaches.insert("unannounced_wild");
        }
    }
    if call.len() < FEWEST_CARDS {
        breaches.insert("too_few_cards");
    }
    if breaches.is_empty() { Ok(word) } else { Err(breaches.into_iter().collect()) }
}

/// Every word of `words` that can be called, with its points and wilds: more points, fewer wilds, alphabetical.
///
/// # Panics
/// If a word or a card is malformed.
#[must_use]
pub(crate) fn all_calls(table: &[&str], words: &BTreeSet<String>) -> Vec<(String, u32, usize)> {
    let mut calls = Vec::new();
    for word in words {
        // M3: the most cards that can spell it; if those are too few (M2), all other ways are too.
        if let Some(best) = lay(word, table)
            && best.cards >= FEWEST_CARDS
        {
            let points = u32::try_from(best.cards).expect("a word has few cards");
            calls.push((letters(word), points, best.wilds));
        }
    }
    calls.sort_by_key(|(word, points, wilds)| (Reverse(*points), *wilds, word.clone()));
    calls
}

// -------------------------------------------------------------------------------------------------- penalty

/// M4, rule 3: who takes how many cards after a call that is not allowed: (player, from the table, from the deck).
///
/// One card for every player but the caller, clockwise from the caller's left; `players` in seat order clockwise (W5).
///
/// # Panics
/// If the caller is not exactly one of the players.
#[must_use]
pub(crate) fn penalty(players: &[&str], caller: &str, table_cards: usize, deck: usize) -> Vec<(String, u32, u32)> {
    let seats: Vec<usize> = (0..players.len()).filter(|&seat| players[seat] == caller).collect();
    let [caller_seat] = seats[..] else { panic!("{caller:?} is not one of the players") };
    let mut table_cards = table_cards;
    let mut deck = deck;
    let mut served = Vec::new();
    for step in 1..players.len() {
        let player = players[(caller_seat + step) % players.len()].to_owned();
        if table_cards > 0 {
            table_cards -= 1;
            served.push((player, 1, 0));
        } else if deck > 0 {
            deck -= 1;
            served.push((player, 0, 1));
        } else {
            served.push((player, 0, 0));
        }
    }
    served
}

// ---------------------------------------------------------------------------------------------------- tests

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<&str> {
        text.split(' ').collect()
    }

    /// (cards, wilds) of the best laying.
    fn laid(word: &str, table: &str) -> Option<(usize, usize)> {
        lay(word, &cards(table)).map(|laying| (laying.cards, laying.wilds))
    }

    /// Vectors 001 to 015, those of two cards included.
    #[test]
    fn examples_of_the_sheet() {
        assert_eq!(laid("MASK", "M ?? K"), Some((3, 1)));
        assert_eq!(laid("HUES", "SH U E"), None);
        assert_eq!(laid("END", "E ND"), Some((2, 0)));
        assert_eq!(laid("END", "E N D"), Some((3, 0)));
        assert_eq!(laid("ROCK", "R O K"), None);
        assert_eq!(laid("ROCK", "R O C K"), Some((4, 0)));
        assert_eq!(laid("ROCK", "R O ? K"), Some((4, 1)));
        assert_eq!(laid("ROCK", "K C O R"), Some((4, 0)));
        assert_eq!(laid("CASH", "C A SH"), Some((3, 0)));
        assert_eq!(laid("SHED", "SH E D"), Some((3, 0)));
        assert_eq!(laid("MASK", "?? A S"), None);
        // ?? can't be the A, but the A and the T: two cards, too few to be called.
        assert_eq!(laid("CAT", "C ?? T"), Some((2, 1)));
        assert_eq!(laid("BELL", "B E ??"), Some((3, 1)));
        assert_eq!(laid("MASK", "?? SK"), Some((2, 1)));
        assert_eq!(laid("CATS", "? ? ??"), Some((3, 3)));
    }

    #[test]
    fn most_cards_then_fewest_wilds() {
        // Single letters before the double card, and even wilds before it: a card is a point.
        assert_eq!(laid("END", "E ND N D"), Some((3, 0)));
        assert_eq!(laid("END", "E ND N ?"), Some((3, 1)));
        assert_eq!(laid("BELL", "B E ? ? ?? L"), Some((4, 1)));
        // Every card at most once.
        assert_eq!(laid("BELL", "B E L"), None);
        // Nor a wild where a printed card does as well; nor the N, which leaves the D without a card.
        assert_eq!(laid("MASK", "?? ? M A S K"), Some((4, 0)));
        assert_eq!(laid("SEND", "S E N ND"), Some((3, 0)));
    }

    #[test]
    fn explicit_calls() {
        let table = cards("M K ?? ? SH E E");
        assert_eq!(judge(&cards("M ??=AS K"), &table), Ok("MASK".to_owned()));
        assert_eq!(judge(&cards("M E ?=S SH"), &table), Ok("MESSH".to_owned()));
        assert_eq!(judge(&cards("SH ??=EM"), &table), Err(vec!["too_few_cards"]));
        assert_eq!(judge(&cards("M A K E"), &table), Err(vec!["card_not_on_table"]));
        assert_eq!(judge(&cards("M ?=E ?=E K"), &table), Err(vec!["card_not_on_table"]));
        assert_eq!(judge(&cards("M ? K"), &table), Err(vec!["unannounced_wild"]));
        assert_eq!(judge(&cards("S ??"), &table), Err(vec!["card_not_on_table", "too_few_cards", "unannounced_wild"]));
        // A double card is no two single ones.
        assert_eq!(judge(&cards("S H E"), &table), Err(vec!["card_not_on_table"]));
    }

    #[test]
    fn all_calls_are_sorted() {
        let words: BTreeSet<String> = ["END", "DEN", "ROCK", "MASK", "AND", "SEND"].map(str::to_owned).into();
        let calls = all_calls(&cards("E N D ND S ?"), &words);
        let order: Vec<(&str, u32, usize)> =
            calls.iter().map(|(word, points, w)| (word.as_str(), *points, *w)).collect();
        assert_eq!(order, [("SEND", 4, 0), ("DEN", 3, 0), ("END", 3, 0), ("AND", 3, 1)]);
        // M2: END from two cards can't be called.
        assert!(all_calls(&cards("E ND"), &words).is_empty());
    }

    /// Vector 017, and M4 when table and deck run out.
    #[test]
    fn penalties() {
        let entry = |player: &str, table, deck| (player.to_owned(), table, deck);
        assert_eq!(penalty(&["a", "b", "c"], "a", 5, 5), [entry("b", 1, 0), entry("c", 1, 0)]);
        let four = ["a", "b", "c", "d"];
        assert_eq!(penalty(&four, "c", 1, 1), [entry("d", 1, 0), entry("a", 0, 1), entry("b", 0, 0)]);
        assert_eq!(penalty(&four, "d", 0, 9), [entry("a", 0, 1), entry("b", 0, 1), entry("c", 0, 1)]);
    }
}
