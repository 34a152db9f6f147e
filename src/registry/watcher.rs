//! Keeps the lexicons of a registry in sync with a lexicon source.

use std::sync::Arc;

use super::blocking;
use super::manifest::{ListedEdition, Manifest, SyncState};
use super::source::{LexiconSource, SourceError};
use super::updater::{Changed, Draft, LexiconUpdater, UpdateError};

/// Polls a lexicon source and applies its changes.
#[derive(Debug)]
pub struct SourceWatcher {
    updater: Arc<LexiconUpdater>,
    source: LexiconSource,
    /// The maximum size of a decoded text, in bytes.
    max_text_bytes: usize,
    sync_state: SyncState,
}

/// The reason why an edition of a lexicon source was not applied.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The edition could not be fetched.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The edition was refused.
    #[error(transparent)]
    Update(#[from] UpdateError),
}

/// The result of a poll.
#[derive(Debug, Default)]
pub struct SyncReport {
    /// The editions that became active.
    pub changed: Vec<Changed>,
    /// The names of the lexicons that were removed.
    pub removed: Vec<String>,
    /// The editions that could not be applied; the next poll tries them again.
    pub failed: Vec<(ListedEdition, SyncError)>,
}

impl SourceWatcher {
    /// Creates a watcher. `max_text_bytes` is the maximum size of a decoded text.
    #[must_use]
    pub fn new(updater: Arc<LexiconUpdater>, source: LexiconSource, max_text_bytes: usize) -> Self {
        let sync_state = updater.sync_state();
        Self { updater, source, max_text_bytes, sync_state }
    }

    /// Polls the lexicon source once and applies its changes.
    ///
    /// # Errors
    /// The lexicon source cannot be listed; the lexicons are then unchanged.
    pub async fn poll_once(&mut self) -> Result<SyncReport, SourceError> {
        let mut report = SyncReport::default();
        let Some(listing) = self.source.list(self.sync_state.tag.as_deref()).await? else {
            return Ok(report);
        };
        let manifest = listing.manifest;
        for listed in &manifest.editions {
            let is_active = manifest.active(&listed.name) == Some(listed);
            match self.apply(listed, is_active).await {
                Ok(changed) => report.changed.extend(changed),
                Err(error) => report.failed.push((listed.clone(), error)),
            }
        }
        report.removed = self.remove_unlisted(&manifest).await;
        let has_failed =
            |listed: &ListedEdition| report.failed.iter().any(|(failed, _)| failed == listed);
        let editions = manifest.editions.into_iter().filter(|listed| !has_failed(listed)).collect();
        let tag = report.failed.is_empty().then_some(listing.tag);
        self.sync_state = SyncState { tag, editions };
        let (updater, sync_state) = (Arc::clone(&self.updater), self.sync_state.clone());
        blocking::run(move || updater.record_sync(sync_state)).await;
        Ok(report)
    }

    /// Installs an edition, or only retains it if it is not the active one of its lexicon. Does
    /// nothing if an earlier poll has applied it. Returns the change if the active edition changed.
    async fn apply(
        &self,
        listed: &ListedEdition,
        is_active: bool,
    ) -> Result<Option<Changed>, SyncError> {
        let synced = &self.sync_state.editions;
        let was_active = synced.iter().find(|other| other.name == listed.name) == Some(listed);
        if synced.contains(listed) && (was_active || !is_active) {
            return Ok(None);
        }
        let words = self.source.fetch(&listed.words, self.max_text_bytes).await?;
        let categories = match &listed.categories {
            Some(file) => self.source.fetch(file, self.max_text_bytes).await?,
            None => String::new(),
        };
        let draft = Draft {
            name: listed.name.clone(),
            edition: Some(listed.edition.clone()),
            words: Some(words),
            categories: Some(categories),
        };
        let updater = Arc::clone(&self.updater);
        if !is_active {
            blocking::run(move || updater.retain(draft)).await?;
            return Ok(None);
        }
        let changed = blocking::run(move || updater.install(draft)).await?;
        Ok(Some(changed).filter(|changed| changed.before.as_ref() != Some(&changed.now)))
    }

    /// Removes the lexicons that came from the source and are no longer in it. Returns their names.
    async fn remove_unlisted(&self, manifest: &Manifest) -> Vec<String> {
        let listed = manifest.names();
        let synced = self.sync_state.editions.iter().map(|edition| &edition.name);
        let mut unlisted: Vec<String> =
            synced.filter(|name| !listed.contains(&name.as_str())).cloned().collect();
        unlisted.dedup();
        let updater = Arc::clone(&self.updater);
        blocking::run(move || {
            // The default lexicon cannot be removed.
            unlisted.retain(|name| updater.remove(name).is_ok());
            unlisted
        })
        .await
    }
}
