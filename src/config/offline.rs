//! The arguments of the commands that need no service.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{DEFAULT_LEXICON_LIMIT, MeaningArgs};
use crate::api::OperationId;
use crate::rules::Variant;
use crate::rules::limits::{WORD_CHARACTERS, is_longer};

/// The words to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The words. Without words and files, they are read from the standard input.
    #[arg(value_parser = word_text)]
    pub words: Vec<String>,
    /// File with further words, separated by white space; - reads the standard input. Can be given
    /// several times.
    #[arg(long, short, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// The game whose rules apply; by default only the lexicon decides.
    #[arg(long, value_name = "GAME", value_parser = variants())]
    pub variant: Option<Variant>,
    /// Print a JSON object for each word, as in the response of `validate_words`.
    #[arg(long)]
    pub json: bool,
    /// The lexicon.
    #[command(flatten)]
    pub lexicon: LexiconChoice,
}

/// The request to answer.
#[derive(Debug, Args)]
pub struct CallArgs {
    /// The operation.
    #[arg(value_parser = operations())]
    pub operation: OperationId,
    /// File with the request: the body of a POST request, or an object with the parameters of a GET
    /// request; - reads the standard input.
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// The lexicons.
    #[command(flatten)]
    pub lexicon: LexiconChoice,
}

/// The manual pages to print or write.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Directory to which the pages of the command and all subcommands are written.
    pub directory: Option<PathBuf>,
}

/// The lexicons of a command, and the one that it uses.
#[derive(Debug, Args)]
#[command(next_help_heading = "Lexicons")]
pub struct LexiconChoice {
    /// Lexicon, as requests select it: a name, or an edition such as `en@sha256:1f3a`. By default
    /// the embedded one, en.
    #[arg(long, value_name = "LEXICON")]
    pub lexicon: Option<String>,
    /// The editions besides the embedded one.
    #[command(flatten)]
    pub editions: EditionArgs,
    /// The source of meanings.
    #[command(flatten)]
    pub meanings: MeaningArgs,
}

/// The editions that a command can use, besides the embedded one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Lexicons")]
pub struct EditionArgs {
    /// Lexicon source with further editions, as for the service.
    #[arg(long, value_name = "SOURCE", env = "WORDCOURT_LEXICON_SOURCE")]
    pub lexicon_source: Option<String>,
    /// State directory of a service, which may be running. It is only read.
    #[arg(long, value_name = "DIRECTORY", env = "WORDCOURT_STATE_DIR")]
    pub state_dir: Option<PathBuf>,
    /// Size limit per text of an edition, in bytes after decompression.
    #[arg(long, value_name = "BYTES", env = "WORDCOURT_LEXICON_LIMIT", default_value_t = DEFAULT_LEXICON_LIMIT)]
    pub lexicon_limit: usize,
}

/// Reads a text that is to be judged as a word.
///
/// # Errors
/// The text is too long for a word in any request.
pub fn word_text(text: &str) -> Result<String, String> {
    if is_longer(text, WORD_CHARACTERS) {
        return Err(format!("a word has at most {WORD_CHARACTERS} characters"));
    }
    Ok(text.to_owned())
}

fn variants() -> impl TypedValueParser<Value = Variant> {
    let slugs = PossibleValuesParser::new(Variant::ALL.map(Variant::slug));
    slugs.try_map(|slug| Variant::from_slug(&slug).ok_or("unknown game"))
}

fn operations() -> impl TypedValueParser<Value = OperationId> {
    let names =
        PossibleValuesParser::new(OperationId::ALL.iter().map(|operation| operation.name()));
    names.try_map(|name| OperationId::from_name(&name).ok_or("unknown operation"))
}
