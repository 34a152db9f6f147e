//! The vectors in `tests/vectors/rulings`: requests with the expected part of the response, written
//! from the rulebook alone.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use wordcourt::api::{self, OperationId};

use crate::state;

/// A vector: one line of a file.
struct Vector {
    id: String,
    operation: OperationId,
    request: Value,
    expected: Value,
}

impl Vector {
    /// Parses `id | points | operation | request | expected | description`.
    fn parse(line: &str) -> Self {
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[id, _points, operation, request, expected, ..] = &fields[..] else {
            panic!("too few fields: {line}");
        };
        let json = |text: &str| -> Value {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{id}: {error}: {text}"))
        };
        let operation = OperationId::from_name(operation);
        Self {
            id: id.to_owned(),
            operation: operation.unwrap_or_else(|| panic!("{id}: unknown operation")),
            request: json(request),
            expected: json(expected),
        }
    }

    /// The response or the problem, with its status as `$status`.
    fn answer(&self) -> Value {
        match api::answer(self.operation, self.request.to_string().as_bytes(), &**state()) {
            Ok(answer) => {
                let mut answer: Value = serde_json::from_slice(&answer.body).unwrap();
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

#[test]
fn responses_match_the_vectors() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/rulings");
    let mut vectors = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        vectors.extend(lines.map(Vector::parse));
    }
    assert!(vectors.len() > 100, "only {} vectors", vectors.len());
    let failures: Vec<String> = vectors
        .iter()
        .flat_map(|vector| {
            let differences = differences(&vector.expected, &vector.answer(), "");
            differences.into_iter().map(|difference| format!("{}: {difference}", vector.id))
        })
        .collect();
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
}
