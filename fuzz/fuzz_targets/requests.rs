//! Requests of every operation: any bytes get a response or a problem, but never an internal error,
//! and are read as `serde_json` reads them.

#![no_main]

use std::collections::HashSet;
use std::fmt;

use libfuzzer_sys::fuzz_target;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::de::from_slice;
use wordcourt::api::{Answer, OperationId, Problem, ProblemCode, answer};
use wordcourt_fuzz::LEXICONS;

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, request) = input;
    let operation = OperationId::ALL[usize::from(choice) % OperationId::ALL.len()];
    let result = answer(operation, request, &*LEXICONS);
    match &result {
        Ok(answer) => assert!(from_slice::<Value>(&answer.body).is_ok()),
        Err(problem) => assert_ne!(problem.code, ProblemCode::Internal, "{}", operation.name()),
    }
    compare(operation, request, result);
});

/// Asserts that a request is read as `serde_json` reads it: only texts that are JSON are accepted, and
/// the same values in another text get the same result.
fn compare(operation: OperationId, request: &[u8], result: Result<Answer, Problem>) {
    let value = match from_slice::<Value>(request) {
        Ok(value) => value,
        Err(error) => {
            let problem = result.expect_err("the text is not JSON");
            if let (ProblemCode::MalformedJson, Some(position), true) =
                (problem.code, problem.position, str::from_utf8(request).is_ok())
            {
                assert_eq!(position, (error.line(), error.column().max(1)), "{error}");
            }
            return;
        }
    };
    let again = answer(operation, value.to_string().as_bytes(), &*LEXICONS);
    match (result, again) {
        (Ok(answer), again) => assert_eq!(again.expect("the same values").body, answer.body),
        (Err(problem), again) => {
            assert_ne!(problem.code, ProblemCode::MalformedJson, "the text is JSON");
            let same = again.is_err_and(|again| again.code == problem.code);
            let is_exact = from_slice::<Exact>(request).is_ok_and(|Exact(is_exact)| is_exact);
            assert!(same || !is_exact, "{problem:?}");
        }
    }
}

/// True for JSON that has no fractions, which `serde_json` rounds, and no member twice, which it
/// accepts.
struct Exact(bool);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExactVisitor).map(Self)
    }
}

struct ExactVisitor;

impl<'de> Visitor<'de> for ExactVisitor {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_bool<E>(self, _: bool) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_i64<E>(self, _: i64) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_str<E>(self, _: &str) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<bool, A::Error> {
        let mut is_exact = true;
        while let Some(Exact(item)) = items.next_element()? {
            is_exact &= item;
        }
        Ok(is_exact)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<bool, A::Error> {
        let (mut names, mut is_exact) = (HashSet::new(), true);
        while let Some((name, Exact(member))) = members.next_entry::<String, Exact>()? {
            is_exact &= names.insert(name) && member;
        }
        Ok(is_exact)
    }
}
