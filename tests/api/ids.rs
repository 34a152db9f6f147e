//! The ids of responses: recomputed here from the grounds that a response shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use wordcourt::api::{self, Method, OperationId, openapi};

use crate::{post, state};

/// The example request of a POST operation.
fn example(operation: OperationId) -> Value {
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    examples[operation.name()]["request"].clone()
}

fn answer(operation: OperationId, request: &Value) -> Value {
    let answer = api::answer(operation, request.to_string().as_bytes(), &**state());
    serde_json::from_slice(&answer.unwrap().body).unwrap()
}

fn with(request: &Value, member: &str, value: impl Into<Value>) -> Value {
    let mut request = request.clone();
    request[member] = value.into();
    request
}

fn posts() -> impl Iterator<Item = OperationId> {
    OperationId::ALL.iter().copied().filter(|operation| operation.method() == Method::Post)
}

/// Canonical JSON, written without the code under test.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let sorted: BTreeMap<&String, &Value> = members.iter().collect();
            let members = sorted.iter().map(|(name, member)| {
                format!("{}:{}", Value::from(name.as_str()), canonical(member))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// Returns a value without the members with some names, at any depth.
fn without(names: &[&str], value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| !names.contains(&name.as_str()))
            .map(|(name, member)| (name.clone(), without(names, member)))
            .collect(),
        Value::Array(items) => items.iter().map(|item| without(names, item)).collect(),
        other => other.clone(),
    }
}

fn recomputed(mut answer: Value) -> String {
    let members = answer.as_object_mut().unwrap();
    members.remove("id");
    let mut covered = members.remove("grounds").unwrap();
    covered["answer"] = without(&["lines"], &answer);
    let digest = Sha256::digest(canonical(&covered));
    let mut id = "sha256:".to_owned();
    for byte in digest {
        write!(id, "{byte:02x}").unwrap();
    }
    id
}

#[test]
fn every_id_can_be_recomputed_from_its_grounds() {
    for operation in posts() {
        let request = with(&example(operation), "grounds", true);
        let request = with(&request, "reference", "table 4, round 2");
        let answer = answer(operation, &request);
        assert!(answer["grounds"]["request"].is_object(), "{operation:?}: {}", answer["grounds"]);
        assert_eq!(answer["id"], recomputed(answer.clone()), "{operation:?}");
    }
}

/// RULEBOOK P9: the ruling says which sense let the word stand or barred it.
#[test]
fn ids_cover_the_sense_that_decided() {
    let request = json!({ "words": ["runs", "cats"], "variant": "play-on-words", "grounds": true });
    let mut answer = answer(OperationId::ValidateWords, &request);
    assert_eq!(answer["results"][0]["sense"], json!({ "kept": "verb", "of": "RUN" }));
    assert_eq!(answer["id"], recomputed(answer.clone()));
    answer["results"][0]["sense"]["of"] = "RUNE".into();
    assert_ne!(answer["id"], recomputed(answer.clone()));
}

#[test]
fn an_id_does_not_depend_on_the_form_of_the_response() {
    for operation in posts() {
        let request = with(&example(operation), "id", true);
        let id = answer(operation, &request)["id"].clone();
        assert!(id.as_str().unwrap().starts_with("sha256:"), "{operation:?}");
        for (member, value) in [("lines", false), ("grounds", true)] {
            let id_in_other_form = answer(operation, &with(&request, member, value))["id"].clone();
            assert_eq!(id_in_other_form, id, "{operation:?} with {member}");
        }
        let with_reference = answer(operation, &with(&request, "reference", "table 4"));
        assert_ne!(with_reference["id"], id, "{operation:?}");
        assert_eq!(with_reference["reference"], "table 4");
    }
}

#[test]
fn canonical_requests_are_their_own_canonical_form() {
    for operation in posts() {
        let first = answer(operation, &with(&example(operation), "grounds", true));
        let mut request = first["grounds"]["request"].clone();
        let original = example(operation);
        for member in ["lexicon", "overlay"] {
            if !original[member].is_null() {
                request[member] = original[member].clone();
            }
        }
        let second = answer(operation, &with(&request, "grounds", true));
        assert_eq!(second["id"], first["id"], "{operation:?}: {request}");
    }
}

#[test]
fn only_rulings_have_an_id_unasked_and_all_have_the_rulebook() {
    for operation in posts() {
        let answer = answer(operation, &example(operation));
        let is_ruling = operation.name().contains("challenge");
        assert_eq!(answer["id"].is_string(), is_ruling, "{operation:?}");
        assert_eq!(answer["rulebook"], "3", "{operation:?}");
        assert!(answer["grounds"].is_null(), "{operation:?}");
    }
}

#[test]
fn lines_are_left_out_on_request() {
    for operation in posts() {
        let answer_with = answer(operation, &example(operation));
        let answer = answer(operation, &with(&example(operation), "lines", false));
        assert_eq!(answer, without(&["lines"], &answer_with), "{operation:?}");
    }
}

#[actix_web::test]
async fn a_long_reference_is_refused() {
    let request = |characters| json!({"words": ["CAT"], "reference": "é".repeat(characters)});
    assert_eq!(post("/v1/words/validate", &request(128)).await.status, StatusCode::OK);
    let response = post("/v1/words/validate", &request(129)).await;
    assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(response.json()["breaches"][0]["pointer"], "/reference");
}
