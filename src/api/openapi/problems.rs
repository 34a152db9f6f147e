//! The problems of every operation, as responses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{operations_mut, title_case};
use crate::api::problem::{MEDIA_TYPE, Problem, ProblemCode};

/// The problems of every operation with a request body.
const OF_BODIES: [ProblemCode; 7] = [
    ProblemCode::MalformedJson,
    ProblemCode::BadRequest,
    ProblemCode::BodyTimeout,
    ProblemCode::BodyTooLarge,
    ProblemCode::UnsupportedMediaType,
    ProblemCode::InvalidRequest,
    ProblemCode::RulesBreached,
];

/// Adds the responses for problems.
///
/// # Panics
/// If two operations share the first problem of a status, but not the others.
pub(super) fn add(document: &mut Value) {
    let mut used: BTreeMap<String, Vec<ProblemCode>> = BTreeMap::new();
    for (_, operation) in operations_mut(document) {
        let codes = codes_of(operation);
        // Codes with the same status share a response, which is named after the first one.
        for together in codes.chunk_by(|a, b| a.status() == b.status()) {
            let name = title_case(together[0].name());
            operation["responses"][together[0].status().to_string()] =
                json!({ "$ref": format!("#/components/responses/{name}") });
            let known = used.entry(name).or_insert_with(|| together.to_vec());
            assert_eq!(known, together, "responses with the same first code have the same codes");
        }
        operation["responses"]["default"] = json!({ "$ref": "#/components/responses/Problem" });
        if operation.get("requestBody").is_none() {
            add_revalidation(operation);
        }
    }
    document["components"]["responses"]["NotModified"] = json!({
        "description": "Not modified: If-None-Match names the current ETag.",
        "headers": { "ETag": etag() },
    });
    // Any problem that an operation does not list, such as one of a later version.
    used.insert("Problem".to_owned(), vec![ProblemCode::Internal]);
    for (name, codes) in used {
        document["components"]["responses"][name] = response(&codes);
    }
}

/// Returns the codes of an operation, ordered by status.
fn codes_of(operation: &mut Value) -> Vec<ProblemCode> {
    let own = operation.as_object_mut().and_then(|operation| operation.remove("x-problems"));
    let own: Vec<ProblemCode> = own
        .iter()
        .filter_map(Value::as_object)
        .flat_map(Map::keys)
        .filter_map(|name| ProblemCode::from_name(name))
        .collect();
    let of_method = match operation.get("requestBody") {
        Some(_) => &OF_BODIES[..],
        None => &[ProblemCode::BadRequest, ProblemCode::PreconditionFailed],
    };
    let of_all = [
        ProblemCode::Unauthorized,
        ProblemCode::KeyExpired,
        ProblemCode::Forbidden,
        ProblemCode::QuotaExceeded,
    ];
    let all = ProblemCode::ALL.iter().copied();
    let mut codes: Vec<ProblemCode> = all
        .filter(|code| of_method.contains(code) || of_all.contains(code) || own.contains(code))
        .collect();
    codes.sort_by_key(|code| code.status());
    codes
}

/// Adds the headers and the status of responses that clients revalidate. They refer to
/// `NotModified`.
pub(super) fn add_revalidation(operation: &mut Value) {
    operation["responses"]["304"] = json!({ "$ref": "#/components/responses/NotModified" });
    operation["responses"]["200"]["headers"]["ETag"] = etag();
}

fn etag() -> Value {
    json!({ "$ref": "#/components/headers/ETag" })
}

/// Returns the response for problems with the same status.
pub(super) fn response(codes: &[ProblemCode]) -> Value {
    let described: Vec<String> =
        codes.iter().map(|code| format!("`{}`: {}.", code.name(), code.title())).collect();
    let examples: Map<String, Value> = codes
        .iter()
        .map(|code| {
            let problem = Problem::new(*code, code.advice()).to_json("11494089671190251713");
            (code.name().to_owned(), json!({ "value": problem }))
        })
        .collect();
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    let mut response = json!({
        "description": described.join("\n\n"),
        "content": { MEDIA_TYPE: { "schema": schema, "examples": examples } },
    });
    if codes.contains(&ProblemCode::Overloaded) || codes.contains(&ProblemCode::QuotaExceeded) {
        response["headers"]["Retry-After"] = json!({ "$ref": "#/components/headers/Retry-After" });
    }
    response
}
