//! A brute-force oracle for My Word!.
//!
//! Written from sections 0, 1 and 5 of `data/rulebook.md` and from the sheet only, without
//! knowledge of the engine. It is meant to be obviously right, not fast: it tries every placement
//! of a word, card by card. Ids such as M2 are points of the rulebook; "rule 3" is a numbered step
//! of the sheet.
//!
//! Where the rulebook is silent, the oracle assumes:
//! - A call is judged as a whole: each kind of violation is named once, in alphabetical order.
//! - A wild that is called without its letters must still be on the table.
//! - The penalty lists every player but the caller, in the order in which they take cards; a player
//!   who gets nothing has 0, 0.
//!
//! Words need not be allowed (W3). Malformed input (a text that is not a card, `??` announced as
//! one letter, a word with anything but letters, a caller who doesn't play) is an error in the
//! test, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// M2: cards, not letters.
const FEWEST_CARDS: usize = 3;

/// A placement of a word with cards of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placement {
    /// M3: every card is one point.
    pub cards: usize,
    /// The number of `?` and `??` among the cards.
    pub wilds: usize,
}

// ------------------------------------------------------------------------------------------------
// cards

/// A card on the table.
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

    /// Returns the part of `rest` that is left after this card, or `None` if the card doesn't fit
    /// at the front of `rest`.
    ///
    /// M2: the letters of a double card, and those of `??`, are adjacent and keep their order.
    fn place_on<'a>(&self, rest: &'a str) -> Option<&'a str> {
        match self {
            Face::Printed(letters) => rest.strip_prefix(letters.as_str()),
            Face::Wild(length) => rest.get(*length..),
        }
    }
}

/// W1: input is case-insensitive, A-Z and nothing else.
fn letters(text: &str) -> String {
    assert!(
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
        "not only letters A-Z: {text:?}"
    );
    text.to_ascii_uppercase()
}

fn faces(table: &[&str]) -> Vec<Face> {
    table.iter().map(|text| Face::parse(text)).collect()
}

/// RULEBOOK section 1: the card and the letters that it plays. A wild has letters only if they are
/// announced.
fn parse_called(text: &str) -> (Face, Option<String>) {
    match text.split_once('=') {
        Some((face, announced)) => {
            let face = Face::parse(face);
            let announced = letters(announced);
            assert!(
                face == Face::Wild(announced.len()),
                "a wild plays as many letters as it has marks: {text:?}"
            );
            (face, Some(announced))
        }
        None => match Face::parse(text) {
            Face::Printed(letters) => (Face::Printed(letters.clone()), Some(letters)),
            wild @ Face::Wild(_) => (wild, None),
        },
    }
}

// ------------------------------------------------------------------------------------------------
// placement

/// Returns the best placement of `word` with cards of the table: the most cards (M3), then the
/// fewest wild cards.
///
/// Returns `None` if there is no placement. The placement may have too few cards for a call: END
/// from E and ND has two.
///
/// # Panics
/// If the word or a card is malformed.
#[must_use]
pub(crate) fn place(word: &str, table: &[&str]) -> Option<Placement> {
    placements(&letters(word), &faces(table))
        .into_iter()
        .max_by_key(|placement| (placement.cards, Reverse(placement.wilds)))
}

/// Returns every placement of `rest` with cards of `table`, each used at most once (M3), in any
/// order.
fn placements(rest: &str, table: &[Face]) -> Vec<Placement> {
    if rest.is_empty() {
        return vec![Placement { cards: 0, wilds: 0 }];
    }
    let mut found = Vec::new();
    for (at, card) in table.iter().enumerate() {
        if table[..at].contains(card) {
            continue; // An equal card has been tried already.
        }
        let Some(still_to_place) = card.place_on(rest) else { continue };
        let mut left = table.to_vec();
        left.remove(at);
        for placement in placements(still_to_place, &left) {
            found.push(Placement {
                cards: placement.cards + 1,
                wilds: placement.wilds + usize::from(card.is_wild()),
            });
        }
    }
    found
}

/// Returns the smallest number of letters that the table lacks for a word: with that many further
/// wilds of one letter, it can be placed.
///
/// # Panics
/// If the word or a card is malformed.
#[must_use]
pub(crate) fn missing_letters(word: &str, table: &[&str]) -> usize {
    let can_place = |extra: &usize| place(word, &[table, &vec!["?"; *extra]].concat()).is_some();
    (0..=word.len()).find(can_place).expect("a wild for each letter is enough")
}

/// M1: returns the cards of the table that are there more often than in the deck: single cards and
/// double cards, each from A to Z, then `?` and `??`.
#[must_use]
pub(crate) fn too_many<'t>(table: &[&'t str]) -> Vec<&'t str> {
    const DECK: &str = "AAA B C D EEEE F G H II J K LL M NN OOO P Q RR SS TT U V W X Y Z";
    const DOUBLES: &str = "SH ND IT TH CH ST ER IN AN ED EA LE OR QU";
    let in_deck = |card: &str| match card {
        "?" => 2,
        "??" => 1,
        _ if card.len() == 2 => DOUBLES.split(' ').filter(|double| *double == card).count(),
        _ => DECK.matches(card).count(),
    };
    let mut cards: Vec<&str> = table.to_vec();
    // "?" sorts before the letters.
    cards.sort_by_key(|card| (card.starts_with('?'), card.len(), *card));
    cards.dedup();
    let on_table = |card: &str| table.iter().filter(|other| **other == card).count();
    cards.retain(|card| on_table(card) > in_deck(card));
    cards
}

/// Judges an explicit call (announced cards in word order): it must have at least three cards, all
/// of which are on the table.
///
/// # Errors
/// All violations of the call: `card_not_on_table`, `too_few_cards`, `unannounced_wild`.
///
/// # Panics
/// If a card is malformed.
pub(crate) fn judge(call: &[&str], table: &[&str]) -> Result<String, Vec<&'static str>> {
    let mut on_table = faces(table);
    let mut word = String::new();
    let mut violations = BTreeSet::new();
    for text in call {
        let (face, plays) = parse_called(text);
        // M3: every card at most once.
        if let Some(at) = on_table.iter().position(|card| *card == face) {
            on_table.remove(at);
        } else {
            violations.insert("card_not_on_table");
        }
        if let Some(letters) = plays {
            word.push_str(&letters);
        } else {
            violations.insert("unannounced_wild");
        }
    }
    if call.len() < FEWEST_CARDS {
        violations.insert("too_few_cards");
    }
    if violations.is_empty() { Ok(word) } else { Err(violations.into_iter().collect()) }
}

/// Returns every word of `words` that can be called, with its points and wilds, sorted: more
/// points, fewer wilds, alphabetical.
///
/// # Panics
/// If a word or a card is malformed.
#[must_use]
pub(crate) fn all_calls(table: &[&str], words: &BTreeSet<String>) -> Vec<(String, u32, usize)> {
    let mut calls = Vec::new();
    for word in words {
        // M3: the most cards that can spell it. If they are too few (M2), so are those of every
        // other placement.
        if let Some(best) = place(word, table)
            && best.cards >= FEWEST_CARDS
        {
            let points = u32::try_from(best.cards).expect("a word has few cards");
            calls.push((letters(word), points, best.wilds));
        }
    }
    calls.sort_by_key(|(word, points, wilds)| (Reverse(*points), *wilds, word.clone()));
    calls
}

// ------------------------------------------------------------------------------------------------
// penalty

/// M4, rule 3: returns the cards that each player takes after a call that is not allowed, as
/// (player, from the table, from the deck).
///
/// Every player but the caller takes one card, clockwise from the caller's left. `players` are in
/// seat order, clockwise (W5).
///
/// # Panics
/// If the caller is not exactly one of the players.
#[must_use]
pub(crate) fn penalty(
    players: &[&str],
    caller: &str,
    table_cards: usize,
    deck: usize,
) -> Vec<(String, u32, u32)> {
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

// ------------------------------------------------------------------------------------------------
// tests

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<&str> {
        text.split(' ').collect()
    }

    /// Returns the cards and wilds of the best placement.
    fn placed(word: &str, table: &str) -> Option<(usize, usize)> {
        place(word, &cards(table)).map(|placement| (placement.cards, placement.wilds))
    }

    /// Vectors 001 to 015, including the words with two cards.
    #[test]
    fn placements_agree_with_the_sheet() {
        assert_eq!(placed("MASK", "M ?? K"), Some((3, 1)));
        assert_eq!(placed("HUES", "SH U E"), None);
        assert_eq!(placed("END", "E ND"), Some((2, 0)));
        assert_eq!(placed("END", "E N D"), Some((3, 0)));
        assert_eq!(placed("ROCK", "R O K"), None);
        assert_eq!(placed("ROCK", "R O C K"), Some((4, 0)));
        assert_eq!(placed("ROCK", "R O ? K"), Some((4, 1)));
        assert_eq!(placed("ROCK", "K C O R"), Some((4, 0)));
        assert_eq!(placed("CASH", "C A SH"), Some((3, 0)));
        assert_eq!(placed("SHED", "SH E D"), Some((3, 0)));
        assert_eq!(placed("MASK", "?? A S"), None);
        // ?? can't be the A alone but can be A and T. Two cards are too few for a call.
        assert_eq!(placed("CAT", "C ?? T"), Some((2, 1)));
        assert_eq!(placed("BELL", "B E ??"), Some((3, 1)));
        assert_eq!(placed("MASK", "?? SK"), Some((2, 1)));
        assert_eq!(placed("CATS", "? ? ??"), Some((3, 3)));
    }

    #[test]
    fn a_placement_has_the_most_cards_and_then_the_fewest_wilds() {
        // Single cards, even wilds, beat a double card, because each card is a point.
        assert_eq!(placed("END", "E ND N D"), Some((3, 0)));
        assert_eq!(placed("END", "E ND N ?"), Some((3, 1)));
        assert_eq!(placed("BELL", "B E ? ? ?? L"), Some((4, 1)));
        // Every card at most once.
        assert_eq!(placed("BELL", "B E L"), None);
        // No wild where a printed card fits; and not the N, which leaves the D without a card.
        assert_eq!(placed("MASK", "?? ? M A S K"), Some((4, 0)));
        assert_eq!(placed("SEND", "S E N ND"), Some((3, 0)));
    }

    #[test]
    fn explicit_calls_are_judged() {
        let table = cards("M K ?? ? SH E E");
        assert_eq!(judge(&cards("M ??=AS K"), &table), Ok("MASK".to_owned()));
        assert_eq!(judge(&cards("M E ?=S SH"), &table), Ok("MESSH".to_owned()));
        assert_eq!(judge(&cards("SH ??=EM"), &table), Err(vec!["too_few_cards"]));
        assert_eq!(judge(&cards("M A K E"), &table), Err(vec!["card_not_on_table"]));
        assert_eq!(judge(&cards("M ?=E ?=E K"), &table), Err(vec!["card_not_on_table"]));
        assert_eq!(judge(&cards("M ? K"), &table), Err(vec!["unannounced_wild"]));
        assert_eq!(
            judge(&cards("S ??"), &table),
            Err(vec!["card_not_on_table", "too_few_cards", "unannounced_wild"])
        );
        // A double card is not two single cards.
        assert_eq!(judge(&cards("S H E"), &table), Err(vec!["card_not_on_table"]));
    }

    #[test]
    fn all_calls_are_sorted() {
        let words: BTreeSet<String> =
            ["END", "DEN", "ROCK", "MASK", "AND", "SEND"].map(str::to_owned).into();
        let calls = all_calls(&cards("E N D ND S ?"), &words);
        let order: Vec<(&str, u32, usize)> =
            calls.iter().map(|(word, points, w)| (word.as_str(), *points, *w)).collect();
        assert_eq!(order, [("SEND", 4, 0), ("DEN", 3, 0), ("END", 3, 0), ("AND", 3, 1)]);
        // M2: END from two cards can't be called.
        assert!(all_calls(&cards("E ND"), &words).is_empty());
    }

    /// Vector 017, and M4 when table and deck run out.
    #[test]
    fn penalties_are_taken_from_the_table_and_then_from_the_deck() {
        let entry = |player: &str, table, deck| (player.to_owned(), table, deck);
        assert_eq!(penalty(&["a", "b", "c"], "a", 5, 5), [entry("b", 1, 0), entry("c", 1, 0)]);
        let four = ["a", "b", "c", "d"];
        assert_eq!(
            penalty(&four, "c", 1, 1),
            [entry("d", 1, 0), entry("a", 0, 1), entry("b", 0, 0)]
        );
        assert_eq!(
            penalty(&four, "d", 0, 9),
            [entry("a", 0, 1), entry("b", 0, 1), entry("c", 0, 1)]
        );
    }
}
