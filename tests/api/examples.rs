//! The examples of the document: each request gets exactly the response that the document shows.

use std::path::Path;

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value};

use crate::{document, post, send, updating};

/// The maximum size of a response that the document shows.
const MAX_BYTES: usize = 16 << 10;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/examples.json");

#[actix_web::test]
async fn every_example_request_gets_the_example_response() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut examples: Map<String, Value> = serde_json::from_str(&text).unwrap();
    for operation in in_the_order_of_games(&examples) {
        let state = state_before(&operation, &examples).cloned();
        let example = &mut examples[&operation];
        if let Some(state) = state {
            if updating() {
                example["request"]["state"] = state.clone();
            }
            assert_eq!(example["request"]["state"], state, "{operation}");
        }
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
        // Nothing is shown in part.
        if response.body.len() > MAX_BYTES {
            assert!(example.get("response").is_none(), "{operation}");
            continue;
        }
        let shown = match example.get("request") {
            Some(Value::String(_)) => String::from_utf8(response.body).unwrap().into(),
            _ => response.json(),
        };
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

/// Returns the operations in the order in which a game calls them.
fn in_the_order_of_games(examples: &Map<String, Value>) -> Vec<String> {
    let mut operations: Vec<String> = examples.keys().cloned().collect();
    let calls = ["start_", "apply_", "view_"];
    operations.sort_by_key(|id| calls.iter().position(|call| id.starts_with(call)));
    operations
}

/// Returns the state with which an example goes on: that of the example before it.
fn state_before<'e>(operation: &str, examples: &'e Map<String, Value>) -> Option<&'e Value> {
    let (call, game) = operation.split_once('_')?;
    let before = match call {
        "apply" => "start",
        "view" => "apply",
        _ => return None,
    };
    Some(&examples[&format!("{before}_{game}")]["response"]["state"])
}

/// A reader adds up the lines of a score, so nothing of an answer may be left out.
#[test]
fn the_document_shows_whole_examples() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let examples: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    let paths = document().value()["paths"].as_object().unwrap();
    for operation in paths.values().flat_map(|methods| methods.as_object().unwrap().values()) {
        let Some(id) = operation["operationId"].as_str() else { continue };
        let Some(response) = examples.get(id).and_then(|example| example.get("response")) else {
            continue;
        };
        let content = operation["responses"]["200"]["content"].as_object().unwrap();
        let mut shown: Vec<&Value> =
            content.values().filter_map(|media| media.get("example")).collect();
        if id == "answer_batch" {
            // The lines are also shown as a list; a test of batches compares it.
            shown.remove(0);
        }
        assert_eq!(shown, [response], "{id}");
        compared += 1;
    }
    assert!(compared > 30, "{compared}");
}

/// The outputs in `console` blocks come from the service, in a test; a score in the prose does not.
#[test]
fn no_guide_states_a_score_in_its_prose() {
    const SCORES: [&str; 5] = ["scores", "scored", "worth", "total", "points"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guides = std::fs::read_dir(root.join("docs/guide")).unwrap();
    let mut files: Vec<_> = guides.map(|guide| guide.unwrap().path()).collect();
    files.extend(["README.md", "openapi/README.md"].map(|file| root.join(file)));
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // Every second part is a block of code.
        for prose in text.split("```").step_by(2) {
            let words: Vec<&str> = prose.split_whitespace().collect();
            for pair in words.windows(2) {
                let number = pair[1].trim_matches(|mark: char| !mark.is_ascii_digit());
                let is_score = SCORES.contains(&pair[0]) && number.len() >= 2;
                let name = file.display();
                assert!(!is_score || number.parse::<u32>().is_err(), "{name}: {pair:?}");
            }
        }
    }
}

/// Some generated clients send the default of every field that is not set.
#[actix_web::test]
async fn a_request_with_a_default_gets_the_same_response_as_without() {
    let examples: Map<String, Value> =
        serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    let mut compared = 0;
    for (operation, example) in &examples {
        let path = example["path"].as_str().unwrap();
        let Some(request @ Value::Object(_)) = example.get("request") else { continue };
        let request = shortest(path, request.clone()).await;
        let response = post(path, &request).await;
        for (name, default) in defaults(path) {
            if request.get(&name).is_some() {
                continue;
            }
            let mut with_default = request.clone();
            with_default[&name] = default;
            let same = post(path, &with_default).await;
            let text = String::from_utf8_lossy(&same.body);
            assert!(same.body == response.body, "{operation}: {with_default}: {text}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Leaves out every member of a request that the operation doesn't need.
async fn shortest(path: &str, mut request: Value) -> Value {
    let names: Vec<String> = request.as_object().unwrap().keys().cloned().collect();
    for name in names {
        let mut shorter = request.clone();
        shorter.as_object_mut().unwrap().shift_remove(&name);
        if post(path, &shorter).await.status == StatusCode::OK {
            request = shorter;
        }
    }
    request
}

/// Returns the defaults of the members of a request that have one in the document.
fn defaults(path: &str) -> Vec<(String, Value)> {
    let document = document().value();
    let of_path = &document["paths"][path]["post"]["requestBody"]["content"];
    let reference = |schema: &Value| schema["$ref"].as_str().map(str::to_owned);
    let schema = reference(&of_path["application/json"]["schema"]).unwrap();
    let members = &document.pointer(&schema[1..]).unwrap()["properties"];
    let default = |(name, member): (&String, &Value)| {
        let member = document.pointer(&reference(member)?[1..])?;
        Some((name.clone(), member.get("default")?.clone()))
    };
    members.as_object().unwrap().iter().filter_map(default).collect()
}
