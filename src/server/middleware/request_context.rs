//! The context of a request: its id and trace, metrics and access log. It also writes the bodies of
//! problems and compresses responses.

use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpRequest, web};
use prometheus::IntGauge;

use super::auth::ApiKey;
use super::caller::{self, caller_of};
use super::compress::{compress, should_compress};
use super::request_id::{REQUEST_ID, RequestId, trace_id};
use crate::api::{Problem, ProblemCode};
use crate::server::access_log::Entry;
use crate::server::resource::game_of;
use crate::server::response::OwnBody;
use crate::server::traces::RequestSpan;
use crate::server::{State, pages, response};

/// The headers that describe a body.
const CONTENT: [HeaderName; 3] = [CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE];
/// The route label of requests that match no route.
const UNMATCHED: &str = "unmatched";
/// The method label of methods that the route does not accept.
const OTHER_METHODS: &str = "_OTHER";

/// Tracks a request from its headers to its response.
///
/// # Errors
/// Those of the inner services. In practice, there are none.
pub(in crate::server) async fn track(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let start = Instant::now();
    let Some(state) = request.app_data::<web::Data<State>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let in_progress = InProgress::count(state.metrics.active_requests());
    let id = RequestId::of(request.headers());
    request.extensions_mut().insert(id.clone());
    // This is the only look-up of a request: a key may expire or be removed while the body arrives.
    let key = state.api_keys.key_of(request.headers());
    ApiKey::keep(key.as_ref(), &request);
    let mut span = state.traces.as_ref().and_then(|traces| traces.start(&request, &id));
    // The errors of handlers arrive as responses that contain them; nothing else fails here.
    let mut response = next.call(request).await?.map_into_boxed_body();
    drop(in_progress);
    let mut code = None;
    if is_error_without_body(&response) {
        let problem = problem_of(&response);
        code = Some(problem.code);
        response = with_problem_body(response, &problem, id.as_str(), state.has_pages);
    }
    if should_compress(&response) {
        response = Box::pin(compress(response, &state.stored_forms)).await;
    }
    let caller = |request: &HttpRequest| caller_of(key.as_deref(), request, &state);
    let (sent, refused) = state.long_responses.send(response, caller);
    response = match refused {
        Some(problem) => {
            code = Some(problem.code);
            replaced_by(sent, &problem, id.as_str(), state.has_pages)
        }
        None => sent,
    };
    if state.is_draining() {
        // The client must not send another request while the connection is being closed.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    if let (Some(span), Some(code)) = (&mut span, code) {
        span.set_problem(code);
    }
    let shown = if code == Some(ProblemCode::KeyExpired) {
        state.api_keys.expired_key_of(response.request().headers())
    } else {
        key
    };
    let client = shown.as_ref().map(|key| &*key.client);
    record(&state, &response, &id, client, code, start.elapsed(), span);
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id.into());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}

/// A request in progress. It is counted until it is dropped, even if the client disconnects.
struct InProgress<'g>(&'g IntGauge);

impl<'g> InProgress<'g> {
    fn count(gauge: &'g IntGauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

fn is_error_without_body(response: &ServiceResponse<BoxBody>) -> bool {
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    is_error && response.response().extensions().get::<OwnBody>().is_none()
}

/// Replaces the empty response of an error by the problem, with the id of the request.
fn with_problem_body(
    response: ServiceResponse<BoxBody>,
    problem: &Problem,
    request_id: &str,
    has_pages: bool,
) -> ServiceResponse<BoxBody> {
    if response.status().is_server_error() && problem.code == ProblemCode::Internal {
        tracing::error!(
            request_id,
            path = response.request().path(),
            detail = problem.detail,
            "request failed"
        );
    }
    replaced_by(response, problem, request_id, has_pages)
}

/// Replaces a response by a problem: a page for browsers that ask for one, if there are pages.
fn replaced_by(
    response: ServiceResponse<BoxBody>,
    problem: &Problem,
    request_id: &str,
    has_pages: bool,
) -> ServiceResponse<BoxBody> {
    let mut with_body = response::of_problem(problem, request_id);
    if has_pages {
        with_body = pages::problem_page(response.request(), problem, with_body);
    }
    // Keeps the headers of CORS and of the rate limit.
    for (name, value) in response.headers().iter().filter(|(name, _)| !CONTENT.contains(name)) {
        if !with_body.headers().contains_key(name) {
            with_body.headers_mut().append(name.clone(), value.clone());
        }
    }
    response.into_response(with_body)
}

/// Returns the problem of an error response.
fn problem_of(response: &ServiceResponse<BoxBody>) -> Problem {
    let status = response.status();
    let Some(error) = response.response().error() else {
        let reason = status.canonical_reason().unwrap_or_default();
        return response::problem_of_status(status, reason.to_ascii_lowercase());
    };
    let problem = error.as_error::<Problem>().cloned();
    problem.unwrap_or_else(|| response::problem_of_status(status, error.to_string()))
}

/// Counts and logs a request, and ends its span.
fn record(
    state: &State,
    response: &ServiceResponse<BoxBody>,
    id: &RequestId,
    client: Option<&str>,
    problem: Option<ProblemCode>,
    duration: Duration,
    span: Option<RequestSpan>,
) {
    let request = response.request();
    let (method, status) = (request.method(), response.status());
    let pattern = request.match_pattern();
    let pattern = pattern.as_deref();
    let route = pattern.unwrap_or(UNMATCHED);
    let game = pattern.and_then(game_of);
    let labels = [route, method_label(method, status), status.as_str()];
    state.metrics.count_request(labels, game, client, duration);
    let own_trace_id = span.as_ref().map(RequestSpan::trace_id);
    let entry = Entry {
        request_id: id.as_str(),
        client,
        trace_id: own_trace_id.as_deref().or_else(|| trace_id(request.headers())),
        method: method.as_str(),
        path: request.path(),
        route,
        address: caller::address(request, state.address_header.as_ref()),
        status: status.as_u16(),
        bytes: match response.response().body().size() {
            BodySize::None => Some(0),
            BodySize::Sized(bytes) => Some(bytes),
            BodySize::Stream => None,
        },
        problem: problem.map(ProblemCode::name),
        duration,
    };
    state.access_log.add(&entry);
    if let Some(span) = span {
        span.end(&entry, pattern, game);
    }
}

/// Returns the label of a method. The number of labels is bounded, whatever methods clients send.
fn method_label(method: &Method, status: StatusCode) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "OPTIONS", "POST", "QUERY", "PUT", "DELETE"];
    let known = KNOWN.into_iter().find(|known| *known == method.as_str());
    known.filter(|_| status != StatusCode::METHOD_NOT_ALLOWED).unwrap_or(OTHER_METHODS)
}
