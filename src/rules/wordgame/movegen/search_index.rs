//! The search index of a lexicon.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::lexicon::image::{ImageError, Imaged, Independent, Reader, Writer};
use crate::lexicon::{Gaddag, Vocabulary, WordMap};
use crate::parallel;
use crate::rules::Game as _;
use crate::rules::wordgame::game::Wordgame;
use crate::word::Word;

/// The words of a vocabulary that Wordgame allows, indexed for searches.
#[derive(Debug)]
pub struct SearchIndex {
    pub(super) gaddag: Gaddag,
    /// Only searches with blanks need it, and it takes longer to build than the graph. Shared with
    /// the thread that builds it.
    word_map: Arc<OnceLock<WordMap>>,
    /// True once a thread builds the word map.
    is_started: AtomicBool,
}

impl SearchIndex {
    /// The number of words from which building on two threads is faster.
    const MANY_WORDS: usize = 10_000;

    /// Builds the index of a vocabulary. If the vocabulary is not the whole lexicon, the first
    /// search with a blank starts to build the rest of the index, and does without it.
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
        if vocabulary.max_tier() < Vocabulary::ALL_TIERS || words.len() < Self::MANY_WORDS {
            return Self::of_words(&words);
        }
        let (word_map, gaddag) =
            parallel::join(|| WordMap::build(&words), || Gaddag::build(&words));
        let word_map = Arc::new(word_map.into());
        Self { gaddag, word_map, is_started: AtomicBool::new(true) }
    }

    /// Builds the index of words that are known to be allowed.
    pub(super) fn of_words(words: &[Word]) -> Self {
        Self {
            gaddag: Gaddag::build(words),
            word_map: Arc::default(),
            is_started: AtomicBool::default(),
        }
    }

    /// Returns the word map if it is built.
    pub(super) fn word_map_if_built(&self) -> Option<&WordMap> {
        self.word_map.get()
    }

    /// Returns the word map if it is built. The first call builds it, on another thread if there
    /// are many words.
    pub(super) fn built_word_map(&self) -> Option<&WordMap> {
        if self.word_map.get().is_none() && !self.is_started.swap(true, Ordering::Relaxed) {
            let words = self.gaddag.words();
            if words.len() < Self::MANY_WORDS {
                return Some(self.word_map.get_or_init(|| WordMap::build(&words)));
            }
            let word_map = Arc::clone(&self.word_map);
            let build = move || _ = word_map.get_or_init(|| WordMap::build(&words));
            if !parallel::spawn("word-map", build) {
                self.is_started.store(false, Ordering::Relaxed);
            }
        }
        self.word_map.get()
    }

    /// Returns the word map. The first call builds it; other calls wait for that.
    pub(super) fn word_map(&self) -> &WordMap {
        self.word_map.get_or_init(|| {
            let words = self.gaddag.words();
            if words.len() < Self::MANY_WORDS {
                WordMap::build(&words)
            } else {
                WordMap::build_on_two_threads(&words)
            }
        })
    }
}

impl Imaged for SearchIndex {
    type Context<'c> = Independent;

    fn write(&self, writer: &mut Writer) {
        self.gaddag.write(writer);
        self.word_map().write(writer);
    }

    fn read(reader: &mut Reader<'_>, _: Independent) -> Result<Self, ImageError> {
        let gaddag = Imaged::read(reader, ())?;
        let word_map = WordMap::read(reader, ())?;
        let word_map = Arc::new(word_map.into());
        Ok(Self { gaddag, word_map, is_started: AtomicBool::new(true) })
    }
}
