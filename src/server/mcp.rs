//! The endpoint of the Model Context Protocol, for language models.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, ORIGIN};
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::Value;

use super::body::{Accepts, BodyReader};
use super::middleware::request_context::OwnBody;
use super::operations::is_query;
use super::sender::Sender;
use super::{State, pages, response};
use crate::api::mcp::{
    McpError, Message, Request, RequestHeaders, Tool, write_error, write_result, write_tool_result,
};
use crate::api::{Answer, Problem, ProblemCode};
use crate::registry::blocking;

/// The header with the version of the protocol.
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header with the method of the message.
pub(super) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The header with the name of the called tool.
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
    if is_query(&request) {
        // Most messages are safe, but the protocol knows only POST.
        return pages::fallback(request, state).await;
    }
    check_origin(&request, &state)?;
    let payload = payload.into_inner();
    let reader = BodyReader::new(&request, payload, Accepts::Json, state.body_limits)?;
    let body = reader.await?.into_bytes();
    let message = match Message::read(&body) {
        Ok(message) => message,
        Err(error) => return Ok(failed(None, &error)),
    };
    let Some(id) = message.id() else {
        return Ok(HttpResponse::Accepted().finish());
    };
    let response = match message.check(headers(&request)) {
        Ok((lifecycle, Request::Known(result))) => write_result(id, lifecycle, result),
        Ok((lifecycle, Request::Call(tool, arguments))) => {
            let sender = Sender::of(&request, state);
            let result = call(&sender, tool, arguments).await;
            let is_long = result.as_ref().is_ok_and(|answer| answer.body.len() > MAX_INLINE_BYTES);
            let (id, request_id) = (id.clone(), sender.request_id);
            let write = move || write_tool_result(&id, lifecycle, &result, request_id.as_str());
            if is_long { blocking::run(write).await } else { write() }
        }
        Err(error) => return Ok(failed(Some(id), &error)),
    };
    Ok(response::json(response.into()))
}

/// Runs the operation of a tool, and counts it.
async fn call(sender: &Sender, tool: Tool, arguments: &str) -> Result<Answer, Problem> {
    let mut operation = UNKNOWN;
    let result = async {
        let (known, request) = tool.request(arguments)?;
        operation = known.name();
        sender.run(known, &request).await
    };
    // The arguments are a part of the body, so its lines and columns would mislead.
    let result = result.await.map_err(|problem| Problem { position: None, ..problem });
    let status = result.as_ref().map_or_else(|problem| problem.code.status(), |_| 200);
    sender.state.metrics.count_tool_call(operation, status);
    result
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

fn headers(request: &HttpRequest) -> RequestHeaders<'_> {
    let value = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    RequestHeaders { version: value(VERSION), method: value(METHOD), name: value(NAME) }
}

/// Returns the response with an error of the protocol.
fn failed(id: Option<&Value>, error: &McpError) -> HttpResponse {
    let mut response = response::json(write_error(id, error).into());
    *response.status_mut() = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
    response.extensions_mut().insert(OwnBody);
    response
}
