//! The service writes JSON in the canonical form of `serde_json`: without spaces, and with escapes
//! only where they are needed.

use actix_web::http::Method;
use serde_json::{Map, Value, json};
use wordcourt::api::openapi::EXAMPLES;

use crate::{post, send};

/// Checks that a body is written as `serde_json` writes the same value.
fn check(body: &[u8]) {
    let value: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(std::str::from_utf8(body).unwrap(), value.to_string());
}

#[actix_web::test]
async fn every_example_is_written_as_serde_json_writes_it() {
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    let posts = examples.values().filter(|example| example["request"].is_object());
    for example in posts {
        let path = example["path"].as_str().unwrap();
        let headers = [("content-type", "application/json")];
        check(&send(Method::POST, path, &headers, example["request"].to_string()).await.body);
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
        let request = json!({"words": ["AA"], "reference": text});
        let referenced = post("/v1/words/validate", &request).await;
        check(&referenced.body);
        assert_eq!(referenced.json()["reference"], text);
    }
}
