//! Reads requests from path parameters and queries.

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::problem::{Problem, ProblemCode};
use super::strict_json::{Given, Members, ReadError};
use crate::rules::{ViolationCode, Violations};

/// Reads a request from the parameters of its path and from its query.
///
/// The items of a list are separated by commas; a list parameter may also be repeated. Each value
/// has at least one item, so an empty value is an empty item. Missing, unknown, malformed and
/// repeated parameters are recorded as violations, and reading continues, so that all of them are
/// reported.
///
/// # Errors
/// There is no placeholder for a parameter that is missing or malformed.
pub(crate) fn read<'p, T: DeserializeOwned>(
    path: impl IntoIterator<Item = (&'p str, &'p str)>,
    query: &str,
    violations: &mut Violations,
) -> Result<T, Problem> {
    let request = T::deserialize(Parameters::collect(path, query, violations));
    request.map_err(|error| {
        error.record(violations);
        let problem = Problem::from(std::mem::take(violations));
        Problem { code: ProblemCode::InvalidRequest, ..problem }
    })
}

/// All parameters of a request.
struct Parameters<'p, 'v> {
    in_path: Vec<&'p str>,
    /// The name and the values of each parameter: one, unless it is repeated.
    all: Vec<(String, Vec<String>)>,
    violations: &'v mut Violations,
}

impl<'p, 'v> Parameters<'p, 'v> {
    fn collect(
        path: impl IntoIterator<Item = (&'p str, &'p str)>,
        query: &str,
        violations: &'v mut Violations,
    ) -> Self {
        let (mut in_path, mut all) = (Vec::new(), Vec::new());
        for (name, value) in path {
            in_path.push(name);
            all.push((name.to_owned(), vec![value.to_owned()]));
        }
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push(value.into_owned()),
                None => all.push((name.into_owned(), vec![value.into_owned()])),
            }
        }
        Self { in_path, all, violations }
    }
}

impl<'de> Deserializer<'de> for Parameters<'_, '_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let members = self.all.into_iter().map(|(name, values)| (name, Given::Parameter(values)));
        visitor.visit_map(Members::new(members.collect(), self.violations))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        for (name, _) in self.all.extract_if(.., |(name, _)| !fields.contains(&name.as_str())) {
            let in_query = fields.iter().filter(|name| !self.in_path.contains(name));
            let in_query = in_query.copied().collect::<Vec<_>>().join(", ");
            let detail = if in_query.is_empty() {
                "unknown parameter; the operation has no query parameters".to_owned()
            } else {
                format!("unknown parameter; the parameters are {in_query}")
            };
            let _recorded =
                self.violations.at(name).refuse_form(ViolationCode::UnknownField, detail);
        }
        let missing = fields.iter().filter(|name| self.all.iter().all(|(given, _)| given != *name));
        let missing = missing.map(|name| ((*name).to_owned(), Given::Missing(name)));
        let missing: Vec<(String, Given)> = missing.collect();
        let given = self.all.into_iter().map(|(name, values)| (name, Given::Parameter(values)));
        visitor.visit_map(Members::new(given.chain(missing).collect(), self.violations))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
