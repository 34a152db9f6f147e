//! Members that many schemas have in common, described once.

use serde_json::{Map, Value};

use super::build::reference;

/// The members of requests with their own types, by the name of the member.
const OF_REQUESTS: [(&str, &str); 8] = [
    ("grounds", "ShowGrounds"),
    ("id", "ShowId"),
    ("lexicon", "LexiconSelector"),
    ("lines", "ShowLines"),
    ("max_tier", "MaxTier"),
    ("reference", "Reference"),
    ("second_lexicon", "SecondLexicon"),
    ("texts", "ShowTexts"),
];
/// The members of responses with their own types, by the name of the member.
const OF_RESPONSES: [(&str, &str); 5] = [
    ("grounds", "Grounds"),
    ("id", "ResponseId"),
    ("reference", "RepeatedReference"),
    ("rulebook", "RulebookEdition"),
    ("texts", "RuleTexts"),
];
/// Members whose type says everything about them.
const SELF_EXPLANATORY: [&str; 8] = [
    "CategoryChoice",
    "LexiconEditionId",
    "MyWordRules",
    "Overlay",
    "PlayOnWordsRules",
    "WordPokerRules",
    "WordReason",
    "WordgameRules",
];
/// The house rules of games. One schema has the members of all of them.
const HOUSE_RULES: [&str; 4] =
    ["PlayOnWordsRules", "WordgameRules", "MyWordRules", "WordPokerRules"];

/// Gives the members that many schemas have in common a type with a description, to which the
/// schemas refer.
pub(super) fn add(schemas: &mut Map<String, Value>) {
    for (name, type_name) in OF_REQUESTS {
        share(schemas, true, name, type_name);
    }
    for (name, type_name) in OF_RESPONSES {
        share(schemas, false, name, type_name);
    }
    let references = SELF_EXPLANATORY.map(reference);
    for (_, members) in schemas.values_mut().flat_map(members_mut) {
        let is_known = |reference: &String| members["$ref"] == **reference;
        if references.iter().any(is_known)
            && let Some(members) = members.as_object_mut()
        {
            members.shift_remove("description");
        }
    }
    let rules = HOUSE_RULES.map(|name| (name, schemas[name]["properties"].clone()));
    let all = schemas["ValidateWordsRules"]["properties"].as_object_mut();
    for (name, member) in all.into_iter().flatten() {
        if let Some((owner, _)) = rules.iter().find(|(_, members)| members[name] == *member) {
            member["description"] = format!("As in `{owner}`.").into();
        }
    }
}

/// Moves the most frequent form of a member to a type of its own.
fn share(schemas: &mut Map<String, Value>, of_requests: bool, name: &str, type_name: &str) {
    // Only schemas of requests forbid unknown members.
    let is_one = |schema: &Value| (schema["additionalProperties"] == false) == of_requests;
    let mut forms: Vec<(Value, usize)> = Vec::new();
    let owners = schemas.values_mut().filter(|schema| is_one(schema));
    let members = owners.flat_map(members_mut).filter(|(member, _)| *member == name);
    for (_, member) in members {
        match forms.iter_mut().find(|(form, _)| form == member) {
            Some((_, count)) => *count += 1,
            None => forms.push((member.clone(), 1)),
        }
    }
    let Some((shared, _)) = forms.into_iter().max_by_key(|(_, count)| *count) else { return };
    let owners = schemas.values_mut().filter(|schema| is_one(schema));
    for (_, member) in owners.flat_map(members_mut).filter(|(member, _)| *member == name) {
        if *member == shared {
            *member = serde_json::json!({ "$ref": reference(type_name) });
        }
    }
    schemas.insert(type_name.to_owned(), shared);
}

/// Iterates over the members of a schema, also if it consists of others.
fn members_mut(schema: &mut Value) -> Vec<(&String, &mut Value)> {
    let Some(schema) = schema.as_object_mut() else { return Vec::new() };
    let mut members = Vec::new();
    for (keyword, value) in schema {
        match keyword.as_str() {
            "properties" => members.extend(value.as_object_mut().into_iter().flatten()),
            "allOf" => {
                let parts = value.as_array_mut().into_iter().flatten();
                members.extend(parts.flat_map(members_mut));
            }
            _ => {}
        }
    }
    members
}
