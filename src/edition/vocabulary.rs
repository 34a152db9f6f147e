//! The search indexes of vocabularies, which searches with `max_tier` use.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::lexicon::Vocabulary;
use crate::rules::SearchIndexes;

/// The maximum number of vocabularies that an edition keeps indexes of. Each takes up to the memory
/// of the edition's own indexes.
const MAX_KEPT: usize = 3;

/// The search indexes of a vocabulary, built when they are first used.
#[derive(Debug)]
pub(super) struct VocabularyIndexes {
    max_tier: u8,
    indexes: OnceLock<SearchIndexes>,
}

impl VocabularyIndexes {
    /// Returns true if the indexes are built, so that [`Self::get`] takes no time.
    pub(super) fn are_built(&self) -> bool {
        self.indexes.get().is_some()
    }

    /// Returns the indexes. The first call builds them; calls at the same time wait for it.
    pub(super) fn get(&self, vocabulary: Vocabulary<'_>) -> &SearchIndexes {
        debug_assert_eq!(vocabulary.max_tier(), self.max_tier);
        self.indexes.get_or_init(|| SearchIndexes::build(vocabulary, || {}))
    }
}

/// The vocabularies of an edition that were used last, the latest first.
#[derive(Debug, Default)]
pub(super) struct RecentVocabularies(Mutex<Vec<Arc<VocabularyIndexes>>>);

impl RecentVocabularies {
    /// Returns the indexes of a vocabulary, and forgets those that were used least recently.
    pub(super) fn up_to_tier(&self, max_tier: u8) -> Arc<VocabularyIndexes> {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.iter().position(|indexes| indexes.max_tier == max_tier);
        let indexes = known.map_or_else(
            || Arc::new(VocabularyIndexes { max_tier, indexes: OnceLock::new() }),
            |place| recent.remove(place),
        );
        recent.insert(0, Arc::clone(&indexes));
        recent.truncate(MAX_KEPT);
        indexes
    }
}
