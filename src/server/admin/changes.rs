//! Changes to the lexicons, with log entries and metrics.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::AdminState;
use crate::api::lexicons::SelectorError;
use crate::api::{Problem, ProblemCode};
use crate::edition::EditionId;
use crate::registry::blocking;
use crate::registry::updater::{Changed, LexiconUpdater, UpdateError};
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
    /// The active edition.
    lexicon: EditionId,
    /// The number of words in it.
    words: usize,
    /// The previously active edition, if it was a different one.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<EditionId>,
    /// True if the same edition was active before.
    unchanged: bool,
    /// True if the server has a state directory, so that the change survives a restart.
    survives_restart: bool,
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
        update: impl FnOnce(&LexiconUpdater) -> Result<Changed, UpdateError> + Send + 'static,
    ) -> Result<HttpResponse, Problem> {
        let survives_restart = admin.updater.is_persistent();
        let result = blocking::run(move || {
            let result = update(&admin.updater);
            self.report(&state.metrics, &result);
            result
        });
        let Changed { now, words, before, .. } = result.await?;
        response::json_of(&ChangeResponse {
            unchanged: before.as_ref() == Some(&now),
            before: before.filter(|before| *before != now),
            lexicon: now,
            words,
            survives_restart,
        })
    }

    /// Counts and logs the result.
    fn report(&self, metrics: &Metrics, result: &Result<Changed, UpdateError>) {
        let Self { actor, peer, lexicon, outcome } = self;
        match result {
            Ok(Changed { now, before, words, .. }) => {
                metrics.count_change(lexicon, outcome);
                let before = before.as_ref().map(|before| before.digest.as_str());
                let EditionId { edition, digest, .. } = now;
                tracing::info!(
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
            Err(refused) => self.report_refused(metrics, refused),
        }
    }

    /// Counts and logs a change that was not made.
    fn report_refused(&self, metrics: &Metrics, refused: &UpdateError) {
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
        tracing::warn!(actor, peer, lexicon, %refused, "change to a lexicon refused");
    }
}

fn peer(request: &HttpRequest) -> String {
    request.peer_addr().map(|peer| peer.ip().to_string()).unwrap_or_default()
}

/// The query of a rollback.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RollbackQuery {
    /// The edition to restore, by number or by the first digits of its digest; by default the
    /// previously active one.
    to: Option<String>,
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
    let change = Change::new(&request, actor, name, "restored");
    change.make(admin, state, move |updater| updater.restore(&selector)).await
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
                tracing::info!(actor, peer, lexicon, "lexicon {outcome}");
            }
            Err(refused) => change.report_refused(&state.metrics, refused),
        }
        result
    });
    removed.await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Starts a poll of the lexicon source.
pub(super) async fn reload(
    request: HttpRequest,
    admin: Data<AdminState>,
) -> Result<HttpResponse, Problem> {
    admin.auth.authorize_change(&request)?;
    let Some(poll_source) = &admin.poll_source else {
        let detail = "the server has no lexicon source to reload; start it with --lexicon-source";
        return Err(Problem::new(ProblemCode::ChangeRefused, detail));
    };
    poll_source.notify_one();
    Ok(HttpResponse::Accepted().finish())
}
