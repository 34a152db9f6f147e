//! What the binary does besides serving.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use crate::config::CheckArgs;
use crate::lexicon::wordnet::{self, Glosses, PARTS};
use crate::lexicon::{BadText, Digest, Lexicon, LexiconError, source, text};
use crate::rules::{Reason, Verdict};
use crate::word::Word;

type Done = Result<ExitCode, Box<dyn Error>>;

/// Prints the `OpenAPI` document.
///
/// # Errors
/// The output can't be written to.
pub fn openapi() -> Done {
    io::stdout().write_all(&crate::http::document().text().body)?;
    Ok(ExitCode::SUCCESS)
}

fn embedded() -> Result<Lexicon, LexiconError> {
    let source = source::embedded();
    Lexicon::from_text(&source.words, &source.categories)
}

/// Prints what the compiled-in lexicon is.
///
/// # Errors
/// The output can't be written to.
pub fn lexicon_info() -> Done {
    let lexicon = embedded()?;
    let mut output = io::stdout().lock();
    writeln!(output, "name     {}", source::DEFAULT_NAME)?;
    writeln!(output, "edition  {}", source::DEFAULT_EDITION)?;
    writeln!(output, "digest   {}", lexicon.digest())?;
    writeln!(output, "words    {}", lexicon.len())?;
    for (mark, count) in lexicon.mark_counts() {
        writeln!(output, "  {mark:<13}{count:>7}")?;
    }
    writeln!(output, "categories")?;
    for category in lexicon.categories() {
        writeln!(output, "  {:<13}{:>7}  {}", category.name, category.words().len(), category.title)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes a new API key for somebody.
///
/// # Errors
/// The name is no single word, the system has no randomness, or the output can't be written to.
pub fn key(name: &str) -> Done {
    if name.is_empty() || name.starts_with('#') || name.contains(char::is_whitespace) {
        return Err(format!("{name:?} can't stand at the beginning of a line; give a name without blanks").into());
    }
    let mut random = [0; 32];
    getrandom::fill(&mut random)?;
    let key = format!("wc_{}", Digest::of(&[&random]).to_hex());
    let mut output = io::stdout().lock();
    writeln!(output, "key   {key}")?;
    writeln!(output, "line  {name} {}", Digest::of(&[key.as_bytes()]).to_hex())?;
    Ok(ExitCode::SUCCESS)
}

/// Checks a lexicon text and prints every bad line.
///
/// # Errors
/// The file can't be read or the output can't be written to.
pub fn lexicon_check(file: &Path) -> Done {
    let content = source::read(file)?;
    match text::parse(&content) {
        Ok(entries) => {
            writeln!(io::stdout(), "{} words, no bad line", entries.len())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(BadText { lines, total }) => {
            let mut output = io::stderr().lock();
            for line in &lines {
                writeln!(output, "{}: {line}", file.display())?;
            }
            match total {
                0 => writeln!(output, "{}: the text holds no word", file.display())?,
                _ => writeln!(output, "{total} bad lines, {} of them listed", lines.len())?,
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Prints a lexicon text, the compiled-in one without `file`, with definitions from a copy of `WordNet`.
///
/// # Errors
/// A file can't be read or is damaged, or the output can't be written to.
pub fn lexicon_gloss(file: Option<&Path>, directory: &Path) -> Done {
    let read = |path: &Path| source::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let text = file.map_or_else(|| Ok(source::embedded().words.into_owned()), read)?;
    let file_of = |kind: &str, part: &str| read(&directory.join(format!("{kind}.{part}")));
    let mut files = Vec::with_capacity(PARTS.len());
    for part in PARTS {
        files.push((part, file_of("index", part)?, file_of("data", part)?));
    }
    let mut glosses = Glosses::default();
    for (part, index, data) in &files {
        glosses.add(part, index, data)?;
    }
    let (defined, count) = wordnet::with_definitions(&text, &glosses)?;
    io::stdout().write_all(defined.as_bytes())?;
    writeln!(io::stderr(), "{count} words have got a definition")?;
    Ok(ExitCode::SUCCESS)
}

/// Judges words, a line each.
///
/// # Errors
/// The output can't be written to.
pub fn check(args: &CheckArgs) -> Done {
    let lexicon = embedded()?;
    let mut output = io::stdout().lock();
    let mut all_valid = true;
    for text in &args.words {
        let reason = match text.parse::<Word>() {
            Err(error) => Some(Reason::from(&error)),
            Ok(word) => match args.variant {
                Some(variant) => variant.verdict(&lexicon, &word),
                None if lexicon.contains(&word) => Verdict::Allowed,
                None => Verdict::NotInLexicon,
            }
            .reason(&word),
        };
        match reason {
            None => writeln!(output, "{}  valid", text.to_ascii_uppercase())?,
            Some(reason) => {
                all_valid = false;
                writeln!(output, "{}  invalid: {reason}", text.to_ascii_uppercase())?;
            }
        }
    }
    Ok(if all_valid { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
