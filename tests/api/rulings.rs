//! The vectors in `tests/vectors/rulings`: requests with the expected part of the response, written
//! from the rulebook alone.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use wordcourt::api::{self, OperationId, Problem};

use crate::state;

/// A vector: one line of a file.
struct Vector {
    id: String,
    operation: OperationId,
    request: Value,
    expected: Value,
    /// The id of the vector whose response has the same bytes (RULEBOOK C8).
    same_bytes_as: Option<String>,
}

impl Vector {
    /// Parses `id | points | operation | request | expected | description`. The description may end
    /// with `[same bytes as id]`.
    fn parse(line: &str) -> Self {
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[id, _points, operation, request, expected, ..] = &fields[..] else {
            panic!("too few fields: {line}");
        };
        let json = |text: &str| -> Value {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{id}: {error}: {text}"))
        };
        let operation = OperationId::from_name(operation);
        let same_bytes_as = line.split_once("[same bytes as ");
        Self {
            id: id.to_owned(),
            operation: operation.unwrap_or_else(|| panic!("{id}: unknown operation")),
            request: json(request),
            expected: json(expected),
            same_bytes_as: same_bytes_as.map(|(_, id)| id.trim_end_matches(']').to_owned()),
        }
    }

    /// The body of the response, or the problem.
    fn body(&self) -> Result<Vec<u8>, Problem> {
        let request = self.request.to_string();
        let answer = api::answer(self.operation, request.as_bytes(), &**state());
        answer.map(|answer| answer.body.to_vec())
    }

    /// The response or the problem, with its status as `$status`.
    fn answer(&self) -> Value {
        match self.body() {
            Ok(body) => {
                let mut answer: Value = serde_json::from_slice(&body).unwrap();
                answer["$status"] = 200.into();
                answer
            }
            Err(problem) => json!({
                "$status": problem.code.status(),
                "code": problem.code.name(),
                "breaches": problem.breaches,
            }),
        }
    }
}

/// Returns the differences between the expected part and the actual value, each with its place.
///
/// An expected object is a part of the actual one, a list must have the same length, `"*"` stands
/// for any value, and `$absent` lists members that must be absent.
fn differences(expected: &Value, actual: &Value, place: &str) -> Vec<String> {
    match (expected, actual) {
        (Value::String(any), actual) if any == "*" && !actual.is_null() => Vec::new(),
        (Value::Object(expected), Value::Object(actual)) => {
            object_differences(expected, actual, place)
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            let items = expected.iter().zip(actual).enumerate();
            items
                .flat_map(|(index, (expected, actual))| {
                    differences(expected, actual, &format!("{place}/{index}"))
                })
                .collect()
        }
        (expected, actual) if expected == actual => Vec::new(),
        _ => vec![format!("{place}: expected {expected}, got {actual}")],
    }
}

fn object_differences(
    expected: &Map<String, Value>,
    actual: &Map<String, Value>,
    place: &str,
) -> Vec<String> {
    let mut found = Vec::new();
    for (name, expected) in expected {
        if name == "$absent" {
            let absent = expected.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            let present = absent.filter(|name| actual.contains_key(*name));
            found.extend(present.map(|name| format!("{place}/{name}: expected to be absent")));
        } else {
            let actual = actual.get(name).unwrap_or(&Value::Null);
            found.extend(differences(expected, actual, &format!("{place}/{name}")));
        }
    }
    found
}

fn vectors() -> Vec<Vector> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/rulings");
    let mut vectors = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        vectors.extend(lines.map(Vector::parse));
    }
    assert!(vectors.len() > 600, "only {} vectors", vectors.len());
    vectors
}

#[test]
fn responses_match_the_vectors() {
    let vectors = vectors();
    let failures: Vec<String> = vectors
        .iter()
        .flat_map(|vector| {
            let differences = differences(&vector.expected, &vector.answer(), "");
            differences.into_iter().map(|difference| format!("{}: {difference}", vector.id))
        })
        .collect();
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
}

/// RULEBOOK C8: nothing in a quiet response depends on the order of the words, or on which of them
/// failed, except for the digest of an overlay and the id that covers it.
#[test]
fn quiet_responses_have_equal_bytes() {
    let vectors = vectors();
    let by_id: HashMap<&str, &Vector> =
        vectors.iter().map(|vector| (vector.id.as_str(), vector)).collect();
    let mut pairs = 0;
    for vector in &vectors {
        let Some(other) = &vector.same_bytes_as else { continue };
        let pair = [vector, by_id[other.as_str()]];
        let has_one_overlay = pair[0].request.get("overlay") == pair[1].request.get("overlay");
        let [body, other_body] = pair.map(|vector| {
            let body = String::from_utf8(vector.body().unwrap()).unwrap();
            if has_one_overlay { body } else { without_overlay(&body) }
        });
        assert_eq!(body, other_body, "{} and {other}", vector.id);
        pairs += 1;
    }
    assert!(pairs >= 5, "only {pairs} pairs");
}

/// Removes the digest of the overlay, and the id that covers it.
fn without_overlay(body: &str) -> String {
    let mut response: Value = serde_json::from_str(body).unwrap();
    response["lexicon"]["overlay"].take();
    response["id"].take();
    response.to_string()
}
