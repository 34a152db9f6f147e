//! Drafts of editions, and the changes that result from them.

use std::borrow::Cow;
use std::time::Duration;

use super::error::UpdateError;
use crate::edition::EditionId;
use crate::lexicon::source::{Source, SourceDigests};
use crate::registry::decode::HashedText;
use crate::registry::retained_edition::RetainedEdition;

/// The length of an edition number that is derived from the digest: its first digits.
const NUMBER_DIGITS: usize = 12;

/// An edition to be installed or retained.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The lexicon's name.
    pub name: String,
    /// The edition number; if absent, the first digits of the digest.
    pub edition: Option<String>,
    /// The word text; if absent, that of the active edition.
    pub words: Option<HashedText>,
    /// The category text; if absent, that of the active edition.
    pub categories: Option<String>,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The edition that is now active or, if the draft was only retained, the retained edition.
    pub now: EditionId,
    /// The number of words in it.
    pub words: usize,
    /// The edition that was active before, if there was one.
    pub before: Option<EditionId>,
    /// The time that it took to build the edition; zero if it was retained already.
    pub build_time: Duration,
    /// The reason if the change was made, but could not be persisted. This is possible only for a
    /// change of the lexicon source.
    pub not_persisted: Option<String>,
}

/// Determines what happens if a change cannot be persisted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Persistence {
    /// The change is not made, because it would be lost at a restart.
    Required,
    /// The change is made nevertheless, because the lexicon source has it as well.
    BestEffort,
}

impl Changed {
    /// Describes a change to a retained edition.
    pub(super) fn to(edition: &RetainedEdition) -> Self {
        Self {
            now: edition.id.clone(),
            words: edition.lexicon.len(),
            before: None,
            build_time: Duration::ZERO,
            not_persisted: None,
        }
    }
}

impl Draft {
    /// Fills in absent texts from the active edition. Returns the source and its digests.
    pub(super) fn complete(
        self,
        active: Option<&RetainedEdition>,
    ) -> Result<(Source, SourceDigests), UpdateError> {
        let words = match (self.words, active) {
            (Some(words), _) => words,
            (None, Some(active)) => active.lexicon.to_text().into(),
            (None, None) => return Err(UpdateError::NoWords(self.name)),
        };
        let categories: Cow<'static, str> = match (self.categories, active) {
            (Some(categories), _) => categories.into(),
            (None, Some(active)) => active.category_text().to_owned().into(),
            (None, None) => "".into(),
        };
        let digests = SourceDigests::of(&words.digest, &categories);
        let number = || digests.edition.to_hex()[..NUMBER_DIGITS].to_owned();
        let source = Source {
            name: self.name,
            edition: self.edition.unwrap_or_else(number),
            words: words.text.into(),
            categories,
        };
        Ok((source, digests))
    }
}
