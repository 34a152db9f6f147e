//! The document in `OpenAPI` 3.0, whose schemas are an older dialect of JSON Schema.

use serde_json::{Map, Value, json};

/// Keywords of schemas that 3.0 doesn't have and whose loss only accepts more values.
const UNKNOWN: [&str; 19] = [
    "$anchor",
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Returns a document of `OpenAPI` 3.1 in 3.0.3.
#[must_use]
pub fn older(document: &Value) -> Value {
    let mut older = document.clone();
    older["openapi"] = "3.0.3".into();
    remove(&mut older, &["webhooks", "jsonSchemaDialect"]);
    remove(&mut older["info"], &["summary"]);
    remove(&mut older["info"]["license"], &["identifier"]);
    remove(&mut older["components"], &["pathItems"]);
    let schemas = older["components"]["schemas"].as_object_mut();
    schemas.into_iter().flat_map(Map::values_mut).for_each(convert);
    convert_all(&mut older);
    older
}

fn remove(object: &mut Value, names: &[&str]) {
    if let Some(members) = object.as_object_mut() {
        members.retain(|name, _| !names.contains(&name.as_str()));
    }
}

/// Converts the schemas and the references in other parts of the document.
fn convert_all(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.contains_key("$ref") {
                members.retain(|name, _| name == "$ref");
            }
            for (name, member) in members {
                match name.as_str() {
                    "schema" => convert(member),
                    // The schemas are converted already, and examples are data.
                    "schemas" | "example" | "examples" => {}
                    _ => convert_all(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(convert_all),
        _ => {}
    }
}

/// Converts a schema and the schemas in it.
fn convert(schema: &mut Value) {
    match schema {
        Value::Bool(true) => *schema = json!({}),
        Value::Bool(false) => *schema = json!({ "not": {} }),
        Value::Object(keywords) => {
            keywords.retain(|keyword, _| !UNKNOWN.contains(&keyword.as_str()));
            convert_null(keywords);
            convert_values(keywords);
            convert_bound(keywords, "minimum", "exclusiveMinimum", f64::gt);
            convert_bound(keywords, "maximum", "exclusiveMaximum", f64::lt);
            convert_parts(keywords);
            wrap_reference(keywords);
        }
        _ => {}
    }
}

/// Replaces the type `null` by the keyword `nullable`, and a list of types by alternatives.
fn convert_null(keywords: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = keywords.get_mut("type") {
        let mut types = std::mem::take(types);
        let all = types.len();
        types.retain(|name| name != "null");
        let is_nullable = types.len() < all;
        keywords.shift_remove("type");
        if let [only] = &types[..] {
            keywords.insert("type".to_owned(), only.clone());
        } else {
            let types = types.iter().map(|name| json!({ "type": name }));
            keywords.insert("anyOf".to_owned(), types.collect());
        }
        if is_nullable {
            keywords.insert("nullable".to_owned(), true.into());
        }
    }
    for together in ["oneOf", "anyOf"] {
        let Some(Value::Array(parts)) = keywords.get_mut(together) else { continue };
        let all = parts.len();
        parts.retain(|part| part["type"] != "null");
        if parts.len() == all {
            continue;
        }
        if parts.len() == 1
            && let Some(only) = keywords.shift_remove(together)
        {
            keywords.insert("allOf".to_owned(), only);
        }
        keywords.insert("nullable".to_owned(), true.into());
    }
}

/// Replaces `const` and a list of `examples`.
fn convert_values(keywords: &mut Map<String, Value>) {
    if let Some(value) = keywords.shift_remove("const") {
        keywords.insert("enum".to_owned(), json!([value]));
    }
    if let Some(Value::Array(examples)) = keywords.shift_remove("examples")
        && let Some(first) = examples.into_iter().next()
    {
        keywords.entry("example").or_insert(first);
    }
}

/// Replaces an exclusive bound by an inclusive one with a mark. Of two bounds, the tighter one stays.
fn convert_bound(
    keywords: &mut Map<String, Value>,
    inclusive: &str,
    exclusive: &str,
    is_tighter: fn(&f64, &f64) -> bool,
) {
    let Some(bound) = keywords.get(exclusive).and_then(Value::as_f64) else { return };
    let Some(value) = keywords.shift_remove(exclusive) else { return };
    let other = keywords.get(inclusive).and_then(Value::as_f64);
    if other.is_some_and(|other| is_tighter(&other, &bound)) {
        return;
    }
    keywords.insert(inclusive.to_owned(), value);
    keywords.insert(exclusive.to_owned(), true.into());
}

/// Converts the schemas in a schema.
fn convert_parts(keywords: &mut Map<String, Value>) {
    if keywords.get("type").is_some_and(|name| name == "array") {
        keywords.entry("items").or_insert_with(|| json!({}));
    }
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(members)) => members.values_mut().for_each(convert),
            ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => {
                parts.iter_mut().for_each(convert);
            }
            ("additionalProperties", Value::Bool(_)) => {}
            ("additionalProperties" | "items" | "not", schema) => convert(schema),
            _ => {}
        }
    }
}

/// Moves a reference that has keywords beside it, which 3.0 ignores, into a part of the schema.
fn wrap_reference(keywords: &mut Map<String, Value>) {
    if keywords.len() > 1
        && let Some(reference) = keywords.shift_remove("$ref")
    {
        let parts = keywords.entry("allOf").or_insert_with(|| json!([]));
        parts.as_array_mut().into_iter().for_each(|all| all.push(json!({ "$ref": reference })));
    }
}
