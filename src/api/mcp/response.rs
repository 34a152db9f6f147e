//! Responses in JSON-RPC.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::message::{Lifecycle, McpError};
use crate::api::{Answer, Problem};

/// The member that results have since the version without a handshake.
const COMPLETE: &str = "\"resultType\":\"complete\",";

/// Returns the response with a result. `result` is an object.
#[must_use]
pub fn write_result(id: &RawValue, lifecycle: Lifecycle, mut result: Value) -> Vec<u8> {
    if lifecycle == Lifecycle::PerRequest {
        result["resultType"] = "complete".into();
    }
    write(&Response { jsonrpc: "2.0", id: Some(id), result: Some(result), error: None })
}

/// Returns the response with an error.
#[must_use]
pub fn write_error(id: Option<&RawValue>, error: &McpError) -> Vec<u8> {
    write(&Response { jsonrpc: "2.0", id, result: None, error: Some(error) })
}

/// Returns the response to a call of a tool. The structured result is byte for byte the response of
/// the operation, or its problem.
#[must_use]
pub fn write_tool_result(
    id: &RawValue,
    lifecycle: Lifecycle,
    result: &Result<Answer, Problem>,
    request_id: &str,
) -> Vec<u8> {
    let (text, structured) = match result {
        // Some clients read only the text.
        Ok(answer) => (String::from_utf8_lossy(&answer.body), Cow::from(&answer.body[..])),
        Err(problem) => (explained(problem).into(), write(&problem.body(request_id)).into()),
    };
    let complete = if lifecycle == Lifecycle::PerRequest { COMPLETE } else { "" };
    let mut response = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{{complete}\"content\":[{{\"type\":\"text\",\"text\":"
    )
    .into_bytes();
    // Strings can always be written as JSON, and a buffer accepts everything.
    let _ = serde_json::to_writer(&mut response, &text);
    response.extend_from_slice(b"}],\"structuredContent\":");
    response.extend_from_slice(&structured);
    response.extend_from_slice(format!(",\"isError\":{}}}}}", result.is_err()).as_bytes());
    response
}

/// Returns a problem as a text for a model: title, detail, and the place of each breach.
fn explained(problem: &Problem) -> String {
    let mut text = format!("{}: {}", problem.code.title(), problem.detail);
    // The detail of a problem with a single breach has its place.
    if let breaches @ [_, _, ..] = &problem.breaches[..] {
        for breach in breaches {
            let _ = write!(text, "\n{}: {}", breach.pointer, breach.detail);
        }
    }
    text
}

#[derive(Serialize)]
struct Response<'r> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'r RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'r McpError>,
}

fn write(value: &impl Serialize) -> Vec<u8> {
    // Values and problems can always be written as JSON.
    serde_json::to_vec(value).unwrap_or_default()
}
