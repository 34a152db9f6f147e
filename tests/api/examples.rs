//! The examples of the document: every one is a request that gets exactly this answer.

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value};

use crate::{send, updating};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/examples.json");

/// What differs from server to server.
fn without_times(mut answer: Value) -> Value {
    if let Some(loaded_at) = answer.pointer_mut("/loaded_at") {
        *loaded_at = "2026-01-01T00:00:00Z".into();
    }
    for lexicon in answer.pointer_mut("/lexicons").and_then(Value::as_array_mut).into_iter().flatten() {
        lexicon["loaded_at"] = "2026-01-01T00:00:00Z".into();
    }
    answer
}

#[actix_web::test]
async fn every_example_gets_the_answer_that_the_document_shows() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut examples: Map<String, Value> = serde_json::from_str(&text).unwrap();
    for (operation, example) in &mut examples {
        let method: Method = example["method"].as_str().unwrap().parse().unwrap();
        let body = example.get("request").map_or_else(String::new, Value::to_string);
        let path = example["path"].as_str().unwrap().to_owned();
        let answer = send(method, &path, &[("content-type", "application/json")], body).await;
        assert_eq!(answer.status, StatusCode::OK, "{operation}: {}", String::from_utf8_lossy(&answer.body));
        let shown = without_times(answer.json());
        if updating() {
            example["response"] = shown;
        } else {
            assert_eq!(example["response"], shown, "{operation}");
        }
    }
    if updating() {
        std::fs::write(FILE, serde_json::to_string_pretty(&examples).unwrap() + "\n").unwrap();
    }
}
