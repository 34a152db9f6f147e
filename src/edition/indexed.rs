//! Lexicons with their search indexes.

use std::borrow::Cow;
use std::sync::Arc;

use super::id::EditionId;
#[cfg(any(feature = "server", feature = "wasm"))]
use crate::lexicon::Digest;
use crate::lexicon::source::Source;
use crate::lexicon::{Lexicon, LexiconError};
#[cfg(feature = "server")]
use crate::parallel;
use crate::rules::{IndexOrigin, ReadImages, SearchIndexes, Variant};

/// A version of a lexicon with everything that is built from its text.
///
/// The search index of a game is built by the first search that needs it, or by
/// [`Self::build_indexes_of`].
///
/// ```
/// use wordcourt::edition::Edition;
/// use wordcourt::lexicon::source::Source;
/// let source = Source { name: "mini".into(), edition: "1".into(), words: "CAT\nCATS\tplural_s\n".into(), categories: "".into() };
/// let edition = Edition::build(&source)?;
/// assert_eq!(edition.id.to_string().split(' ').next(), Some("mini@1"));
/// assert_eq!(edition.lexicon.len(), 2);
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug)]
pub struct Edition {
    /// Its name, number and digest.
    pub id: EditionId,
    /// The words with their marks, and the categories.
    pub lexicon: Arc<Lexicon>,
    /// The category text that the lexicon was built from; empty if the lexicon has it itself, in its
    /// stored form.
    pub(super) category_text: Cow<'static, str>,
    /// The games' search indexes.
    pub indexes: SearchIndexes,
}

impl Edition {
    /// Builds an edition without its search indexes.
    ///
    /// # Errors
    /// Returns a [`LexiconError`] if the texts of the source have bad lines.
    pub fn build(source: &Source) -> Result<Self, LexiconError> {
        Self::build_with(source, IndexOrigin::default())
    }

    /// Builds an edition without its search indexes, which later come from `origin`.
    ///
    /// # Errors
    /// See [`Self::build`].
    pub fn build_with(source: &Source, origin: IndexOrigin) -> Result<Self, LexiconError> {
        let lexicon = Lexicon::from_text(&source.words, &source.categories)?;
        Ok(Self::of(lexicon, source, SearchIndexes::from_origin(origin)))
    }

    /// Builds an edition as [`Self::build_with`] does, from texts whose digest is known.
    ///
    /// # Errors
    /// See [`Self::build`].
    #[cfg(any(feature = "server", feature = "wasm"))]
    pub(crate) fn build_with_digest(
        source: &Source,
        digest: Digest,
        origin: IndexOrigin,
    ) -> Result<Self, LexiconError> {
        let lexicon = Lexicon::with_digest(&source.words, &source.categories, digest)?;
        Ok(Self::of(lexicon, source, SearchIndexes::from_origin(origin)))
    }

    /// Builds an edition from texts whose digest is known, with the search indexes that `replaced`
    /// has, so that no search has to wait for them. Runs `work` on this thread while another thread
    /// parses the text, and also returns its result.
    ///
    /// # Errors
    /// See [`Self::build`].
    #[cfg(feature = "server")]
    pub(crate) fn build_replacement<W>(
        source: &Source,
        digest: Digest,
        origin: IndexOrigin,
        replaced: Option<&Self>,
        work: impl FnOnce() -> W,
    ) -> (Result<Self, LexiconError>, W) {
        let indexes = SearchIndexes::from_origin(origin);
        let parse = || Lexicon::with_digest(&source.words, &source.categories, digest);
        let (lexicon, (done, images)) = parallel::join(parse, || {
            let done = work();
            // A further thread for the images would slow down the parsing, which takes longest. They
            // need the most memory, and on this thread, the allocator may still have that of the
            // previous indexes.
            let read = |other: &Self| indexes.read_images_of(&other.indexes, digest);
            (done, replaced.map_or_else(ReadImages::default, read))
        });
        let with_indexes = |lexicon| {
            let edition = Self::of(lexicon, source, indexes);
            if let Some(replaced) = replaced {
                edition.indexes.build_those_of(&replaced.indexes, images, &edition.lexicon);
            }
            edition
        };
        (lexicon.map(with_indexes), done)
    }

    fn of(lexicon: Lexicon, source: &Source, indexes: SearchIndexes) -> Self {
        let lexicon = Arc::new(lexicon);
        let id = EditionId::new(source.name.clone(), source.edition.clone(), lexicon.digest());
        let category_text = source.categories.clone();
        Self { id, lexicon, category_text, indexes }
    }

    /// Returns the category text that the lexicon was built from.
    #[must_use]
    pub fn category_text(&self) -> &str {
        self.lexicon.stored_category_text().unwrap_or(&self.category_text)
    }

    /// Returns the stored form of the lexicon (see [`Lexicon::to_stored`]).
    #[must_use]
    pub fn to_stored(&self) -> Vec<u8> {
        self.lexicon.to_stored(self.category_text())
    }

    /// Returns the same edition without search indexes.
    #[must_use]
    pub fn without_indexes(&self) -> Self {
        Self {
            id: self.id.clone(),
            lexicon: Arc::clone(&self.lexicon),
            category_text: self.category_text.clone(),
            indexes: self.indexes.unbuilt(),
        }
    }

    /// Returns the same edition, without search indexes, with its lexicon in the stored form.
    #[cfg(feature = "server")]
    pub(crate) fn with_lexicon(&self, stored: Lexicon) -> Self {
        let (id, indexes) = (self.id.clone(), self.indexes.unbuilt());
        Self { id, lexicon: Arc::new(stored), category_text: Cow::Borrowed(""), indexes }
    }

    /// Makes an edition of a lexicon in its stored form, with the name and the number of a source.
    #[cfg(feature = "server")]
    pub(crate) fn of_stored(source: &Source, stored: Lexicon, origin: IndexOrigin) -> Self {
        let indexes = SearchIndexes::from_origin(origin);
        let edition = Self::of(stored, source, indexes);
        Self { category_text: Cow::Borrowed(""), ..edition }
    }

    /// Builds the search index of a game, or reads its image, unless that has been done.
    pub fn build_index_of(&self, variant: Variant) {
        self.indexes.build_for(variant, &self.lexicon);
    }

    /// Builds the search indexes that were never built, and drops them again, so that an edition whose
    /// indexes can't be built is found out before searches need them.
    pub fn try_other_indexes(&self) {
        self.indexes.try_others(&self.lexicon);
    }

    /// Builds the full index of words, and the search indexes that another edition has, on two threads
    /// if the platform has threads. If this edition replaces the other one, no search then has to wait
    /// for an index.
    pub fn build_indexes_of(&self, other: &Self) {
        self.lexicon.load();
        self.indexes.build_those_of(&other.indexes, ReadImages::default(), &self.lexicon);
    }
}
