//! Lexicons with their search indexes.

use std::borrow::Cow;

use super::id::EditionId;
use super::vocabulary::RecentVocabularies;
use crate::lexicon::source::Source;
use crate::lexicon::{Lexicon, LexiconError};
use crate::rules::SearchIndexes;

/// A version of a lexicon with everything that is built from its text.
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
    pub lexicon: Lexicon,
    /// The category text that the lexicon was built from.
    pub category_text: Cow<'static, str>,
    /// The games' search indexes.
    pub indexes: SearchIndexes,
    pub(super) vocabularies: RecentVocabularies,
}

impl Edition {
    /// Builds an edition.
    ///
    /// # Errors
    /// Returns a [`LexiconError`] if the texts of the source have bad lines.
    pub fn build(source: &Source) -> Result<Self, LexiconError> {
        Self::build_with(source, || {})
    }

    /// Builds an edition and calls `after_step` after each step that frees memory, on the thread
    /// that freed it.
    ///
    /// # Errors
    /// See [`Self::build`].
    pub fn build_with(source: &Source, after_step: fn()) -> Result<Self, LexiconError> {
        let lexicon = Lexicon::from_text(&source.words, &source.categories)?;
        after_step();
        let indexes = SearchIndexes::build(&lexicon, after_step);
        let id = EditionId::new(source.name.clone(), source.edition.clone(), lexicon.digest());
        let category_text = source.categories.clone();
        let vocabularies = RecentVocabularies::default();
        Ok(Self { id, lexicon, category_text, indexes, vocabularies })
    }
}
