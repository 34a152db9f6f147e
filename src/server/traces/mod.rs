//! Traces: the spans of sampled requests, which are exported to an OpenTelemetry collector.
//!
//! Without the feature `otel`, the types in this module have no values, so that the compiler removes
//! all code that handles them.

#[cfg(feature = "otel")]
mod export;
#[cfg(not(feature = "otel"))]
mod none;
#[cfg(feature = "otel")]
mod settings;
#[cfg(feature = "otel")]
mod span;

use actix_web::{HttpMessage as _, HttpRequest};

#[cfg(feature = "otel")]
pub(super) use self::export::Traces;
#[cfg(not(feature = "otel"))]
pub(super) use self::none::{Parent, RequestSpan, Traces};
#[cfg(feature = "otel")]
pub(super) use self::span::{Parent, RequestSpan};

/// The variables that name the collector. The first one names the URL for traces, the second one the
/// URL to which the path for traces is added.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/// Returns the value of a variable. As OpenTelemetry specifies, an empty one counts as unset.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the span of a request as the parent of further spans, if the request is sampled.
pub(super) fn parent_of(request: &HttpRequest) -> Option<Parent> {
    request.extensions().get().cloned()
}
