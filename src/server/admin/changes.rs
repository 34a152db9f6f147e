//! Changes to the lexicons, with log entries and metrics.

use std::sync::Arc;

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::AdminState;
use crate::api::lexicons::{LexiconMarks, SelectorError};
use crate::api::{Problem, ProblemCode};
use crate::edition::EditionId;
use crate::lexicon::import::Report;
use crate::lexicon::text::NO_MARKS;
use crate::registry::updater::{Changed, Conditions, LexiconUpdater, UpdateError};
use crate::registry::{AUDIT, ChangeEntry, ChangeLog, DifferentWords, Limited, blocking};
use crate::server::metrics::Metrics;
use crate::server::{State, response};

/// A change that an operator has requested, with its fields in the log.
pub(super) struct Change {
    actor: String,
    peer: String,
    lexicon: String,
    /// The outcome in the log and the metrics if the change is made.
    outcome: &'static str,
}

/// The response to a change.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LexiconChange)]
pub(super) struct ChangeResponse {
    /// The edition that is active now or, if nothing was activated, the one of the request.
    lexicon: EditionId,
    /// The number of words in it.
    words: usize,
    /// The marks of its words.
    marks: LexiconMarks,
    /// The edition that was active before, if it was a different one.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<EditionId>,
    /// True if the same edition was active before.
    unchanged: bool,
    /// True if `lexicon` is active now; false after a dry run or with `activate=false`.
    active: bool,
    /// True if the server has a state directory, so that the change survives a restart.
    survives_restart: bool,
    /// The words that the edition active before lacks; the first 100 of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<DifferentWords>)]
    added: Option<Limited<String>>,
    /// The words that only the edition active before has; the first 100 of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<DifferentWords>)]
    removed: Option<Limited<String>>,
    /// What the import read and left out; only with `import=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    import: Option<Report>,
    /// What may be a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'static str>,
}

impl Change {
    pub(super) fn new(
        request: &HttpRequest,
        actor: String,
        lexicon: String,
        outcome: &'static str,
    ) -> Self {
        Self { actor, peer: peer(request), lexicon, outcome }
    }

    /// Makes the change on a thread for blocking work. It is counted and logged there, even if the
    /// client has disconnected.
    pub(super) async fn make(
        self,
        admin: Data<AdminState>,
        state: Data<State>,
        import: Option<Report>,
        update: impl FnOnce(&LexiconUpdater) -> Result<Changed, UpdateError> + Send + 'static,
    ) -> Result<HttpResponse, Problem> {
        let survives_restart = admin.updater.is_persistent();
        let registry = Arc::clone(admin.updater.registry());
        let result = blocking::run(move || {
            let result = update(&admin.updater);
            self.report(&state.metrics, &admin.updater.changes, &result);
            result
        });
        let Changed { now, words, marked, marks_from, before, diff, .. } = result.await?;
        let active = registry.retained(Some(&now.name)).is_ok_and(|active| active.id == now);
        let (added, removed) = diff.map(|diff| (diff.added, diff.removed)).unzip();
        let source = marks_from.unwrap_or_else(|| LexiconMarks::OWN.to_owned());
        response::json_of(&ChangeResponse {
            unchanged: before.as_ref() == Some(&now),
            before: before.filter(|before| *before != now),
            lexicon: now,
            words,
            marks: LexiconMarks { source, marked, of: words },
            active,
            survives_restart,
            added,
            removed,
            import,
            warning: (marked == 0).then_some(NO_MARKS),
        })
    }

    /// Counts and logs the result.
    fn report(
        &self,
        metrics: &Metrics,
        changes: &ChangeLog,
        result: &Result<Changed, UpdateError>,
    ) {
        let Self { actor, peer, lexicon, outcome } = self;
        match result {
            Ok(changed) => {
                changes.add(ChangeEntry::of(actor, peer, outcome, changed));
                let Changed { now, before, words, .. } = changed;
                metrics.count_change(lexicon, outcome);
                let before = before.as_ref().map(|before| before.digest.as_str());
                let EditionId { edition, digest, .. } = now;
                tracing::info!(
                    target: AUDIT,
                    actor,
                    peer,
                    lexicon,
                    edition,
                    digest,
                    before,
                    words,
                    "lexicon {outcome}"
                );
            }
            Err(refused) => self.report_refused(metrics, changes, refused),
        }
    }

    /// Counts and logs a change that was not made.
    fn report_refused(&self, metrics: &Metrics, changes: &ChangeLog, refused: &UpdateError) {
        let Self { actor, peer, lexicon, .. } = self;
        // An unknown name is arbitrary text from the request. It is not used as a label, so that the
        // number of labels stays bounded.
        let is_unknown = matches!(
            refused,
            UpdateError::Name(_)
                | UpdateError::NotRetained(SelectorError::Unknown { .. })
                | UpdateError::NoWords(_)
        );
        let lexicon = if is_unknown { "" } else { lexicon };
        metrics.count_change(lexicon, "refused");
        let entry = ChangeEntry::new(actor, peer, lexicon, "refused");
        changes.add(ChangeEntry { refused: Some(refused.to_string()), ..entry });
        tracing::warn!(target: AUDIT, actor, peer, lexicon, %refused, "change to a lexicon refused");
    }
}

fn peer(request: &HttpRequest) -> String {
    request.peer_addr().map(|peer| peer.ip().to_string()).unwrap_or_default()
}

/// The query of a rollback.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RollbackQuery {
    /// The edition to restore, by number or by the first digits of its digest; by default the one
    /// that was active before, in time.
    to: Option<String>,
}

/// The edition to activate.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ActivateRequest {
    /// The first digits of the digest of a retained edition.
    digest: String,
}

/// The query of an activation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ActivateQuery {
    /// Set to `true` to allow an edition that lacks more words of the active one than
    /// `--max-shrink`. Defaults to `false`.
    force: Option<bool>,
}

/// Makes a retained edition active.
pub(super) async fn activate(
    request: HttpRequest,
    name: Path<String>,
    query: Query<ActivateQuery>,
    body: Bytes,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let conditions = admin.conditions(&request, query.force)?;
    let ActivateRequest { digest } = serde_json::from_slice(&body).map_err(|error| {
        let detail = format!("the body must be {{\"digest\": …}}: {error}");
        Problem::new(ProblemCode::BadRequest, detail)
    })?;
    let selector = format!("{name}@{digest}");
    let change = Change::new(&request, actor, name.into_inner(), "activated");
    let update = move |updater: &LexiconUpdater| updater.restore_if(&selector, &conditions);
    change.make(admin, state, None, update).await
}

/// The last changes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ChangeList {
    /// The changes since the start of the server, made or refused, the last one first; at most 1,000.
    changes: Vec<ChangeEntry>,
}

/// Lists the last changes.
pub(super) async fn list(
    request: HttpRequest,
    admin: Data<AdminState>,
) -> Result<HttpResponse, Problem> {
    admin.auth.authenticate(&request)?;
    response::json_of(&ChangeList { changes: admin.updater.changes.entries() })
}

/// Makes a retained edition active again.
pub(super) async fn roll_back(
    request: HttpRequest,
    name: Path<String>,
    query: Query<RollbackQuery>,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let name = name.into_inner();
    let selector = query.into_inner().to.map_or_else(|| name.clone(), |to| format!("{name}@{to}"));
    let conditions = Conditions { max_shrink: None, ..admin.conditions(&request, None)? };
    let change = Change::new(&request, actor, name, "restored");
    let update = move |updater: &LexiconUpdater| updater.restore_if(&selector, &conditions);
    change.make(admin, state, None, update).await
}

/// Removes a lexicon with all its editions.
pub(super) async fn remove(
    request: HttpRequest,
    name: Path<String>,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let name = name.into_inner();
    let change = Change::new(&request, actor, name.clone(), "removed");
    let removed = blocking::run(move || {
        let result = admin.updater.remove(&name);
        match &result {
            Ok(()) => {
                let Change { actor, peer, lexicon, outcome } = &change;
                state.metrics.count_change(lexicon, outcome);
                admin.updater.changes.add(ChangeEntry::new(actor, peer, lexicon, outcome));
                tracing::info!(target: AUDIT, actor, peer, lexicon, "lexicon {outcome}");
            }
            Err(refused) => {
                change.report_refused(&state.metrics, &admin.updater.changes, refused);
            }
        }
        result
    });
    removed.await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Starts a poll of the lexicon source, and reads the files of keys and tokens again.
pub(super) async fn reload(
    request: HttpRequest,
    admin: Data<AdminState>,
) -> Result<HttpResponse, Problem> {
    admin.auth.authorize_change(&request)?;
    if admin.poll_source.is_none() && admin.read_keys.is_none() {
        let detail = "the server has nothing to reload; start it with --lexicon-source, --api-keys, --signing-key or --admin-tokens";
        return Err(Problem::new(ProblemCode::ChangeRefused, detail));
    }
    for part in [&admin.poll_source, &admin.read_keys].into_iter().flatten() {
        part.notify_one();
    }
    Ok(HttpResponse::Accepted().finish())
}
