//! Values that are read later than the rest of a request.

use std::fmt;

use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::deserializer::Reader;
use crate::rules::{Refused, Violations};

/// A JSON value whose type depends on another part of the request. No object in it has a member
/// twice.
#[derive(Debug, Clone)]
pub(crate) struct Unread(Value);

impl Unread {
    /// Reads the value, as strictly as the rest of the request.
    ///
    /// # Errors
    /// The value does not have the shape of the type. The violation is at the place of the fault.
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        violations: &mut Violations,
    ) -> Result<T, Refused> {
        // So that each type needs only one deserializer.
        let text = self.0.to_string();
        T::deserialize(&mut Reader::new(&text)).map_err(|error| error.refuse(violations))
    }

    /// Removes the members that are `null`, which means that they are absent.
    pub(crate) fn without_nulls(mut self) -> Self {
        if let Value::Object(members) = &mut self.0 {
            members.retain(|_, member| !member.is_null());
        }
        self
    }

    /// Returns the value.
    pub(crate) fn into_value(self) -> Value {
        self.0
    }
}

impl<'de> Deserialize<'de> for Unread {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UnreadVisitor).map(Self)
    }
}

struct UnreadVisitor;

impl<'de> Visitor<'de> for UnreadVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
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

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        // A value has no infinite numbers.
        if value.is_finite() {
            Ok(value.into())
        } else {
            Err(E::custom("the number is out of range"))
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unread(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Unread(value))) = members.next_entry::<String, Unread>()? {
            if object.contains_key(&name) {
                let detail = format_args!("{name:?} is given twice; give it once");
                return Err(A::Error::custom(detail));
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}
