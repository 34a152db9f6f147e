//! Request bodies, limited in size and time.

use std::num::NonZero;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::Bytes;
use futures_util::Stream as _;
use tokio::time::Sleep;

use crate::api::limits::DEFAULT_BODY_BYTES;
use crate::api::{Problem, ProblemCode};
use crate::registry::{Caller, PoolLimits, SearchPool, blocking};

/// The number of long bodies that wait for their turn. One caller gets at most half.
const WAITING: usize = 1_024;

/// Returns the pool in which long bodies are read: as many at the same time as there are processors,
/// because more threads would take these from the workers. Callers take turns.
pub(super) fn readers() -> SearchPool {
    SearchPool::new(PoolLimits {
        concurrency: thread::available_parallelism().map_or(1, NonZero::get),
        queue_capacity: WAITING,
        queue_timeout: BodyLimits::default().timeout,
        quota: None,
        search_budget: PoolLimits::SEARCH_BUDGET,
    })
}

/// Reads a body of more than [`BodyLimits::INLINE_BYTES`] on another thread, once it is the caller's
/// turn. A read that has begun goes on even if the future is dropped.
///
/// # Errors
/// `overloaded` if too many bodies wait.
pub(super) async fn read_long<T: Send + 'static>(
    readers: &SearchPool,
    caller: Caller,
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let turn = readers.enter(caller).await.map_err(|_| {
        let detail = "too many long bodies are waiting; try again later";
        Problem { retry_after: Some(1), ..Problem::new(ProblemCode::Overloaded, detail) }
    })?;
    let read_in_turn = move || {
        let _turn = turn;
        read()
    };
    Ok(blocking::run(read_in_turn).await)
}

/// The limits of request bodies.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimits {
    /// The maximum size of a body, in bytes.
    pub bytes: usize,
    /// The maximum time that a body may take to arrive.
    pub timeout: Duration,
}

impl BodyLimits {
    /// The maximum size of a body that is read on the worker, which takes less than 500 µs, also for
    /// the state of a whole game. Reading a longer one would delay other requests.
    pub const INLINE_BYTES: usize = 2 << 10;
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { bytes: DEFAULT_BODY_BYTES, timeout: Duration::from_secs(15) }
    }
}

/// The declared type of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MediaType {
    /// JSON.
    Json,
    /// A plain text.
    Text,
    /// JSON on each line.
    JsonLines,
}

/// The types of body that a route accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Accepts {
    Json,
    JsonOrText,
    /// Both forms of a batch.
    JsonOrLines,
}

impl Accepts {
    /// Returns the type for the essence of a media type, in lower case.
    fn media_type(self, essence: &str) -> Option<MediaType> {
        match (self, essence) {
            (
                Self::JsonOrLines,
                "application/x-ndjson" | "application/ndjson" | "application/jsonl",
            ) => Some(MediaType::JsonLines),
            (_, "application/json") => Some(MediaType::Json),
            (_, suffixed) if suffixed.ends_with("+json") => Some(MediaType::Json),
            // `curl --data-binary` declares every text as a form. No operation accepts forms.
            (Self::JsonOrText, "text/plain" | "application/x-www-form-urlencoded") => {
                Some(MediaType::Text)
            }
            _ => None,
        }
    }

    const fn names(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::JsonOrText => "application/json or text/plain",
            Self::JsonOrLines => "application/x-ndjson or application/json",
        }
    }
}

/// A body that arrived in pieces.
#[derive(Debug)]
pub(super) struct Body {
    media_type: MediaType,
    /// The last piece. Most bodies arrive in one piece and are not copied.
    last: Bytes,
    /// The earlier pieces, concatenated.
    before: Vec<u8>,
}

impl Body {
    const fn new(media_type: MediaType) -> Self {
        Self { media_type, last: Bytes::new(), before: Vec::new() }
    }

    pub(super) const fn media_type(&self) -> MediaType {
        self.media_type
    }

    /// Returns the whole body as shared memory.
    pub(super) fn into_bytes(mut self) -> Bytes {
        if self.before.is_empty() {
            return self.last;
        }
        self.before.extend_from_slice(&self.last);
        self.before.into()
    }

    const fn len(&self) -> usize {
        self.before.len() + self.last.len()
    }
}

/// Reads a body piece by piece.
pub(super) struct BodyReader {
    payload: Payload,
    limits: BodyLimits,
    body: Body,
    was_polled: bool,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl BodyReader {
    /// Checks the headers of a request.
    pub(super) fn new(
        request: &HttpRequest,
        payload: Payload,
        accepts: Accepts,
        limits: BodyLimits,
    ) -> Result<Self, Problem> {
        let media_type = declared_type(request, accepts)?;
        if media_type != MediaType::Text {
            check_no_query(request)?;
        }
        check_uncompressed(request)?;
        let length = request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: usize| length > limits.bytes) {
            return Err(Problem::body_too_large(limits.bytes));
        }
        Ok(Self { payload, limits, body: Body::new(media_type), was_polled: false, deadline: None })
    }

    fn add(&mut self, piece: Bytes) -> Result<(), Problem> {
        if self.body.len() + piece.len() > self.limits.bytes {
            return Err(Problem::body_too_large(self.limits.bytes));
        }
        self.body.before.extend_from_slice(&self.body.last);
        self.body.last = piece;
        Ok(())
    }
}

impl Future for BodyReader {
    type Output = Result<Body, Problem>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let reader = self.get_mut();
        // Each step takes a piece of the body. `add` refuses more than the limit.
        while let Poll::Ready(piece) = Pin::new(&mut reader.payload).poll_next(context) {
            match piece {
                Some(Ok(piece)) => reader.add(piece)?,
                Some(Err(error)) => return Poll::Ready(Err(unreadable(&error))),
                None => {
                    let empty = Body::new(reader.body.media_type);
                    return Poll::Ready(Ok(std::mem::replace(&mut reader.body, empty)));
                }
            }
        }
        // Most bodies arrive with their headers and are complete at the next poll. Creating a timer
        // would take as long as reading the body.
        if !std::mem::replace(&mut reader.was_polled, true) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let timeout = reader.limits.timeout;
        let deadline = reader.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        deadline.as_mut().poll(context).map(|()| Err(timed_out(timeout)))
    }
}

/// Refuses a query. If queries were ignored, `POST /v1/words/validate?lexicon=club` would use
/// another lexicon without notice.
fn check_no_query(request: &HttpRequest) -> Result<(), Problem> {
    let query = request.query_string();
    if query.is_empty() {
        return Ok(());
    }
    let detail = format!("{} takes no query; remove ?{query}", request.path());
    Err(Problem::new(ProblemCode::BadRequest, detail))
}

/// Returns the declared type of a body.
fn declared_type(request: &HttpRequest, accepts: Accepts) -> Result<MediaType, Problem> {
    let declared = request.headers().get(CONTENT_TYPE);
    let is_json = declared.is_some_and(|declared| declared.as_bytes() == b"application/json");
    if is_json {
        return Ok(MediaType::Json);
    }
    let media_type = declared.and_then(|declared| declared.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    accepts.media_type(&essence).ok_or_else(|| {
        let names = accepts.names();
        let detail = format!("the body is declared as {media_type:?} instead of {names}");
        Problem::new(ProblemCode::UnsupportedMediaType, detail)
    })
}

fn check_uncompressed(request: &HttpRequest) -> Result<(), Problem> {
    let mut codings = request.headers().get_all(CONTENT_ENCODING);
    match codings.find(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        None => Ok(()),
        Some(coding) => {
            let detail = format!("the body has Content-Encoding {coding:?}; send it uncompressed");
            Err(Problem::new(ProblemCode::UnsupportedMediaType, detail))
        }
    }
}

fn timed_out(limit: Duration) -> Problem {
    let limit = humantime::format_duration(limit);
    Problem::new(ProblemCode::BodyTimeout, format!("the body did not arrive within {limit}"))
}

fn unreadable(error: &PayloadError) -> Problem {
    Problem::new(ProblemCode::BadRequest, format!("the body cannot be read: {error}"))
}
