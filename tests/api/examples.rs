//! The examples of the document: each request gets exactly the response that the document shows.

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value};

use crate::{document, post, send, updating};

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
        if response.header("content-type") == "application/octet-stream" {
            assert!(example.get("response").is_none(), "{operation}");
            continue;
        }
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
