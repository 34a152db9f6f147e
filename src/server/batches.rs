//! Batches: the requests of one body, answered in their order while they are computed. Both forms
//! of a batch are read and answered line by line; an item of a list counts as a line.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::LocalBoxStream;
use futures_util::{Stream, StreamExt as _, stream};

use super::State;
use super::body::{Accepts, BodyLimits, BodyReader, MediaType, read_long};
use super::long_responses::{Held, PIECE_BYTES};
use super::resource::{game_of, is_query};
use super::sender::Sender;
use crate::api::batch::{self, BatchRequest};
use crate::api::{Answer, OperationId, Problem};

/// The time after which a batch lets other requests of its worker run.
const TIME_SLICE: Duration = Duration::from_micros(500);
/// The operation in the metrics of lines that name none.
const UNKNOWN: &str = "unknown";

/// Answers a batch.
pub(super) async fn serve(
    request: HttpRequest,
    state: Data<State>,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let payload = payload.into_inner();
    let reader = BodyReader::new(&request, payload, Accepts::JsonOrLines, state.body_limits)?;
    let body = reader.await?;
    let form = if body.media_type() == MediaType::Json { &LIST } else { &LINES };
    let body = body.into_bytes();
    let sender = Rc::new(Sender::of(&request, state));
    let lines = if body.len() <= BodyLimits::INLINE_BYTES {
        form.split(&body)
    } else {
        let read = move || form.split(&body);
        read_long(&sender.state.body_readers, sender.caller.clone(), read).await?
    }?;
    // As many as can run at the same time; the others of this batch wait for these.
    let concurrency = sender.state.search_pool.concurrency().max(1);
    let answer = {
        let sender = Rc::clone(&sender);
        move |(number, line)| {
            let sender = Rc::clone(&sender);
            async move { answer_line(&sender, number, line).await }
        }
    };
    let lines = stream::iter(lines.into_iter().enumerate()).map(answer).buffered(concurrency);
    let pieces = Pieces {
        sender,
        lines: lines.boxed_local(),
        form,
        between: "",
        has_end: false,
        buffer: form.start.into(),
        long: None,
        must_yield: false,
    };
    let mut response = HttpResponse::Ok();
    if is_query(&request) {
        // The response is sent before its tag could be known.
        response.insert_header((CACHE_CONTROL, "no-store"));
    }
    Ok(response.content_type(form.media_type).streaming(pieces))
}

/// The form of a batch and of its response, which the type of the body decides.
struct Form {
    media_type: &'static str,
    /// The text before the first response, that between two of them, and that after the last one.
    start: &'static str,
    between: &'static str,
    end: &'static str,
}

/// One request and one response on each line.
static LINES: Form = Form { media_type: batch::MEDIA_TYPE, start: "", between: "", end: "" };
/// Lists in one object.
static LIST: Form =
    Form { media_type: "application/json", start: "{\"responses\":[", between: ",", end: "]}\n" };

impl Form {
    fn split(&self, body: &Bytes) -> Result<Vec<Bytes>, Problem> {
        let shared = |request| body.slice_ref(request);
        Ok(if self.media_type == batch::MEDIA_TYPE {
            batch::lines(body)?.map(shared).collect()
        } else {
            batch::requests(body)?.map(shared).collect()
        })
    }
}

/// The id of a line, and its operation with the request.
type Line = (Option<String>, Result<(OperationId, Bytes), Problem>);

fn read(line: &Bytes) -> Line {
    match BatchRequest::read(line) {
        Ok(read) => {
            let request = || line.slice_ref(read.request.get().as_bytes());
            let id = read.id.as_ref().map(ToString::to_string);
            (id, read.operation().map(|operation| (operation, request())))
        }
        Err(problem) => (None, Err(problem)),
    }
}

/// The result of a line.
struct Answered {
    id: Option<String>,
    result: Result<Answer, Problem>,
    /// Counts a long answer until it is sent.
    held: Option<Held>,
}

/// Answers the line with this number, counted from 0.
async fn answer_line(sender: &Sender, number: usize, line: Bytes) -> Answered {
    let (mut id, mut operation, mut game) = (None, UNKNOWN, None);
    let result = async {
        // The batch itself has been counted as one request.
        if number > 0 {
            sender.count_part()?;
        }
        let read = if line.len() <= BodyLimits::INLINE_BYTES {
            read(&line)
        } else {
            read_long(&sender.state.body_readers, sender.caller.clone(), move || read(&line))
                .await?
        };
        id = read.0;
        let (known, request) = read.1?;
        operation = known.name();
        game = game_of(known.path());
        sender.run(known, request).await
    };
    let held = |answer: Answer| {
        let held = sender.state.long_responses.hold_part(&sender.caller, &answer.body)?;
        Ok((answer, held))
    };
    let (result, held) = match result.await.and_then(held) {
        Ok((answer, held)) => (Ok(answer), held),
        Err(problem) => (Err(problem), None),
    };
    let status = result.as_ref().map_or_else(|problem| problem.code.status(), |_| 200);
    sender.state.metrics.count_batch_line(operation, game, status);
    Answered { id, result, held }
}

/// The body of the response. Its pieces are short, and long answers are sent from shared memory, so
/// that a slow reader holds little.
struct Pieces {
    sender: Rc<Sender>,
    lines: LocalBoxStream<'static, Answered>,
    form: &'static Form,
    /// The text before the next line: empty before the first one.
    between: &'static str,
    /// True once the text after the last line is in the buffer.
    has_end: bool,
    /// Lines that are not sent yet.
    buffer: Vec<u8>,
    /// The rest of a long answer, which follows the buffer.
    long: Option<(Bytes, Option<Held>)>,
    /// True if other requests of the worker must run first.
    must_yield: bool,
}

impl Pieces {
    /// Returns the next piece of the buffer or of a long answer.
    fn piece(&mut self) -> Option<Bytes> {
        if !self.buffer.is_empty() {
            // The next piece will be about as long.
            let next = Vec::with_capacity(self.buffer.len());
            return Some(std::mem::replace(&mut self.buffer, next).into());
        }
        let (rest, _) = self.long.as_mut()?;
        let piece = rest.split_to(rest.len().min(PIECE_BYTES));
        if rest.is_empty() {
            self.long = None;
            self.buffer.extend_from_slice(batch::END_OF_ANSWER);
        }
        Some(piece)
    }

    fn add(&mut self, Answered { id, result, held }: Answered) {
        self.buffer.extend_from_slice(self.between.as_bytes());
        self.between = self.form.between;
        let request_id = self.sender.request_id.as_str();
        match result {
            Ok(answer) if answer.body.len() > PIECE_BYTES => {
                batch::begin_answer(&mut self.buffer, id.as_deref());
                self.long = Some((answer.body, held));
            }
            result => batch::write_response(&mut self.buffer, id.as_deref(), &result, request_id),
        }
    }
}

impl Stream for Pieces {
    type Item = Result<Bytes, Problem>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.must_yield) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let start = Instant::now();
        // Ends when the piece is long enough, no line is ready, or the time slice is over.
        while self.long.is_none() && self.buffer.len() < PIECE_BYTES && !self.must_yield {
            match self.lines.poll_next_unpin(context) {
                Poll::Ready(Some(answered)) => self.add(answered),
                Poll::Pending if self.buffer.is_empty() => return Poll::Pending,
                Poll::Ready(None) => {
                    if !std::mem::replace(&mut self.has_end, true) {
                        let end = self.form.end.as_bytes();
                        self.buffer.extend_from_slice(end);
                    }
                    break;
                }
                Poll::Pending => break,
            }
            self.must_yield = start.elapsed() >= TIME_SLICE;
        }
        Poll::Ready(self.piece().map(Ok))
    }
}
