//! Reads requests from path parameters and queries.

use std::borrow::Cow;
use std::cell::RefCell;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::problem::Problem;
use super::strict_json::ReadError;
use crate::rules::{ViolationCode, Violations};

/// Reads a request from the parameters of its path and from its query.
///
/// The items of a list are separated by commas; a list parameter may also be repeated. Each value
/// has at least one item, so an empty value is an empty item. Unknown, malformed and repeated
/// parameters are recorded as violations, and reading continues, so that all of them are reported.
///
/// # Errors
/// A required parameter is missing.
pub(crate) fn read<'p, T: DeserializeOwned>(
    path: impl IntoIterator<Item = (&'p str, &'p str)>,
    query: &'p str,
    violations: &mut Violations,
) -> Result<T, Problem> {
    let recorded = RefCell::new(std::mem::take(violations));
    let parameters = Parameters::collect(path, query, &recorded);
    let request = T::deserialize(parameters);
    *violations = recorded.into_inner();
    request.map_err(Problem::from)
}

/// All parameters of a request.
struct Parameters<'p, 'v> {
    in_path: Vec<&'p str>,
    all: Vec<Parameter<'p, 'v>>,
}

/// The values of a parameter: one, unless it is repeated.
struct Parameter<'p, 'v> {
    name: Cow<'p, str>,
    values: Vec<Cow<'p, str>>,
    violations: &'v RefCell<Violations>,
}

impl<'p, 'v> Parameters<'p, 'v> {
    fn collect(
        path: impl IntoIterator<Item = (&'p str, &'p str)>,
        query: &'p str,
        violations: &'v RefCell<Violations>,
    ) -> Self {
        let path: Vec<(&str, &str)> = path.into_iter().collect();
        let in_path = path.iter().map(|&(name, _)| name).collect();
        let parameter = |name, value| Parameter { name, values: vec![value], violations };
        let mut all: Vec<Parameter<'p, 'v>> =
            path.into_iter().map(|(name, value)| parameter(name.into(), value.into())).collect();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match all.iter_mut().find(|parameter| parameter.name == name) {
                Some(parameter) => parameter.values.push(value),
                None => all.push(parameter(name, value)),
            }
        }
        Self { in_path, all }
    }
}

impl<'de> Deserializer<'de> for Parameters<'_, '_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let members = self.all.into_iter();
        let members = members.map(|parameter| (parameter.name.clone().into_owned(), parameter));
        visitor.visit_map(MapDeserializer::new(members))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let is_known = |parameter: &Parameter<'_, '_>| fields.contains(&&*parameter.name);
        for unknown in self.all.extract_if(.., |parameter| !is_known(parameter)) {
            let in_query = fields.iter().filter(|name| !self.in_path.contains(name));
            let in_query = in_query.copied().collect::<Vec<_>>().join(", ");
            let detail = if in_query.is_empty() {
                "unknown parameter; the operation has no query parameters".to_owned()
            } else {
                format!("unknown parameter; the parameters are {in_query}")
            };
            unknown.refuse(ViolationCode::UnknownField, detail);
        }
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl Parameter<'_, '_> {
    fn refuse(&self, code: ViolationCode, detail: impl std::fmt::Display) {
        let mut violations = self.violations.borrow_mut();
        let _refused = violations.at(self.name.clone().into_owned()).refuse_form(code, detail);
    }

    /// Returns the first value, and records a violation if there are more.
    fn value(&self) -> &str {
        if self.values.len() > 1 {
            self.refuse(
                ViolationCode::ConflictingFields,
                "the parameter is repeated; give it once",
            );
        }
        &self.values[0]
    }

    /// Returns the value as a whole number; a number that does not fit becomes `u64::MAX`.
    fn number(&self) -> u64 {
        let value = self.value();
        if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
            let detail = format_args!("{value:?}; give a whole number");
            self.refuse(ViolationCode::InvalidField, detail);
            return 1;
        }
        value.parse().unwrap_or(u64::MAX)
    }
}

impl IntoDeserializer<'_, ReadError> for Parameter<'_, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Parameter<'_, '_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_str(self.value())
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let value = self.value();
        if !matches!(value, "true" | "false") {
            let detail = format_args!("{value:?}; give true or false");
            self.refuse(ViolationCode::InvalidField, detail);
        }
        visitor.visit_bool(value == "true")
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_u32(u32::try_from(self.number()).unwrap_or(u32::MAX))
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_u64(self.number())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let list = self.values.join(",");
        visitor.visit_seq(SeqDeserializer::new(list.split(',')))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let mut value = self.value();
        if !variants.contains(&value) {
            let detail = format_args!("{value:?}; give one of {}", variants.join(", "));
            self.refuse(ViolationCode::InvalidField, detail);
            value = variants[0];
        }
        let value: StrDeserializer<'_, ReadError> = value.into_deserializer();
        visitor.visit_enum(value)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple tuple_struct map struct identifier ignored_any
    }
}
