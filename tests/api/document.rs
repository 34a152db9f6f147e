//! The `OpenAPI` document is complete, committed, and usable by client generators.

use std::collections::BTreeSet;

use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use wordcourt::api::openapi::EXAMPLES;
use wordcourt::lexicon::source::DEFAULT_EDITION;

use crate::{document, get, send, updating};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push((format!("{method} {path}"), operation));
        }
    }
    operations
}

fn has_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[actix_web::test]
async fn every_value_of_an_enumeration_is_described() {
    let document = get("/openapi.json").await.json();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let enumerations = schemas.iter().filter_map(|(name, schema)| {
        let values = schema.get("enum").or_else(|| schema.get("x-extensible-enum"));
        Some((name, schema, values?.as_array()?))
    });
    for (name, schema, values) in enumerations {
        let description = schema["description"].as_str().unwrap();
        let lines: Vec<&str> = description.lines().skip(2).collect();
        assert_eq!(lines.len(), values.len(), "{name}: {description}");
        for (line, value) in lines.iter().zip(values) {
            let value = value.as_str().unwrap();
            let meaning = line.strip_prefix(&format!("- `{value}`: "));
            assert!(meaning.is_some_and(|meaning| meaning.len() > 5), "{name}: {line}");
        }
    }
}

/// Where members are added to an object by `allOf`, the object must allow them.
#[actix_web::test]
async fn no_object_that_is_extended_forbids_other_members() {
    fn check(value: &Value, schemas: &Value, extended: &mut usize) {
        let parts = value.get("allOf").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            let name = part["$ref"].as_str().and_then(|name| name.rsplit('/').next());
            let schema = name.map_or(part, |name| &schemas[name]);
            assert_ne!(schema["additionalProperties"], json!(false), "{value}");
            *extended += 1;
        }
        match value {
            Value::Object(members) => {
                members.values().for_each(|member| check(member, schemas, extended));
            }
            Value::Array(items) => items.iter().for_each(|item| check(item, schemas, extended)),
            _ => {}
        }
    }
    let document = get("/openapi.json").await.json();
    let schemas = &document["components"]["schemas"];
    let mut extended = 0;
    check(schemas, schemas, &mut extended);
    assert!(extended > 10, "{extended}");
}

#[actix_web::test]
async fn the_committed_copy_is_up_to_date() {
    let response = get("/openapi.json").await;
    assert_eq!(
        (response.status, response.header("content-type")),
        (StatusCode::OK, "application/json")
    );
    let pretty = document().pretty();
    if updating() {
        std::fs::write(FILE, &pretty).unwrap();
    }
    let committed = std::fs::read_to_string(FILE).unwrap();
    assert!(committed == pretty, "openapi/openapi.json is out of date; run `just update`");
    assert_eq!(response.json(), *document().value());
    assert_eq!(response.json()["openapi"], "3.1.0");
}

#[actix_web::test]
async fn the_document_is_short_enough_to_read_at_once() {
    let bytes = get("/openapi.json").await.body.len();
    assert!(bytes <= 650_000, "{bytes} bytes");
}

#[actix_web::test]
async fn the_newer_document_describes_query_beside_every_post() {
    let response = get("/openapi-3.2.json").await;
    assert_eq!(response.header("content-type"), "application/json");
    let newer = response.json();
    assert_eq!(newer["openapi"], "3.2.0");
    let mut ids = BTreeSet::new();
    for (path, item) in newer["paths"].as_object().unwrap() {
        assert_eq!(item.get("query").is_some(), item.get("post").is_some(), "{path}");
        for operation in item.as_object().unwrap().values() {
            assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{path}");
        }
    }
    let mut without = newer.clone();
    for item in without["paths"].as_object_mut().unwrap().values_mut() {
        item.as_object_mut().unwrap().remove("query");
    }
    without["openapi"] = "3.1.0".into();
    assert_eq!(&without, document().value());
}

#[test]
fn the_example_cursor_belongs_to_the_edition_of_the_example() {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    let search = &examples["search_words"];
    let digest =
        search["response"]["lexicon"]["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
    let cursor = search["parameters"]["cursor"].as_str().unwrap();
    assert!(
        digest.starts_with(cursor.rsplit('.').next().unwrap()),
        "{cursor} must end with the first digits of {digest}"
    );
}

/// Examples pin the edition that the service has.
#[test]
fn examples_pin_the_embedded_edition() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/README.md");
    for text in [document().pretty(), std::fs::read_to_string(readme).unwrap()] {
        let pins =
            text.split("en@").skip(1).filter(|pin| pin.starts_with(|c: char| c.is_ascii_digit()));
        let mut count = 0;
        for pin in pins {
            assert!(pin.starts_with(DEFAULT_EDITION), "{}", &pin[..20]);
            count += 1;
        }
        assert!(count > 0);
    }
}

#[test]
fn operation_ids_are_unique_and_in_snake_case() {
    let document = document();
    let operations = operations(document.value());
    let ids: BTreeSet<&str> = operations
        .iter()
        .map(|(_, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), operations.len());
    assert!(
        ids.iter().all(|id| id.contains('_')
            && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
    );
}

#[test]
fn everything_has_a_description_and_an_example() {
    let document = document();
    let document = document.value();
    for (name, operation) in operations(document) {
        assert!(has_text(&operation["summary"]) && has_text(&operation["description"]), "{name}");
        assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{name}");
        let is_batch = operation["operationId"] == "answer_batch";
        // They are too long for an example.
        let is_long = [
            "get_lexicon_fst",
            "get_lexicon_image",
            "get_lexicon_text",
            "list_rules",
            "list_variants",
        ]
        .iter()
        .any(|id| operation["operationId"] == *id);
        let media_type = if is_batch { "application/x-ndjson" } else { "application/json" };
        let has_example = |body: &Value| !body["content"][media_type]["example"].is_null();
        if let Some(body) = operation.get("requestBody") {
            assert!(has_example(body), "{name}: the request has no example");
        }
        let response = &operation["responses"]["200"];
        assert!(is_long || has_example(response), "{name}: the response has no example");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let target =
                parameter["$ref"].as_str().and_then(|target| document.pointer(&target[1..]));
            let parameter = target.unwrap_or(parameter);
            assert!(
                has_text(&parameter["description"]) && !parameter["example"].is_null(),
                "{name}: {parameter}"
            );
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(
                has_text(&response["description"]) || response.get("$ref").is_some(),
                "{name} {status}"
            );
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(has_text(&schema["description"]), "{name}");
        let parts =
            schema["allOf"].as_array().map_or_else(|| std::slice::from_ref(schema), Vec::as_slice);
        for (property, value) in
            parts.iter().flat_map(|part| part["properties"].as_object().into_iter().flatten())
        {
            // A reference may leave the description to its target.
            let is_described = has_text(&value["description"]) || value.get("$ref").is_some();
            assert!(is_described, "{name}.{property}");
        }
    }
    for (name, response) in document["components"]["responses"].as_object().unwrap() {
        assert!(has_text(&response["description"]), "{name}");
        if response.get("content").is_none() {
            continue;
        }
        let examples = response["content"]["application/problem+json"]["examples"].as_object();
        assert!(examples.is_some_and(|examples| !examples.is_empty()), "{name}");
    }
}

#[test]
fn every_operation_has_an_example_and_every_example_an_operation() {
    let document = document();
    let ids: BTreeSet<&str> = operations(document.value())
        .iter()
        .map(|(_, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    let examples: serde_json::Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    let exemplified: BTreeSet<&str> = examples.keys().map(String::as_str).collect();
    assert_eq!(exemplified, ids);
}

#[test]
fn references_resolve_and_nothing_is_nullable() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get("$ref") {
                    let target = document.pointer(reference.strip_prefix('#').unwrap());
                    assert!(target.is_some(), "{reference}");
                }
                assert_ne!(members.get("type"), Some(&Value::from("null")));
                // The state of a game has every member.
                for (name, value) in members {
                    if name != "state" && !name.ends_with("State") && !name.ends_with("StatePlayer")
                    {
                        walk(value, document);
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|value| walk(value, document)),
            Value::String(text) => assert_ne!(text, "null"),
            Value::Null => panic!("null in the document"),
            _ => {}
        }
    }
    let document = document();
    walk(document.value(), document.value());
}

#[test]
fn the_headers_of_signatures_and_pages_are_declared() {
    let document = document();
    let document = document.value();
    for (name, operation) in operations(document) {
        let headers = &operation["responses"]["200"]["headers"];
        let id = operation["operationId"].as_str().unwrap();
        let is_ruling = id.starts_with("challenge_") || id.starts_with("category_challenge_");
        assert_eq!(!headers["Ruling-Signature"].is_null(), is_ruling, "{name}");
        let preference = json!([{ "$ref": "#/components/parameters/Prefer" }]);
        assert_eq!(operation["parameters"] == preference, is_ruling, "{name}");
        assert_eq!(!headers["Link"].is_null(), id == "search_words", "{name}");
    }
}

#[actix_web::test]
async fn a_text_body_has_an_example_that_the_service_accepts() {
    let document = document();
    let texts = document.value().pointer("/paths/~1v1~1wordgame~1games/post/requestBody/content");
    let text = &texts.unwrap()["text/plain"];
    assert!(has_text(&text["schema"]["description"]));
    let path = "/v1/wordgame/games?rules.preset=classic&best=false";
    let headers = [("content-type", "text/plain")];
    let response =
        send(Method::POST, path, &headers, text["example"].as_str().unwrap().to_owned()).await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.json());
}

#[test]
fn requests_forbid_unknown_fields() {
    let document = document();
    let schemas = document.value()["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Request")) {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
}

#[test]
fn every_default_that_a_description_states_is_in_the_type_of_the_field() {
    let document = document().value();
    let schemas = &document["components"]["schemas"];
    let mut stated = 0;
    // The fields of this one exclude each other, so clients must not send their defaults.
    let exclusive = &schemas["ValidateWordsRules"]["properties"];
    for (owner, schema) in schemas.as_object().unwrap() {
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            // TypeScript generators make a field mandatory if its own schema has a default.
            assert!(member.get("default").is_none(), "{owner}.{name}");
            let description = member["description"].as_str().unwrap_or_default();
            let Some((_, default)) = description.rsplit_once("Defaults to ") else { continue };
            let default = default.replace(['`', '.', ','], "");
            if default.contains(' ') || default == "none" {
                continue;
            }
            if exclusive.get(name).is_some() {
                continue;
            }
            let reference = member["$ref"].as_str().unwrap_or_else(|| panic!("{owner}.{name}"));
            let found = &document.pointer(&reference[1..]).unwrap()["default"];
            let found = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
            assert_eq!(found, default, "{owner}.{name}");
            stated += 1;
        }
    }
    assert!(stated > 40, "{stated}");
}

#[test]
fn whole_numbers_have_formats_and_operations_a_default_response() {
    fn walk(value: &Value, place: &str) {
        match value {
            Value::Object(members) => {
                if members.get("type").is_some_and(|kind| kind == "integer") {
                    assert!(members.get("format").is_some(), "{place}");
                }
                members.iter().for_each(|(name, value)| walk(value, &format!("{place}/{name}")));
            }
            Value::Array(items) => items.iter().for_each(|value| walk(value, place)),
            _ => {}
        }
    }
    let document = document().value();
    walk(&document["components"]["schemas"], "");
    for (name, operation) in operations(document) {
        let default = &operation["responses"]["default"]["$ref"];
        assert_eq!(default, "#/components/responses/Problem", "{name}");
    }
}

#[test]
fn no_two_enumerations_have_constants_of_the_same_name() {
    let mut constants = BTreeSet::new();
    let schemas = &document().value()["components"]["schemas"];
    for (name, schema) in schemas.as_object().unwrap() {
        let names = schema.get("x-enum-varnames").or_else(|| schema.get("enum"));
        for constant in names.and_then(Value::as_array).into_iter().flatten() {
            let constant = constant.as_str().unwrap();
            assert!(constants.insert(constant.to_uppercase()), "{name}: {constant}");
            assert!(schemas.get(constant).is_none(), "{name}: {constant}");
        }
    }
    assert!(constants.len() > 30);
}

#[test]
fn lists_that_may_grow_are_open_in_responses() {
    let schemas = &document().value()["components"]["schemas"];
    for name in ["ProblemCode", "BreachCode", "WordReasonCode", "RulingConsequenceKind"] {
        assert!(schemas[name].get("enum").is_none(), "{name}");
        assert!(schemas[name]["x-extensible-enum"].as_array().unwrap().len() > 2, "{name}");
    }
    // A request can name only the games that the server knows.
    assert_eq!(schemas["Variant"]["enum"].as_array().unwrap().len(), 5);
    let variant = &schemas["VariantVerdict"]["properties"]["variant"];
    assert_eq!(variant["x-extensible-enum"], schemas["Variant"]["enum"]);
}
