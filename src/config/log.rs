//! The settings of the logs.

use clap::Args;

/// The settings of the logs.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Logs")]
pub struct LogArgs {
    /// Format of log lines.
    #[arg(long, value_name = "FORMAT", env = "WORDCOURT_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Minimum level of logged events (`off`, `error`, `warn`, `info`, `debug` or `trace`), or a filter
    /// such as `info,wordcourt=debug`. Changes to lexicons are logged at any level, and requests are
    /// logged as --access-log says.
    #[arg(long, value_name = "LEVEL", env = "WORDCOURT_LOG_LEVEL", default_value = "info", value_parser = parse_log_level)]
    pub log_level: String,
    /// Requests that are logged: all, none, or those that fail (status 400 or above).
    #[arg(long, value_name = "WHICH", env = "WORDCOURT_ACCESS_LOG", value_enum, default_value_t)]
    pub access_log: LoggedRequests,
}

/// Checks a filter of log events. A word that is not a level would be the name of a module, and
/// silence all others.
fn parse_log_level(text: &str) -> Result<String, String> {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let is_level = |word: &str| LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word.trim()));
    let bad = text.split(',').find(|part| !is_level(part.rsplit('=').next().unwrap_or(part)));
    match bad {
        None => Ok(text.to_owned()),
        Some(part) => Err(format!("{part:?} is not a level; use one of {}", LEVELS.join(", "))),
    }
}

/// The requests that the access log has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum LoggedRequests {
    /// All requests.
    #[default]
    On,
    /// No request.
    Off,
    /// Requests whose status is 400 or above.
    Errors,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum LogFormat {
    /// One JSON object per line.
    #[default]
    Json,
    /// Human-readable lines.
    Pretty,
}
