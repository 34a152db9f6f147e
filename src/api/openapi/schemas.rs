//! Corrections to the derived schemas.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::build::reference;
use crate::api::bounds::INLINE;

/// Returns the schemas of a document.
///
/// # Panics
/// If the document has none.
pub(super) fn of(document: &mut Value) -> &mut Map<String, Value> {
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    schemas.expect("the skeleton has it")
}

/// Removes `null` from the derived schemas. Responses omit absent fields, and the description of
/// the document states that requests may contain `null`.
pub(super) fn never_null(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Array(kinds)) = members.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [only] = &kinds[..] {
                    members["type"] = only.clone();
                }
            }
            if let Some(Value::Array(choices)) = members.get_mut("oneOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [only] = &choices[..]
                    && let Value::Object(only) = only.clone()
                {
                    members.remove("oneOf");
                    // The keywords of the field take precedence over those of its type.
                    for (key, value) in only {
                        members.entry(key).or_insert(value);
                    }
                }
            }
            members.values_mut().for_each(never_null);
        }
        Value::Array(items) => items.iter_mut().for_each(never_null),
        _ => {}
    }
}

/// Allows `null` again in the states of games, which have every member: one without a value is
/// `null`.
pub(super) fn null_in_states(document: &mut Value) {
    for (name, schema) in of(document) {
        if !(name.ends_with("State") || name.ends_with("StatePlayer")) {
            continue;
        }
        let required = schema["required"].clone();
        let is_null = |name: &String| {
            let required = required.as_array();
            // Without house words, a state has no overlay.
            name != "overlay" && !required.is_some_and(|names| names.contains(&json!(name)))
        };
        let Some(members) = schema["properties"].as_object_mut() else { continue };
        let mut nullable = Vec::new();
        for (name, member) in members.iter_mut().filter(|(name, _)| is_null(name)) {
            let Some(member) = member.as_object_mut() else { continue };
            if let Some(kind) = member.get_mut("type") {
                *kind = json!([kind, "null"]);
            } else if let Some(reference) = member.shift_remove("$ref") {
                let choices = json!([{"$ref": reference}, {"type": "null"}]);
                member.insert("oneOf".to_owned(), choices);
            }
            nullable.push(json!(name));
        }
        if let Some(required) = schema["required"].as_array_mut() {
            required.extend(nullable);
        }
    }
}

/// Names the schemas of types with a game as parameter after the game: `StartRequest_Wordgame`
/// becomes `WordgameStartRequest`.
pub(super) fn name_by_game(document: &mut Value) {
    let schemas = of(document);
    let names: BTreeMap<String, String> = schemas
        .keys()
        .filter(|name| !name.starts_with(INLINE))
        .filter_map(|name| Some((name, name.split_once('_')?)))
        .map(|(name, (kind, game))| {
            let kind = kind.strip_prefix(game).unwrap_or(kind);
            (name.clone(), format!("{game}{kind}"))
        })
        .collect();
    *schemas = std::mem::take(schemas)
        .into_iter()
        .map(|(name, schema)| (names.get(&name).cloned().unwrap_or(name), schema))
        .collect();
    rename(document, &names);
}

fn rename(value: &mut Value, names: &BTreeMap<String, String>) {
    const PREFIX: &str = "#/components/schemas/";
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(PREFIX).and_then(|name| names.get(name))
            {
                *reference = format!("{PREFIX}{name}");
            }
            members.values_mut().for_each(|member| rename(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// Inlines the schemas of bounded values.
pub(super) fn inline_bounds(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    let names: Vec<String> =
        schemas.keys().filter(|name| name.starts_with(INLINE)).cloned().collect();
    let mut bounds: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for name in names {
        if let Some(Value::Object(schema)) = schemas.remove(&name) {
            bounds.insert(format!("#/components/schemas/{name}"), schema);
        }
    }
    inline(document, &bounds);
}

fn inline(value: &mut Value, bounds: &BTreeMap<String, Map<String, Value>>) {
    match value {
        Value::Object(members) => {
            let reference = members.get("$ref").and_then(Value::as_str);
            if let Some(bound) = reference.and_then(|reference| bounds.get(reference)) {
                members.remove("$ref");
                // The description of the field takes precedence over that of its type.
                for (key, value) in bound {
                    members.entry(key).or_insert_with(|| value.clone());
                }
            }
            members.values_mut().for_each(|member| inline(member, bounds));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| inline(item, bounds)),
        _ => {}
    }
}

/// Adds the format of whole numbers that have none: the sizes of lists and texts, which fit in 32
/// bits.
pub(super) fn add_integer_formats(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("type").is_some_and(|kind| kind == "integer") {
                members.entry("format").or_insert_with(|| "int32".into());
            }
            members.values_mut().for_each(add_integer_formats);
        }
        Value::Array(items) => items.iter_mut().for_each(add_integer_formats),
        _ => {}
    }
}

/// Says of objects without listed members that they may have any. Generators then make maps of them
/// instead of an untyped value.
pub(super) fn open_objects(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let is_open = |members: &Map<String, Value>| {
                let content = ["properties", "additionalProperties", "allOf"];
                !content.iter().any(|keyword| members.contains_key(*keyword))
            };
            if members.get("type").is_some_and(|kind| kind == "object") && is_open(members) {
                members.insert("additionalProperties".to_owned(), true.into());
            }
            members.values_mut().for_each(open_objects);
        }
        Value::Array(items) => items.iter_mut().for_each(open_objects),
        _ => {}
    }
}

/// Copies the objects that allow no other members to where other members are added to them. A
/// reference would forbid these.
pub(super) fn copy_closed(document: &mut Value) {
    let closed: Map<String, Value> = of(document)
        .iter()
        .filter(|(_, schema)| schema["additionalProperties"] == false)
        .map(|(name, schema)| (reference(name), schema.clone()))
        .collect();
    of(document).values_mut().for_each(|schema| copy_into(schema, &closed));
}

fn copy_into(value: &mut Value, closed: &Map<String, Value>) {
    match value {
        Value::Object(members) => {
            let parts = members.get_mut("allOf").and_then(Value::as_array_mut);
            for part in parts.into_iter().flatten() {
                let name = part["$ref"].as_str().unwrap_or_default();
                if let Some(schema) = closed.get(name) {
                    *part = schema.clone();
                    part.as_object_mut().map(|part| part.shift_remove("additionalProperties"));
                }
            }
            members.values_mut().for_each(|member| copy_into(member, closed));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| copy_into(item, closed)),
        _ => {}
    }
}

/// Joins the wrapped lines of descriptions that come from doc comments.
pub(super) fn unwrap_descriptions(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(description)) = members.get_mut("description") {
                *description = unwrapped(description);
            }
            members.values_mut().for_each(unwrap_descriptions);
        }
        Value::Array(items) => items.iter_mut().for_each(unwrap_descriptions),
        _ => {}
    }
}

/// Joins the lines of each paragraph; the items of a list keep their lines.
fn unwrapped(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        let starts_anew = line.is_empty() || line.starts_with("- ");
        if !joined.is_empty() {
            joined.push(if starts_anew || joined.ends_with('\n') { '\n' } else { ' ' });
        }
        joined.push_str(line);
        if line.is_empty() {
            joined.push('\n');
        }
    }
    joined.replace("\n\n\n", "\n\n")
}
