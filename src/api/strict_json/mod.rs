//! Reading of JSON requests, which reports all faults of their shape together, each with its place.
//!
//! `serde_json` parses the text. A derived `Deserialize` would stop at the first fault, and would
//! also accept a list in place of an object, with the members by position. The [`Reader`] accepts
//! only what the `OpenAPI` document allows. Where a member is missing or has the wrong type, it
//! records a violation and goes on with a placeholder, so it finds all faults.

mod error;
mod given;
mod reader;
mod tree;

pub(super) use error::ReadError;
pub(super) use given::Given;
pub(super) use reader::Members;
pub(super) use tree::{Json, Tree};

use std::collections::HashMap;
use std::mem;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use reader::Reader;

use super::problem::{Problem, ProblemCode};
use crate::rules::{Refused, ViolationCode, Violations};

/// Reads a request body.
///
/// # Errors
/// `malformed_json` with line and column, or `invalid_request` with a pointer to each fault.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let mut violations = Violations::default();
    let value = tree(body, &mut violations)?;
    let request = read_value(value, &mut violations);
    violations.finish(request).map_err(|violations| {
        let pointer = violations.as_slice().first().map_or("", |first| &first.pointer);
        let position = Some(position(body, offset_of(body, pointer)));
        Problem { position, code: ProblemCode::InvalidRequest, ..violations.into() }
    })
}

/// Reads a value.
///
/// # Errors
/// The value does not have the shape of the type. Each violation is at the place of its fault.
pub(super) fn read_value<T: DeserializeOwned>(
    value: impl Into<Json>,
    violations: &mut Violations,
) -> Result<T, Refused> {
    let before = violations.len();
    let read = T::deserialize(Reader { given: Given::Value(value.into()), violations });
    let read = read.map_err(|error| error.record(violations));
    match (read, violations.refused_since(before)) {
        (Ok(value), None) => Ok(value),
        (_, Some(refused)) => Err(refused),
        (Err(_), None) => {
            let detail = "the value does not have the shape that the document describes";
            Err(violations.refuse_form(ViolationCode::InvalidField, detail))
        }
    }
}

/// Parses a text. Members that an object has twice are violations.
///
/// # Errors
/// `malformed_json` with line and column, or `invalid_request` if a number is out of range.
fn tree(body: &[u8], violations: &mut Violations) -> Result<Json, Problem> {
    let malformed = |detail: String, position| {
        let position = Some(position);
        Problem { position, ..Problem::new(ProblemCode::MalformedJson, detail) }
    };
    let text = std::str::from_utf8(body).map_err(|error| {
        malformed("the body is not valid UTF-8".to_owned(), position(body, error.valid_up_to()))
    })?;
    tree::parse(text, violations).map_err(|error| {
        let position = (error.line().max(1), error.column().max(1));
        if tree::is_out_of_range(&error) {
            let (code, position) = (ProblemCode::InvalidRequest, Some(position));
            return Problem { code, position, ..mem::take(violations).into() };
        }
        let detail = match body {
            [] => "the body is empty; send a JSON object".to_owned(),
            [0xEF, 0xBB, 0xBF, ..] => {
                "the body begins with a byte order mark; remove it".to_owned()
            }
            _ if error.is_eof() => "the body ends before the JSON object is complete".to_owned(),
            _ => error.to_string(),
        };
        malformed(detail, position)
    })
}

/// Returns the offset of the value at a JSON pointer, or of the innermost value around it.
fn offset_of(body: &[u8], pointer: &str) -> usize {
    let Ok(mut value) = serde_json::from_slice::<&RawValue>(body) else { return 0 };
    for segment in pointer.split('/').skip(1) {
        let name = segment.replace("~1", "/").replace("~0", "~");
        let part = if value.get().starts_with('{') {
            let members = serde_json::from_str::<HashMap<String, &RawValue>>(value.get());
            members.ok().and_then(|mut members| members.remove(&name))
        } else {
            let items = serde_json::from_str::<Vec<&RawValue>>(value.get()).unwrap_or_default();
            name.parse().ok().and_then(|index: usize| items.get(index).copied())
        };
        let Some(part) = part else { break };
        value = part;
    }
    value.get().as_ptr().addr() - body.as_ptr().addr()
}

/// Returns the line and column of an offset, both counted from 1.
fn position(body: &[u8], offset: usize) -> (usize, usize) {
    let before = &body[..offset.min(body.len())];
    let line = before.split(|byte| *byte == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len);
    (line.count(), column + 1)
}
