//! Keeps the registry in sync with the lexicon source, with log entries and metrics.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use tokio::sync::Notify;

use super::error::ServeError;
use super::signals::Hangups;
use crate::config::LexiconArgs;
use crate::edition::EditionId;
use crate::registry::source::{LexiconSource, SourceError};
use crate::registry::updater::{Changed, LexiconUpdater};
use crate::registry::watcher::{SourceWatcher, SyncError, SyncFailure, SyncReport};
use crate::registry::{AUDIT, ChangeEntry, ChangeLog};
use crate::server::State;
use crate::server::metrics::Metrics;

/// The actor in the log for changes from the lexicon source.
const ACTOR: &str = "lexicon_source";
/// The time after which a poll counts as failed. It goes on: the thread of a file system that does
/// not respond cannot be stopped.
const DEADLINE: Duration = Duration::from_mins(2);
/// The time between two polls that must find the same files in a directory without a manifest. A
/// process that writes a file pauses for less.
const SETTLING_TIME: Duration = Duration::from_secs(2);

/// Polls a lexicon source.
pub(super) struct LexiconSync {
    watcher: SourceWatcher,
    updater: Arc<LexiconUpdater>,
    /// The time between polls; if zero, the source is polled only on request.
    interval: Duration,
    requested: Arc<Notify>,
    /// True if the next poll must follow soon, because the last one has left something to do.
    is_unfinished: bool,
    /// The failures of the last poll, which are not logged again as long as they stay the same.
    failed: Vec<Failure>,
}

impl LexiconSync {
    /// Opens the lexicon source, if there is one.
    pub(super) fn open(
        args: &LexiconArgs,
        updater: &Arc<LexiconUpdater>,
    ) -> Result<Option<Self>, ServeError> {
        let Some(location) = &args.lexicon_source else { return Ok(None) };
        let source = LexiconSource::open(location, args.lexicon_limit)?;
        Ok(Some(Self {
            watcher: SourceWatcher::new(Arc::clone(updater), source, DEADLINE),
            updater: Arc::clone(updater),
            interval: args.lexicon_source_poll,
            requested: Arc::default(),
            is_unfinished: false,
            failed: Vec::new(),
        }))
    }

    /// Returns the handle for requesting a poll.
    pub(super) fn requests(&self) -> Arc<Notify> {
        Arc::clone(&self.requested)
    }

    /// Polls when the service starts; again if the first poll has left something to do.
    pub(super) async fn start(&mut self, metrics: &Metrics) {
        self.poll(metrics).await;
        if self.is_unfinished {
            tokio::time::sleep(SETTLING_TIME).await;
            self.poll(metrics).await;
        }
    }

    /// Polls at every interval, on request and on SIGHUP.
    pub(super) async fn run(mut self, state: web::Data<State>) {
        let mut hangups = Hangups::listen();
        loop {
            if self.is_unfinished {
                tokio::time::sleep(SETTLING_TIME).await;
            } else {
                tokio::select! {
                    () = pause(self.interval) => {}
                    () = self.requested.notified() => {}
                    () = hangups.next() => {}
                }
            }
            self.poll(&state.metrics).await;
        }
    }

    /// Polls the lexicon source once.
    async fn poll(&mut self, metrics: &Metrics) {
        match self.watcher.poll_once().await {
            Ok(report) => {
                self.is_unfinished = !report.waiting.is_empty();
                record(&report, &self.failed, metrics, &self.updater.changes);
                self.failed = report.failed.iter().map(Failure::from).collect();
            }
            Err(error) => {
                self.is_unfinished = matches!(error, SourceError::Late(_));
                metrics.count_poll("unreachable", false);
                tracing::error!(%error, "cannot read the lexicon source; the active editions are unchanged");
            }
        }
    }
}

/// Sleeps for an interval; forever if it is zero.
async fn pause(interval: Duration) {
    if interval.is_zero() {
        return std::future::pending().await;
    }
    tokio::time::sleep(interval).await;
}

/// A failure, as it was logged.
#[derive(Debug, PartialEq, Eq)]
struct Failure {
    lexicon: String,
    /// In a directory without a manifest, it changes with the files.
    edition: Option<String>,
    error: String,
}

impl From<&SyncFailure> for Failure {
    fn from(SyncFailure { lexicon, edition, error }: &SyncFailure) -> Self {
        Self { lexicon: lexicon.clone(), edition: edition.clone(), error: error.to_string() }
    }
}

/// Counts and logs the outcome of a poll. Failures that are in `logged` are only counted.
fn record(report: &SyncReport, logged: &[Failure], metrics: &Metrics, changes: &ChangeLog) {
    for failure in &report.failed {
        let SyncFailure { lexicon, edition, error } = failure;
        let is_logged = logged.contains(&Failure::from(failure));
        if matches!(error, SyncError::NotPersisted(_)) {
            if !is_logged {
                tracing::error!(lexicon, edition, %error, "cannot persist an edition of the lexicon source");
            }
            continue;
        }
        metrics.count_change(lexicon, "refused");
        if is_logged {
            continue;
        }
        let entry = ChangeEntry::new(ACTOR, "", lexicon, "refused");
        changes.add(ChangeEntry { refused: Some(error.to_string()), ..entry });
        tracing::error!(
            lexicon,
            edition,
            %error,
            "cannot install an edition of the lexicon source; the active edition is unchanged"
        );
    }
    for changed in &report.changed {
        changes.add(ChangeEntry::of(ACTOR, "", "installed", changed));
        let Changed { now, before, words, .. } = changed;
        let EditionId { name, edition, digest, .. } = now;
        metrics.count_change(name, "installed");
        let before = before.as_ref().map(|before| before.digest.as_str());
        tracing::info!(
            target: AUDIT,
            actor = ACTOR,
            lexicon = name,
            edition,
            digest,
            before,
            words,
            "lexicon installed"
        );
    }
    for name in &report.removed {
        metrics.count_change(name, "removed");
        changes.add(ChangeEntry::new(ACTOR, "", name, "removed"));
        tracing::info!(target: AUDIT, actor = ACTOR, lexicon = name, "lexicon removed");
    }
    let outcome = if !report.failed.is_empty() {
        "failed"
    } else if !report.waiting.is_empty() {
        "waiting"
    } else if report.changed.is_empty() && report.removed.is_empty() {
        "unchanged"
    } else {
        "changed"
    };
    metrics.count_poll(outcome, report.is_complete());
}
