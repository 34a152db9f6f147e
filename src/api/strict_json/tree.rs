//! JSON texts as trees.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::rules::{ViolationCode, Violations};

/// The limit (2^53) up to which every whole number is an exact `f64`, as other readers of JSON need.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Parses a text. Members that an object has twice are violations; the last of them counts.
///
/// # Errors
/// The text is not JSON, or is nested deeper than 127 lists and objects. A number
/// [out of range](is_out_of_range) is an error as well, and also a violation at its place.
pub(super) fn parse(text: &str, violations: &mut Violations) -> serde_json::Result<Value> {
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
struct Tree<'v>(&'v mut Violations);

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
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
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    /// A whole number may be written with a decimal point or an exponent.
    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        if value.fract() == 0.0 && value.abs() <= MAX_EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
            return Ok((value as i64).into());
        }
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        // Each step takes an item of the body.
        while let Some(item) = items.next_element_seed(Tree(&mut self.0.at(list.len())))? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        // Each step takes a member of the body.
        while let Some(name) = members.next_key::<String>()? {
            let mut place = self.0.at(name.clone());
            if object.contains_key(&name) && !place.is_full() {
                let detail = format_args!("{name:?} is given twice; give it once");
                let _recorded = place.refuse_form(ViolationCode::ConflictingFields, detail);
            }
            let value = members.next_value_seed(Tree(&mut place))?;
            object.insert(name, value);
        }
        Ok(object.into())
    }
}
