//! Traces in a build without the feature `otel`: there are none.

use actix_web::dev::ServiceRequest;

use super::{ENDPOINTS, variable};
use crate::api::ProblemCode;
use crate::server::access_log::Entry;
use crate::server::middleware::request_id::RequestId;

/// The exporter of traces.
#[derive(Debug)]
pub(in crate::server) enum Traces {}

impl Traces {
    /// Logs that no traces are exported, if the environment names a collector.
    #[expect(clippy::unnecessary_wraps, reason = "with the feature, a setting can be invalid")]
    pub(in crate::server) fn from_environment() -> Result<Option<Self>, String> {
        if let Some(name) = ENDPOINTS.into_iter().find(|name| variable(name).is_some()) {
            tracing::warn!("{name} has no effect: this binary is built without the feature otel");
        }
        Ok(None)
    }

    pub(in crate::server) fn start(
        &self,
        _: &ServiceRequest,
        _: &RequestId,
    ) -> Option<RequestSpan> {
        match *self {}
    }

    pub(in crate::server) fn stop(&self) {
        match *self {}
    }
}

/// The span of a sampled request.
pub(in crate::server) enum RequestSpan {}

impl RequestSpan {
    pub(in crate::server) fn trace_id(&self) -> String {
        match *self {}
    }

    pub(in crate::server) fn set_problem(&mut self, _: ProblemCode) {
        match *self {}
    }

    pub(in crate::server) fn end(self, _: &Entry<'_>, _: Option<&str>, _: Option<&'static str>) {
        match self {}
    }
}

/// The span of a request, as the parent of further spans.
#[derive(Clone)]
pub(in crate::server) enum Parent {}

impl Parent {
    pub(in crate::server) fn start(&self, _: &'static str, _: &'static str) -> ChildSpan {
        match *self {}
    }
}

/// A span that ends when it is dropped.
pub(in crate::server) enum ChildSpan {}

impl Drop for ChildSpan {
    fn drop(&mut self) {
        match *self {}
    }
}
