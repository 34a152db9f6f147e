//! What clients rely on stays: the document promises no less and demands no more than at the last release.
//!
//! `openapi/released.json` holds what was promised then. At a release it is written anew: `WORDCOURT_RELEASE=1 cargo test --test api`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::the_document;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/released.json");

/// A document as far as clients rely on it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Surface {
    /// Operations, answers, fields and values; none may go.
    promises: BTreeSet<String>,
    /// What requests must bring; nothing may come.
    demands: BTreeSet<String>,
    /// Bounds of what requests bring; none may come or narrow.
    bounds: BTreeMap<String, Value>,
}

/// Keywords that bound a value, with whether a larger number allows more.
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
    let target = value["$ref"].as_str().and_then(|reference| document.pointer(reference.strip_prefix('#')?));
    target.unwrap_or(value)
}

/// A schema in a word, as a generator names its type.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap().to_owned();
    }
    for together in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[together].as_array() {
            return parts.iter().map(kind).collect::<Vec<_>>().join(" + ");
        }
    }
    match schema["type"].as_str().unwrap_or("anything") {
        "array" => format!("[{}]", kind(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("{{{}}}", kind(&schema["additionalProperties"]))
        }
        scalar => schema["format"].as_str().map_or(scalar.to_owned(), |format| format!("{scalar} {format}")),
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
            surface.promises.extend(texts(&schema["enum"]).map(|value| format!("{name} may be {value}")));
            // Schemas of requests are closed.
            let is_request = schema["additionalProperties"] == false;
            let parts = schema["allOf"].as_array().map_or_else(|| std::slice::from_ref(schema), Vec::as_slice);
            for part in parts {
                for (property, value) in members(&part["properties"]) {
                    surface.promises.insert(format!("{name} has {property}: {}", kind(value)));
                    if is_request {
                        surface.add_bounds(&format!("{name}.{property}"), value);
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
            let (name, place) = (parameter["name"].as_str().unwrap(), parameter["in"].as_str().unwrap());
            self.promises.insert(format!("{id} has {name} in {place}: {}", kind(&parameter["schema"])));
            self.add_bounds(&format!("{id}.{name}"), &parameter["schema"]);
            if parameter["required"] == true {
                self.demands.insert(format!("{id} always has {name} in {place}"));
            }
        }
        for (media_type, content) in members(&followed(&operation["requestBody"], document)["content"]) {
            self.promises.insert(format!("{id} has a body of {media_type}: {}", kind(&content["schema"])));
        }
        for (status, response) in members(&operation["responses"]) {
            self.promises.insert(format!("{id} answers {status}"));
            for (media_type, content) in members(&followed(response, document)["content"]) {
                self.promises.insert(format!("{id} answers {status} {media_type}: {}", kind(&content["schema"])));
            }
        }
    }

    fn add_bounds(&mut self, place: &str, schema: &Value) {
        for keyword in BOUNDS.iter().map(|(keyword, _)| *keyword).chain(["pattern"]) {
            if let Some(bound) = schema.get(keyword) {
                self.bounds.insert(format!("{place} {keyword}"), bound.clone());
            }
        }
        if schema["items"].is_object() {
            self.add_bounds(&format!("{place}[]"), &schema["items"]);
        }
        if schema["additionalProperties"].is_object() {
            self.add_bounds(&format!("{place}{{}}"), &schema["additionalProperties"]);
        }
    }

    /// Whether there is a field, a parameter or an operation of that name.
    fn has(&self, owner: &str, field: &str) -> bool {
        let start = format!("{owner} has {field}");
        self.promises.range(start.clone()..).take_while(|promise| promise.starts_with(&start)).any(|promise| {
            let rest = &promise[start.len()..];
            rest.starts_with(':') || rest.starts_with(" in ")
        })
    }

    fn knows(&self, owner: &str) -> bool {
        self.promises.iter().any(|promise| promise.split(' ').next() == Some(owner))
    }

    /// What breaks clients of an earlier document.
    fn breaks(&self, earlier: &Self) -> Vec<String> {
        let gone = earlier.promises.difference(&self.promises).map(|promise| format!("gone: {promise}"));
        let new_demands = self.demands.difference(&earlier.demands);
        // A new request may demand what it likes.
        let demanded = new_demands
            .filter(|demand| earlier.knows(demand.split(' ').next().unwrap()))
            .map(|demand| format!("demanded: {demand}"));
        let narrowed = self.bounds.iter().filter(|&(name, bound)| {
            let (place, keyword) = name.rsplit_once(' ').unwrap();
            let (owner, field) = place.trim_end_matches(['[', ']', '{', '}']).split_once('.').unwrap();
            earlier.has(owner, field) && earlier.bounds.get(name).is_none_or(|before| narrows(keyword, before, bound))
        });
        gone.chain(demanded).chain(narrowed.map(|(name, bound)| format!("narrowed: {name} {bound}"))).collect()
    }
}

/// Whether a bound allows less than before; a pattern does whenever it changes, for all a machine can tell.
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
    let surface = Surface::of(the_document().value());
    if std::env::var_os("WORDCOURT_RELEASE").is_some() {
        std::fs::write(FILE, serde_json::to_string_pretty(&surface).unwrap() + "\n").unwrap();
    }
    let released: Surface = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    assert_eq!(surface.breaks(&released), Vec::<String>::new());
}

#[test]
fn what_breaks_clients_is_noticed_and_what_does_not_is_not() {
    let document = the_document();
    let before = Surface::of(document.value());
    let breaks = |change: &dyn Fn(&mut Value)| {
        let mut changed = document.value().clone();
        change(&mut changed);
        Surface::of(&changed).breaks(&before)
    };
    let is_noticed = |notice: &str, change: &dyn Fn(&mut Value)| {
        let found = breaks(change);
        assert!(found.iter().any(|found| found == notice), "{notice}: {found:?}");
    };
    let remove = |document: &mut Value, object: &str, member: &str| {
        document.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(member).unwrap();
    };
    let score = "/paths/~1v1~1wordgame~1score/post";

    is_noticed("gone: score_wordgame is post /v1/wordgame/score", &|document| {
        remove(document, "/paths", "/v1/wordgame/score");
    });
    is_noticed("gone: score_wordgame is post /v1/wordgame/score", &|document| {
        document.pointer_mut(score).unwrap()["operationId"] = json!("rate_wordgame");
    });
    is_noticed("gone: score_wordgame answers 409", &|document| remove(document, &format!("{score}/responses"), "409"));
    is_noticed("gone: Problem has detail: string", &|document| {
        remove(document, "/components/schemas/Problem/properties", "detail");
    });
    is_noticed("gone: Problem always has detail", &|document| {
        document["components"]["schemas"]["Problem"]["required"] = json!(["code"]);
    });
    is_noticed("gone: Variant may be my-word", &|document| {
        document["components"]["schemas"]["Variant"]["enum"] = json!(["wordgame"]);
    });
    let validate = "/components/schemas/ValidateWordsRequest";
    is_noticed("demanded: ValidateWordsRequest always has variant", &|document| {
        document.pointer_mut(validate).unwrap()["required"] = json!(["words", "variant"]);
    });
    is_noticed("narrowed: ValidateWordsRequest.words maxItems 9999", &|document| {
        document.pointer_mut(validate).unwrap()["properties"]["words"]["maxItems"] = json!(9_999);
    });
    is_noticed("narrowed: ValidateWordsRequest.words[] minLength 1", &|document| {
        document.pointer_mut(validate).unwrap()["properties"]["words"]["items"]["minLength"] = json!(1);
    });

    let added = breaks(&|document| {
        let request = document.pointer_mut(validate).unwrap();
        request["properties"]["words"]["maxItems"] = json!(20_000);
        request["properties"]["overlaid"] = json!({ "type": "string", "maxLength": 3 });
        document["components"]["schemas"]["NewRequest"] = json!({
            "additionalProperties": false, "required": ["a"], "properties": { "a": { "type": "string" } }
        });
        document["components"]["schemas"]["Variant"]["enum"].as_array_mut().unwrap().push(json!("chess"));
    });
    assert_eq!(added, Vec::<String>::new());
}
