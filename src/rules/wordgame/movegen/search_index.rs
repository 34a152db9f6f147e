//! The search index of a lexicon.

use crate::lexicon::{Gaddag, Vocabulary, WordMap};
use crate::parallel;
use crate::rules::Game as _;
use crate::rules::wordgame::game::Wordgame;
use crate::word::Word;

/// The words of a vocabulary that Wordgame allows, indexed for searches.
#[derive(Debug)]
pub struct SearchIndex {
    pub(super) gaddag: Gaddag,
    pub(super) word_map: WordMap,
}

impl SearchIndex {
    /// The number of words from which building on two threads is faster.
    const MANY_WORDS: usize = 10_000;

    /// Builds the index of a vocabulary.
    #[must_use]
    pub fn build<'l>(vocabulary: impl Into<Vocabulary<'l>>) -> Self {
        let vocabulary = vocabulary.into();
        let lexicon = vocabulary.lexicon();
        let words: Vec<Word> = vocabulary
            .ordinals()
            .filter(|&ordinal| {
                Wordgame::LENGTHS.contains(&lexicon.word_len(ordinal))
                    && Wordgame::WORDS.allows(lexicon.marks(ordinal))
            })
            .filter_map(|ordinal| lexicon.word(ordinal).parse().ok())
            .collect();
        Self::of_words(&words)
    }

    /// Builds the index of words that are known to be allowed.
    pub(super) fn of_words(words: &[Word]) -> Self {
        if words.len() < Self::MANY_WORDS {
            return Self { gaddag: Gaddag::build(words), word_map: WordMap::build(words) };
        }
        let (word_map, gaddag) = parallel::join(|| WordMap::build(words), || Gaddag::build(words));
        Self { gaddag, word_map }
    }
}
