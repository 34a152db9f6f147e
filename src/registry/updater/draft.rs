//! Drafts of editions, and the changes that result from them.

use std::borrow::Cow;
use std::time::Duration;

use super::error::UpdateError;
use crate::edition::EditionId;
use crate::lexicon::source::{Source, SourceDigests};
use crate::registry::decode::HashedText;
use crate::registry::diff::EditionDiff;
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

/// The place of a draft among the editions of its lexicon.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Position {
    /// The draft becomes the active edition.
    #[default]
    Active,
    /// The draft is retained behind the active edition, to be activated later.
    Prepared,
    /// The draft is retained after all others.
    Retained,
}

/// What must hold for an edition to become the active one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The digests of the editions one of which must be active now; empty if any may be.
    pub active_digests: Vec<String>,
    /// The share of the words of the active edition that the new one may lack, in percent.
    pub max_shrink: Option<u8>,
}

/// How a draft is installed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Installation {
    /// The place of the draft.
    pub position: Position,
    /// True if the edition is only built and compared, and nothing is changed.
    pub dry_run: bool,
    /// The edition from which the words took their marks, such as `en@2020.12.07+4`; absent if they
    /// have their own.
    pub marks_from: Option<String>,
    /// What must hold.
    pub conditions: Conditions,
}

/// The number of words in each list of the difference that a change makes.
pub(super) const DIFF_WORDS: usize = 100;

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The edition that is now active or, if the draft was only retained, the retained edition.
    pub now: EditionId,
    /// The number of words in it.
    pub words: usize,
    /// The number of words in it that have marks.
    pub marked: usize,
    /// The edition from which the words took their marks.
    pub marks_from: Option<String>,
    /// Its difference from the edition that was active before, if there was one, with the first 100
    /// words of each list.
    pub diff: Option<EditionDiff>,
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
    /// Describes a change from an edition, if there was one, to another one.
    pub(super) fn between(active: Option<&RetainedEdition>, edition: &RetainedEdition) -> Self {
        let diff = active.map(|active| EditionDiff::between(active, edition, DIFF_WORDS));
        let before = active.map(|active| active.id.clone());
        Self { diff, before, ..Self::to(edition) }
    }

    /// Describes a change to a retained edition.
    pub(super) fn to(edition: &RetainedEdition) -> Self {
        Self {
            now: edition.id.clone(),
            words: edition.lexicon.len(),
            marked: edition.lexicon.marked_words(),
            marks_from: edition.marks_from.clone(),
            diff: None,
            before: None,
            build_time: Duration::ZERO,
            not_persisted: None,
        }
    }
}

impl Conditions {
    /// Checks the conditions against the active edition and the change that would be made.
    pub(super) fn check(
        &self,
        active: Option<&RetainedEdition>,
        changed: &Changed,
    ) -> Result<(), UpdateError> {
        let (Some(active), Some(diff)) = (active, &changed.diff) else { return Ok(()) };
        let (words, removed) = (active.lexicon.len(), diff.removed.total);
        match self.max_shrink {
            Some(share) if removed * 100 > words * usize::from(share) => {
                let active = active.id.to_string();
                Err(UpdateError::Shrinks { removed, words, active, share })
            }
            _ => Ok(()),
        }
    }

    /// Checks which edition is active before anything is built.
    pub(super) fn check_active(&self, active: Option<&RetainedEdition>) -> Result<(), UpdateError> {
        if self.active_digests.is_empty() {
            return Ok(());
        }
        match active {
            Some(active) if self.active_digests.contains(&active.id.digest) => Ok(()),
            Some(active) => Err(UpdateError::OtherActive(active.id.to_string())),
            None => Err(UpdateError::OtherActive("no edition".to_owned())),
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
