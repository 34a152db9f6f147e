//! Admin operations that read the state of the lexicons.

use std::sync::Arc;

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::AdminState;
use crate::api::lexicons::{LexiconList, Lexicons as _, SelectorError};
use crate::api::{Problem, ProblemCode};
use crate::registry::{EditionDiff, LexiconRegistry, RetainedEdition, blocking};
use crate::server::{State, response};

/// The default maximum number of words in each list of a diff.
const DEFAULT_LIMIT: usize = 1_000;
/// The highest `limit` of a diff.
const MAX_LIMIT: usize = 10_000;

/// Lists the active lexicons.
pub(super) async fn list(
    request: HttpRequest,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    admin.auth.authenticate(&request)?;
    response::json_of(&LexiconList::with_times(&state.registry.list()))
}

/// The query of a diff.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DiffQuery {
    /// The older edition, by number or by the first digits of its digest; by default the previously
    /// active one.
    from: Option<String>,
    /// The newer edition; by default the active one.
    to: Option<String>,
    /// The maximum number of words in each list, at most 10,000; 1,000 if absent.
    limit: Option<usize>,
}

/// Compares two retained editions of a lexicon.
pub(super) async fn diff(
    request: HttpRequest,
    name: Path<String>,
    query: Query<DiffQuery>,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    admin.auth.authenticate(&request)?;
    let query = query.into_inner();
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if limit > MAX_LIMIT {
        let detail = format!("limit: {limit} is too large; use at most {MAX_LIMIT}");
        return Err(Problem::new(ProblemCode::BadRequest, detail));
    }
    let (from, to) = editions(&state.registry, &name, query.from, query.to)?;
    let diff = blocking::run(move || EditionDiff::between(&from, &to, limit)).await;
    response::json_of(&diff)
}

/// Finds the two editions to compare.
fn editions(
    registry: &LexiconRegistry,
    name: &str,
    from: Option<String>,
    to: Option<String>,
) -> Result<(Arc<RetainedEdition>, Arc<RetainedEdition>), SelectorError> {
    let snapshot = registry.snapshot();
    let entry = snapshot.entry(name)?;
    let pinned = |pin: String| snapshot.edition(&format!("{name}@{pin}")).map(Arc::clone);
    let to = to.map_or_else(|| Ok(Arc::clone(entry.active())), pinned)?;
    let from = match from {
        Some(from) => pinned(from)?,
        None => entry.editions().get(1).map(Arc::clone).ok_or_else(|| SelectorError::NoOther {
            name: name.to_owned(),
            active: entry.active().id.to_string(),
        })?,
    };
    Ok((from, to))
}
