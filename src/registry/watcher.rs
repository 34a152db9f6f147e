//! Keeps the lexicons of a registry in sync with a lexicon source.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use super::blocking;
use super::manifest::{ListedEdition, Manifest, SyncState};
use super::source::{Doubts, LexiconSource, Listing, SourceError};
use super::updater::{Changed, Draft, LexiconUpdater, Position, UpdateError};

/// Polls a lexicon source and applies its changes.
pub struct SourceWatcher {
    poller: Arc<Mutex<Poller>>,
    /// The poll in progress, if the previous call ended before it.
    running: Option<RunningPoll>,
    /// The time after which a poll counts as failed.
    deadline: Duration,
}

type RunningPoll = Pin<Box<dyn Future<Output = Result<SyncReport, SourceError>> + Send>>;

/// The reason why an edition of a lexicon source was not applied.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The edition could not be fetched.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The edition was refused.
    #[error(transparent)]
    Update(#[from] UpdateError),
    /// The edition was applied, but not persisted.
    #[error("the edition was applied, but could not be persisted: {0}")]
    NotPersisted(String),
}

/// A lexicon that could not be applied.
#[derive(Debug)]
pub struct SyncFailure {
    /// The lexicon's name.
    pub lexicon: String,
    /// The number of the edition, if it is known.
    pub edition: Option<String>,
    /// The reason.
    pub error: SyncError,
}

/// The result of a poll.
#[derive(Debug, Default)]
pub struct SyncReport {
    /// The editions that became active.
    pub changed: Vec<Changed>,
    /// The names of the lexicons that were removed.
    pub removed: Vec<String>,
    /// The lexicons that could not be applied; the next poll tries them again.
    pub failed: Vec<SyncFailure>,
    /// The names of the lexicons that are applied or removed if the next poll finds the same files.
    pub waiting: Vec<String>,
}

impl SyncReport {
    /// Returns true if the poll left nothing to do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.failed.is_empty() && self.waiting.is_empty()
    }

    /// Returns true if a lexicon is not in the state that the source demands.
    fn is_open(&self, name: &str) -> bool {
        self.failed.iter().any(|failed| failed.lexicon == name)
            || self.waiting.iter().any(|waiting| waiting == name)
    }
}

impl SourceWatcher {
    /// Creates a watcher. A poll that takes longer than `deadline` counts as failed.
    #[must_use]
    pub fn new(updater: Arc<LexiconUpdater>, source: LexiconSource, deadline: Duration) -> Self {
        let poller = Poller { updater, source, synced: None, missing: Vec::new() };
        Self { poller: Arc::new(Mutex::new(poller)), running: None, deadline }
    }

    /// Polls the lexicon source once and applies its changes. If the previous poll is still in
    /// progress, for example because a file system does not respond, waits for that one.
    ///
    /// # Errors
    /// The lexicon source cannot be listed; the lexicons are then unchanged. After
    /// [`SourceError::Late`], the poll is still in progress.
    pub async fn poll_once(&mut self) -> Result<SyncReport, SourceError> {
        let running = self.running.get_or_insert_with(|| {
            let poller = Arc::clone(&self.poller);
            Box::pin(async move { poller.lock().await.poll().await })
        });
        let Ok(polled) = tokio::time::timeout(self.deadline, running).await else {
            return Err(SourceError::Late(self.deadline));
        };
        self.running = None;
        polled
    }
}

/// The state between two polls.
#[derive(Debug)]
struct Poller {
    updater: Arc<LexiconUpdater>,
    source: LexiconSource,
    /// The state at the last poll; `None` before the first one.
    synced: Option<SyncState>,
    /// The lexicons that the last listing did not contain, if it had no manifest.
    missing: Vec<String>,
}

impl Poller {
    async fn poll(&mut self) -> Result<SyncReport, SourceError> {
        let synced = self.synced().await;
        let mut report = SyncReport::default();
        let Some(listing) = self.source.list(synced.tag.as_deref()).await? else {
            self.missing.clear();
            return Ok(report);
        };
        let Listing { manifest, tag, doubts } = listing;
        let has_manifest = doubts.is_none();
        let Doubts { unsettled, failed } = doubts.unwrap_or_default();
        report.failed.extend(failed.into_iter().map(|(lexicon, error)| SyncFailure {
            lexicon,
            edition: None,
            error: error.into(),
        }));
        for listed in &manifest.editions {
            let is_active = manifest.active(&listed.name) == Some(listed);
            if is_applied(listed, is_active, &synced) {
                continue;
            }
            if unsettled.contains(&listed.name) {
                report.waiting.push(listed.name.clone());
                continue;
            }
            self.apply(listed, is_active, &mut report).await;
        }
        self.remove_unlisted(&manifest, has_manifest, &synced, &mut report).await;
        self.record(manifest, tag, synced, &report).await;
        Ok(report)
    }

    /// Returns the state at the last poll.
    async fn synced(&mut self) -> SyncState {
        if let Some(synced) = &self.synced {
            return synced.clone();
        }
        let updater = Arc::clone(&self.updater);
        let synced = blocking::run(move || updater.sync_state()).await;
        self.synced.insert(synced).clone()
    }

    /// Installs an edition, or only retains it if it is not the active one of its lexicon.
    async fn apply(&self, listed: &ListedEdition, is_active: bool, report: &mut SyncReport) {
        let error = match self.fetch_and_follow(listed, is_active).await {
            Ok(changed) => {
                let error = changed.not_persisted.clone().map(SyncError::NotPersisted);
                if is_active && changed.before.as_ref() != Some(&changed.now) {
                    report.changed.push(changed);
                }
                error
            }
            Err(error) => Some(error),
        };
        report.failed.extend(error.map(|error| SyncFailure {
            lexicon: listed.name.clone(),
            edition: Some(listed.edition.clone()),
            error,
        }));
    }

    async fn fetch_and_follow(
        &self,
        listed: &ListedEdition,
        is_active: bool,
    ) -> Result<Changed, SyncError> {
        let words = self.source.fetch(&listed.words).await?;
        let categories = match &listed.categories {
            Some(file) => self.source.fetch(file).await?.into(),
            None => String::new(),
        };
        let draft = Draft {
            name: listed.name.clone(),
            edition: Some(listed.edition.clone()),
            words: Some(words),
            categories: Some(categories),
        };
        let position = if is_active { Position::Active } else { Position::Retained };
        let updater = Arc::clone(&self.updater);
        Ok(blocking::run(move || updater.follow(draft, position)).await?)
    }

    /// Removes the lexicons that came from the source and are no longer in it. Without a manifest,
    /// two listings must lack a lexicon, because a directory can be empty for a moment.
    async fn remove_unlisted(
        &mut self,
        manifest: &Manifest,
        has_manifest: bool,
        synced: &SyncState,
        report: &mut SyncReport,
    ) {
        let listed = manifest.names();
        let names = synced.editions.iter().map(|edition| &edition.name);
        let mut unlisted: Vec<String> = names
            .filter(|name| !listed.contains(&name.as_str()) && !report.is_open(name))
            .cloned()
            .collect();
        unlisted.dedup();
        let (certain, missing) = unlisted
            .into_iter()
            .partition::<Vec<String>, _>(|name| has_manifest || self.missing.contains(name));
        report.waiting.extend(missing.iter().cloned());
        self.missing = missing;
        let updater = Arc::clone(&self.updater);
        report.removed = blocking::run(move || {
            let mut removed = certain;
            // The default lexicon cannot be removed.
            removed.retain(|name| updater.unfollow(name).is_ok());
            removed
        })
        .await;
    }

    /// Records the state after a poll. For a lexicon that is not up to date, this is the state
    /// before the poll.
    async fn record(
        &mut self,
        manifest: Manifest,
        tag: String,
        synced: SyncState,
        report: &SyncReport,
    ) {
        let kept = synced.editions.into_iter().filter(|edition| report.is_open(&edition.name));
        let applied = manifest.editions.into_iter().filter(|listed| !report.is_open(&listed.name));
        let synced = SyncState {
            tag: report.is_complete().then_some(tag),
            editions: kept.chain(applied).collect(),
        };
        self.synced = Some(synced.clone());
        let updater = Arc::clone(&self.updater);
        blocking::run(move || updater.record_sync(synced)).await;
    }
}

/// Returns true if an earlier poll has applied an edition.
fn is_applied(listed: &ListedEdition, is_active: bool, synced: &SyncState) -> bool {
    let was_active = synced.editions.iter().find(|other| other.name == listed.name) == Some(listed);
    synced.editions.contains(listed) && (was_active || !is_active)
}
