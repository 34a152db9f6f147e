//! Examples of all operations, from the committed file.

use serde_json::{Map, Value, json};

use super::operations_mut;
use crate::api::batch;

/// Example requests and responses by operation id. A test sends every request and compares the
/// response.
pub const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Adds the examples.
///
/// # Panics
/// If the committed examples are not a JSON object, or a line of a batch is not JSON.
pub(super) fn add(document: &mut Value) {
    let examples: Map<String, Value> =
        serde_json::from_str(EXAMPLES).expect("the examples are a JSON object");
    for (_, operation) in operations_mut(document) {
        let id = operation["operationId"].as_str();
        let Some(example) = id.and_then(|id| examples.get(id)) else { continue };
        if let Some(request) = example.get("request") {
            add_to(&mut operation["requestBody"]["content"], request, "requests");
        }
        if let Some(response) = example.get("response") {
            add_to(&mut operation["responses"]["200"]["content"], response, "responses");
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

/// Adds an example to the content of a request or a response. A batch is a text of lines, which are
/// also shown as a list in one object.
fn add_to(content: &mut Value, example: &Value, list: &str) {
    let json = match example {
        Value::String(lines) => {
            content[batch::MEDIA_TYPE]["example"] = example.clone();
            let line = |line| serde_json::from_str::<Value>(line).expect("each line is JSON");
            json!({ list: lines.lines().map(line).collect::<Vec<Value>>() })
        }
        _ => example.clone(),
    };
    content["application/json"]["example"] = json;
}
