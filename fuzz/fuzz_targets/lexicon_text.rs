//! Lexicon and category texts: every text is either refused, with the numbers of existing lines, or
//! becomes a lexicon that finds all its words.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::{Lexicon, LexiconError, Words};
use wordcourt::word::Word;

fuzz_target!(|texts: (&str, &str)| {
    let (words, categories) = texts;
    match Lexicon::from_text(words, categories) {
        Ok(lexicon) => {
            for ordinal in lexicon.ordinals() {
                let word: Word =
                    lexicon.word(ordinal).parse().expect("every entry of a lexicon is a word");
                assert_eq!(lexicon.find(&word), Some(ordinal));
                assert!(!Words::from(&lexicon).near(&word, 10).contains(&word.as_str()));
            }
        }
        Err(LexiconError::Text(bad)) => {
            let lines = words.lines().count();
            assert!(bad.lines.iter().all(|line| (1..=lines).contains(&line.line)));
        }
        Err(_) => {}
    }
});
