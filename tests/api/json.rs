//! The service writes JSON in the canonical form of `serde_json`: without spaces, and with escapes
//! only where they are needed.

use std::collections::BTreeMap;

use actix_web::http::Method;
use serde_json::{Map, Value, json};
use wordcourt::api::ProblemCode;
use wordcourt::api::openapi::EXAMPLES;
use wordcourt::api::operation::to_json;

use crate::{post, send};

/// Checks that a body is written as `serde_json` writes the same value.
fn check(body: &[u8]) {
    let value: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(std::str::from_utf8(body).unwrap(), value.to_string());
}

#[actix_web::test]
async fn every_example_is_written_as_serde_json_writes_it() {
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    let posts: Vec<&Value> =
        examples.values().filter(|example| example["request"].is_object()).collect();
    assert!(posts.len() > 20, "{} examples", posts.len());
    for example in posts {
        let path = example["path"].as_str().unwrap();
        let headers = [("content-type", "application/json")];
        let response = send(Method::POST, path, &headers, example["request"].to_string()).await;
        assert_eq!(response.status, 200, "{path}");
        check(&response.body);
    }
}

#[actix_web::test]
async fn texts_are_escaped() {
    let characters: Vec<char> = (0..0x80_u8).map(char::from).chain("é€\u{2028}🂡".chars()).collect();
    // At most 64 characters make a word of a request.
    for characters in characters.chunks(60) {
        let text: String = characters.iter().collect();
        let judged = post("/v1/words/validate", &json!({"words": [text]})).await;
        check(&judged.body);
        assert_eq!(judged.json()["results"][0]["word"], text);
        let hidden = |char: char| char.is_control() || char.is_whitespace();
        let text = text.replace(hidden, "");
        let request = json!({"words": ["AA"], "reference": text});
        let referenced = post("/v1/words/validate", &request).await;
        check(&referenced.body);
        assert_eq!(referenced.json()["reference"], text);
    }
}

#[test]
fn a_value_that_is_not_json_is_an_internal_problem() {
    let value = BTreeMap::from([([1, 2], "a list can't be the name of a member")]);
    assert_eq!(to_json(&value).unwrap_err().code, ProblemCode::Internal);
    assert_eq!(&to_json(&json!({ "a": 1 })).unwrap()[..], br#"{"a":1}"#);
}
