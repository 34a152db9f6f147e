//! Strict reading of JSON requests: objects must be objects, enum values must be strings, and every
//! error has a place.
//!
//! A derived `Deserialize` also accepts a list instead of an object, with the members by position,
//! and `{"name": null}` instead of an enum value. The `OpenAPI` document allows neither, and the
//! meaning of such a list would depend on the order of the fields in the code.

mod decimal;
mod deserializer;
mod error;
pub(super) mod text;
mod unread;

pub(crate) use error::ReadError;
pub(crate) use unread::Unread;

use std::str::Utf8Error;

use serde::de::DeserializeOwned;

use deserializer::Reader;
use text::SyntaxFault;

use super::problem::{Problem, ProblemCode};

/// Reads a request body.
///
/// # Errors
/// `malformed_json` with line and column, or `invalid_request` with a pointer to the field.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let text = std::str::from_utf8(body).map_err(|error| not_utf8(error, body))?;
    let mut reader = Reader::new(text);
    let value = T::deserialize(&mut reader);
    let value = value.and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| problem(error, body, reader.offset()))
}

fn not_utf8(error: Utf8Error, body: &[u8]) -> Problem {
    let position = position(body, error.valid_up_to() + 1);
    let detail = "the body is not valid UTF-8";
    Problem { position: Some(position), ..Problem::new(ProblemCode::MalformedJson, detail) }
}

/// Returns the problem of a body that was read up to `end`.
#[cold]
fn problem(error: ReadError, body: &[u8], end: usize) -> Problem {
    let Some(syntax_error) = error.syntax() else {
        return Problem { position: Some(position(body, end)), ..error.into() };
    };
    let (line, column) = position(body, syntax_error.end);
    let detail = match body {
        [] => "the body is empty; send a JSON object".to_owned(),
        [0xEF, 0xBB, 0xBF, ..] => "the body begins with a byte order mark; remove it".to_owned(),
        _ if syntax_error.fault == SyntaxFault::End => {
            "the body ends before the JSON object is complete".to_owned()
        }
        _ => format!("{} at line {line} column {column}", syntax_error.fault),
    };
    Problem { position: Some((line, column)), ..Problem::new(ProblemCode::MalformedJson, detail) }
}

/// Returns the line and column of an offset, both counted from 1.
fn position(body: &[u8], offset: usize) -> (usize, usize) {
    let before = &body[..offset.min(body.len())];
    let line = before.split(|byte| *byte == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len);
    (line.count(), column.max(1))
}
