//! The number of anagrams of words.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use crate::lexicon::{Numbered, Ordinal};
use crate::word::Word;

/// Keeps the words with as many anagrams among all words, themselves included.
pub(super) fn keep(found: &mut Vec<Ordinal>, words: &Numbered<'_>, counts: &RangeInclusive<usize>) {
    let mut anagrams: FxHashMap<Word, usize> =
        found.iter().filter_map(|&ordinal| Some((sorted(words.word(ordinal))?, 0))).collect();
    let mut count = |word: &str| {
        if let Some(count) = sorted(word).and_then(|letters| anagrams.get_mut(&letters)) {
            *count += 1;
        }
    };
    let lexicon = words.words().lexicon();
    lexicon.visit(lexicon.prefix_range(""), None, |ordinal, word, _| {
        if words.of_lexicon(ordinal).is_some() {
            count(word);
        }
    });
    words.added().for_each(|(_, word)| count(word.as_str()));
    found.retain(|&ordinal| {
        let count = sorted(words.word(ordinal)).and_then(|letters| anagrams.get(&letters));
        count.is_some_and(|count| counts.contains(count))
    });
}

/// Returns the letters of a word in alphabetical order.
fn sorted(word: &str) -> Option<Word> {
    let mut letters: Vec<_> = word.parse::<Word>().ok()?.letters().collect();
    letters.sort_unstable();
    Word::from_letters(letters)
}
