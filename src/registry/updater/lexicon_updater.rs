//! The updater, which changes the lexicons of a running service.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::draft::{Changed, Conditions, Persistence};
use super::error::UpdateError;
use super::unload::Unloading;
use crate::edition::EditionId;
use crate::interrupt::{Interrupt, Interrupted};
use crate::lexicon::image::ImageStore;
use crate::lexicon::source::{self, Source};
use crate::lexicon::{Digest, LexiconError};
use crate::registry::change::{Change, restored};
use crate::registry::change_log::ChangeLog;
use crate::registry::lexicon_registry::LexiconRegistry;
use crate::registry::manifest::{ListedEdition, Manifest, StoredFiles, SyncState};
use crate::registry::retained_edition::RetainedEdition;
use crate::registry::snapshot::{LexiconEntry, Snapshot};
use crate::registry::state_dir::StateDir;
use crate::registry::stored_images::StoredImages;
use crate::registry::written_texts::WrittenTexts;
use crate::rules::{BUILD_DEADLINE, IndexOrigin};

/// The default limit on the number of active lexicons. Each of them needs its own memory.
pub const DEFAULT_MAX_LEXICONS: usize = 16;

/// Changes the lexicons of a registry, one change at a time. Persists each change if there is a
/// state directory.
#[derive(Debug)]
pub struct LexiconUpdater {
    pub(super) registry: Arc<LexiconRegistry>,
    pub(super) state_dir: Option<Arc<StateDir>>,
    /// The size of the response cache per edition, in bytes.
    pub(super) cache_bytes: u64,
    /// The state of the lexicon source. The lock is held while a change is made.
    changing: Mutex<SyncState>,
    /// Called after much memory has been freed, to return it to the OS.
    pub(super) release: fn(),
    /// The origin of the search indexes of editions.
    pub(super) indexes: IndexOrigin,
    unloading: Unloading,
    build_deadline: Duration,
    pub(super) max_lexicons: usize,
    /// The last changes, also those that were refused. Whoever requests a change adds it.
    pub changes: ChangeLog,
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
        let state_dir = state_dir.map(Arc::new);
        let images = state_dir.as_ref().map(StoredImages::new);
        let images = images.map(|images| Arc::new(images) as Arc<dyn ImageStore>);
        let indexes = IndexOrigin { images, after_build: release };
        let (changing, build_deadline) = (Mutex::default(), BUILD_DEADLINE);
        let unloading = Unloading::default();
        Self {
            registry,
            state_dir,
            cache_bytes,
            changing,
            release,
            indexes,
            unloading,
            build_deadline,
            max_lexicons: DEFAULT_MAX_LEXICONS,
            changes: ChangeLog::default(),
        }
    }

    /// Returns the updater with another limit on the time in which an edition and its search indexes
    /// must be built.
    #[must_use]
    pub fn with_build_deadline(self, build_deadline: Duration) -> Self {
        Self { build_deadline, ..self }
    }

    /// Returns the updater with another limit on the number of active lexicons.
    #[must_use]
    pub fn with_max_lexicons(self, max_lexicons: usize) -> Self {
        Self { max_lexicons, ..self }
    }

    /// Builds something within the deadline. A change that builds nothing in time is not made.
    pub(super) fn in_time<T>(&self, build: impl FnOnce() -> T) -> Result<T, UpdateError> {
        let built = Interrupt::after(self.build_deadline).scope(build);
        built.map_err(|Interrupted| UpdateError::TooSlow(self.build_deadline))
    }

    /// Builds the edition of the embedded lexicon and stores its texts. It is not active yet.
    ///
    /// # Errors
    /// [`LexiconError`]. A failure to store the texts is only logged: this binary contains them, and
    /// only later versions need the copy.
    pub(crate) fn build_embedded(&self) -> Result<RetainedEdition, LexiconError> {
        let source = source::embedded();
        let digests = source.digests();
        let mut edition = self.build(&source, digests.edition)?;
        let written = self.state_dir().map(|dir| dir.write_texts(&source, digests.words));
        let stored = written.map(|written| written.and_then(WrittenTexts::store));
        match stored.transpose() {
            Ok(Some(stored)) => {
                let _ = edition.stored.set(StoredFiles { embedded: true, ..stored });
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "cannot store the embedded lexicon"),
        }
        edition.keep_words(source.words, None);
        (self.release)();
        Ok(edition)
    }

    /// Builds an edition from texts with this digest. Nothing is changed or stored yet.
    pub(super) fn build(
        &self,
        source: &Source,
        digest: Digest,
    ) -> Result<RetainedEdition, LexiconError> {
        let indexes = self.indexes.clone();
        RetainedEdition::build_with_digest(source, digest, self.cache_bytes, indexes)
    }

    /// Builds an edition in the same way, with the search indexes of the edition that it replaces, if
    /// any. Runs `work` on this thread while another thread parses the text.
    pub(super) fn build_replacement<W>(
        &self,
        source: &Source,
        digest: Digest,
        replaced: Option<&RetainedEdition>,
        work: impl FnOnce() -> W,
    ) -> (Result<RetainedEdition, LexiconError>, W) {
        let (cache, indexes) = (self.cache_bytes, self.indexes.clone());
        RetainedEdition::build_replacement(source, digest, cache, indexes, replaced, work)
    }

    /// Returns the state directory, if there is one.
    pub(crate) fn state_dir(&self) -> Option<&StateDir> {
        self.state_dir.as_deref()
    }

    /// Removes the images and the stored forms of editions that are no longer retained.
    pub(super) fn remove_unused_files(&self) {
        if let Some(state_dir) = &self.state_dir {
            let snapshot = self.registry.snapshot();
            let editions = snapshot.iter().flat_map(|(_, entry)| entry.editions());
            let digests: Vec<Digest> = editions.map(|edition| edition.lexicon.digest()).collect();
            state_dir.remove_derived_except(&digests);
        }
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

    /// Returns the reason why no change can be persisted, if the state directory was not writable
    /// at the start.
    #[must_use]
    pub fn read_only(&self) -> Option<&str> {
        self.state_dir().and_then(StateDir::read_only)
    }

    /// Makes a retained edition the active one: the one that the selector pins (`en@2020.12.07+4`)
    /// or, without a pin (`en`), the one that was active before, in time.
    ///
    /// # Errors
    /// [`UpdateError::NotRetained`], or [`UpdateError::StateDir`] if the change cannot be
    /// persisted.
    pub fn restore(&self, selector: &str) -> Result<Changed, UpdateError> {
        self.restore_if(selector, &Conditions::default())
    }

    /// Makes a retained edition the active one, as [`Self::restore`] does.
    ///
    /// # Errors
    /// As [`Self::restore`], and if the conditions don't hold.
    pub fn restore_if(
        &self,
        selector: &str,
        conditions: &Conditions,
    ) -> Result<Changed, UpdateError> {
        let sync_state = self.lock();
        let name = selector.split('@').next().unwrap_or(selector);
        let snapshot = self.registry.snapshot();
        let active = snapshot.entry(name)?.active();
        conditions.check_active(Some(active))?;
        let edition = restored(&snapshot, selector)?;
        let mut changed = Changed::between(Some(active), &edition);
        conditions.check(Some(active), &changed)?;
        self.in_time(|| edition.build_indexes_of(active))?;
        self.make(Change::Restore(selector), &sync_state, Persistence::Required)?;
        changed.before = changed.before.filter(|before| *before != changed.now);
        Ok(changed)
    }

    /// Removes a lexicon with all its editions.
    ///
    /// # Errors
    /// [`UpdateError::NotRetained`], [`UpdateError::IsDefault`], or [`UpdateError::StateDir`] if
    /// the change cannot be persisted.
    pub fn remove(&self, name: &str) -> Result<(), UpdateError> {
        self.remove_with(name, Persistence::Required).map(drop)
    }

    /// Removes a lexicon that the lexicon source no longer has, even if this cannot be persisted.
    ///
    /// # Errors
    /// As [`Self::remove`].
    pub(in crate::registry) fn unfollow(&self, name: &str) -> Result<(), UpdateError> {
        self.remove_with(name, Persistence::BestEffort).map(drop)
    }

    fn remove_with(
        &self,
        name: &str,
        persistence: Persistence,
    ) -> Result<Option<String>, UpdateError> {
        let sync_state = self.lock();
        let snapshot = self.registry.snapshot();
        if snapshot.unread_of(name).next().is_none() {
            snapshot.entry(name)?;
        }
        if name == self.registry.default_name() {
            return Err(UpdateError::IsDefault(name.to_owned()));
        }
        self.make(Change::Remove(name), &sync_state, persistence)
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
        let sync_state = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.unloading.wait();
        sync_state
    }

    /// Persists a change and makes it. Returns the reason if it cannot be persisted and need not
    /// be.
    pub(super) fn make(
        &self,
        change: Change<'_>,
        sync_state: &SyncState,
        persistence: Persistence,
    ) -> Result<Option<String>, UpdateError> {
        let mut not_persisted = None;
        let persist = |snapshot: &Snapshot| {
            let Some(state_dir) = &self.state_dir else { return Ok(()) };
            match state_dir.write_manifest(&manifest_of(snapshot, sync_state)) {
                Err(error) if persistence == Persistence::BestEffort => {
                    not_persisted = Some(error.to_string());
                    Ok(())
                }
                written => written,
            }
        };
        let retired = self.registry.change(change, persist)?;
        self.retire(retired);
        self.remove_unused_files();
        self.unloading.start(self.unloader());
        Ok(not_persisted)
    }
}

/// Lists the editions of a snapshot whose texts are stored, also the unread ones.
fn manifest_of(snapshot: &Snapshot, sync_state: &SyncState) -> Manifest {
    let of_entry =
        |entry| LexiconEntry::editions(entry).iter().map(move |edition| (entry, edition));
    let editions = snapshot.iter().flat_map(|(_, entry)| of_entry(entry));
    let listed = editions.filter_map(|(entry, edition)| {
        let StoredFiles { words, categories, embedded } = edition.stored.get()?.clone();
        let (marks_from, skipped) = (edition.marks_from.clone(), entry.skips(edition));
        let EditionId { name, edition, .. } = edition.id.clone();
        Some(ListedEdition { name, edition, words, categories, embedded, marks_from, skipped })
    });
    // The first edition of a lexicon is the active one.
    let unread = |is_active: bool| {
        let unread = snapshot.unread().iter().filter(move |unread| unread.is_active == is_active);
        unread.map(|unread| unread.listed.clone())
    };
    Manifest {
        editions: unread(true).chain(listed).chain(unread(false)).collect(),
        sync_state: Some(sync_state.clone()).filter(|state| !state.editions.is_empty()),
    }
}
