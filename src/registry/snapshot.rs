//! Snapshots: the immutable state of all lexicons at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::manifest::ListedEdition;
use super::response_cache::CacheCounts;
use super::retained_edition::RetainedEdition;
use crate::api::lexicons::SelectorError;

/// The active lexicons with their retained editions, by name.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    pub(super) lexicons: BTreeMap<String, LexiconEntry>,
    pub(super) unread: Vec<UnreadEdition>,
}

/// An edition in the state directory whose texts could not be read. It stays in the manifest, so
/// that a later start can restore it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadEdition {
    /// The edition.
    pub listed: ListedEdition,
    /// True if a later start makes it the active edition of its lexicon.
    pub is_active: bool,
}

/// The retained editions of a lexicon; there is at least one.
#[derive(Debug, Clone)]
pub struct LexiconEntry {
    /// The active one, then the others, the most recently active one first.
    pub(super) editions: Vec<Arc<RetainedEdition>>,
    /// The digests of the editions that a rollback without a pin skips: those that were never active,
    /// and those that such a rollback has replaced.
    pub(super) skipped: Vec<String>,
    pub(super) counts: Arc<CacheCounts>,
}

impl LexiconEntry {
    /// Returns the active edition, which is used when a request pins no other.
    #[must_use]
    pub fn active(&self) -> &Arc<RetainedEdition> {
        &self.editions[0]
    }

    /// Returns every retained edition: the active one, then the others, the most recently active
    /// one first.
    #[must_use]
    pub fn editions(&self) -> &[Arc<RetainedEdition>] {
        &self.editions
    }

    /// Returns true if a rollback without a pin skips an edition.
    pub(super) fn skips(&self, edition: &RetainedEdition) -> bool {
        self.skipped.contains(&edition.id.digest)
    }

    /// Returns the counters of the lexicon's response caches, which include those of retired
    /// editions.
    #[must_use]
    pub fn counts(&self) -> &CacheCounts {
        &self.counts
    }

    /// Returns the edition with the given digest.
    pub(super) fn with_digest(&self, digest: &str) -> Option<&Arc<RetainedEdition>> {
        self.editions.iter().find(|edition| edition.id.digest == digest)
    }

    /// Returns the edition with the given number.
    pub(super) fn with_number(&self, number: &str) -> Option<&Arc<RetainedEdition>> {
        self.editions.iter().find(|edition| edition.id.edition == number)
    }

    /// Returns the edition that a pin matches, if it matches exactly one.
    fn pinned(&self, pin: &str) -> Option<&Arc<RetainedEdition>> {
        let mut matching = self.editions.iter().filter(|edition| edition.id.matches_pin(pin));
        matching.next().filter(|_| matching.next().is_none())
    }
}

impl Snapshot {
    /// Returns the lexicons, ordered by name.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &LexiconEntry)> {
        self.lexicons.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// Returns the editions that could not be read from the state directory.
    #[must_use]
    pub fn unread(&self) -> &[UnreadEdition] {
        &self.unread
    }

    /// Returns the unread editions of a lexicon.
    pub(super) fn unread_of(&self, name: &str) -> impl Iterator<Item = &ListedEdition> {
        self.unread.iter().map(|unread| &unread.listed).filter(move |listed| listed.name == name)
    }

    /// Returns the edition that a selector names: the active edition of a lexicon (`en`), or an
    /// edition pinned by its number (`en@2020.12.07+4`) or by the first digits of its digest
    /// (`en@sha256:1f3a`, `en@1f3a`).
    ///
    /// # Errors
    /// No retained edition matches. Another edition is never returned instead.
    pub fn edition(&self, selector: &str) -> Result<&Arc<RetainedEdition>, SelectorError> {
        let (name, pin) = match selector.split_once('@') {
            Some((name, pin)) => (name, Some(pin)),
            None => (selector, None),
        };
        let entry = self.entry(name)?;
        let Some(pin) = pin else { return Ok(entry.active()) };
        entry.pinned(pin).ok_or_else(|| SelectorError::NotRetained {
            name: name.to_owned(),
            pin: pin.to_owned(),
            retained: entry.editions.iter().map(|edition| edition.id.to_string()).collect(),
        })
    }

    /// Returns a lexicon by its name.
    ///
    /// # Errors
    /// [`SelectorError::Unknown`].
    pub fn entry(&self, name: &str) -> Result<&LexiconEntry, SelectorError> {
        self.lexicons.get(name).ok_or_else(|| SelectorError::Unknown {
            name: name.to_owned(),
            active: self.lexicons.keys().cloned().collect(),
        })
    }
}
