//! Lexicons with an overlay.

use std::collections::BTreeSet;

use proptest::prelude::*;
use wordcourt::lexicon::{Lexicon, Mark, Marks, Numbered, Ordinal, Overlay};
use wordcourt::word::Word;

use crate::word;

fn words(texts: &BTreeSet<String>) -> Vec<Word> {
    texts.iter().map(|text| word(text)).collect()
}

proptest! {
    #[test]
    fn words_are_numbered_in_alphabetical_order(
        base in prop::collection::btree_set("[ABC]{2,4}", 1..60),
        added in prop::collection::btree_set("[ABC]{1,4}", 0..12),
        removed in prop::collection::btree_set("[ABC]{1,4}", 0..12),
    ) {
        let text = base.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
        let lexicon = Lexicon::from_text(&text, "").unwrap();
        let overlay = Overlay::new(words(&added), words(&removed));
        let numbered = Numbered::new(lexicon.with(&overlay));
        let of_lexicon = lexicon.ordinals().filter_map(|ordinal| numbered.of_lexicon(ordinal));
        let mut all: Vec<Ordinal> =
            of_lexicon.chain(numbered.added().map(|(ordinal, _)| ordinal)).collect();
        all.sort_unstable();
        let found: Vec<&str> = all.iter().map(|&ordinal| numbered.word(ordinal)).collect();
        let expected: BTreeSet<&str> =
            base.difference(&removed).chain(&added).map(String::as_str).collect();
        prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        for ordinal in all {
            prop_assert_eq!(numbered.find(&word(numbered.word(ordinal))), Some(ordinal));
        }
        for text in base.iter().chain(&added).chain(&removed) {
            let marks = lexicon.with(&overlay).marks(&word(text));
            prop_assert_eq!(marks.is_some(), added.contains(text) || !removed.contains(text));
        }
    }
}

#[test]
fn near_misses_and_hooks_respect_the_overlay() {
    let lexicon = Lexicon::from_text("AA\nAB\nABBA\n", "").unwrap();
    let overlay = Overlay::new(vec![word("ABA"), word("AB")], vec![word("AA")]);
    let words = lexicon.with(&overlay);
    assert_eq!(words.near(&word("AC"), 10), ["AB"]);
    assert_eq!(words.near_within_two(&word("AC"), 10), ["AB", "ABA"]);
    assert_eq!(words.hooks(&word("AB")).back.to_string(), "A");
    assert!(!words.hooks(&word("AAB")).inner_back);
}

/// To add a word that is there already changes nothing (RULEBOOK P9).
#[test]
fn an_added_word_keeps_what_the_lexicon_says_about_it() {
    let text = "HEN\nHENS\tplural_s\tHEN\n";
    let lexicon = Lexicon::from_text(text, "").unwrap();
    let overlay = Overlay::new(vec![word("HENS"), word("GRRLS")], vec![]);
    let words = lexicon.with(&overlay);
    let numbered = Numbered::new(words);
    for (text, marks, lemma) in
        [("HENS", Marks::of(&[Mark::PluralS]), Some("HEN")), ("GRRLS", Marks::NONE, None)]
    {
        let ordinal = numbered.find(&word(text)).unwrap();
        for entry in [words.find(&word(text)).unwrap(), numbered.entry(ordinal)] {
            assert_eq!((entry.word(), entry.marks(), entry.lemma()), (text, marks, lemma));
        }
        assert_eq!(words.marks(&word(text)), Some(marks));
    }
}

#[test]
fn the_digest_distinguishes_added_words_from_removed_ones() {
    let overlay = Overlay::new(vec![word("AA"), word("AB"), word("AA")], vec![]);
    assert_eq!(overlay, Overlay::new(vec![word("AB"), word("AA")], vec![word("AA")]));
    assert_ne!(overlay.digest(), Overlay::new(vec![], vec![word("AA"), word("AB")]).digest());
}
