//! Retained editions of an updater: opening them in their stored form, and dropping them.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::lexicon_updater::LexiconUpdater;
use super::unload::Unloader;
use crate::edition::Edition;
use crate::lexicon::Digest;
use crate::lexicon::source::Source;
use crate::registry::change::Retired;
use crate::registry::retained_edition::RetainedEdition;

impl LexiconUpdater {
    /// Returns what unloads retained editions.
    pub(super) fn unloader(&self) -> Unloader {
        let (registry, state_dir) = (Arc::clone(&self.registry), self.state_dir.clone());
        Unloader { registry, state_dir, release: self.release }
    }

    /// Opens an edition in its stored form; `None` if the state directory has none that can be
    /// used.
    pub(super) fn open_stored(&self, source: &Source, digest: Digest) -> Option<RetainedEdition> {
        let lexicon = self.unloader().open(digest)?;
        let edition = Edition::of_stored(source, lexicon, self.indexes.clone());
        Some(RetainedEdition::new(edition, self.cache_bytes))
    }

    /// Drops editions once no request uses them. This runs on a separate thread, because dropping
    /// an edition takes long.
    pub(super) fn retire(&self, retired: Retired) {
        let release = self.release;
        let wait = move || {
            for edition in retired {
                // After a minute, the last request that uses the edition drops it.
                for _ in 0..3_000 {
                    if Arc::strong_count(&edition) == 1 {
                        break;
                    }
                    thread::sleep(Duration::from_millis(20));
                }
            }
            release();
        };
        // If no thread can be started, the last request that uses an edition drops it.
        let _ = thread::Builder::new().name("retire".to_owned()).spawn(wait);
    }
}
