//! Logs of the application's own events; requests are logged by `http::access_log`.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::LogArgs;
use crate::http::access_log::LogFormat;

/// What whoever sends us garbage could write into our log by the line.
const QUIET: &str = "actix_http=off";

/// Starts logging to standard error.
///
/// # Errors
/// The filter can't be read, or logging has been started already.
pub fn start(args: &LogArgs) -> Result<(), Box<dyn std::error::Error>> {
    let registry = tracing_subscriber::registry().with(EnvFilter::try_new(format!("{QUIET},{}", args.log_level))?);
    let output = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match args.log_format {
        LogFormat::Json => registry.with(output.json().flatten_event(true)).try_init()?,
        LogFormat::Pretty => registry.with(output.with_target(true)).try_init()?,
    }
    Ok(())
}
