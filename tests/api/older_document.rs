//! The document in `OpenAPI` 3.0 has the same operations and types, and nothing of later versions.

use serde_json::{Map, Value, json};
use wordcourt::api::openapi::older;

use crate::{document, get};

/// The keywords of schemas in `OpenAPI` 3.0.
const KEYWORDS: [&str; 35] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "deprecated",
    "description",
    "discriminator",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
    "xml",
];

/// Checks a schema and the schemas in it, and returns their number.
fn check(schema: &Value, place: &str) -> usize {
    let keywords = schema.as_object().unwrap_or_else(|| panic!("{place}: {schema}"));
    if keywords.contains_key("$ref") {
        assert_eq!(keywords.len(), 1, "{place}: {schema}");
        return 1;
    }
    let mut schemas = 1;
    for (keyword, value) in keywords {
        let place = format!("{place}/{keyword}");
        let is_known = KEYWORDS.contains(&keyword.as_str()) || keyword.starts_with("x-");
        assert!(is_known, "{place}");
        let parts: Vec<&Value> = match keyword.as_str() {
            "type" => {
                let name = value.as_str().unwrap_or_else(|| panic!("{place}: {value}"));
                assert_ne!(name, "null", "{place}");
                assert!(name != "array" || keywords.contains_key("items"), "{place}");
                continue;
            }
            "exclusiveMinimum" | "exclusiveMaximum" | "nullable" => {
                assert!(value.is_boolean(), "{place}: {value}");
                continue;
            }
            "properties" => value.as_object().unwrap().values().collect(),
            "allOf" | "anyOf" | "oneOf" => value.as_array().unwrap().iter().collect(),
            "items" | "not" => vec![value],
            "additionalProperties" if value.is_object() => vec![value],
            _ => continue,
        };
        schemas += parts.into_iter().map(|part| check(part, &place)).sum::<usize>();
    }
    schemas
}

/// Checks the schemas in other parts of the document, and returns their number.
fn check_all(value: &Value, place: &str) -> usize {
    match value {
        Value::Object(members) => {
            let is_reference = members.contains_key("$ref");
            assert!(!is_reference || members.len() == 1, "{place}: {value}");
            let checked = members.iter().map(|(name, member)| {
                let place = format!("{place}/{name}");
                match name.as_str() {
                    "schema" => check(member, &place),
                    "example" | "examples" | "schemas" => 0,
                    _ => check_all(member, &place),
                }
            });
            checked.sum()
        }
        Value::Array(items) => items.iter().map(|item| check_all(item, place)).sum(),
        _ => 0,
    }
}

fn names(object: &Value) -> Vec<&String> {
    object.as_object().into_iter().flat_map(Map::keys).collect()
}

#[actix_web::test]
async fn the_older_document_has_nothing_of_later_versions() {
    let response = get("/openapi-3.0.json").await;
    assert_eq!(response.header("content-type"), "application/json");
    let older = response.json();
    assert_eq!(older["openapi"], "3.0.3");
    assert_eq!(older["info"]["license"].as_object().unwrap().len(), 1);
    let schemas = older["components"]["schemas"].as_object().unwrap();
    let mut checked: usize = schemas.iter().map(|(name, schema)| check(schema, name)).sum();
    checked += check_all(&older, "");
    assert!(checked > 1_000, "{checked}");
    let known = document().value();
    for object in ["/paths", "/components/schemas", "/components/responses"] {
        let of = |document| names(Value::pointer(document, object).unwrap());
        assert_eq!(of(&older), of(known), "{object}");
    }
}

#[actix_web::test]
async fn values_that_may_be_null_and_described_references_keep_their_meaning() {
    let older = get("/openapi-3.0.json").await.json();
    let schemas = &older["components"]["schemas"];
    let seed = &schemas["ChooseYourWordsState"]["properties"]["seed"];
    assert_eq!((&seed["type"], &seed["nullable"]), (&"string".into(), &true.into()));
    let vote = &schemas["ChooseYourWordsState"]["properties"]["vote"];
    assert_eq!(vote["nullable"], true, "{vote}");
    assert!(vote["allOf"][0]["$ref"].is_string(), "{vote}");
    let provenance = &schemas["LetterValue"]["properties"]["provenance"];
    assert!(provenance["description"].is_string(), "{provenance}");
    assert_eq!(provenance["allOf"][0]["$ref"], "#/components/schemas/RuleProvenance");
}

/// Returns the older form of a schema.
fn converted(schema: &Value) -> Value {
    let document = json!({ "info": {}, "components": { "schemas": { "S": schema } } });
    older(&document)["components"]["schemas"]["S"].take()
}

#[test]
fn each_keyword_of_later_versions_is_converted() {
    let reference = json!({ "$ref": "#/components/schemas/Variant" });
    for (newer, expected) in [
        (json!({ "type": ["string", "null"] }), json!({ "type": "string", "nullable": true })),
        (
            json!({ "type": ["string", "integer"] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
        ),
        (
            json!({ "oneOf": [{ "type": "null" }, reference], "description": "A game." }),
            json!({ "description": "A game.", "allOf": [reference], "nullable": true }),
        ),
        (json!({ "const": 7 }), json!({ "enum": [7] })),
        (json!({ "examples": ["a", "b"] }), json!({ "example": "a" })),
        (
            json!({ "exclusiveMinimum": 0, "exclusiveMaximum": 5, "maximum": 4 }),
            json!({ "minimum": 0, "exclusiveMinimum": true, "maximum": 4 }),
        ),
        (
            json!({ "exclusiveMinimum": 3, "minimum": 2 }),
            json!({ "minimum": 3, "exclusiveMinimum": true }),
        ),
        (reference.clone(), reference.clone()),
        (
            json!({ "$ref": reference["$ref"], "description": "A game." }),
            json!({ "description": "A game.", "allOf": [reference] }),
        ),
        (json!({ "type": "array" }), json!({ "type": "array", "items": {} })),
        (
            json!({ "type": "object", "propertyNames": {}, "additionalProperties": true }),
            json!({ "type": "object", "additionalProperties": true }),
        ),
        // Names of members are not keywords, and examples are data.
        (
            json!({ "properties": { "const": true, "if": { "const": "a" } } }),
            json!({ "properties": { "const": {}, "if": { "enum": ["a"] } } }),
        ),
        (
            json!({ "example": { "type": ["a", "null"], "const": 1 } }),
            json!({ "example": { "type": ["a", "null"], "const": 1 } }),
        ),
    ] {
        assert_eq!(converted(&newer), expected, "{newer}");
    }
}
