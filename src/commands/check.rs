//! `wordcourt check`: judges words.

use std::error::Error;
use std::io::{self, StdoutLock, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::lexicons::StoredLexicons;
use super::{read_input, unusable};
use crate::api::OperationId;
use crate::config::{CheckArgs, word_text};

/// The number of words in a request, the maximum of a request for meanings.
const WORDS_PER_REQUEST: usize = 1_000;

/// Checks words and prints the verdict on each of them.
pub(super) fn run(args: &CheckArgs) -> ExitCode {
    match check(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => unusable(&*error),
    }
}

/// Returns true if all words are valid.
fn check(args: &CheckArgs) -> Result<bool, Box<dyn Error>> {
    let lexicons = StoredLexicons::open(&args.lexicon)?;
    let words = words_of(args)?;
    let mut output = io::stdout().lock();
    let mut all_valid = true;
    for words in words.chunks(WORDS_PER_REQUEST) {
        let mut request = json!({ "words": words, "meanings": true });
        if let Some(variant) = args.variant {
            request["variant"] = variant.slug().into();
        }
        let request = request.to_string();
        let answer = lexicons.answer(OperationId::ValidateWords, &request)??;
        let answer: Value = serde_json::from_slice(&answer.body)?;
        for (word, result) in words.iter().zip(answer["results"].as_array().into_iter().flatten()) {
            all_valid &= result["valid"] == true;
            if args.json {
                writeln!(output, "{result}")?;
            } else {
                print(&mut output, word, result)?;
            }
        }
    }
    Ok(all_valid)
}

fn print(output: &mut StdoutLock<'_>, word: &str, result: &Value) -> io::Result<()> {
    let word = word.to_ascii_uppercase();
    let reason = &result["reason"];
    match reason["detail"].as_str() {
        None => writeln!(output, "{word}  valid")?,
        Some(detail) => writeln!(output, "{word}  invalid: {detail}")?,
    }
    if let Some(sense) = reason["sense"].as_str() {
        writeln!(output, "    barred as {sense}")?;
    }
    for definition in result["definitions"].as_array().into_iter().flatten() {
        writeln!(output, "    {}", definition.as_str().unwrap_or_default())?;
    }
    Ok(())
}

/// Returns the words of the command line and of the files, or else of the standard input.
fn words_of(args: &CheckArgs) -> Result<Vec<String>, String> {
    let mut words = args.words.clone();
    let standard_input = [PathBuf::from("-")];
    let is_bare = args.words.is_empty() && args.file.is_empty();
    for file in if is_bare { &standard_input[..] } else { &args.file } {
        for (number, line) in (1..).zip(read_input(file)?.lines()) {
            let place = |error| format!("{}:{number}: {error}", file.display());
            for word in line.split_whitespace() {
                words.push(word_text(word).map_err(place)?);
            }
        }
    }
    Ok(words)
}
