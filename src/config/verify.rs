//! The arguments of `wordcourt verify`.

use std::path::PathBuf;

use clap::Args;

use super::DEFAULT_LEXICON_LIMIT;

/// The records to verify.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A record {"operation", "request", "answer"}, or one on each line, or a log, or the page or
    /// the text of a ruling sheet; - reads the standard input.
    pub file: PathBuf,
    /// The editions besides the embedded one.
    #[command(flatten)]
    pub editions: EditionArgs,
    /// File with the answer of GET /v1/keys, or with verifier keys, one on each line. Every record
    /// must then have a signature by one of them.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
}

/// The editions with which answers are computed again, besides the embedded one.
#[derive(Debug, Args)]
pub struct EditionArgs {
    /// Lexicon source that has the editions which the answers name, as for the service.
    #[arg(long, value_name = "SOURCE", env = "WORDCOURT_LEXICON_SOURCE")]
    pub lexicon_source: Option<String>,
    /// State directory of a service, which may be running. It is only read.
    #[arg(long, value_name = "DIRECTORY", env = "WORDCOURT_STATE_DIR")]
    pub state_dir: Option<PathBuf>,
    /// Size limit per text of an edition, in bytes after decompression.
    #[arg(long, value_name = "BYTES", env = "WORDCOURT_LEXICON_LIMIT", default_value_t = DEFAULT_LEXICON_LIMIT)]
    pub lexicon_limit: usize,
}
