//! The examples of the document: each request gets exactly the response that the document shows.

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value};

use crate::{send, updating};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/examples.json");

#[actix_web::test]
async fn every_example_request_gets_the_example_response() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut examples: Map<String, Value> = serde_json::from_str(&text).unwrap();
    for (operation, example) in &mut examples {
        let method: Method = example["method"].as_str().unwrap().parse().unwrap();
        let (media_type, body) = match example.get("request") {
            // A batch.
            Some(Value::String(lines)) => ("application/x-ndjson", lines.clone()),
            request => ("application/json", request.map_or_else(String::new, Value::to_string)),
        };
        let path = example["path"].as_str().unwrap().to_owned();
        let response = send(method, &path, &[("content-type", media_type)], body).await;
        assert_eq!(
            response.status,
            StatusCode::OK,
            "{operation}: {}",
            String::from_utf8_lossy(&response.body)
        );
        let mut shown = match example.get("request") {
            Some(Value::String(_)) => String::from_utf8(response.body).unwrap().into(),
            _ => response.json(),
        };
        shorten(&mut shown);
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

/// Shortens texts of several kilobytes, such as that of a lexicon, to their first line.
fn shorten(response: &mut Value) {
    let Value::Object(members) = response else { return };
    for text in members.values_mut() {
        if let Value::String(text) = text
            && text.len() > 10_000
        {
            let first: String = text.lines().next().unwrap_or_default().chars().take(40).collect();
            *text = first + "…";
        }
    }
}
