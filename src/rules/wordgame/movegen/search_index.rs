//! The search index of a lexicon.

use std::sync::Arc;

use super::lazy_word_map::LazyWordMap;
use crate::lexicon::image::{ImageError, ImageId, ImageStore, Imaged, Reader, Writer};
use crate::lexicon::{Digest, Gaddag, Lexicon, MapWord, Vocabulary, WordMap};
use crate::parallel;
use crate::rules::Game as _;
use crate::rules::index_origin::ImagedIndex;
use crate::rules::wordgame::game::Wordgame;
use crate::word::{Letter, Word};

/// The words of a lexicon that Wordgame allows, indexed for searches.
#[derive(Debug)]
pub struct SearchIndex {
    pub(super) gaddag: Arc<Gaddag>,
    /// Searches with blanks need it, and others are faster with it. It takes longer to build or
    /// read than the graph, so it has an image of its own.
    word_map: Arc<LazyWordMap>,
}

impl SearchIndex {
    /// The number of words from which building on two threads is faster.
    const MANY_WORDS: usize = 10_000;

    /// Builds the index of a lexicon.
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let words: Vec<Word> = lexicon
            .ordinals()
            .filter(|&ordinal| {
                Wordgame::LENGTHS.contains(&lexicon.word_len(ordinal))
                    && Wordgame::WORDS.allows(lexicon.marks(ordinal))
            })
            .filter_map(|ordinal| lexicon.word(ordinal).parse().ok())
            .collect();
        if words.len() < Self::MANY_WORDS {
            return Self::of_words(&words);
        }
        let (word_map, gaddag) =
            parallel::join(|| WordMap::build(&words), || Gaddag::build(&words));
        Self { gaddag: Arc::new(gaddag), word_map: Arc::new(LazyWordMap::built(word_map)) }
    }

    /// Builds the index of words that are known to be allowed.
    fn of_words(words: &[Word]) -> Self {
        Self { gaddag: Arc::new(Gaddag::build(words)), word_map: Arc::default() }
    }

    /// Builds the index of the words of an overlay, which are known to be allowed.
    pub(super) fn of_overlay(words: &[Word]) -> Self {
        let word_map = Arc::new(LazyWordMap::of_one_search());
        Self { word_map, ..Self::of_words(words) }
    }

    /// Returns the word map if it is loaded. If it has an image, the first call reads it, on
    /// another thread if it is large.
    pub(super) fn word_map_if_loaded(&self) -> Option<&WordMap> {
        if self.word_map.has_image() {
            return self.loaded_word_map();
        }
        self.word_map.get()
    }

    /// Returns the word map if it is loaded. The first call reads or builds it, on another thread
    /// if it is large.
    pub(super) fn loaded_word_map(&self) -> Option<&WordMap> {
        LazyWordMap::start(&self.word_map, &self.gaddag);
        self.word_map.get()
    }

    /// Returns the word map. The first call reads or builds it; other calls wait for that.
    pub(super) fn word_map(&self) -> &WordMap {
        self.word_map.load(&self.gaddag, WordMap::build_on_two_threads)
    }
}

impl Imaged for SearchIndex {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        self.gaddag.write(writer);
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let gaddag = Arc::new(Gaddag::read(reader, ())?);
        Ok(Self { gaddag, word_map: Arc::default() })
    }
}

impl ImagedIndex for SearchIndex {
    /// Checks nothing: the graph contains its words and does not refer to the lexicon.
    fn complete_with(&mut self, _: &Lexicon) -> Result<(), ImageError> {
        Ok(())
    }

    fn use_images_of_parts(&self, store: &Arc<dyn ImageStore>, digest: Digest) {
        self.word_map.use_image(store, digest);
    }

    fn build_parts_once(&self) {
        self.word_map.build_once(&self.gaddag);
    }

    fn images_of_parts(&self, digest: Digest) -> Vec<(ImageId, Vec<u8>)> {
        let id = LazyWordMap::image_id(digest);
        vec![(id, Writer::image(&id, self.word_map()))]
    }
}

/// A source of words: the words of an index, except those that a vocabulary excludes.
#[derive(Clone, Copy)]
pub(super) struct WordSource<'s> {
    pub index: &'s SearchIndex,
    /// `None` for all words of the index.
    pub vocabulary: Option<Vocabulary<'s>>,
}

impl<'s> WordSource<'s> {
    pub(super) fn words(self, length: usize) -> impl Iterator<Item = &'s MapWord> {
        let is_included = move |word: &&MapWord| {
            self.vocabulary.is_none_or(|vocabulary| includes(vocabulary, word, length))
        };
        self.index.word_map().all_words(length).iter().filter(is_included)
    }
}

pub(super) fn includes(vocabulary: Vocabulary<'_>, word: &MapWord, length: usize) -> bool {
    let letters = word[..length].iter().filter_map(|&index| Letter::from_index(index.into()));
    Word::from_letters(letters).is_some_and(|word| !vocabulary.excludes(&word))
}
