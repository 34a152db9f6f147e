//! `wordcourt call`: answers a request without a service.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use super::lexicons::StoredLexicons;
use super::{Outcome, read_input, unusable};
use crate::api::{Answer, Method, Problem};
use crate::config::CallArgs;

/// The request id in problems, as in those of the WebAssembly module.
const REQUEST_ID: &str = "offline";

/// Answers a request and prints the body of the response.
pub(super) fn run(args: &CallArgs) -> Outcome {
    let answer = match answer(args) {
        Ok(answer) => answer,
        Err(error) => return Ok(unusable(&*error)),
    };
    let mut output = io::stdout().lock();
    match answer {
        Ok(Answer { body, .. }) => {
            output.write_all(&body)?;
            writeln!(output)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => {
            writeln!(output, "{}", problem.to_json(REQUEST_ID))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn answer(args: &CallArgs) -> Result<Result<Answer, Problem>, Box<dyn Error>> {
    let lexicons = StoredLexicons::open(&args.lexicon)?;
    let request = read_input(&args.file)?;
    // A GET request without parameters has no body.
    let is_bare = args.operation.method() == Method::Get && request.trim_ascii().is_empty();
    Ok(lexicons.answer(args.operation, if is_bare { "{}" } else { &request })?)
}
