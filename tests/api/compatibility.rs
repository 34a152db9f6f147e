//! Backward compatibility: the document promises at least as much as at the last release, and
//! demands no more.
//!
//! `openapi/released.json` lists the promises and demands of the last release. A release updates
//! it: `WORDCOURT_RELEASE=1 cargo test --test api compatibility`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::document;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/released.json");

/// The parts of a document that clients rely on.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Surface {
    /// Operations, responses, fields and values. None may be removed.
    promises: BTreeSet<String>,
    /// Required parts of requests. None may be added.
    demands: BTreeSet<String>,
    /// Bounds of values in requests. None may be added or narrowed.
    bounds: BTreeMap<String, Value>,
}

/// Keywords that bound a value; true if a larger number allows more values.
const BOUNDS: [(&str, bool); 7] = [
    ("maximum", true),
    ("maxItems", true),
    ("maxLength", true),
    ("maxProperties", true),
    ("minimum", false),
    ("minItems", false),
    ("minLength", false),
];

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

fn followed<'d>(value: &'d Value, document: &'d Value) -> &'d Value {
    let target =
        value["$ref"].as_str().and_then(|reference| document.pointer(reference.strip_prefix('#')?));
    target.unwrap_or(value)
}

/// Returns a short name of a schema's type, as a client generator would form it.
fn kind(schema: &Value, document: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = followed(schema, document);
        // A plain value with a name is only another place for its bounds and default.
        return match target["type"].as_str() {
            Some("boolean" | "integer") => kind(target, document),
            Some("string")
                if target.get("enum").is_none() && target.get("x-extensible-enum").is_none() =>
            {
                kind(target, document)
            }
            Some("object") if target.get("properties").is_none() => kind(target, document),
            _ => reference.rsplit('/').next().unwrap().to_owned(),
        };
    }
    for together in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[together].as_array() {
            return parts.iter().map(|part| kind(part, document)).collect::<Vec<_>>().join(" + ");
        }
    }
    match schema["type"].as_str().unwrap_or("anything") {
        "array" => format!("[{}]", kind(&schema["items"], document)),
        "object" if schema["additionalProperties"].is_object() => {
            format!("{{{}}}", kind(&schema["additionalProperties"], document))
        }
        scalar => schema["format"]
            .as_str()
            .map_or(scalar.to_owned(), |format| format!("{scalar} {format}")),
    }
}

impl Surface {
    fn of(document: &Value) -> Self {
        let mut surface = Self::default();
        for (path, item) in members(&document["paths"]) {
            for (method, operation) in members(item) {
                surface.add_operation(method, path, operation, document);
            }
        }
        for (name, schema) in members(&document["components"]["schemas"]) {
            for values in [&schema["enum"], &schema["x-extensible-enum"]] {
                let values = texts(values).map(|value| format!("{name} may be {value}"));
                surface.promises.extend(values);
            }
            // Only schemas of requests forbid unknown fields.
            let is_request = schema["additionalProperties"] == false;
            let parts = schema["allOf"]
                .as_array()
                .map_or_else(|| std::slice::from_ref(schema), Vec::as_slice);
            for part in parts {
                for (property, value) in members(&part["properties"]) {
                    surface
                        .promises
                        .insert(format!("{name} has {property}: {}", kind(value, document)));
                    if is_request {
                        surface.add_bounds(&format!("{name}.{property}"), value, document);
                    }
                }
                for property in texts(&part["required"]) {
                    let all = if is_request { &mut surface.demands } else { &mut surface.promises };
                    all.insert(format!("{name} always has {property}"));
                }
            }
        }
        surface
    }

    fn add_operation(&mut self, method: &str, path: &str, operation: &Value, document: &Value) {
        let id = operation["operationId"].as_str().unwrap();
        self.promises.insert(format!("{id} is {method} {path}"));
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let parameter = followed(parameter, document);
            let (name, place) =
                (parameter["name"].as_str().unwrap(), parameter["in"].as_str().unwrap());
            self.promises.insert(format!(
                "{id} has {name} in {place}: {}",
                kind(&parameter["schema"], document)
            ));
            self.add_bounds(&format!("{id}.{name}"), &parameter["schema"], document);
            if parameter["required"] == true {
                self.demands.insert(format!("{id} always has {name} in {place}"));
            }
        }
        for (media_type, content) in
            members(&followed(&operation["requestBody"], document)["content"])
        {
            self.promises.insert(format!(
                "{id} has a body of {media_type}: {}",
                kind(&content["schema"], document)
            ));
        }
        for (status, response) in members(&operation["responses"]) {
            self.promises.insert(format!("{id} answers {status}"));
            for (media_type, content) in members(&followed(response, document)["content"]) {
                self.promises.insert(format!(
                    "{id} answers {status} {media_type}: {}",
                    kind(&content["schema"], document)
                ));
            }
        }
    }

    fn add_bounds(&mut self, place: &str, schema: &Value, document: &Value) {
        // A type that is only a bounded value belongs to each of its places.
        let target = followed(schema, document);
        let schema = if kind(schema, document) == kind(target, document) { target } else { schema };
        for keyword in BOUNDS.iter().map(|(keyword, _)| *keyword).chain(["pattern"]) {
            if let Some(bound) = schema.get(keyword) {
                self.bounds.insert(format!("{place} {keyword}"), bound.clone());
            }
        }
        if schema["items"].is_object() {
            self.add_bounds(&format!("{place}[]"), &schema["items"], document);
        }
        if schema["additionalProperties"].is_object() {
            self.add_bounds(&format!("{place}{{}}"), &schema["additionalProperties"], document);
        }
    }

    /// Returns true if a schema has a field, or an operation a parameter, of that name.
    fn has(&self, owner: &str, field: &str) -> bool {
        let start = format!("{owner} has {field}");
        self.promises.range(start.clone()..).take_while(|promise| promise.starts_with(&start)).any(
            |promise| {
                let rest = &promise[start.len()..];
                rest.starts_with(':') || rest.starts_with(" in ")
            },
        )
    }

    /// Returns true if there is a schema or an operation of that name.
    fn knows(&self, owner: &str) -> bool {
        self.promises.iter().any(|promise| promise.split(' ').next() == Some(owner))
    }

    /// Lists the changes since an earlier document that break its clients.
    fn breaks(&self, earlier: &Self) -> Vec<String> {
        let gone =
            earlier.promises.difference(&self.promises).map(|promise| format!("gone: {promise}"));
        let new_demands = self.demands.difference(&earlier.demands);
        // New requests and operations may demand anything.
        let demanded = new_demands
            .filter(|demand| earlier.knows(demand.split(' ').next().unwrap()))
            .map(|demand| format!("demanded: {demand}"));
        let narrowed = self.bounds.iter().filter(|&(name, bound)| {
            let (place, keyword) = name.rsplit_once(' ').unwrap();
            let (owner, field) =
                place.trim_end_matches(['[', ']', '{', '}']).split_once('.').unwrap();
            earlier.has(owner, field)
                && earlier.bounds.get(name).is_none_or(|before| narrows(keyword, before, bound))
        });
        gone.chain(demanded)
            .chain(narrowed.map(|(name, bound)| format!("narrowed: {name} {bound}")))
            .collect()
    }
}

/// Returns true if a bound allows less than before. A changed pattern always counts, because
/// patterns can't be compared.
fn narrows(keyword: &str, before: &Value, now: &Value) -> bool {
    match (BOUNDS.iter().find(|(name, _)| *name == keyword), before.as_i64(), now.as_i64()) {
        (Some((_, larger_allows_more)), Some(before), Some(now)) => {
            if *larger_allows_more {
                now < before
            } else {
                now > before
            }
        }
        _ => before != now,
    }
}

#[test]
fn clients_of_the_last_release_still_work() {
    let surface = Surface::of(document().value());
    if std::env::var_os("WORDCOURT_RELEASE").is_some() {
        std::fs::write(FILE, serde_json::to_string_pretty(&surface).unwrap() + "\n").unwrap();
    }
    let released: Surface = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    assert_eq!(surface.breaks(&released), Vec::<String>::new());
}

/// Lists what breaks clients if the document changes.
fn breaks(change: &dyn Fn(&mut Value)) -> Vec<String> {
    let mut changed = document().value().clone();
    change(&mut changed);
    Surface::of(&changed).breaks(&Surface::of(document().value()))
}

fn assert_detected(expected: &str, change: &dyn Fn(&mut Value)) {
    let found = breaks(change);
    assert!(found.iter().any(|found| found == expected), "{expected}: {found:?}");
}

fn remove(document: &mut Value, object: &str, member: &str) {
    document.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(member).unwrap();
}

const SCORE: &str = "/paths/~1v1~1wordgame~1score/post";
const VALIDATE: &str = "/components/schemas/ValidateWordsRequest";

#[test]
fn removed_promises_are_detected() {
    assert_detected("gone: score_wordgame is post /v1/wordgame/score", &|document| {
        remove(document, "/paths", "/v1/wordgame/score");
    });
    assert_detected("gone: score_wordgame is post /v1/wordgame/score", &|document| {
        document.pointer_mut(SCORE).unwrap()["operationId"] = json!("rate_wordgame");
    });
    assert_detected("gone: score_wordgame answers 409", &|document| {
        remove(document, &format!("{SCORE}/responses"), "409");
    });
    assert_detected("gone: Problem has detail: string", &|document| {
        remove(document, "/components/schemas/Problem/properties", "detail");
    });
    assert_detected("gone: Problem always has detail", &|document| {
        document["components"]["schemas"]["Problem"]["required"] = json!(["code"]);
    });
    assert_detected("gone: Variant may be my-word", &|document| {
        document["components"]["schemas"]["Variant"]["enum"] = json!(["wordgame"]);
    });
}

#[test]
fn new_demands_and_narrower_bounds_are_detected() {
    assert_detected("demanded: ValidateWordsRequest always has variant", &|document| {
        document.pointer_mut(VALIDATE).unwrap()["required"] = json!(["words", "variant"]);
    });
    assert_detected("narrowed: ValidateWordsRequest.words maxItems 9999", &|document| {
        document.pointer_mut(VALIDATE).unwrap()["properties"]["words"]["maxItems"] = json!(9_999);
    });
    assert_detected("narrowed: ValidateWordsRequest.words[] minLength 1", &|document| {
        document.pointer_mut(VALIDATE).unwrap()["properties"]["words"]["items"]["minLength"] =
            json!(1);
    });
}

#[test]
fn additions_and_wider_bounds_break_nothing() {
    let added = breaks(&|document| {
        let request = document.pointer_mut(VALIDATE).unwrap();
        request["properties"]["words"]["maxItems"] = json!(20_000);
        request["properties"]["overlaid"] = json!({ "type": "string", "maxLength": 3 });
        document["components"]["schemas"]["NewRequest"] = json!({
            "additionalProperties": false, "required": ["a"], "properties": { "a": { "type": "string" } }
        });
        document["components"]["schemas"]["Variant"]["enum"]
            .as_array_mut()
            .unwrap()
            .push(json!("chess"));
    });
    assert_eq!(added, Vec::<String>::new());
}
