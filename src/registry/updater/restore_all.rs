//! Restores the lexicons of the state directory when the service starts.

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::error::UpdateError;
use super::lexicon_updater::LexiconUpdater;
use crate::registry::change::Change;
use crate::registry::manifest::{ListedEdition, StoredFiles};
use crate::registry::retained_edition::RetainedEdition;
use crate::registry::snapshot::UnreadEdition;
use crate::registry::state_dir::{StateDir, StateDirError};

impl LexiconUpdater {
    /// Restores the editions in the state directory: first the active ones, then, after a call to
    /// `ready`, the others. An edition that cannot be restored is logged and stays in the state
    /// directory; if it came from the lexicon source, the next poll fetches it again.
    ///
    /// # Errors
    /// The state directory cannot be read.
    pub fn restore_all(&self, ready: impl FnOnce()) -> Result<(), StateDirError> {
        let Some(state_dir) = &self.state_dir else {
            ready();
            return Ok(());
        };
        // Locked until the end: another change would write a manifest without the editions that are
        // not restored yet.
        let mut sync_state = self.lock();
        let manifest = state_dir.manifest()?;
        *sync_state = manifest.sync_state.clone().unwrap_or_default();
        let (active, retained): (Vec<&ListedEdition>, Vec<&ListedEdition>) = manifest
            .editions
            .iter()
            .partition(|listed| manifest.active(&listed.name) == Some(listed));
        let mut unread = self.restore_active(state_dir, &active);
        for listed in &unread {
            self.keep_unread(listed, !listed.embedded);
        }
        ready();
        for listed in retained {
            let change = if listed.skipped { Change::Prepare } else { Change::Retain };
            if !self.restore_logged(state_dir, listed, true, change) {
                unread.push(listed);
                self.keep_unread(listed, false);
            }
            // Those that had to be built don't add up in memory.
            self.unloader().run();
        }
        let is_unread = |synced: &ListedEdition| {
            unread
                .iter()
                .any(|unread| (&unread.name, &unread.edition) == (&synced.name, &synced.edition))
        };
        if sync_state.editions.iter().any(is_unread) {
            sync_state.editions.retain(|synced| !is_unread(synced));
            sync_state.tag = None;
        }
        self.remove_unused_files();
        (self.release)();
        Ok(())
    }

    /// Restores the active editions, as many at a time as there are cores. Returns those that cannot
    /// be restored.
    fn restore_active<'m>(
        &self,
        state_dir: &StateDir,
        active: &[&'m ListedEdition],
    ) -> Vec<&'m ListedEdition> {
        let remaining = Mutex::new(active.iter());
        let restored = Mutex::new(Vec::new());
        let next = || lock(&remaining).next();
        let restore = || {
            // Each step takes one of the editions.
            while let Some(listed) = next() {
                let change = |edition| {
                    // If the texts are embedded in another binary, this one has installed its own.
                    if listed.embedded { Change::Retain(edition) } else { Change::Install(edition) }
                };
                if self.restore_logged(state_dir, listed, false, change) {
                    lock(&restored).push(*listed);
                }
            }
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 1..cores.min(active.len()) {
                scope.spawn(restore);
            }
            restore();
        });
        let restored = lock(&restored);
        let is_unread = |listed: &&ListedEdition| !restored.contains(listed);
        active.iter().copied().filter(is_unread).collect()
    }

    /// Keeps an edition that cannot be restored in the manifest.
    fn keep_unread(&self, listed: &ListedEdition, is_active: bool) {
        let unread = UnreadEdition { listed: listed.clone(), is_active };
        // The manifest lists the edition already, so there is nothing to persist.
        let _ = self.registry.change::<Infallible>(Change::KeepUnread(unread), |_| Ok(()));
    }

    /// Restores an edition, from its stored form if `opens_stored`. Returns false and logs the reason if
    /// this is not possible.
    fn restore_logged(
        &self,
        state_dir: &StateDir,
        listed: &ListedEdition,
        opens_stored: bool,
        change: impl FnOnce(RetainedEdition) -> Change<'static>,
    ) -> bool {
        let restored = self.restore_one(state_dir, listed, opens_stored, change);
        if let Err(error) = &restored {
            tracing::error!(
                lexicon = listed.name,
                edition = listed.edition,
                %error,
                "cannot restore an edition from the state directory; its files are kept"
            );
        }
        restored.is_ok()
    }

    fn restore_one(
        &self,
        state_dir: &StateDir,
        listed: &ListedEdition,
        opens_stored: bool,
        change: impl FnOnce(RetainedEdition) -> Change<'static>,
    ) -> Result<(), UpdateError> {
        let snapshot = self.registry.snapshot();
        let entry = snapshot.entry(&listed.name).ok();
        let mut editions = entry.iter().flat_map(|entry| entry.editions());
        if editions.any(|edition| edition.is_stored_as(listed)) {
            return Ok(());
        }
        let (source, digest) = state_dir.load_with_digest(listed)?;
        if entry.is_some_and(|entry| entry.with_digest(&digest.to_string()).is_some()) {
            return Ok(());
        }
        // The texts are verified in any case: the service sends them, and they name the edition.
        let stored = opens_stored.then(|| self.open_stored(&source, digest)).flatten();
        let mut edition = stored.map_or_else(|| self.build(&source, digest), Ok)?;
        let _ = edition.stored.set(StoredFiles {
            words: listed.words.clone(),
            categories: listed.categories.clone(),
            embedded: listed.embedded,
        });
        edition.marks_from.clone_from(&listed.marks_from);
        edition.keep_words(source.words, self.state_dir.as_ref());
        // The manifest lists the edition already, so there is nothing to persist.
        let retired = self.registry.change::<StateDirError>(change(edition), |_| Ok(()))?;
        tracing::info!(
            lexicon = listed.name,
            edition = listed.edition,
            %digest,
            "edition restored from the state directory"
        );
        self.retire(retired);
        Ok(())
    }
}

// Nothing that panics runs under the locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
