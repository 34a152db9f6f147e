//! Defaults of request members, taken from their doc comments.

use serde_json::{Map, Value, json};

/// A schema whose members exclude each other, so that a client must not send their defaults.
const EXCLUSIVE: &str = "ValidateWordsRules";

/// Adds the default of every member whose description ends with one, such as "Defaults to `false`."
///
/// The default is part of the member's type. Some generators of TypeScript make a member mandatory
/// if its own schema has a default, but not if its type has one.
///
/// # Panics
/// If two members need types with the same name and different bounds or defaults.
pub(super) fn add(document: &mut Value) {
    let schemas = super::schemas::of(document);
    // Types of members.
    for schema in schemas.values_mut() {
        if let Some(default) = default_of(schema) {
            schema["default"] = default;
        }
    }
    let reference = |member: &Value| member["$ref"].as_str().map(str::to_owned);
    let exclusive = schemas[EXCLUSIVE]["properties"].as_object().into_iter().flat_map(Map::values);
    let exclusive: Vec<String> = exclusive.filter_map(reference).collect();
    let names: Vec<String> = schemas.keys().filter(|name| *name != EXCLUSIVE).cloned().collect();
    for owner in names {
        let Some(mut properties) = schemas[&owner].get_mut("properties").map(Value::take) else {
            continue;
        };
        for (name, member) in properties.as_object_mut().into_iter().flatten() {
            let Some(default) = default_of(member) else { continue };
            let Some(member) = member.as_object_mut() else { continue };
            let type_name = match member.get("$ref").and_then(Value::as_str) {
                Some(reference) if exclusive.iter().any(|other| other == reference) => continue,
                Some(reference) => reference.rsplit('/').next().unwrap_or_default().to_owned(),
                None => move_type(name, member, &default, schemas),
            };
            add_to_type(schemas, &type_name, &default);
        }
        schemas[&owner]["properties"] = properties;
    }
    let mut of_types = Vec::new();
    for operation in document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        let parameters = operation.pointer_mut("/get/parameters").and_then(Value::as_array_mut);
        for schema in parameters.into_iter().flatten().map(|parameter| &mut parameter["schema"]) {
            let Some(default) = default_of(schema) else { continue };
            match reference(schema) {
                // Generators ignore the type beside a default.
                Some(reference) if !exclusive.contains(&reference) => {
                    of_types.push((reference, default));
                }
                Some(_) => {}
                None => schema["default"] = default,
            }
        }
    }
    for (reference, default) in of_types {
        let type_name = reference.rsplit('/').next().unwrap_or_default();
        add_to_type(super::schemas::of(document), type_name, &default);
    }
}

/// Adds the default of all members of a type.
fn add_to_type(schemas: &mut Map<String, Value>, type_name: &str, default: &Value) {
    let schema = schemas[type_name].as_object_mut();
    let known =
        schema.map(|schema| schema.entry("default").or_insert_with(|| default.clone()).clone());
    assert_eq!(known.as_ref(), Some(default), "{type_name} has the same default everywhere");
}

/// Replaces the type of a member by a reference, and returns the name of the type.
fn move_type(
    name: &str,
    member: &mut Map<String, Value>,
    default: &Value,
    schemas: &mut Map<String, Value>,
) -> String {
    let description = member.remove("description").unwrap_or_default();
    let mut moved = std::mem::take(member);
    let type_name = match default {
        Value::Bool(true) => "TrueByDefault".to_owned(),
        Value::Bool(false) => "FalseByDefault".to_owned(),
        other => format!("{}{other}", super::title_case(name)),
    };
    member.insert("$ref".to_owned(), super::build::reference(&type_name).into());
    member.insert("description".to_owned(), description);
    moved.insert("description".to_owned(), format!("Defaults to `{default}`.").into());
    moved.insert("default".to_owned(), default.clone());
    let moved = Value::Object(moved);
    let known = schemas.entry(&type_name).or_insert_with(|| moved.clone());
    assert_eq!(*known, moved, "two types have the name {type_name}");
    type_name
}

/// Returns the default with which the description of a member ends.
fn default_of(member: &Value) -> Option<Value> {
    let (_, stated) = member["description"].as_str()?.rsplit_once("Defaults to ")?;
    let stated = stated.strip_suffix('.')?;
    match stated.strip_prefix('`').and_then(|stated| stated.strip_suffix('`')) {
        Some("true") => Some(json!(true)),
        Some("false") => Some(json!(false)),
        Some(name) => Some(json!(name)),
        None => stated.replace(',', "").parse().ok().map(|number: u32| json!(number)),
    }
}
