//! The service writes JSON in the canonical form of `serde_json`: without spaces, and with escapes
//! only where they are needed.

use actix_web::http::Method;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value, json};
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

/// Checks that a value is written as `serde_json` writes it.
fn check_value(value: &impl Serialize) {
    let written = to_json(value).unwrap();
    assert_eq!(std::str::from_utf8(&written).unwrap(), serde_json::to_string(value).unwrap());
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Pair(u8, &'static str);

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Unit,
    Newtype(i64),
    Tuple(bool, char),
    Struct { list: Vec<Option<f64>>, nothing: () },
}

#[test]
fn every_kind_of_value_is_written_as_serde_json_writes_it() {
    check_value(&Unit);
    check_value(&Pair(10, "quiz"));
    for kind in [
        Kind::Unit,
        Kind::Newtype(i64::MIN),
        Kind::Tuple(true, '"'),
        Kind::Struct { list: vec![], nothing: () },
        Kind::Struct { list: vec![None, Some(0.1), Some(-2.0)], nothing: () },
    ] {
        check_value(&kind);
        check_value(&[Some(kind), None]);
    }
    check_value(&(u64::MAX, 9_u8, -1_i8, 0.5_f32, ("", [0_u16; 0])));
    check_value(&std::collections::BTreeMap::from([("a\n", vec![1]), ("b", vec![])]));
}

#[test]
fn raw_values_are_refused() {
    // Their text would be written as an object.
    let raw = serde_json::value::to_raw_value(&1).unwrap();
    assert!(to_json(&json!({ "a": 1 })).is_ok());
    assert!(to_json(&[raw]).is_err());
}

proptest! {
    #[test]
    fn texts_of_every_length_are_written_as_serde_json_writes_them(
        text in "[ -~]{0,20}|\\PC{0,12}|[\\x00-\\x7f]{0,40}",
        number: u64,
    ) {
        check_value(&json!({ &text: [text, number, { "": text }] }));
    }
}
