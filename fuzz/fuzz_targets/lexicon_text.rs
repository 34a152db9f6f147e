//! Lexicon and category texts: any text is either refused with lines that exist or built into a lexicon that finds its own words.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::{Lexicon, LexiconError, Words};
use wordcourt::word::Word;

fuzz_target!(|texts: (&str, &str)| {
    let (words, categories) = texts;
    match Lexicon::from_text(words, categories) {
        Ok(lexicon) => {
            for ordinal in lexicon.ordinals() {
                let word: Word = lexicon.word(ordinal).parse().expect("a lexicon holds words");
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
