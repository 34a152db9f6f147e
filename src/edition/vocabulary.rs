//! The search indexes of vocabularies, which searches with `max_tier` use.

use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::SearchIndexes;

/// The maximum number of vocabularies that an edition keeps indexes of. Each takes up to the memory
/// of the edition's own indexes.
const MAX_KEPT: usize = 3;

/// The search indexes of the vocabularies that were used last, the latest first.
#[derive(Debug, Default)]
pub(super) struct RecentVocabularies(Mutex<Vec<Arc<SearchIndexes>>>);

impl RecentVocabularies {
    /// Returns the indexes of a vocabulary, and forgets those that were used least recently.
    pub(super) fn up_to_tier(&self, max_tier: u8) -> Arc<SearchIndexes> {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.iter().position(|indexes| indexes.max_tier() == max_tier);
        let indexes = known.map_or_else(
            || Arc::new(SearchIndexes::up_to_tier(max_tier)),
            |place| recent.remove(place),
        );
        recent.insert(0, Arc::clone(&indexes));
        recent.truncate(MAX_KEPT);
        indexes
    }
}
