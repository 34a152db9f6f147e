//! Uploads of word and category texts.

use std::time::Duration;

use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{Bytes, Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::StreamExt as _;
use serde::Deserialize;

use super::AdminState;
use super::changes::Change;
use crate::api::{Problem, ProblemCode};
use crate::lexicon;
use crate::lexicon::import::{File, ImportError, Options, Report};
use crate::registry::decode::{DecodeError, HashedText, TextDecoder};
use crate::registry::manifest::check_name;
use crate::registry::updater::{Draft, Installation, Position};
use crate::registry::{AUDIT, RetainedEdition, blocking};
use crate::server::State;

/// The first byte of gzip data. A lexicon text cannot start with it.
const GZIP: u8 = 0x1f;

/// The time for a whole text, as a multiple of the time for the body of a request.
const UPLOAD_TIMEOUTS: u32 = 40;

/// The query of an upload of words.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WordsQuery {
    /// The number of the edition; by default the first digits of its digest.
    edition: Option<String>,
    /// Set to `true` to import a word list that people have, in any usual form. Defaults to `false`.
    import: Option<bool>,
    /// With `import`: the lexicon from which the words take their marks, or `none`; by default the
    /// default lexicon.
    marks_from: Option<String>,
    /// With `import`: set to `true` to keep words with accents and write É as E. Defaults to `false`.
    fold: Option<bool>,
    /// Set to `true` to change nothing, and only see what would change. Defaults to `false`.
    dry_run: Option<bool>,
    /// Set to `false` to only retain the edition, so that it can be activated later. Defaults to
    /// `true`.
    activate: Option<bool>,
    /// Set to `true` to allow an edition that lacks more words of the active one than
    /// `--max-shrink`. Defaults to `false`.
    force: Option<bool>,
}

/// The query of an upload of categories.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CategoriesQuery {
    /// The number of the edition; by default the first digits of its digest.
    edition: Option<String>,
    /// Set to `true` to change nothing, and only see what would change. Defaults to `false`.
    dry_run: Option<bool>,
    /// Set to `false` to only retain the edition, so that it can be activated later. Defaults to
    /// `true`.
    activate: Option<bool>,
}

/// Installs an edition with new words.
pub(super) async fn put_words(
    request: HttpRequest,
    name: Path<String>,
    query: Query<WordsQuery>,
    body: Payload,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let query = query.into_inner();
    let upload = Upload { request: &request, name: &name, admin: &admin, state: &state };
    let (words, marks_from, report) = if query.import.unwrap_or(false) {
        let Listed { text, marks_from, report } = upload.import(body, &query).await?;
        (text, marks_from, Some(report))
    } else if query.marks_from.is_some() || query.fold.is_some() {
        let detail = "marks_from and fold need import=true";
        return Err(Problem::new(ProblemCode::BadRequest, detail));
    } else {
        (upload.text(body).await?, None, None)
    };
    let draft = Draft {
        name: name.into_inner(),
        edition: query.edition,
        words: Some(words),
        categories: None,
    };
    let installation = Installation {
        position: position(query.activate),
        dry_run: query.dry_run.unwrap_or(false),
        marks_from,
        conditions: admin.conditions(&request, query.force)?,
    };
    install(&request, actor, (draft, installation, report), admin, state).await
}

/// Installs an edition with new categories.
pub(super) async fn put_categories(
    request: HttpRequest,
    name: Path<String>,
    query: Query<CategoriesQuery>,
    body: Payload,
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.authorize_change(&request)?;
    let upload = Upload { request: &request, name: &name, admin: &admin, state: &state };
    let categories = Some(upload.text(body).await?.into());
    let CategoriesQuery { edition, dry_run, activate } = query.into_inner();
    let draft = Draft { name: name.into_inner(), edition, words: None, categories };
    let installation = Installation {
        position: position(activate),
        dry_run: dry_run.unwrap_or(false),
        marks_from: None,
        conditions: admin.conditions(&request, None)?,
    };
    install(&request, actor, (draft, installation, None), admin, state).await
}

const fn position(activate: Option<bool>) -> Position {
    if matches!(activate, Some(false)) { Position::Prepared } else { Position::Active }
}

async fn install(
    request: &HttpRequest,
    actor: String,
    (draft, installation, report): (Draft, Installation, Option<Report>),
    admin: Data<AdminState>,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let outcome = match (installation.dry_run, installation.position) {
        (true, _) => "tried",
        (false, Position::Active) => "installed",
        (false, _) => "prepared",
    };
    let change = Change::new(request, actor, draft.name.clone(), outcome);
    change.make(admin, state, report, |updater| updater.install_as(draft, installation)).await
}

/// An upload that is being received.
struct Upload<'u> {
    request: &'u HttpRequest,
    name: &'u str,
    admin: &'u AdminState,
    state: &'u State,
}

/// An imported word list.
struct Listed {
    text: HashedText,
    /// The edition from which the words took their marks.
    marks_from: Option<String>,
    report: Report,
}

impl Upload<'_> {
    /// Receives a text in the strict form.
    async fn text(&self, body: Payload) -> Result<HashedText, Problem> {
        let length = self.request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0);
        let timeout = self.state.body_limits.timeout;
        self.whole(read_text(body, length, self.admin.text_limit, timeout)).await
    }

    /// Receives a word list that people have, and imports it.
    async fn import(&self, body: Payload, query: &WordsQuery) -> Result<Listed, Problem> {
        let marks_from = match query.marks_from.as_deref() {
            Some("none") => None,
            selector => Some(self.state.registry.retained(selector)?),
        };
        let (limit, timeout) = (self.admin.text_limit, self.state.body_limits.timeout);
        let bytes = self.whole(read_bytes(body, limit, timeout)).await?;
        let fold = query.fold.unwrap_or(false);
        let imported = blocking::run(move || import(bytes, fold, marks_from.as_deref(), limit));
        self.whole(imported).await
    }

    /// Awaits the whole body. An incomplete or malformed one is counted and logged as a refused
    /// change.
    async fn whole<T>(&self, body: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
        let whole = self.state.body_limits.timeout.saturating_mul(UPLOAD_TIMEOUTS);
        let received = tokio::time::timeout(whole, body).await.unwrap_or_else(|_| {
            let whole = humantime::format_duration(whole);
            let detail = format!("the body did not arrive within {whole}; send it faster");
            Err(Problem::new(ProblemCode::BodyTimeout, detail))
        });
        received.inspect_err(|problem| {
            let label = if check_name(self.name).is_ok() { self.name } else { "" };
            self.state.metrics.count_change(label, "refused");
            tracing::warn!(target: AUDIT, lexicon = label, refused = problem.detail, "lexicon text refused");
        })
    }
}

/// Imports a word list whose words take the marks of an edition, unless they have some.
fn import(
    bytes: Vec<u8>,
    fold: bool,
    marks_from: Option<&RetainedEdition>,
    max_bytes: usize,
) -> Result<Listed, Problem> {
    let named = marks_from.map(|edition| format!("{}@{}", edition.id.name, edition.id.edition));
    let lexicon = named.as_deref().zip(marks_from.map(|edition| &*edition.lexicon));
    let file = File { name: String::new(), bytes };
    let imported =
        lexicon::import::import(vec![file], &Options { fold, marks_from: lexicon, max_bytes });
    let imported = imported.map_err(|error| {
        let code = match error {
            ImportError::TooLarge(_) => ProblemCode::BodyTooLarge,
            _ => ProblemCode::LexiconRefused,
        };
        Problem::new(code, error.to_string())
    })?;
    let marks_from = named.filter(|_| !imported.has_own_marks);
    Ok(Listed { text: imported.text.into(), marks_from, report: imported.report })
}

/// Receives the pieces of a body until `take` refuses one.
async fn receive(
    mut body: Payload,
    timeout: Duration,
    mut take: impl AsyncFnMut(Bytes) -> Result<(), Problem>,
) -> Result<(), Problem> {
    // Each step takes a piece of the body, and `take` refuses more than its limit.
    loop {
        // A large text may take long to arrive, so only the time between two pieces is limited.
        let piece = tokio::time::timeout(timeout, body.next()).await.map_err(|_| {
            let timeout = humantime::format_duration(timeout);
            let detail = format!("no data of the body arrived for {timeout}");
            Problem::new(ProblemCode::BodyTimeout, detail)
        })?;
        let Some(piece) = piece else { return Ok(()) };
        let piece = piece.map_err(|error| {
            Problem::new(ProblemCode::BadRequest, format!("the body is incomplete: {error}"))
        })?;
        take(piece).await?;
    }
}

/// Reads a body of at most `limit` bytes.
async fn read_bytes(body: Payload, limit: usize, timeout: Duration) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let take = async |piece: Bytes| {
        if bytes.len() + piece.len() > limit {
            return Err(refused(&DecodeError::TooLong(limit)));
        }
        bytes.extend_from_slice(&piece);
        Ok(())
    };
    receive(body, timeout, take).await?;
    Ok(bytes)
}

/// Reads a text of at most `limit` bytes as it arrives: plain or gzip, depending on its first byte.
/// `length` is the `Content-Length` in bytes, or 0 if it is unknown.
async fn read_text(
    body: Payload,
    length: usize,
    limit: usize,
    timeout: Duration,
) -> Result<HashedText, Problem> {
    let mut decoder: Option<TextDecoder> = None;
    let take = async |piece: Bytes| {
        let Some(first) = piece.first() else { return Ok(()) };
        let mut current = decoder.take().unwrap_or_else(|| {
            let mut decoder = TextDecoder::new(*first == GZIP, limit);
            decoder.expect(length);
            decoder
        });
        // A compressed piece may be a thousand times as long as it looks.
        let push = move || current.push(&piece).map(|()| current);
        decoder = Some(blocking::run(push).await.map_err(|error| refused(&error))?);
        Ok(())
    };
    receive(body, timeout, take).await?;
    let Some(decoder) = decoder else { return Ok(String::new().into()) };
    blocking::run(|| decoder.finish()).await.map_err(|error| refused(&error))
}

fn refused(error: &DecodeError) -> Problem {
    match error {
        DecodeError::TooLong(_) => Problem::new(ProblemCode::BodyTooLarge, error.to_string()),
        DecodeError::NotUtf8(_) | DecodeError::NotGzip(_) => {
            let detail = format!("{error}; to read a list in another form, add import=true");
            Problem::new(ProblemCode::LexiconRefused, detail)
        }
    }
}
