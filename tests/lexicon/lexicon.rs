//! Look-ups in a lexicon.

use proptest::prelude::*;
use wordcourt::lexicon::{Digest, Lexicon, Mark, Ordinal, Words, source};
use wordcourt::word::Letter;

use crate::word;

fn lexicon() -> Lexicon {
    let words = "AT\t\t\t\t10\nBAT\t\t\t\t20\nBATH\t\t\t\t10\nBATS\tplural_s,verb_s\tBAT\t\t20\nCAT\tprofane\nTAB\nCATS\nTHAT\t\t\ta pronoun\n";
    Lexicon::from_text(words, "flying\tFlying\t\tBAT\n").unwrap()
}

#[test]
fn every_word_is_found_by_its_ordinal() {
    let lexicon = lexicon();
    for ordinal in lexicon.ordinals() {
        let found = word(lexicon.word(ordinal));
        assert_eq!(lexicon.find(&found), Some(ordinal));
        assert_eq!(lexicon.word_len(ordinal), found.len());
        assert!(lexicon.prefix_range(found.as_str()).contains(&ordinal.0));
    }
    for absent in ["BA", "BATHS", "A", "ZZZ", "ATBAT"] {
        assert_eq!(lexicon.find(&word(absent)), None, "{absent}");
    }
}

#[test]
fn the_order_of_the_lines_does_not_matter() {
    let sorted = lexicon().to_text();
    let mut lines: Vec<&str> = sorted.lines().collect();
    for _ in 0..lines.len() {
        lines.rotate_left(1);
        let lexicon = Lexicon::from_text(&lines.join("\n"), "").unwrap();
        assert_eq!(lexicon.to_text(), sorted);
        assert_eq!(lexicon.definition(lexicon.find(&word("THAT")).unwrap()), Some("a pronoun"));
    }
}

#[test]
fn a_word_differs_from_every_word_with_one_other_letter() {
    // The longest word that is compared by its letters and not by a hash.
    let listed = "ABCDEFGHIJKL";
    let lexicon = Lexicon::from_text(listed, "").unwrap();
    for place in 0..listed.len() {
        for letter in Letter::all() {
            let mut text = listed.to_owned();
            text.replace_range(place..=place, &letter.to_string());
            assert_eq!(lexicon.contains(&word(&text)), text == listed, "{text}");
        }
        assert!(!lexicon.contains(&word(&listed[..=place])) || place + 1 == listed.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exactly_the_words_of_the_lexicon_are_found(
        words in prop::collection::btree_set("[AB]{2,6}|[A-Z]{2,20}", 1..400),
        others in prop::collection::vec("[AB]{1,6}|[A-Z]{1,20}", 50),
    ) {
        let text: Vec<&str> = words.iter().map(String::as_str).collect();
        let lexicon = Lexicon::from_text(&text.join("\n"), "").unwrap();
        for (ordinal, text) in (0..).map(Ordinal).zip(&words) {
            prop_assert_eq!(lexicon.find(&word(text)), Some(ordinal));
        }
        for other in others {
            prop_assert_eq!(lexicon.contains(&word(&other)), words.contains(&other));
        }
    }
}

#[test]
fn facts_about_a_word_are_stored() {
    let lexicon = lexicon();
    let bats = lexicon.find(&word("BATS")).unwrap();
    assert_eq!(
        (lexicon.lemma(bats), lexicon.tier(bats), lexicon.definition(bats)),
        (Some("BAT"), 20, None)
    );
    let that = lexicon.find(&word("THAT")).unwrap();
    assert_eq!(lexicon.definition(that), Some("a pronoun"));
    assert_eq!(lexicon.mark_counts().nth(Mark::Profane as usize), Some((Mark::Profane, 1)));
    assert!(lexicon.category("flying").unwrap().contains(&word("BAT")));
}

#[test]
fn a_text_is_written_in_canonical_form() {
    let embedded = source::embedded();
    let lexicon = Lexicon::from_text(&embedded.words, "").unwrap();
    assert!(lexicon.to_text() == *embedded.words, "the embedded text is in canonical form");
    let lexicon =
        Lexicon::from_text("zoo\nAA\t\t\tlava\r\nCATS\tverb_s,plural_s\tCAT\t\t07\n", "").unwrap();
    assert_eq!(lexicon.to_text(), "AA\t\t\tlava\nCATS\tplural_s,verb_s\tCAT\t\t7\nZOO\n");
}

#[test]
fn hooks_and_near_misses_are_found() {
    let lexicon = lexicon();
    let words = Words::from(&lexicon);
    let hooks = words.hooks(&word("AT"));
    assert_eq!((hooks.front.to_string(), hooks.back.to_string()), ("BC".to_owned(), String::new()));
    assert_eq!(words.hooks(&word("BAT")).back.to_string(), "HS");
    let inner =
        |text: &str| (words.hooks(&word(text)).inner_front, words.hooks(&word(text)).inner_back);
    assert_eq!(
        [inner("BATS"), inner("CAT"), inner("AT"), inner("ATE"), inner("A")],
        [(false, true), (true, false), (false, false), (false, true), (false, false)]
    );
    assert_eq!(words.near(&word("BAT"), 10), ["AT", "BATH", "BATS", "CAT"]);
    assert_eq!(words.near(&word("ABT"), 10), ["AT", "BAT"]);
    assert_eq!(words.near(&word("BAT"), 1), ["AT"]);
}

#[test]
fn the_digest_is_the_sha_256_of_the_text() {
    let lexicon = Lexicon::from_text("AA\n", "").unwrap();
    assert_eq!(lexicon.digest(), Digest::of(&[b"AA\n"]));
    assert_eq!(
        Digest::of(&[]).to_string(),
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}
