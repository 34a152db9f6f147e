//! The context of a request: its id and trace, metrics and access log. It also writes the bodies of
//! problems and compresses responses.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpRequest, web};
use prometheus::IntGauge;

use super::admission::Step;
use super::caller::caller_of;
use super::compress::{compress, should_compress};
use super::request_id::{REQUEST_ID, RequestId, trace_id};
use crate::api::{Problem, ProblemCode, batch, mcp};
use crate::server::access_log::Entry;
use crate::server::metrics::{ClientMetrics, Metrics};
use crate::server::route_table::routed_path;
use crate::server::traces::RequestSpan;
use crate::server::{State, response};

/// The headers that describe a body.
const CONTENT: [HeaderName; 3] = [CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE];
/// The route label of requests that match no route.
const UNMATCHED: &str = "unmatched";
/// The method label of methods that the route does not accept.
const OTHER_METHODS: &str = "_OTHER";

/// Tracks a request from its headers to its response, which comes from `step`.
///
/// # Errors
/// Those of the inner services. In practice, there are none.
pub(in crate::server) async fn track(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    step: Step,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let start = Instant::now();
    let Some(state) = request.app_data::<web::Data<State>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let in_progress = InProgress::count(state.metrics.active_requests());
    let id = RequestId::of(request.headers());
    let method = request.method().clone();
    let key = step.key_of(&request, &state);
    let mut span = state.traces.as_ref().and_then(|traces| traces.start(&request, &method, &id));
    if let Some(handler_method) = handler_method(&method) {
        request.extensions_mut().insert(OriginalMethod(method.clone()));
        request.head_mut().method = handler_method;
    }
    if request.path() == batch::PATH || request.path() == mcp::PATH {
        // Problems of lines and of tools contain it.
        request.extensions_mut().insert(id.clone());
    }
    // The errors of handlers arrive as responses that contain them; nothing else fails here.
    let mut response = step.take(request, next, key.as_ref(), &state).await?;
    drop(in_progress);
    if is_error_without_body(&response) {
        let problem = problem_of(&response);
        if let Some(span) = &mut span {
            span.set_problem(problem.code);
        }
        response = with_problem_body(response, &problem, id.as_str());
    }
    if should_compress(&response) {
        response = Box::pin(compress(response, &state.stored_forms)).await;
    }
    let caller = |request: &HttpRequest| caller_of(key.as_deref(), request, &state);
    let (sent, refused) = state.long_responses.send(response, caller);
    response = match refused {
        Some(problem) => {
            if let Some(span) = &mut span {
                span.set_problem(problem.code);
            }
            replaced_by(sent, &problem, id.as_str())
        }
        None => sent,
    };
    if state.is_draining() {
        // The client must not send another request while the connection is being closed.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    let client = key.as_ref().map(|key| &key.client);
    record(&state, &response, &id, &method, client, start.elapsed(), span);
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id.into());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}

/// Returns the method as which a request is handled, if it differs from the request's method.
fn handler_method(method: &Method) -> Option<Method> {
    match method.as_str() {
        // The HTTP layer omits the body.
        "HEAD" => Some(Method::GET),
        // Every POST here is safe and idempotent, as QUERY is by definition (RFC 10008).
        "QUERY" => Some(Method::POST),
        _ => None,
    }
}

/// The method of a request that is handled as another method. Stored as a request extension.
pub(in crate::server) struct OriginalMethod(pub Method);

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

/// Marks the response of an error that has a body of its own. Stored as a response extension.
pub(in crate::server) struct OwnBody;

fn is_error_without_body(response: &ServiceResponse<BoxBody>) -> bool {
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    is_error && response.response().extensions().get::<OwnBody>().is_none()
}

/// Replaces the empty response of an error by the problem, with the id of the request.
fn with_problem_body(
    response: ServiceResponse<BoxBody>,
    problem: &Problem,
    request_id: &str,
) -> ServiceResponse<BoxBody> {
    if response.status().is_server_error() && problem.code == ProblemCode::Internal {
        tracing::error!(
            request_id,
            path = response.request().path(),
            detail = problem.detail,
            "request failed"
        );
    }
    replaced_by(response, problem, request_id)
}

/// Replaces a response by a problem.
fn replaced_by(
    response: ServiceResponse<BoxBody>,
    problem: &Problem,
    request_id: &str,
) -> ServiceResponse<BoxBody> {
    let mut with_body = response::of_problem(problem, request_id);
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
    method: &Method,
    client: Option<&ClientMetrics>,
    duration: Duration,
    span: Option<RequestSpan>,
) {
    let request = response.request();
    let status = response.status();
    let client_name = client.map(|client| &*client.name);
    let found = state.routes.route(routed_path(request), method.as_str());
    let (pattern, method_label) = match found {
        Some(route) => (Some(Cow::Borrowed(route.pattern)), route.accepted(method.as_str())),
        // The admin routes of the operations listener are not in the table.
        None => (request.match_pattern().map(Cow::Owned), known_method(method)),
    };
    let route = pattern.as_deref().unwrap_or(UNMATCHED);
    let game = found.and_then(|route| route.game);
    let metrics = &state.metrics;
    let succeeded = found.filter(|_| status == Metrics::SUCCESS);
    if let Some(success) = succeeded.and_then(|route| route.success(method.as_str(), metrics)) {
        metrics.count_success(success, client, duration);
    } else {
        // The number of labels is bounded, whatever methods clients send.
        let method_label = method_label.unwrap_or(OTHER_METHODS);
        metrics.count_request(route, method_label, status.as_str(), duration);
        if let Some(game) = game {
            metrics.count_game(game, status.as_str());
        }
        metrics.count_client(client_name, status.as_str());
    }
    let own_trace_id = span.as_ref().map(RequestSpan::trace_id);
    let entry = Entry {
        request_id: id.as_str(),
        client: client_name,
        trace_id: own_trace_id.as_deref().or_else(|| trace_id(request.headers())),
        method: method.as_str(),
        path: request.path(),
        route,
        status: status.as_u16(),
        duration,
    };
    state.access_log.add(&entry);
    if let Some(span) = span {
        span.end(&entry, pattern.as_deref(), game);
    }
}

/// Returns the label of a method of a path that is not in the route table.
fn known_method(method: &Method) -> Option<&'static str> {
    let known = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"];
    known.into_iter().find(|known| *known == method.as_str())
}
