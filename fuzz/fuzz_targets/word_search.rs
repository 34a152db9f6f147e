//! Patterns and letters: formatting inverts parsing, and a pattern matches the same words as a
//! simple reference implementation.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Pattern;
use wordcourt::rules::word_search::{Letters, Span};
use wordcourt::word::Word;

/// Matches a pattern with a word. `table[at][from]` is true if the rest of the pattern from place
/// `at` matches the rest of the word from letter `from`.
fn matches(pattern: &str, word: &Word) -> bool {
    let mut places: Vec<&str> = Vec::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let end = if first == '[' { rest.find(']').map_or(rest.len(), |end| end + 1) } else { 1 };
        places.push(&rest[..end]);
        rest = &rest[end..];
    }
    let letters = word.as_str();
    let mut table = vec![vec![false; letters.len() + 1]; places.len() + 1];
    table[places.len()][letters.len()] = true;
    for (at, place) in places.iter().enumerate().rev() {
        for from in (0..=letters.len()).rev() {
            let letter = letters[from..].chars().next();
            table[at][from] = match (*place, letter) {
                ("*", _) => table[at + 1][from] || from < letters.len() && table[at][from + 1],
                (_, None) => false,
                (place, Some(letter)) => {
                    (place == "?" || place.contains(letter) != place.starts_with("[^"))
                        && table[at + 1][from + 1]
                }
            };
        }
    }
    table[0][0]
}

fuzz_target!(|texts: (&str, &str, &str)| {
    let (pattern, letters, word) = texts;
    let word: Option<Word> = word.parse().ok();
    if let Ok(pattern) = pattern.parse::<Pattern>() {
        let written = pattern.to_string();
        assert_eq!(written.parse().as_ref(), Ok(&pattern));
        if let Some(word) = word {
            assert_eq!(pattern.matches(&word), matches(&written, &word), "{written} {word}");
        }
    }
    if let Ok(span) = letters.parse::<Span>() {
        let numbers = span.within(1..=45);
        assert!(*numbers.start() >= 1 && *numbers.end() <= 45);
    }
    if let Ok(letters) = letters.parse::<Letters>() {
        assert_eq!(letters.to_string().parse().as_ref(), Ok(&letters));
        assert!(
            word.is_none_or(|word| !letters.spell(word.as_str()) || word.len() <= letters.len())
        );
    }
});
