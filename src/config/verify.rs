//! The arguments of `wordcourt verify`.

use std::path::PathBuf;

use clap::Args;

use super::{EditionArgs, MeaningArgs};

/// The records to verify.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A record {"operation", "request", "answer"}, or one per line, or a log, or the page or the
    /// text of a ruling sheet, or the record of a whole game; - reads the standard input.
    pub file: PathBuf,
    /// The editions besides the embedded one.
    #[command(flatten)]
    pub editions: EditionArgs,
    /// The source of meanings.
    #[command(flatten)]
    pub meanings: MeaningArgs,
    /// File with the answer of GET /v1/keys, or with verifier keys, one per line. Every record must
    /// then have a signature by one of them.
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub keys: Option<PathBuf>,
}
