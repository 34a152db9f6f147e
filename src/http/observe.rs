//! The one middleware: request id, `traceparent`, metrics, access log, the body of every problem, and the packing of long answers.

use std::borrow::Cow;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, web};
use prometheus::IntGauge;

use super::access_log::Entry;
use super::gate::Client;
use super::openapi::Document;
use super::pack::{is_worth_packing, pack};
use super::problem::{Problem, ProblemCode};
use super::{State, routed_path};

/// The header that carries a request's id, in both directions.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The header that carries a caller's trace (W3C Trace Context).
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// The longest request id that is taken over from a caller.
const MAX_ID: usize = 64;
/// The headers that tell of a body.
const CONTENT: [HeaderName; 3] = [CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE];
/// The route under which requests are counted that match none.
const UNMATCHED: &str = "unmatched";

/// Observes a request from its head to its answer.
///
/// # Errors
/// Whatever an inner middleware fails with; there is none.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let begun = Instant::now();
    let Some(state) = request.app_data::<web::Data<State>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let active = Active::count(&state.metrics.active);
    let id = taken_over(request.headers()).unwrap_or_else(new_id);
    let method = request.method().clone();
    if let Some(like) = answered_like(&method) {
        request.extensions_mut().insert(AskedBy(method.clone()));
        request.head_mut().method = like;
    }
    // Errors of handlers come as responses that carry them; nothing else fails in here.
    let mut response = next.call(request).await?.map_into_boxed_body();
    drop(active);
    if response.status().is_client_error() || response.status().is_server_error() {
        response = with_problem_body(response, text(&id));
    }
    if is_worth_packing(&response) {
        response = pack(response).await?;
    }

    let took = begun.elapsed();
    let document = response.request().app_data::<web::Data<Document>>();
    let pattern = match document {
        Some(document) => document.route(routed_path(response.request())).map(Cow::Borrowed),
        None => response.request().match_pattern().map(Cow::Owned),
    };
    let route = pattern.as_deref().unwrap_or(UNMATCHED);
    let status = response.status();
    state.metrics.count_request(route, method_label(&method), status.as_str(), took);
    state.access_log.add(&Entry {
        request_id: text(&id),
        client: response.request().extensions().get::<Client>().map(|Client(name)| &**name),
        trace_id: trace_id(response.request().headers()),
        method: method.as_str(),
        path: response.request().path(),
        route,
        status: status.as_u16(),
        took,
    });
    drop(pattern);
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}

/// The method by which a request is answered, if it isn't its own.
fn answered_like(method: &Method) -> Option<Method> {
    match method.as_str() {
        // The connection leaves the body out.
        "HEAD" => Some(Method::GET),
        // Every POST here is safe and idempotent, which is what QUERY says (RFC 10008).
        "QUERY" => Some(Method::POST),
        _ => None,
    }
}

/// The method of a request that is answered like another; kept with it.
pub(super) struct AskedBy(pub Method);

/// A request being answered; counted until it is dropped, also when the client goes away.
struct Active<'g>(&'g IntGauge);

impl<'g> Active<'g> {
    fn count(gauge: &'g IntGauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for Active<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Replaces an error's bare response by the problem, which only here learns the request's id.
fn with_problem_body(response: ServiceResponse<BoxBody>, request_id: &str) -> ServiceResponse<BoxBody> {
    let problem = if let Some(error) = response.response().error() {
        let ours = error.as_error::<Problem>().cloned();
        ours.unwrap_or_else(|| Problem::from_status(response.status(), error.to_string()))
    } else {
        let reason = response.status().canonical_reason().unwrap_or_default();
        Problem::from_status(response.status(), reason.to_ascii_lowercase())
    };
    if response.status().is_server_error() && problem.code == ProblemCode::Internal {
        tracing::error!(request_id, path = response.request().path(), detail = problem.detail, "request failed");
    }
    let mut answer = problem.response(request_id);
    // What else there is to say of it: who may read it, how long to wait.
    for (name, value) in response.headers().iter().filter(|(name, _)| !CONTENT.contains(name)) {
        if !answer.headers().contains_key(name) {
            answer.headers_mut().append(name.clone(), value.clone());
        }
    }
    response.into_response(answer)
}

/// A caller's own id, if it can stand in a log line as it is.
fn taken_over(headers: &HeaderMap) -> Option<HeaderValue> {
    let id = headers.get(&REQUEST_ID)?;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (!id.is_empty() && id.len() <= MAX_ID && id.as_bytes().iter().all(plain)).then(|| id.clone())
}

/// An id as it is logged: plain ASCII, all of them.
fn text(id: &HeaderValue) -> &str {
    id.to_str().unwrap_or_default()
}

/// A new id: counted on from a random number of 64 bits, so that no two requests are likely to share one, whatever processes they went to.
fn new_id() -> HeaderValue {
    static COUNT: LazyLock<AtomicU64> =
        LazyLock::new(|| AtomicU64::new(RandomState::new().hash_one(std::process::id())));
    // A number: whatever is made of text would have to be looked at again, letter by letter.
    HeaderValue::from(COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The trace id of a W3C `traceparent` header.
fn trace_id(headers: &HeaderMap) -> Option<&str> {
    let mut fields = headers.get(&TRACEPARENT)?.to_str().ok()?.split('-');
    let mut digits = |count: usize| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        fields.next().filter(|field| field.len() == count && field.bytes().all(is_digit))
    };
    let (version, id, parent, _flags) = (digits(2)?, digits(32)?, digits(16)?, digits(2)?);
    let is_some = |id: &str| id.bytes().any(|byte| byte != b'0');
    (version != "ff" && is_some(id) && is_some(parent)).then_some(id)
}

/// The method as a label: a bounded set, whatever callers invent.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ if method.as_str() == "QUERY" => "QUERY",
        _ => "_OTHER",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        headers
    }

    #[test]
    fn only_plain_ids_are_taken_over() {
        assert_eq!(taken_over(&headers("x-request-id", "a1-B.c_2")).unwrap(), "a1-B.c_2");
        for bad in ["", "a b", "a\"b", "0123456789012345678901234567890123456789012345678901234567890123x"] {
            assert_eq!(taken_over(&headers("x-request-id", bad)), None, "{bad}");
        }
        assert_ne!(new_id(), new_id());
    }

    #[test]
    fn the_trace_id_is_read_from_traceparent() {
        let parent = headers("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        assert_eq!(trace_id(&parent), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
        for bad in [
            "00-nonsense-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ] {
            assert_eq!(trace_id(&headers("traceparent", bad)), None, "{bad}");
        }
    }
}
