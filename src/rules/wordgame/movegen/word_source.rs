//! The sources of the words of a search: the lexicon, and an overlay.

use super::search_index::SearchIndex;
use crate::lexicon::{MapWord, Vocabulary};
use crate::word::{Letter, Word};

/// A source of words: the words of an index, except those that a vocabulary excludes.
#[derive(Clone, Copy)]
pub(super) struct WordSource<'s> {
    pub index: &'s SearchIndex,
    /// `None` for all words of the index.
    pub vocabulary: Option<Vocabulary<'s>>,
}

impl<'s> WordSource<'s> {
    /// Returns the words of the given length.
    pub(super) fn words(self, length: usize) -> impl Iterator<Item = &'s MapWord> {
        let is_included = move |word: &&MapWord| {
            self.vocabulary.is_none_or(|vocabulary| includes(vocabulary, word, length))
        };
        self.index.word_map().all_words(length).iter().filter(is_included)
    }
}

/// Returns true if a vocabulary includes a word of the given length.
pub(super) fn includes(vocabulary: Vocabulary<'_>, word: &MapWord, length: usize) -> bool {
    let letters = word[..length].iter().filter_map(|&index| Letter::from_index(index.into()));
    Word::from_letters(letters).is_some_and(|word| !vocabulary.excludes(&word))
}
