//! Examples of all operations, from the committed file.

use serde_json::{Map, Value};

use super::operations_mut;
use crate::api::batch;

/// Example requests and responses by operation id. A test sends every request and compares the
/// response.
pub const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Adds the examples.
///
/// # Panics
/// If the committed examples are not a JSON object.
pub(super) fn add(document: &mut Value) {
    let examples: Map<String, Value> =
        serde_json::from_str(EXAMPLES).expect("the examples are a JSON object");
    for (_, operation) in operations_mut(document) {
        let id = operation["operationId"].as_str();
        let Some(example) = id.and_then(|id| examples.get(id)) else { continue };
        // A batch is a text.
        let media_type = |example: &Value| match example {
            Value::String(_) => batch::MEDIA_TYPE,
            _ => "application/json",
        };
        if let Some(request) = example.get("request") {
            let content = &mut operation["requestBody"]["content"];
            content[media_type(request)]["example"] = request.clone();
        }
        if let Some(response) = example.get("response") {
            let content = &mut operation["responses"]["200"]["content"];
            content[media_type(response)]["example"] = response.clone();
        }
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default().to_owned();
            if let Some(value) = example["parameters"].get(name) {
                parameter["example"] = value.clone();
            }
        }
    }
}
