//! Strict reading of JSON requests: objects must be objects, enum values must be strings, and every
//! error has a place.
//!
//! A derived `Deserialize` also accepts a list instead of an object, with the members by position,
//! and `{"name": null}` instead of an enum value. The `OpenAPI` document allows neither, and the
//! meaning of such a list would depend on the order of the fields in the code.

mod deserializer;
mod error;
mod unread;

pub(crate) use error::ReadError;
pub(crate) use unread::Unread;

use std::cell::Cell;
use std::str::Utf8Error;

use serde::de::{DeserializeOwned, IgnoredAny};

use deserializer::Strict;

use super::problem::{Problem, ProblemCode};

/// Reads a request body.
///
/// # Errors
/// `malformed_json` with line and column, or `invalid_request` with a pointer to the field.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let text = std::str::from_utf8(body).map_err(|error| not_utf8(error, body))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let failure = Cell::new(None);
    let value = T::deserialize(Strict::new(&mut json, &failure));
    let value = value.and_then(|value| json.end().map(|()| value).map_err(ReadError::foreign));
    value.map_err(|error| {
        let end = json.into_iter::<IgnoredAny>().byte_offset();
        problem(error, body, end)
    })
}

fn not_utf8(error: Utf8Error, body: &[u8]) -> Problem {
    let position = position(body, error.valid_up_to() + 1);
    let detail = "the body is not valid UTF-8";
    Problem { position: Some(position), ..Problem::new(ProblemCode::MalformedJson, detail) }
}

/// Returns the problem of a body that was read up to `end`.
fn problem(error: ReadError, body: &[u8], end: usize) -> Problem {
    if !error.is_foreign() {
        return Problem { position: Some(position(body, end)), ..error.into() };
    }
    // Only the parser's own error has the exact place. Parsing again without a visitor reproduces
    // it.
    let syntax_error = serde_json::from_slice::<IgnoredAny>(body);
    let detail = match body {
        [] => "the body is empty; send a JSON object".to_owned(),
        [0xEF, 0xBB, 0xBF, ..] => "the body begins with a byte order mark; remove it".into(),
        _ if syntax_error.as_ref().is_err_and(serde_json::Error::is_eof) => {
            "the body ends before the JSON object is complete".to_owned()
        }
        _ => error.to_string(),
    };
    let position = match syntax_error {
        Err(error) => (error.line().max(1), error.column().max(1)),
        Ok(_) => position(body, end),
    };
    Problem { position: Some(position), ..Problem::new(ProblemCode::MalformedJson, detail) }
}

/// Returns the line and column of an offset, both counted from 1.
fn position(body: &[u8], offset: usize) -> (usize, usize) {
    let before = &body[..offset.min(body.len())];
    let line = before.split(|byte| *byte == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len);
    (line.count(), column.max(1))
}
