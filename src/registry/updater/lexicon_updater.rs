//! The updater, which changes the lexicons of a running service.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::draft::{Changed, Draft};
use super::error::{MAX_LEXICONS, UpdateError};
use crate::edition::EditionId;
use crate::registry::change::{Change, Retired};
use crate::registry::lexicon_registry::LexiconRegistry;
use crate::registry::manifest::{
    ListedEdition, Manifest, SyncState, check_edition_number, check_name,
};
use crate::registry::retained_edition::{RetainedEdition, StoredFiles};
use crate::registry::snapshot::Snapshot;
use crate::registry::state_dir::StateDir;

/// Changes the lexicons of a registry, one change at a time. Persists each change if there is a
/// state directory.
#[derive(Debug)]
pub struct LexiconUpdater {
    pub(super) registry: Arc<LexiconRegistry>,
    pub(super) state_dir: Option<StateDir>,
    /// The size of the response cache per edition, in bytes.
    pub(super) cache_bytes: u64,
    /// The state of the lexicon source. The lock is held while a change is made.
    changing: Mutex<SyncState>,
    /// Called after much memory has been freed, to return it to the OS.
    pub(super) release: fn(),
}

impl LexiconUpdater {
    /// Creates an updater for a registry. `cache_bytes` is the size of the response cache per
    /// edition. `release` is called after much memory has been freed, to return it to the OS.
    #[must_use]
    pub fn new(
        registry: Arc<LexiconRegistry>,
        state_dir: Option<StateDir>,
        cache_bytes: u64,
        release: fn(),
    ) -> Self {
        Self { registry, state_dir, cache_bytes, changing: Mutex::default(), release }
    }

    /// Returns the registry.
    #[must_use]
    pub const fn registry(&self) -> &Arc<LexiconRegistry> {
        &self.registry
    }

    /// Returns true if changes survive a restart.
    #[must_use]
    pub const fn is_persistent(&self) -> bool {
        self.state_dir.is_some()
    }

    /// Makes a draft the active edition of its lexicon. If an edition with the same texts is
    /// retained already, that edition becomes active.
    ///
    /// This blocks until the edition is built, so call it from a thread that may block.
    ///
    /// # Errors
    /// [`UpdateError`]; the lexicons are then unchanged.
    pub fn install(&self, draft: Draft) -> Result<Changed, UpdateError> {
        self.apply(draft, true)
    }

    /// Retains a draft after the other editions of its lexicon, so that requests can pin it. It
    /// becomes active only if there are no others.
    ///
    /// # Errors
    /// As [`Self::install`].
    pub fn retain(&self, draft: Draft) -> Result<Changed, UpdateError> {
        self.apply(draft, false)
    }

    fn apply(&self, draft: Draft, make_active: bool) -> Result<Changed, UpdateError> {
        let sync_state = self.lock();
        check_name(&draft.name)?;
        draft.edition.as_deref().map_or(Ok(()), check_edition_number)?;
        let snapshot = self.registry.snapshot();
        let entry = snapshot.entry(&draft.name).ok();
        if entry.is_none() && snapshot.iter().len() >= MAX_LEXICONS {
            return Err(UpdateError::TooMany);
        }
        let active = entry.map(|entry| &**entry.active());
        let before = active.map(|edition| edition.id.clone());
        let (source, digest) = draft.complete(active)?;
        if let Some(retained) = entry.and_then(|entry| entry.with_digest(&digest.to_string())) {
            let now = retained.id.clone();
            if make_active && before.as_ref() != Some(&now) {
                let pinned = format!("{}@{}", now.name, now.digest);
                self.make(Change::Restore(&pinned), &sync_state)?;
            }
            let words = retained.lexicon.len();
            return Ok(Changed { now, words, before, build_time: Duration::ZERO });
        }
        if let Some(retained) = entry.and_then(|entry| entry.with_number(&source.edition)) {
            return Err(UpdateError::EditionTaken(retained.id.clone()));
        }
        let mut edition = RetainedEdition::build(&source, self.cache_bytes, self.release)?;
        if let Some(state_dir) = &self.state_dir {
            edition.stored = Some(state_dir.store(&source)?);
        }
        // Freed early, because the texts may be as large as the edition.
        drop(source);
        let (now, words) = (edition.id.clone(), edition.lexicon.len());
        let changed = Changed { now, words, before, build_time: edition.build_time };
        let change = if make_active { Change::Install(edition) } else { Change::Retain(edition) };
        self.make(change, &sync_state)?;
        Ok(changed)
    }

    /// Makes a retained edition the active one: the one that the selector pins (`en@2020.12.07+2`)
    /// or, without a pin (`en`), the previously active one.
    ///
    /// # Errors
    /// [`UpdateError::NotRetained`], or [`UpdateError::StateDir`] if the change cannot be
    /// persisted.
    pub fn restore(&self, selector: &str) -> Result<Changed, UpdateError> {
        let sync_state = self.lock();
        let name = selector.split('@').next().unwrap_or(selector);
        let before = self.registry.snapshot().entry(name)?.active().id.clone();
        self.make(Change::Restore(selector), &sync_state)?;
        let active = self.registry.retained(Some(name))?;
        Ok(Changed {
            now: active.id.clone(),
            words: active.lexicon.len(),
            before: Some(before).filter(|before| *before != active.id),
            build_time: Duration::ZERO,
        })
    }

    /// Removes a lexicon with all its editions.
    ///
    /// # Errors
    /// [`UpdateError::NotRetained`], [`UpdateError::IsDefault`], or [`UpdateError::StateDir`] if
    /// the change cannot be persisted.
    pub fn remove(&self, name: &str) -> Result<(), UpdateError> {
        let sync_state = self.lock();
        self.registry.snapshot().entry(name)?;
        if name == self.registry.default_name() {
            return Err(UpdateError::IsDefault(name.to_owned()));
        }
        self.make(Change::Remove(name), &sync_state)
    }

    /// Returns the state of the lexicon source at the last poll, even if it was before a restart.
    pub(in crate::registry) fn sync_state(&self) -> SyncState {
        self.lock().clone()
    }

    /// Records the state of the lexicon source. If it cannot be persisted, the same editions are
    /// applied again after a restart.
    pub(in crate::registry) fn record_sync(&self, polled: SyncState) {
        let mut sync_state = self.lock();
        *sync_state = polled;
        if let Some(state_dir) = &self.state_dir {
            let manifest = manifest_of(&self.registry.snapshot(), &sync_state);
            if let Err(error) = state_dir.write_manifest(&manifest) {
                tracing::warn!(%error, "cannot persist the state of the lexicon source");
            }
        }
    }

    /// Waits until no other change is in progress, and prevents others from starting.
    pub(super) fn lock(&self) -> MutexGuard<'_, SyncState> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Persists a change and makes it.
    fn make(&self, change: Change<'_>, sync_state: &SyncState) -> Result<(), UpdateError> {
        let persist = |snapshot: &Snapshot| match &self.state_dir {
            Some(state_dir) => state_dir.write_manifest(&manifest_of(snapshot, sync_state)),
            None => Ok(()),
        };
        let retired = self.registry.change(change, persist)?;
        self.retire(retired);
        Ok(())
    }

    /// Drops editions once no request uses them. This runs on a separate thread, because dropping
    /// an edition takes long.
    pub(super) fn retire(&self, retired: Retired) {
        let release = self.release;
        let wait = move || {
            for edition in retired {
                while Arc::strong_count(&edition) > 1 {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            release();
        };
        // If no thread can be started, the last request that uses an edition drops it.
        let _ = std::thread::Builder::new().name("retire".to_owned()).spawn(wait);
    }
}

/// Lists the editions of a snapshot whose texts are stored.
fn manifest_of(snapshot: &Snapshot, sync_state: &SyncState) -> Manifest {
    let editions = snapshot.iter().flat_map(|(_, entry)| entry.editions());
    let listed = editions.filter_map(|edition| {
        let StoredFiles { words, categories, embedded } = edition.stored.clone()?;
        let EditionId { name, edition, .. } = edition.id.clone();
        Some(ListedEdition { name, edition, words, categories, embedded })
    });
    Manifest {
        editions: listed.collect(),
        sync_state: Some(sync_state.clone()).filter(|state| !state.editions.is_empty()),
    }
}
