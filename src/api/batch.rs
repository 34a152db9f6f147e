//! Batches: many requests in one body, one per line or as a list in one object.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::OperationId;
use super::bounds::{List, Reference};
use super::limits::BATCH_LINES;
use super::operation::Answer;
use super::problem::{Problem, ProblemBody, ProblemCode};
use super::strict_json;
use crate::rules::{ViolationCode, Violations, limits};

/// The path of batches.
pub const PATH: &str = "/v1/batch";
/// The media type of batches of lines and of their responses.
pub const MEDIA_TYPE: &str = "application/x-ndjson";
/// The media types of both forms of batches, as `Accept-Query` lists them.
pub const MEDIA_TYPES: &str = "application/x-ndjson, application/json";

/// A request of a batch.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest<'l> {
    /// A text that the response to this request repeats.
    #[serde(borrow)]
    #[schema(value_type = Option<Reference>)]
    pub id: Option<Cow<'l, str>>,
    /// The id of an operation, such as `score_wordgame`.
    #[serde(borrow)]
    pub operation: Cow<'l, str>,
    /// The request of the operation: the body of a POST request, or the parameters of a GET request
    /// as members of an object.
    #[serde(borrow)]
    #[schema(value_type = Object)]
    pub request: &'l RawValue,
}

/// The same line, as strict as any other request. Reading it takes longer, and its errors have
/// places.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the errors of reading it are of interest")]
struct StrictLine {
    id: Option<String>,
    operation: String,
    request: Map<String, Value>,
}

/// The response to a request of a batch, in the order of the requests.
#[derive(Debug, utoipa::ToSchema)]
#[expect(dead_code, reason = "only the schema is used; lines are written by `write_response`")]
pub(super) struct BatchResponse {
    /// The `id` of the request.
    id: Option<Reference>,
    /// The HTTP status that the request would have had alone.
    status: u16,
    /// The response of the operation, byte for byte.
    #[schema(value_type = Option<Object>)]
    answer: Option<String>,
    /// The problem of the request, in place of `answer`. Its `request_id` is that of the batch.
    problem: Option<ProblemBody<'static>>,
}

/// A batch in one object, for clients that know no lines of JSON.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only the schema is used; `requests` reads them")]
pub(super) struct BatchRequests {
    /// The requests.
    requests: List<BatchRequest<'static>, 0, { BATCH_LINES }>,
}

/// The response to a batch in one object.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only the schema is used; the responses are written one by one")]
pub(super) struct BatchResponses {
    /// The responses, in the order of the requests.
    responses: Vec<BatchResponse>,
}

/// A batch in one object, with its requests as they were sent or as mere places in the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "T: Deserialize<'de>"))]
struct RequestList<T> {
    requests: Vec<T>,
}

/// Returns the lines of a batch that are not blank.
///
/// # Errors
/// There are too many.
pub fn lines(body: &[u8]) -> Result<impl Iterator<Item = &[u8]>, Problem> {
    let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    check_count(lines.clone().count(), "lines")?;
    Ok(lines)
}

/// Returns the requests of a batch in one object.
///
/// # Errors
/// There are too many, or `malformed_json` or `invalid_request`, with the place in the body.
pub fn requests(body: &[u8]) -> Result<impl Iterator<Item = &[u8]>, Problem> {
    // Serde would also accept a list in place of an object. A list of nothing takes no memory.
    let is_object = body.trim_ascii_start().starts_with(b"{");
    let counted = serde_json::from_slice::<RequestList<IgnoredAny>>(body);
    let Some(counted) = counted.ok().filter(|_| is_object) else {
        strict_json::read::<RequestList<Value>>(body)?;
        let detail = "the body is not an object with requests";
        return Err(Problem::new(ProblemCode::InvalidRequest, detail));
    };
    check_count(counted.requests.len(), "requests")?;
    let list = serde_json::from_slice::<RequestList<&RawValue>>(body);
    let list = list.map_err(|error| Problem::new(ProblemCode::MalformedJson, error.to_string()))?;
    Ok(list.requests.into_iter().map(|request| request.get().as_bytes()))
}

fn check_count(count: usize, noun: &str) -> Result<(), Problem> {
    if count <= BATCH_LINES {
        return Ok(());
    }
    let detail = format!("the batch has {count} {noun}; send at most {BATCH_LINES} in one request");
    Err(Problem::new(ProblemCode::BodyTooLarge, detail))
}

impl<'l> BatchRequest<'l> {
    /// Reads a line.
    ///
    /// # Errors
    /// `malformed_json` or `invalid_request`, with the place in the line, or `rules_breached` if
    /// the id is too long.
    pub fn read(line: &'l [u8]) -> Result<Self, Problem> {
        // Serde would also accept a list in place of an object.
        let is_object = line.trim_ascii_start().starts_with(b"{");
        let Some(read) = serde_json::from_slice::<Self>(line).ok().filter(|_| is_object) else {
            strict_json::read::<StrictLine>(line)?;
            let detail = "the line is not an object with id, operation and request";
            return Err(Problem::new(ProblemCode::InvalidRequest, detail));
        };
        let characters = read.id.as_ref().map_or(0, |id| id.chars().count());
        if characters > limits::REFERENCE_CHARACTERS {
            let most = limits::REFERENCE_CHARACTERS;
            let detail = format_args!("{characters} characters; give at most {most}");
            let mut violations = Violations::default();
            let _ = violations.at("id").refuse_form(ViolationCode::OutOfBounds, detail);
            return Err(violations.into());
        }
        Ok(read)
    }

    /// Returns the operation.
    ///
    /// # Errors
    /// No operation has this id.
    pub fn operation(&self) -> Result<OperationId, Problem> {
        OperationId::from_name(&self.operation).ok_or_else(|| {
            let detail = format!(
                "{:?} is not an operation that batches answer: those with a path that begins with /v1, except answer_batch, get_lexicon_fst, get_lexicon_image, get_lexicon_text and list_keys",
                self.operation
            );
            Problem::new(ProblemCode::NotFound, detail)
        })
    }
}

/// The text that follows the answer in a line of the response.
pub const END_OF_ANSWER: &[u8] = b"}\n";

/// Writes a line of the response up to its answer.
pub fn begin_answer(buffer: &mut Vec<u8>, id: Option<&str>) {
    begin_response(buffer, id);
    buffer.extend_from_slice(b"\"status\":200,\"answer\":");
}

/// Writes a line of the response.
pub fn write_response(
    buffer: &mut Vec<u8>,
    id: Option<&str>,
    result: &Result<Answer, Problem>,
    request_id: &str,
) {
    match result {
        Ok(answer) => {
            begin_answer(buffer, id);
            // The body is JSON in one line already.
            buffer.extend_from_slice(&answer.body);
        }
        Err(problem) => {
            begin_response(buffer, id);
            let status = problem.code.status();
            buffer.extend_from_slice(format!("\"status\":{status},\"problem\":").as_bytes());
            write_json(buffer, &problem.body(request_id));
        }
    }
    buffer.extend_from_slice(END_OF_ANSWER);
}

fn begin_response(buffer: &mut Vec<u8>, id: Option<&str>) {
    buffer.push(b'{');
    if let Some(id) = id {
        buffer.extend_from_slice(b"\"id\":");
        write_json(buffer, &id);
        buffer.push(b',');
    }
}

fn write_json(buffer: &mut Vec<u8>, value: &impl Serialize) {
    // Strings and problems can always be written as JSON, and a buffer accepts everything.
    let _ = serde_json::to_writer(buffer, value);
}
