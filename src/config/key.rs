//! The settings of `wordcourt key`.

use clap::Args;

/// The limits of an API key.
#[derive(Debug, Clone, Args)]
#[group(conflicts_with = "signing")]
pub struct KeyLimits {
    /// Day (UTC) from which the key is invalid, such as 2027-01-31.
    #[arg(long, value_name = "DAY")]
    pub expires: Option<String>,
    /// What the key opens, separated by commas: words, games, a single game such as wordgame, and
    /// admin. By default, words and games.
    #[arg(long, value_name = "SCOPES")]
    pub scopes: Option<String>,
    /// Limit on the requests of the client, such as 600/1m. By default, that of --rate-limit.
    #[arg(long, value_name = "RATE")]
    pub rate: Option<String>,
}
