//! The settings of traces: the environment variables that OpenTelemetry specifies.

use actix_web::http::Uri;
use opentelemetry::KeyValue;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::Sampler;

use super::{ENDPOINTS, variable};

/// The share of requests that are sampled by default. The specification samples all of them, which
/// is too much for a service that answers thousands of requests per second.
const DEFAULT_RATIO: f64 = 0.01;
/// The only supported protocol.
const PROTOCOL: &str = "http/protobuf";

/// Returns the URL to which traces are sent, if the environment names one.
///
/// # Errors
/// The URL or the protocol cannot be used.
pub(super) fn endpoint() -> Result<Option<String>, String> {
    let is_disabled = variable("OTEL_SDK_DISABLED")
        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
        || variable("OTEL_TRACES_EXPORTER").is_some_and(|value| value == "none");
    let named = ENDPOINTS.into_iter().find_map(|name| variable(name).map(|value| (name, value)));
    let Some((name, value)) = named.filter(|_| !is_disabled) else { return Ok(None) };
    let is_usable = |uri: &Uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.host().is_some_and(|host| !host.is_empty())
    };
    if !value.parse().as_ref().is_ok_and(is_usable) {
        return Err(format!(
            "{name}: {value:?} is not the URL of a collector; use one such as http://localhost:4318"
        ));
    }
    check_protocol()?;
    let is_for_traces = name == ENDPOINTS[0];
    Ok(Some(if is_for_traces {
        value
    } else {
        format!("{}/v1/traces", value.trim_end_matches('/'))
    }))
}

fn check_protocol() -> Result<(), String> {
    let names = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
    let named = names.into_iter().find_map(|name| variable(name).map(|value| (name, value)));
    match named {
        Some((name, value)) if value != PROTOCOL => Err(format!(
            "{name}: {value:?} is not supported; use {PROTOCOL}, to which collectors listen on port 4318"
        )),
        _ => Ok(()),
    }
}

/// Returns the sampler, which decides which requests are traced.
///
/// # Errors
/// The sampler is unknown, or its ratio is malformed.
pub(super) fn sampler() -> Result<Sampler, String> {
    const ARGUMENT: &str = "OTEL_TRACES_SAMPLER_ARG";
    let ratio = |default| {
        let Some(text) = variable(ARGUMENT) else { return Ok(default) };
        let ratio = text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
        ratio.ok_or_else(|| format!("{ARGUMENT}: {text:?} is not a number from 0 to 1"))
    };
    let by_ratio = |default| ratio(default).map(Sampler::TraceIdRatioBased);
    let by_parent = |root| Sampler::ParentBased(Box::new(root));
    let name = "OTEL_TRACES_SAMPLER";
    Ok(match variable(name).as_deref() {
        None => by_parent(by_ratio(DEFAULT_RATIO)?),
        Some("always_on") => Sampler::AlwaysOn,
        Some("always_off") => Sampler::AlwaysOff,
        Some("traceidratio") => by_ratio(1.0)?,
        Some("parentbased_always_on") => by_parent(Sampler::AlwaysOn),
        Some("parentbased_always_off") => by_parent(Sampler::AlwaysOff),
        Some("parentbased_traceidratio") => by_parent(by_ratio(1.0)?),
        Some(unknown) => {
            return Err(format!(
                "{name}: {unknown:?} is not supported; use always_on, always_off or traceidratio, or one of them with the prefix parentbased_"
            ));
        }
    })
}

/// Returns the description of this service.
pub(super) fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_service_name("wordcourt")
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_detector(Box::new(TelemetryResourceDetector))
        .with_detector(Box::new(EnvResourceDetector::new()));
    // This variable takes precedence over the list of attributes.
    match variable("OTEL_SERVICE_NAME") {
        Some(name) => resource.with_service_name(name).build(),
        None => resource.build(),
    }
}
