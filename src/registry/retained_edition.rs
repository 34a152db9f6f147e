//! An edition that a running service retains.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use super::manifest::{ListedEdition, ListedFile};
use super::response_cache::ResponseCache;
use crate::edition::Edition;
use crate::lexicon::LexiconError;
use crate::lexicon::source::Source;

/// The files with the texts of an edition in the state directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFiles {
    /// The word text.
    pub words: ListedFile,
    /// The category text, if there are categories.
    pub categories: Option<ListedFile>,
    /// True if the texts are those of the embedded lexicon.
    pub embedded: bool,
}

/// An edition with its response cache. They are dropped together, so no cached response outlives
/// its edition.
#[derive(Debug)]
pub struct RetainedEdition {
    edition: Arc<Edition>,
    /// The cached responses.
    pub responses: ResponseCache,
    /// The files with its texts, once they are in a state directory.
    pub stored: OnceLock<StoredFiles>,
    /// The time when it was loaded.
    pub loaded_at: SystemTime,
    /// The time that it took to build.
    pub build_time: Duration,
}

impl RetainedEdition {
    /// Builds an edition. `cache_bytes` is the maximum size of its response cache. `release` is
    /// called after each step that frees memory.
    ///
    /// # Errors
    /// The texts of the source have bad lines.
    pub fn build(source: &Source, cache_bytes: u64, release: fn()) -> Result<Self, LexiconError> {
        let start = Instant::now();
        let edition = Edition::build_with(source, release)?;
        let build_time = start.elapsed();
        Ok(Self { build_time, ..Self::new(edition, cache_bytes) })
    }

    /// Wraps an edition that is built already. `cache_bytes` is the maximum size of its response
    /// cache.
    #[must_use]
    pub fn new(edition: Edition, cache_bytes: u64) -> Self {
        Self {
            edition: Arc::new(edition),
            responses: ResponseCache::bounded(cache_bytes),
            stored: OnceLock::new(),
            loaded_at: SystemTime::now(),
            build_time: Duration::ZERO,
        }
    }

    /// Returns the edition itself.
    #[must_use]
    pub const fn edition(&self) -> &Arc<Edition> {
        &self.edition
    }

    /// Returns true if a manifest lists this edition or one of the same lexicon with the same
    /// texts.
    pub(super) fn is_stored_as(&self, listed: &ListedEdition) -> bool {
        let is_same = |stored: &StoredFiles| stored.is_same_as(listed);
        self.id.name == listed.name && self.stored.get().is_some_and(is_same)
    }
}

impl StoredFiles {
    /// Returns true if an edition in a manifest has the same texts.
    pub(super) fn is_same_as(&self, listed: &ListedEdition) -> bool {
        self.words == listed.words && self.categories == listed.categories
    }
}

impl Deref for RetainedEdition {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        &self.edition
    }
}
