//! Letter values in requests.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};
use utoipa::openapi::{Object, Schema};

use super::bounds::{inline_schema, integer, string};
use crate::rules::{Refused, ViolationCode, Violations, limits};
use crate::word::{Letter, LetterSet};

/// The members of an object of numbers in the order of the request, so that duplicates are detected.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers(pub(crate) Vec<(String, u32)>);

/// Letters with values.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct LetterValueTable(Numbers);

inline_schema!(LetterValueTable, "LetterValueTable", schema());

fn schema() -> Object {
    let value = Schema::from(integer("int32", Some(0), i64::from(limits::LETTER_VALUE)));
    ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::from(value)))
        .property_names(Some(string(1, 1, Some("^[A-Za-z]$"))))
        .max_properties(Some(Letter::COUNT))
        .build()
}

impl LetterValueTable {
    /// Reads each letter with its value; `rule` is the rule that defines the values.
    ///
    /// # Errors
    /// A key is not a letter or occurs twice, or a value is out of bounds.
    pub(crate) fn read(
        &self,
        rule: &'static str,
        violations: &mut Violations,
    ) -> Result<Vec<(Letter, u32)>, Refused> {
        let mut seen = LetterSet::default();
        let Numbers(members) = &self.0;
        let mut values = Ok(Vec::with_capacity(members.len().min(Letter::COUNT)));
        for (key, value) in members {
            let letter = match key.as_bytes() {
                [byte] => Letter::from_ascii(*byte),
                _ => None,
            };
            let fault = match letter {
                None => (ViolationCode::OutOfBounds, "give a letter from A to Z".to_owned()),
                Some(_) if *value > limits::LETTER_VALUE => {
                    let most = limits::LETTER_VALUE;
                    let detail = format!("{value}; a letter is worth 0 to {most}");
                    (ViolationCode::OutOfBounds, detail)
                }
                Some(letter) if seen.contains(letter) => {
                    let detail = "the letter is given twice; give it once".to_owned();
                    (ViolationCode::ConflictingFields, detail)
                }
                Some(letter) => {
                    seen.insert(letter);
                    if let Ok(values) = &mut values {
                        values.push((letter, *value));
                    }
                    continue;
                }
            };
            values = Err(violations.at(key.clone()).refuse(fault.0, rule, fault.1));
        }
        values
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of letters and numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Numbers, A::Error> {
                let mut table = Numbers::default();
                // Each step takes a member of the body.
                while let Some(member) = members.next_entry()? {
                    table.0.push(member);
                }
                Ok(table)
            }
        }

        deserializer.deserialize_map(Members)
    }
}
