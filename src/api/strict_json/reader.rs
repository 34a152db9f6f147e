//! A deserializer that records every fault and goes on.

use std::iter::Enumerate;
use std::vec::IntoIter;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::error::ReadError;
use super::given::Given;
use super::tree::Json;
use crate::rules::Violations;

/// Reads the content of a request at a place.
pub(super) struct Reader<'v> {
    pub(super) given: Given,
    pub(super) violations: &'v mut Violations,
}

impl Reader<'_> {
    /// Records that the request does not have what is expected. Nothing is recorded for a
    /// placeholder.
    ///
    /// # Errors
    /// There are so many violations that reading on would only take time.
    #[cold]
    fn refuse(&mut self, expected: &str) -> Result<(), ReadError> {
        let Some((code, detail)) = self.given.fault(expected) else { return Ok(()) };
        let _recorded = self.violations.refuse_form(code, detail);
        if self.violations.is_full() { Err(ReadError::RECORDED) } else { Ok(()) }
    }

    /// Returns the text of a parameter, if this is one. Records that it is repeated; the first text
    /// counts then.
    fn parameter(&mut self) -> Result<Option<&str>, ReadError> {
        if matches!(&self.given, Given::Parameter(values) if values.len() > 1) {
            self.refuse("one text")?;
        }
        Ok(match &mut self.given {
            Given::Parameter(values) => {
                values.truncate(1);
                values.first().map(String::as_str)
            }
            _ => None,
        })
    }

    /// Takes a string, or `None` after recording that there is none.
    fn string(&mut self, expected: &str) -> Result<Option<String>, ReadError> {
        if let Some(text) = self.parameter()? {
            return Ok(Some(text.to_owned()));
        }
        match &mut self.given {
            Given::Value(Json::Text(text)) => Ok(Some(std::mem::take(text))),
            _ => self.refuse(expected).map(|()| None),
        }
    }

    /// Returns a whole number from 0 to `max`, or 1 after recording that there is none.
    fn unsigned(&mut self, max: u64) -> Result<u64, ReadError> {
        let number = match &self.given {
            Given::Value(Json::Number(number)) => number.as_u64(),
            // A number that is too large gets a better message from the bounds of its type.
            _ => self.parameter()?.and_then(digits).map(|number| number.min(max)),
        };
        match number {
            Some(number) if number <= max => Ok(number),
            Some(_) => self.refuse(&format!("a whole number up to {max}")).map(|()| 1),
            None => self.refuse("a whole number, 0 or more").map(|()| 1),
        }
    }

    /// Returns a whole number, or 1 after recording that there is none.
    fn signed(&mut self, min: i64, max: i64) -> Result<i64, ReadError> {
        let number = match &self.given {
            Given::Value(Json::Number(number)) => number.as_i64(),
            _ => None,
        };
        match number {
            Some(number) if (min..=max).contains(&number) => Ok(number),
            Some(_) => self.refuse(&format!("a whole number from {min} to {max}")).map(|()| 1),
            None => self.refuse("a whole number").map(|()| 1),
        }
    }

    fn list<'de, V: Visitor<'de>>(
        self,
        list: Vec<Given>,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let mut items = Items { rest: list.into_iter().enumerate(), violations: self.violations };
        let value = visitor.visit_seq(&mut items)?;
        match items.rest.len() {
            0 => Ok(value),
            more => Err(ReadError::custom(format_args!("the list has {more} items too many"))),
        }
    }

    fn object<'de, V: Visitor<'de>>(
        self,
        members: Vec<(String, Given)>,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_map(Members::new(members, self.violations))
    }
}

/// Reads whole numbers.
macro_rules! integers {
    (unsigned $($method:ident: $number:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
            #[allow(clippy::unnecessary_fallible_conversions, reason = "the types vary")]
            let number = self.unsigned(u64::try_from(<$number>::MAX).unwrap_or(u64::MAX))?;
            visitor.visit_u64(number)
        }
    )*};
    (signed $($method:ident: $number:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
            let number = self.signed(i64::from(<$number>::MIN), i64::from(<$number>::MAX))?;
            visitor.visit_i64(number)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
        match self.given {
            Given::Value(Json::Null) => visitor.visit_unit(),
            Given::Value(Json::Bool(value)) => visitor.visit_bool(value),
            Given::Value(Json::Number(number)) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                // A number of a text is always one of the three.
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Given::Value(Json::Text(text)) => visitor.visit_string(text),
            Given::Value(Json::List(_)) => self.deserialize_seq(visitor),
            Given::Value(Json::Object(_)) => self.deserialize_map(visitor),
            Given::Parameter(_) => self.deserialize_string(visitor),
            // Some types tell an absent member from one that is null.
            Given::Missing(_) | Given::Placeholder => {
                visitor.visit_none().or_else(|_: ReadError| {
                    self.refuse("a value")?;
                    Err(ReadError::RECORDED)
                })
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
        let value = match &self.given {
            Given::Value(Json::Bool(value)) => Some(*value),
            _ => self.parameter()?.and_then(|text| text.parse().ok()),
        };
        if value.is_none() {
            self.refuse("true or false")?;
        }
        visitor.visit_bool(value.unwrap_or_default())
    }

    integers! {
        unsigned
        deserialize_u8: u8;
        deserialize_u16: u16;
        deserialize_u32: u32;
        deserialize_u64: u64;
    }

    integers! {
        signed
        deserialize_i8: i8;
        deserialize_i16: i16;
        deserialize_i32: i32;
        deserialize_i64: i64;
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
        match self.string("a string")? {
            Some(text) => visitor.visit_string(text),
            None => visitor.visit_str("").map_err(|_: ReadError| ReadError::RECORDED),
        }
    }

    /// Reads `null` as an absent member.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.given {
            Given::Value(Json::Null) | Given::Missing(_) | Given::Placeholder => {
                visitor.visit_none()
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads a list. The items of a parameter are separated by commas.
    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
        match &mut self.given {
            Given::Value(Json::List(list)) => {
                let list = std::mem::take(list);
                self.list(list.into_iter().map(Given::Value).collect(), visitor)
            }
            Given::Parameter(values) => {
                let items = values.join(",");
                let items = items.split(',').map(|item| Given::Parameter(vec![item.to_owned()]));
                self.list(items.collect(), visitor)
            }
            _ => {
                self.refuse("a list")?;
                self.list(Vec::new(), visitor).map_err(|_| ReadError::RECORDED)
            }
        }
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, ReadError> {
        let Given::Value(Json::Object(members)) = &mut self.given else {
            self.refuse("an object")?;
            return self.object(Vec::new(), visitor).map_err(|_| ReadError::RECORDED);
        };
        let members = std::mem::take(members).into_iter();
        let members = members.map(|(name, value)| (name, Given::Value(value)));
        self.object(members.collect(), visitor)
    }

    /// Reads an object with known members. No type of a request accepts others. An absent member is
    /// read like one that is `null`, also if its type has a default.
    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let Given::Value(Json::Object(members)) = &mut self.given else {
            self.refuse("an object")?;
            let members = fields.iter().map(|name| ((*name).to_owned(), Given::Placeholder));
            return self.object(members.collect(), visitor).map_err(|_| ReadError::RECORDED);
        };
        let mut members = std::mem::take(members);
        members.retain(|(name, _)| {
            let is_known = fields.contains(&name.as_str());
            if !is_known && !self.violations.is_full() {
                let error = ReadError::unknown_field(name, fields);
                error.record(&mut self.violations.at(name.clone()));
            }
            is_known
        });
        let is_missing = |name: &&str| !members.iter().any(|(given, _)| given == name);
        let missing: Vec<&str> = fields.iter().copied().filter(is_missing).collect();
        let given = members.into_iter().map(|(name, value)| (name, Given::Value(value)));
        let missing = missing.into_iter().map(|name| (name.to_owned(), Given::Missing(name)));
        self.object(given.chain(missing).collect(), visitor)
    }

    /// Reads a string, because no enum of a request has variants with data.
    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let name = match (self.string("a string")?, variants) {
            (Some(name), _) if variants.contains(&name.as_str()) => name,
            (Some(name), [first, ..]) => {
                let error = ReadError::unknown_variant(&name, variants);
                error.record(self.violations);
                (*first).to_owned()
            }
            (None, [first, ..]) => (*first).to_owned(),
            (_, []) => return Err(ReadError::custom("no value is possible")),
        };
        visitor.visit_enum(StrDeserializer::new(&name))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_seq(visitor)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

/// Reads a text of digits; a number that does not fit becomes the largest one.
fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// The items of a list that have not been read, with their indexes.
struct Items<'v> {
    rest: Enumerate<IntoIter<Given>>,
    violations: &'v mut Violations,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        let Some((index, given)) = self.rest.next() else { return Ok(None) };
        let violations = &mut *self.violations.at(index);
        let item = seed.deserialize(Reader { given, violations });
        item.map(Some).map_err(|error| error.record(violations))
    }
}

/// The members of an object that have not been read.
pub(in crate::api) struct Members<'v> {
    rest: IntoIter<(String, Given)>,
    /// The member whose name has been read.
    next: (String, Given),
    violations: &'v mut Violations,
}

impl<'v> Members<'v> {
    pub(in crate::api) fn new(
        members: Vec<(String, Given)>,
        violations: &'v mut Violations,
    ) -> Self {
        Self { rest: members.into_iter(), next: (String::new(), Given::Placeholder), violations }
    }
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        let Some(member) = self.rest.next() else { return Ok(None) };
        self.next = member;
        let name = &self.next.0;
        let key = seed.deserialize(StrDeserializer::new(name));
        key.map(Some)
            .map_err(|error: ReadError| error.record(&mut self.violations.at(name.clone())))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        let (name, given) = std::mem::replace(&mut self.next, (String::new(), Given::Placeholder));
        let violations = &mut *self.violations.at(name);
        let value = seed.deserialize(Reader { given, violations });
        value.map_err(|error| error.record(violations))
    }
}
