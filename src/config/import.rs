//! The arguments of `wordcourt lexicon import`.

use std::path::PathBuf;

use clap::Args;

use super::DEFAULT_LEXICON_LIMIT;

/// The word lists to import.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The files: lists in any usual encoding, with or without definitions, CSV, JSON, or
    /// dictionaries of Hunspell (.dic with .aff), also as .gz or .zip; - reads the standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// File to write; by default the text is printed.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write words without their accents: É as E, ß as SS.
    #[arg(long, conflicts_with = "drop")]
    pub fold: bool,
    /// Leave words with accents out (the default).
    #[arg(long)]
    pub drop: bool,
    /// The lexicon from which the words take their marks: en, the embedded one, a file in the
    /// strict form, or none.
    #[arg(long, value_name = "LEXICON", default_value = crate::lexicon::source::DEFAULT_NAME)]
    pub marks_from: String,
    /// Size limit of all files together, in bytes after decompression.
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_LEXICON_LIMIT)]
    pub limit: usize,
}
