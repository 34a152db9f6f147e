//! The `OpenAPI` document is complete, committed, and usable by client generators.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use serde_json::Value;
use wordcourt::api::openapi::EXAMPLES;

use crate::{document, get, updating};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push((format!("{method} {path}"), operation));
        }
    }
    operations
}

fn has_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[actix_web::test]
async fn every_value_of_an_enumeration_is_described() {
    let document = get("/openapi.json").await.json();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let enumerations = schemas
        .iter()
        .filter_map(|(name, schema)| Some((name, schema, schema["enum"].as_array()?)));
    for (name, schema, values) in enumerations {
        let description = schema["description"].as_str().unwrap();
        let lines: Vec<&str> = description.lines().skip(2).collect();
        assert_eq!(lines.len(), values.len(), "{name}: {description}");
        for (line, value) in lines.iter().zip(values) {
            let value = value.as_str().unwrap();
            let meaning = line.strip_prefix(&format!("- `{value}`: "));
            assert!(meaning.is_some_and(|meaning| meaning.len() > 5), "{name}: {line}");
        }
    }
}

#[actix_web::test]
async fn the_committed_copy_is_up_to_date() {
    let response = get("/openapi.json").await;
    assert_eq!(
        (response.status, response.header("content-type")),
        (StatusCode::OK, "application/json")
    );
    if updating() {
        std::fs::write(FILE, &response.body).unwrap();
    }
    let committed = std::fs::read(FILE).unwrap();
    assert!(committed == response.body, "openapi/openapi.json is out of date; run `just update`");
    assert_eq!(response.json()["openapi"], "3.1.0");
}

#[test]
fn the_example_cursor_belongs_to_the_edition_of_the_example() {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    let search = &examples["search_words"];
    let digest =
        search["response"]["lexicon"]["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
    let cursor = search["parameters"]["cursor"].as_str().unwrap();
    assert!(
        digest.starts_with(cursor.rsplit('.').next().unwrap()),
        "{cursor} must end with the first digits of {digest}"
    );
}

#[test]
fn operation_ids_are_unique_and_in_snake_case() {
    let document = document();
    let operations = operations(document.value());
    let ids: BTreeSet<&str> = operations
        .iter()
        .map(|(_, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), operations.len());
    assert!(
        ids.iter().all(|id| id.contains('_')
            && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
    );
}

#[test]
fn everything_has_a_description_and_an_example() {
    let document = document();
    let document = document.value();
    for (name, operation) in operations(document) {
        assert!(has_text(&operation["summary"]) && has_text(&operation["description"]), "{name}");
        assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{name}");
        let is_batch = operation["operationId"] == "answer_batch";
        let media_type = if is_batch { "application/x-ndjson" } else { "application/json" };
        let has_example = |body: &Value| !body["content"][media_type]["example"].is_null();
        if let Some(body) = operation.get("requestBody") {
            assert!(has_example(body), "{name}: the request has no example");
        }
        let response = &operation["responses"]["200"];
        assert!(has_example(response), "{name}: the response has no example");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(
                has_text(&parameter["description"]) && !parameter["example"].is_null(),
                "{name}: {parameter}"
            );
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(
                has_text(&response["description"]) || response.get("$ref").is_some(),
                "{name} {status}"
            );
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(has_text(&schema["description"]), "{name}");
        let parts =
            schema["allOf"].as_array().map_or_else(|| std::slice::from_ref(schema), Vec::as_slice);
        for (property, value) in
            parts.iter().flat_map(|part| part["properties"].as_object().into_iter().flatten())
        {
            assert!(has_text(&value["description"]), "{name}.{property}");
        }
    }
    for (name, response) in document["components"]["responses"].as_object().unwrap() {
        assert!(has_text(&response["description"]), "{name}");
        let examples = response["content"]["application/problem+json"]["examples"].as_object();
        assert!(examples.is_some_and(|examples| !examples.is_empty()), "{name}");
    }
}

#[test]
fn every_operation_has_an_example_and_every_example_an_operation() {
    let document = document();
    let ids: BTreeSet<&str> = operations(document.value())
        .iter()
        .map(|(_, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    let examples: serde_json::Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    let exemplified: BTreeSet<&str> = examples.keys().map(String::as_str).collect();
    assert_eq!(exemplified, ids);
}

#[test]
fn references_resolve_and_nothing_is_nullable() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get("$ref") {
                    let target = document.pointer(reference.strip_prefix('#').unwrap());
                    assert!(target.is_some(), "{reference}");
                }
                assert_ne!(members.get("type"), Some(&Value::from("null")));
                members.values().for_each(|value| walk(value, document));
            }
            Value::Array(items) => items.iter().for_each(|value| walk(value, document)),
            Value::String(text) => assert_ne!(text, "null"),
            Value::Null => panic!("null in the document"),
            _ => {}
        }
    }
    let document = document();
    walk(document.value(), document.value());
}

#[test]
fn requests_forbid_unknown_fields_and_have_no_defaults() {
    let document = document();
    let schemas = document.value()["components"]["schemas"].as_object().unwrap();
    let requests = schemas.iter().filter(|(name, _)| name.ends_with("Request"));
    for (name, schema) in requests {
        assert_eq!(schema["additionalProperties"], false, "{name}");
        for (property, value) in schema["properties"].as_object().into_iter().flatten() {
            // TypeScript generators make a field with a default mandatory.
            assert!(
                value.get("default").is_none(),
                "{name}.{property}: state the default in the description"
            );
        }
    }
}
