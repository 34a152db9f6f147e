//! The log of the service's events. [`access_log`](super::access_log) logs the requests.

use std::error::Error;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::LogFormat;
use crate::registry::AUDIT;

/// The filter that precedes the configured one. `actix_http` logs each malformed request, so
/// clients could flood the log, and `actix_server` its own start and stop.
const QUIET: &str = "actix_http=off,actix_server=warn";

/// Starts logging to standard error. `level` is a level or a filter such as `info,wordcourt=debug`.
///
/// # Errors
/// The filter is malformed, or logging has started already.
pub(crate) fn start(format: LogFormat, level: &str) -> Result<(), Box<dyn Error>> {
    // The last directive of a target decides.
    let filter: Targets = format!("{QUIET},{level},{AUDIT}=info").parse()?;
    let registry = tracing_subscriber::registry().with(filter);
    let output = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Json => registry.with(output.json().flatten_event(true)).try_init()?,
        LogFormat::Pretty => registry.with(output.with_target(true)).try_init()?,
    }
    Ok(())
}
