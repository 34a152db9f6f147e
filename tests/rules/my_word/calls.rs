//! Judgements of calls, compared with the oracle.

use std::collections::BTreeSet;

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::my_word::{AnnouncedCall, Card, Table, place};
use wordcourt::rules::{ReasonCode, ViolationCode, Violations};

use super::{table_of, texts, wild_mix};
use crate::{Dice, my_word_oracle as oracle};

/// Returns the codes of the violations of a call, each once, in alphabetical order, and the missing
/// cards or letters.
fn violations_of(call: &AnnouncedCall, cards: &[Card]) -> (Vec<&'static str>, Vec<String>) {
    let mut violations = Violations::default();
    let placed = call.place(&Table::new(cards), &mut violations).unwrap();
    assert_eq!(placed.is_ok(), violations.is_empty());
    if let Ok(placed) = placed {
        assert_eq!(placed.word().as_str(), call.text());
    }
    let codes: BTreeSet<&'static str> =
        violations.as_slice().iter().map(|violation| name_of(violation.code)).collect();
    let missing = violations.as_slice().iter().flat_map(|violation| violation.missing.clone());
    (codes.into_iter().collect(), missing.collect())
}

/// Returns the oracle's name of a violation.
fn name_of(code: ViolationCode) -> &'static str {
    match code {
        ViolationCode::CardNotOnTable => "card_not_on_table",
        ViolationCode::TooFew => "too_few_cards",
        ViolationCode::UnannouncedWild => "unannounced_wild",
        ViolationCode::WordNotOnTable => "word_not_on_table",
        other => panic!("unexpected code {other:?}"),
    }
}

#[test]
fn judgements_of_announced_calls_agree_with_the_oracle() {
    let mut dice = Dice(14);
    let mut legal = 0;
    for _ in 0..4_000 {
        let cards = wild_mix(3 + dice.below(5), &mut dice);
        let table = texts(&cards);
        let mut left = cards.clone();
        let call: Vec<String> = (0..=dice.below(5))
            .filter_map(|_| {
                // Usually a card of the table, sometimes any card.
                let card = match dice.below(8) {
                    0 => *wild_mix(1, &mut dice).first()?,
                    _ if left.is_empty() => return None,
                    _ => left.swap_remove(dice.below(left.len())),
                };
                Some(match (card, dice.below(12)) {
                    // Sometimes a wild is not announced.
                    (card, 0) => card.to_string(),
                    (Card::Wild, _) => "?=E".to_owned(),
                    (Card::DoubleWild, _) => "??=ST".to_owned(),
                    (card, _) => card.to_string(),
                })
            })
            .collect();
        let announced = AnnouncedCall::cards(&call);
        let (codes, missing) = violations_of(&announced, &cards);
        let expected = oracle::judge(&table_of(&call), &table_of(&table));
        // Cards that can't be read are not looked for on the table.
        let is_readable = !codes.contains(&"unannounced_wild");
        match expected {
            Ok(word) => {
                legal += 1;
                assert_eq!(word, announced.text());
                assert!(codes.is_empty(), "{codes:?}: {call:?} from {table:?}");
            }
            Err(expected) if is_readable => {
                assert_eq!(codes, expected, "{call:?} from {table:?}");
            }
            Err(expected) => assert!(codes.iter().all(|code| expected.contains(code))),
        }
        assert_eq!(missing.is_empty(), !codes.contains(&"card_not_on_table"), "{call:?}");
    }
    assert!(legal > 1_000, "{legal} calls are legal");
}

#[test]
fn missing_letters_agree_with_the_oracle() {
    let mut dice = Dice(16);
    let mut most_missing = 0;
    for _ in 0..1_000 {
        let cards = wild_mix(dice.below(7), &mut dice);
        let word: String =
            (0..=dice.below(7)).map(|_| char::from(b"AEINRSTL"[dice.below(8)])).collect();
        let (codes, missing) = violations_of(&AnnouncedCall::word(&word), &cards);
        let table = texts(&cards);
        let expected = oracle::missing_letters(&word, &table_of(&table));
        assert_eq!(missing.len(), expected, "{word} from {}", table.join(" "));
        assert_eq!(codes.contains(&"word_not_on_table"), expected > 0);
        // The table can spell the word with the missing letters, which are letters of the word in
        // its order.
        let added = missing.iter().map(|letter| letter.parse().unwrap());
        let all: Vec<Card> = cards.iter().copied().chain(added).collect();
        assert!(place(&word.parse().unwrap(), &Table::new(&all)).unwrap().is_some());
        let mut letters = word.chars();
        assert!(missing.iter().all(|letter| letters.any(|other| letter.starts_with(other))));
        most_missing = most_missing.max(expected);
    }
    assert!(most_missing > 3);
}

/// RULEBOOK W6: players say anything, and every call gets a ruling.
#[test]
fn impossible_calls_are_judged() {
    let lexicon = Lexicon::from_text("COOP\nDONT\nMASK\n", "").unwrap();
    let cards = ["C", "O", "O", "P", "?", "M", "SK"].map(|card| card.parse().unwrap());
    let judge = |call: &AnnouncedCall| {
        let mut violations = Violations::default();
        assert!(call.place(&Table::new(&cards), &mut violations).unwrap().is_err());
        let reason = call.reason(&lexicon).map(|reason| (reason.code, reason.rule));
        let codes = violations
            .as_slice()
            .iter()
            .map(|violation| (violation.code, violation.rule.unwrap(), violation.pointer.clone()));
        (call.text(), reason, codes.collect::<Vec<_>>())
    };
    let not_letters = Some((ReasonCode::NotLetters, Some("W1")));
    let at = |code, rule, place: &str| (code, rule, place.to_owned());
    for word in ["co-op", "don't", "caf\u{e9}", "c o"] {
        let invalid = at(ViolationCode::InvalidWord, "W1", "");
        assert_eq!(
            judge(&AnnouncedCall::word(word)),
            (word.to_ascii_uppercase(), not_letters, vec![invalid])
        );
    }
    assert_eq!(
        judge(&AnnouncedCall::cards(&["c", "o", "-", "o", "p"])),
        ("CO-OP".to_owned(), not_letters, vec![at(ViolationCode::InvalidCard, "M2", "/2")])
    );
    assert_eq!(
        judge(&AnnouncedCall::cards(&["M", "ASK"])),
        (
            "MASK".to_owned(),
            None,
            vec![at(ViolationCode::InvalidCard, "M2", "/1"), at(ViolationCode::TooFew, "M2", "")]
        )
    );
    let empty = (String::new(), Some((ReasonCode::TooShort, Some("W1"))));
    let (text, reason, codes) = judge(&AnnouncedCall::cards(&[""; 0]));
    assert_eq!(((text, reason), codes), (empty, vec![at(ViolationCode::TooFew, "M2", "")]));
    let long = AnnouncedCall::word(&"A".repeat(46));
    assert_eq!(judge(&long).1, Some((ReasonCode::TooLong, Some("W1"))));
}
