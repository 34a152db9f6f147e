//! The spans of requests and of their searches, with the names and attributes of the semantic
//! conventions for HTTP. They contain no query, no address and no header of the client.

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName};
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{
    Span as _, SpanBuilder, SpanKind, Status, TraceContextExt as _, Tracer,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, Span};

use crate::api::ProblemCode;
use crate::server::access_log::Entry;
use crate::server::middleware::request_id::RequestId;

/// The maximum length of an attribute that the client chooses, in bytes. It limits the memory of the
/// spans that wait for their export.
const MAX_ATTRIBUTE_BYTES: usize = 1_024;
/// The maximum length of a header with the caller's trace. `traceparent` has 55 bytes, and the
/// specification of `tracestate` asks for 512.
const MAX_HEADER_BYTES: usize = 512;

/// The span of a sampled request. If it is dropped, because the client has gone, it ends without a
/// status code.
pub(in crate::server) struct RequestSpan {
    /// Boxed, because it is large and most requests have none.
    span: Box<Span>,
    /// The method, as in the name of the span.
    method: &'static str,
    problem: Option<ProblemCode>,
}

impl RequestSpan {
    /// Starts the span of a request, if the request is sampled. Other requests get no attributes.
    pub(super) fn start(
        tracer: &SdkTracer,
        request: &ServiceRequest,
        id: &RequestId,
    ) -> Option<Self> {
        let headers = Headers(request.headers());
        let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), &headers);
        let method = request.method();
        let known = known_method(method);
        // The route is not known yet.
        let name = known.unwrap_or("HTTP");
        let builder = SpanBuilder::from_name(name).with_kind(SpanKind::Server);
        let mut span = tracer.build_with_context(builder, &parent);
        if !span.is_recording() {
            return None;
        }
        span.set_attribute(KeyValue::new("http.request.method", known.unwrap_or("_OTHER")));
        if known.is_none() {
            let original = truncated(method.as_str());
            span.set_attribute(KeyValue::new("http.request.method_original", original));
        }
        span.set_attribute(KeyValue::new("url.path", truncated(request.path())));
        span.set_attribute(KeyValue::new("url.scheme", headers.scheme()));
        span.set_attribute(KeyValue::new("wordcourt.request_id", id.as_str().to_owned()));
        let context = Context::new().with_remote_span_context(span.span_context().clone());
        request.extensions_mut().insert(Parent { tracer: tracer.clone(), context });
        Some(Self { span: Box::new(span), method: name, problem: None })
    }

    /// Returns the id of the trace in hexadecimal digits.
    pub(in crate::server) fn trace_id(&self) -> String {
        self.span.span_context().trace_id().to_string()
    }

    /// Sets the problem that the response reports.
    pub(in crate::server) fn set_problem(&mut self, problem: ProblemCode) {
        self.problem = Some(problem);
    }

    /// Ends the span with what the access log says about the request, its route and its game.
    pub(in crate::server) fn end(
        mut self,
        entry: &Entry<'_>,
        route: Option<&str>,
        game: Option<&'static str>,
    ) {
        let span = &mut *self.span;
        if let Some(route) = route {
            span.update_name(format!("{} {route}", self.method));
            span.set_attribute(KeyValue::new("http.route", route.to_owned()));
        }
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(entry.status)));
        if let Some(game) = game {
            span.set_attribute(KeyValue::new("wordcourt.game", game));
        }
        if let Some(client) = entry.client {
            span.set_attribute(KeyValue::new("wordcourt.client", client.to_owned()));
        }
        // Other errors are errors of the client.
        if entry.status >= 500 {
            let problem = self.problem.map(|problem| problem.name().to_owned());
            let error = problem.unwrap_or_else(|| entry.status.to_string());
            span.set_attribute(KeyValue::new("error.type", error));
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// Returns the name of a method that the semantic conventions know.
fn known_method(method: &Method) -> Option<&'static str> {
    let known =
        ["GET", "POST", "HEAD", "OPTIONS", "QUERY", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE"];
    known.into_iter().find(|known| *known == method.as_str())
}

/// Returns the beginning of a text that the client chooses.
fn truncated(text: &str) -> String {
    text[..text.floor_char_boundary(MAX_ATTRIBUTE_BYTES)].to_owned()
}

/// The headers of a request.
struct Headers<'h>(&'h HeaderMap);

impl Headers<'_> {
    /// Returns the scheme of the client's URL. The service itself has no TLS, but proxies do.
    fn scheme(&self) -> &'static str {
        match self.get("x-forwarded-proto") {
            Some("https") => "https",
            _ => "http",
        }
    }
}

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok().filter(|value| value.len() <= MAX_HEADER_BYTES)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

/// The span of a request, as the parent of further spans. Stored as a request extension.
#[derive(Clone)]
pub(in crate::server) struct Parent {
    tracer: SdkTracer,
    context: Context,
}

impl Parent {
    /// Starts a span of an operation, which ends when it is dropped.
    pub(in crate::server) fn start(&self, name: &'static str, operation: &'static str) -> Span {
        let attributes = vec![KeyValue::new("wordcourt.operation", operation)];
        let builder = SpanBuilder::from_name(name).with_attributes(attributes);
        self.tracer.build_with_context(builder, &self.context)
    }
}
