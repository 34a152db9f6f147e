//! Challenges of turns.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::challenge::{Challenge, Ruling};
use wordcourt::rules::play_on_words::{PlacedTurn, PlayOn, Rules, Score, Stage, Turn};
use wordcourt::word::Word;

use super::deal::table;

/// Challenges a turn that lays TAR, extends BAT to BATH, and extends TAR to RATE.
fn challenge(lexicon: &str, named: &[&str], violations: &mut Violations) -> Option<Ruling> {
    let table = table(vec!["B A T".parse().unwrap()]);
    let rules = Rules { play_on_new_word: true, ..Rules::default() };
    let turn = Turn {
        new_word: Some("T A R".parse().unwrap()),
        play_ons: vec![
            PlayOn { onto: vec![0], word: "B A T H".parse().unwrap() },
            PlayOn { onto: vec![1], word: "R A T E".parse().unwrap() },
        ],
    };
    let hand = "T A R H E Q".parse().unwrap();
    let placed =
        PlacedTurn::place(&turn, &hand, &table, rules, &mut Violations::default()).unwrap();
    let score = Score::of(&placed, Stage::Later, rules);
    assert_eq!(score.parts.iter().map(|part| part.points).collect::<Vec<_>>(), [6, 4, 8]);
    let named: Vec<Word> = named.iter().map(|word| word.parse().unwrap()).collect();
    let challenge = Challenge {
        turn: &turn,
        score: &score,
        table: &table,
        named: &named,
        player: Some("ann"),
        rules,
    };
    let lexicon = Lexicon::from_text(lexicon, "").unwrap();
    challenge.decide(&lexicon, violations).ok()
}

#[test]
fn a_challenge_of_allowed_words_fails() {
    let ruling = challenge("TAR\nBATH\nRATE\n", &[], &mut Violations::default()).unwrap();
    assert!(!ruling.upheld);
    assert_eq!((ruling.words.len(), ruling.returned.len()), (3, 0));
    assert!(ruling.consequences.is_empty());
}

#[test]
fn a_new_word_that_is_not_allowed_is_returned_with_its_play_on() {
    let ruling = challenge("BATH\nRATE\n", &["TAR"], &mut Violations::default()).unwrap();
    assert!(ruling.upheld);
    assert_eq!(ruling.words.len(), 1);
    assert_eq!(ruling.returned, [0, 2]);
    assert_eq!(ruling.consequences[0].amount, Some(6 + 8));
}

#[test]
fn other_words_stay_if_a_play_on_is_not_allowed() {
    let ruling = challenge("TAR\nRATE\n", &[], &mut Violations::default()).unwrap();
    assert_eq!(ruling.returned, [1]);
    assert_eq!(ruling.consequences[0].amount, Some(4));
}

#[test]
fn named_words_must_be_words_of_the_turn() {
    let mut violations = Violations::default();
    let named = ["TAR", "RAT", "ART"];
    assert!(challenge("TAR\n", &named, &mut violations.at("words")).is_none());
    let places: Vec<&str> =
        violations.as_slice().iter().map(|violation| violation.pointer.as_str()).collect();
    assert_eq!(places, ["/words/1", "/words/2"]);
}
