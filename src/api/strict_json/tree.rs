//! JSON texts as trees.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use crate::rules::flow::Canonical;
use crate::rules::{ViolationCode, Violations};

/// A JSON value. Reading one takes a third of the time that a [`Value`] takes, which hashes the name
/// of every member.
#[derive(Debug, Clone)]
pub(in crate::api) enum Json {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Json>),
    /// The members in their order, each name once.
    Object(Vec<(String, Json)>),
}

impl From<Json> for Value {
    /// Converts a value. The depth of a value is bounded by [`parse`].
    fn from(json: Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => value.into(),
            Json::Number(number) => number.into(),
            Json::Text(text) => text.into(),
            Json::List(items) => items.into_iter().map(Self::from).collect(),
            Json::Object(members) => {
                members.into_iter().map(|(name, value)| (name, Self::from(value))).collect()
            }
        }
    }
}

impl From<Value> for Json {
    /// Converts a value. The depth of a value is bounded by [`parse`].
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Value::Object(members) => {
                let members = members.into_iter();
                Self::Object(members.map(|(name, value)| (name, Self::from(value))).collect())
            }
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => value.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::List(items) => items.serialize(serializer),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

impl Canonical for Json {
    fn members(&self) -> Option<impl Iterator<Item = (&str, &Self)>> {
        let Self::Object(members) = self else { return None };
        Some(members.iter().map(|(name, value)| (name.as_str(), value)))
    }

    fn items(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }
}

/// The limit (2^53) up to which every whole number is an exact `f64`, as other readers of JSON need.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Parses a text. Members that an object has twice are violations; the last of them counts.
///
/// # Errors
/// The text is not JSON, or is nested deeper than 127 lists and objects. A number
/// [out of range](is_out_of_range) is an error as well, and also a violation at its place.
pub(super) fn parse(text: &str, violations: &mut Violations) -> serde_json::Result<Json> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Tree(violations).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Returns true if the error is a number that `serde_json` has no type for, although it is JSON.
pub(super) fn is_out_of_range(error: &impl Error) -> bool {
    error.to_string().starts_with("number out of range")
}

/// Reads a value, and records violations at its place.
pub(in crate::api) struct Tree<'v>(pub &'v mut Violations);

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        let Self(violations) = self;
        let before = violations.len();
        deserializer.deserialize_any(Tree(violations)).inspect_err(|error| {
            // The values around the number meet its error too.
            if is_out_of_range(error) && violations.len() == before {
                let detail =
                    "a number of more than 308 digits, which no field takes; give a smaller one";
                let _recorded = violations.refuse_form(ViolationCode::InvalidField, detail);
            }
        })
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    /// A whole number may be written with a decimal point or an exponent.
    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        if value.fract() == 0.0 && value.abs() <= MAX_EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
            return Ok(Json::Number((value as i64).into()));
        }
        // A number of a text is finite.
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        // Each step takes an item of the body.
        while let Some(item) = items.next_element_seed(Tree(&mut self.0.at(list.len())))? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object: Vec<(String, Json)> = Vec::new();
        // Each step takes a member of the body.
        let read = loop {
            let Some(name) = members.next_key::<String>()? else { break Ok(()) };
            match members.next_value_seed(Tree(&mut self.0.at(name.clone()))) {
                Ok(value) => object.push((name, value)),
                Err(error) => {
                    object.push((name, Json::Null));
                    break Err(error);
                }
            }
        };
        self.remove_repeated(&mut object);
        read.map(|()| Json::Object(object))
    }
}

impl Tree<'_> {
    /// Removes all members of a name except the last, and records a violation for each of them.
    fn remove_repeated(self, members: &mut Vec<(String, Json)>) {
        let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        if !names.windows(2).any(|pair| pair[0] == pair[1]) {
            return;
        }
        let mut later = HashSet::new();
        let is_last: Vec<bool> =
            members.iter().rev().map(|(name, _)| later.insert(name.clone())).collect();
        let mut is_last = is_last.into_iter().rev();
        members.retain(|(name, _)| {
            let is_last = is_last.next().unwrap_or(true);
            if !is_last && !self.0.is_full() {
                let detail = format_args!("{name:?} is given twice; give it once");
                let _recorded =
                    self.0.at(name.clone()).refuse_form(ViolationCode::ConflictingFields, detail);
            }
            is_last
        });
    }
}
