//! Keeps the registry in sync with the lexicon source, with log entries and metrics.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use tokio::sync::Notify;

use super::error::ServeError;
use super::signals::Hangups;
use crate::config::LexiconArgs;
use crate::edition::EditionId;
use crate::registry::source::LexiconSource;
use crate::registry::updater::{Changed, LexiconUpdater};
use crate::registry::watcher::{SourceWatcher, SyncReport};
use crate::server::State;
use crate::server::metrics::Metrics;

/// The actor in the log for changes from the lexicon source.
const ACTOR: &str = "lexicon_source";

/// Polls a lexicon source.
pub(super) struct LexiconSync {
    watcher: SourceWatcher,
    /// The time between polls; if zero, the source is polled only on request.
    interval: Duration,
    requested: Arc<Notify>,
}

impl LexiconSync {
    /// Opens the lexicon source, if there is one.
    pub(super) fn open(
        args: &LexiconArgs,
        updater: &Arc<LexiconUpdater>,
    ) -> Result<Option<Self>, ServeError> {
        let Some(location) = &args.lexicon_source else { return Ok(None) };
        let source = LexiconSource::open(location)?;
        Ok(Some(Self {
            watcher: SourceWatcher::new(Arc::clone(updater), source, args.lexicon_limit),
            interval: args.lexicon_source_poll,
            requested: Arc::default(),
        }))
    }

    /// Returns the handle for requesting a poll.
    pub(super) fn requests(&self) -> Arc<Notify> {
        Arc::clone(&self.requested)
    }

    /// Polls at every interval, on request and on SIGHUP.
    pub(super) async fn run(mut self, state: web::Data<State>) {
        let mut hangups = Hangups::listen();
        loop {
            tokio::select! {
                () = pause(self.interval) => {}
                () = self.requested.notified() => {}
                () = hangups.next() => {}
            }
            self.poll(&state.metrics).await;
        }
    }

    /// Polls the lexicon source once.
    pub(super) async fn poll(&mut self, metrics: &Metrics) {
        match self.watcher.poll_once().await {
            Ok(report) => record(&report, metrics),
            Err(error) => {
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

/// Counts and logs the outcome of a poll.
fn record(report: &SyncReport, metrics: &Metrics) {
    for (listed, error) in &report.failed {
        metrics.count_change(&listed.name, "refused");
        tracing::error!(
            lexicon = listed.name,
            edition = listed.edition,
            %error,
            "cannot install an edition of the lexicon source; the active edition is unchanged"
        );
    }
    for Changed { now, before, words, .. } in &report.changed {
        let EditionId { name, edition, digest, .. } = now;
        metrics.count_change(name, "installed");
        let before = before.as_ref().map(|before| before.digest.as_str());
        tracing::info!(
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
        tracing::info!(actor = ACTOR, lexicon = name, "lexicon removed");
    }
    let is_success = report.failed.is_empty();
    let outcome = if !is_success {
        "failed"
    } else if report.changed.is_empty() && report.removed.is_empty() {
        "unchanged"
    } else {
        "changed"
    };
    metrics.count_poll(outcome, is_success);
}
