//! The endpoint of the Model Context Protocol, for language models.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue, ORIGIN};
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::Value;
use serde_json::value::RawValue;

use super::body::{Accepts, BodyLimits, BodyReader, read_long};
use super::middleware::auth::ApiKey;
use super::middleware::caller::caller_of;
use super::response::OwnBody;
use super::sender::Sender;
use super::{State, response};
use crate::api::mcp::{
    Lifecycle, McpError, Message, Request, RequestHeaders, capped, capped_problem, is_long,
    noted_page, shorter_page, write_error, write_result, write_tool_result,
};
use crate::api::{Answer, OperationId, Problem, ProblemCode};
use crate::registry::blocking;

/// The header with the version of the protocol.
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header with the method of the message.
pub(super) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The header with the name of the called tool, or the address of the resource.
pub(super) const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The operation in the metrics of calls that run none.
const UNKNOWN: &str = "unknown";

/// The maximum size of an answer that is written as a result on the worker. Writing a longer one
/// would delay other requests.
const MAX_INLINE_BYTES: usize = 64 << 10;

/// Answers a message.
pub(super) async fn serve(
    request: HttpRequest,
    state: Data<State>,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    check_origin(&request, &state)?;
    let payload = payload.into_inner();
    let reader = BodyReader::new(&request, payload, Accepts::Json, state.body_limits)?;
    let body = reader.await?.into_bytes();
    let headers = headers(&request);
    let received = if body.len() <= BodyLimits::INLINE_BYTES {
        Received::read(&body, headers.borrowed())
    } else {
        let caller = caller_of(ApiKey::of(&request).as_deref(), &request, &state);
        read_long(&state.body_readers, caller, move || Received::read(&body, headers.borrowed()))
            .await?
    };
    let (id, lifecycle, task) = match received {
        Received::Request(id, lifecycle, task) => (id, lifecycle, task),
        Received::Notification => return Ok(HttpResponse::Accepted().finish()),
        Received::Failed(id, error) => return Ok(failed(id.as_deref(), &error)),
    };
    let response = match task {
        Task::Known(result) => write_result(&id, lifecycle, result),
        Task::Run(request_of_tool) => {
            let sender = Sender::of(&request, state);
            let result = call(&sender, request_of_tool).await;
            let is_long = result.as_ref().is_ok_and(|answer| answer.body.len() > MAX_INLINE_BYTES);
            let request_id = sender.request_id;
            let write = move || write_tool_result(&id, lifecycle, &result, request_id.as_str());
            if is_long { blocking::run(write).await } else { write() }
        }
    };
    Ok(response::json(response.into()))
}

/// A message that has been read.
enum Received {
    Notification,
    /// A request, with its id.
    Request(Box<RawValue>, Lifecycle, Task),
    /// A message that is answered with an error of the protocol.
    Failed(Option<Box<RawValue>>, McpError),
}

/// The task that a request sets.
enum Task {
    /// To send a result that is known.
    Known(Value),
    /// To run the operation of a tool, if the call names one, with this request.
    Run(Result<(OperationId, Bytes), Problem>),
}

impl Received {
    fn read(body: &[u8], headers: RequestHeaders<'_>) -> Self {
        let message = match Message::read(body) {
            Ok(message) => message,
            Err(error) => return Self::Failed(None, error),
        };
        let Some(id) = message.id().map(ToOwned::to_owned) else {
            return Self::Notification;
        };
        match message.check(headers) {
            Ok((lifecycle, Request::Known(result))) => {
                Self::Request(id, lifecycle, Task::Known(result))
            }
            Ok((lifecycle, Request::Call(tool, arguments))) => {
                let request = tool.request(arguments);
                let request =
                    request.map(|(operation, request)| (operation, request.into_owned().into()));
                Self::Request(id, lifecycle, Task::Run(request))
            }
            Err(error) => Self::Failed(Some(id), error),
        }
    }
}

/// Runs the operation of a tool, and counts it.
async fn call(
    sender: &Sender,
    request: Result<(OperationId, Bytes), Problem>,
) -> Result<Answer, Problem> {
    let mut operation = UNKNOWN;
    let result = async {
        let (known, request) = request?;
        operation = known.name();
        let answer = sender.run(known, request.clone()).await?;
        if is_long(&answer) { short(sender, known, request, answer).await } else { Ok(answer) }
    };
    // The arguments are a part of the body, so its lines and columns would mislead.
    let without_position = |problem| capped_problem(Problem { position: None, ..problem });
    let result = result.await.map_err(without_position);
    let status = result.as_ref().map_or_else(|problem| problem.code.status(), |_| 200);
    sender.state.metrics.count_tool_call(operation, status);
    result
}

/// Returns an answer that is short enough for a model, in place of a longer one.
async fn short(
    sender: &Sender,
    operation: OperationId,
    mut request: Bytes,
    mut answer: Answer,
) -> Result<Answer, Problem> {
    let mut is_page = false;
    // Each round asks for a shorter page.
    while is_long(&answer) {
        let long = answer.clone();
        let page = blocking::run(move || shorter_page(operation, &request, &long)).await;
        let Some(page) = page else {
            return Ok(blocking::run(move || capped(&answer)).await);
        };
        request = page.clone();
        answer = sender.run(operation, page).await?;
        is_page = true;
    }
    Ok(if is_page { noted_page(&answer) } else { answer })
}

/// Refuses web pages that are not allowed by CORS. Without this check, a page could send messages to
/// a server in its visitor's own network by letting its own name resolve to that server.
fn check_origin(request: &HttpRequest, state: &State) -> Result<(), Problem> {
    let Some(origin) = request.headers().get(ORIGIN) else { return Ok(()) };
    let is_allowed = |allowed: &String| allowed == "*" || allowed.as_bytes() == origin.as_bytes();
    if state.origins.iter().any(is_allowed) {
        return Ok(());
    }
    let detail = format!(
        "web pages of {origin:?} are not allowed; the operator of the server can allow them with --cors-origins"
    );
    Err(Problem::new(ProblemCode::Forbidden, detail))
}

/// The headers that repeat parts of a message.
struct Headers([Option<HeaderValue>; 3]);

impl Headers {
    fn borrowed(&self) -> RequestHeaders<'_> {
        let [version, method, name] = self.0.each_ref().map(|value| value.as_ref()?.to_str().ok());
        RequestHeaders { version, method, name }
    }
}

fn headers(request: &HttpRequest) -> Headers {
    Headers([VERSION, METHOD, NAME].map(|name| request.headers().get(name).cloned()))
}

/// Returns the response with an error of the protocol.
fn failed(id: Option<&RawValue>, error: &McpError) -> HttpResponse {
    let mut response = response::json(write_error(id, error).into());
    *response.status_mut() = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
    response.extensions_mut().insert(OwnBody);
    response
}
