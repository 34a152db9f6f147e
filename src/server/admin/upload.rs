//! Uploads of word and category texts.

use std::time::Duration;

use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::StreamExt as _;
use serde::Deserialize;

use super::AdminState;
use super::changes::Change;
use crate::api::{Problem, ProblemCode};
use crate::registry::blocking;
use crate::registry::decode::{DecodeError, HashedText, TextDecoder};
use crate::registry::manifest::check_name;
use crate::registry::updater::Draft;
use crate::server::State;

/// The first byte of gzip data. A lexicon text cannot start with it.
const GZIP: u8 = 0x1f;

/// The time for a whole text, as a multiple of the time for the body of a request.
const UPLOAD_TIMEOUTS: u32 = 40;

/// The query of an upload.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PutQuery {
    /// The number of the edition; by default the first digits of its digest.
    edition: Option<String>,
}

/// Installs an edition with new words.
pub(super) async fn put_words(
    request: HttpRequest,
    name: Path<String>,
    query: Query<PutQuery>,
    body: Payload,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let words = Some(receive(&request, body, &name, &admin, &state).await?);
    let (name, edition) = (name.into_inner(), query.into_inner().edition);
    let draft = Draft { name, edition, words, categories: None };
    install(&request, actor, draft, admin, state).await
}

/// Installs an edition with new categories.
pub(super) async fn put_categories(
    request: HttpRequest,
    name: Path<String>,
    query: Query<PutQuery>,
    body: Payload,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let categories = Some(receive(&request, body, &name, &admin, &state).await?.into());
    let (name, edition) = (name.into_inner(), query.into_inner().edition);
    let draft = Draft { name, edition, words: None, categories };
    install(&request, actor, draft, admin, state).await
}

async fn install(
    request: &HttpRequest,
    actor: String,
    draft: Draft,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let change = Change::new(request, actor, draft.name.clone(), "installed");
    change.make(admin, state, |updater| updater.install(draft)).await
}

/// Receives a text. An incomplete or malformed one is counted and logged as a refused change.
async fn receive(
    request: &HttpRequest,
    body: Payload,
    name: &str,
    admin: &AdminState,
    state: &State,
) -> Result<HashedText, Problem> {
    let timeout = state.body_limits.timeout;
    let whole = timeout.saturating_mul(UPLOAD_TIMEOUTS);
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0);
    let text = read_text(body, length, admin.text_limit, timeout);
    let text = tokio::time::timeout(whole, text).await;
    let text = text.unwrap_or_else(|_| {
        let whole = humantime::format_duration(whole);
        let detail = format!("the body did not arrive within {whole}; send it faster");
        Err(Problem::new(ProblemCode::BodyTimeout, detail))
    });
    text.inspect_err(|problem| {
        let label = if check_name(name).is_ok() { name } else { "" };
        state.metrics.count_change(label, "refused");
        tracing::warn!(lexicon = label, refused = problem.detail, "lexicon text refused");
    })
}

/// Reads a text of at most `limit` bytes as it arrives: plain or gzip, depending on its first byte.
/// `length` is the `Content-Length` in bytes, or 0 if it is unknown.
async fn read_text(
    mut body: Payload,
    length: usize,
    limit: usize,
    timeout: Duration,
) -> Result<HashedText, Problem> {
    let mut decoder: Option<TextDecoder> = None;
    // Each step takes a piece of the body. The decoder refuses more than `limit` bytes.
    loop {
        // A large text may take long to arrive, so only the time between two pieces is limited.
        let piece = tokio::time::timeout(timeout, body.next()).await.map_err(|_| {
            let timeout = humantime::format_duration(timeout);
            let detail = format!("no data of the body arrived for {timeout}");
            Problem::new(ProblemCode::BodyTimeout, detail)
        })?;
        let Some(piece) = piece else { break };
        let piece = piece.map_err(|error| {
            Problem::new(ProblemCode::BadRequest, format!("the body is incomplete: {error}"))
        })?;
        let Some(first) = piece.first() else { continue };
        let mut current = decoder.take().unwrap_or_else(|| {
            let mut decoder = TextDecoder::new(*first == GZIP, limit);
            decoder.expect(length);
            decoder
        });
        // A compressed piece may be a thousand times as long as it looks.
        let push = move || current.push(&piece).map(|()| current);
        decoder = Some(blocking::run(push).await.map_err(|error| refused(&error))?);
    }
    let Some(decoder) = decoder else { return Ok(String::new().into()) };
    blocking::run(|| decoder.finish()).await.map_err(|error| refused(&error))
}

fn refused(error: &DecodeError) -> Problem {
    let code = match error {
        DecodeError::TooLong(_) => ProblemCode::BodyTooLarge,
        DecodeError::NotUtf8(_) | DecodeError::NotGzip(_) => ProblemCode::LexiconRefused,
    };
    Problem::new(code, error.to_string())
}
