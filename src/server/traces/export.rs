//! The export of spans in batches, by a thread of its own.

use std::time::Duration;

use actix_web::dev::ServiceRequest;
use opentelemetry::InstrumentationScope;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};

use super::settings;
use super::span::RequestSpan;
use crate::server::middleware::request_id::RequestId;

/// The maximum time that the export of the last spans delays the end of the process.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// The exporter of traces.
///
/// Spans wait in a bounded queue. If the collector is too slow, further spans are dropped.
#[derive(Debug)]
pub(in crate::server) struct Traces {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

impl Traces {
    /// Starts to export traces, if the environment names a collector.
    ///
    /// # Errors
    /// A variable of the environment cannot be used.
    pub(in crate::server) fn from_environment() -> Result<Option<Self>, String> {
        let Some(endpoint) = settings::endpoint()? else { return Ok(None) };
        let sampler = settings::sampler()?;
        // The URL may contain a password.
        tracing::info!(?sampler, "exporting traces");
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(endpoint)
            .build()
            .map_err(|error| {
                // The most likely reason, which the error does not contain.
                format!("{error}; check that the root certificates of the system are installed (ca-certificates)")
            })?;
        let provider = SdkTracerProvider::builder()
            .with_sampler(sampler)
            .with_resource(settings::resource())
            .with_batch_exporter(exporter)
            .build();
        let scope = InstrumentationScope::builder(env!("CARGO_PKG_NAME"))
            .with_version(env!("CARGO_PKG_VERSION"))
            .build();
        let tracer = provider.tracer_with_scope(scope);
        Ok(Some(Self { provider, tracer }))
    }

    /// Starts the span of a request, if the request is sampled.
    pub(in crate::server) fn start(
        &self,
        request: &ServiceRequest,
        id: &RequestId,
    ) -> Option<RequestSpan> {
        RequestSpan::start(&self.tracer, request, id)
    }

    /// Exports the spans that are still waiting, for a limited time. Blocks the thread.
    pub(in crate::server) fn stop(&self) {
        if let Err(error) = self.provider.shutdown_with_timeout(STOP_TIMEOUT) {
            tracing::warn!(%error, "the last traces could not be exported");
        }
    }
}
