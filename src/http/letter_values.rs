//! Letter values as requests bring them.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::rules::{BreachCode, Breaches, limits};
use crate::word::{Letter, LetterSet};

/// Letters with values, as they stand in the request: a letter that stands there twice must not go unnoticed.
#[derive(Debug, Clone, Default)]
pub(super) struct LetterValueTable(Vec<(String, u32)>);

impl LetterValueTable {
    /// Shows each letter's value, once all is found to be well with it; `rule` is the one that the values belong to.
    pub(super) fn each(&self, rule: &'static str, breaches: &mut Breaches, mut show: impl FnMut(Letter, u32)) {
        let mut seen = LetterSet::default();
        for (key, value) in &self.0 {
            let place = || format!("/rules/letter_values/{}", key.replace('~', "~0").replace('/', "~1"));
            let letter = match key.as_bytes() {
                [byte] => Letter::from_ascii(*byte),
                _ => None,
            };
            match letter {
                None => breaches.add(BreachCode::OutOfBounds, rule, place(), "a letter from A to Z is wanted"),
                Some(_) if *value > limits::LETTER_VALUE => {
                    let detail = format_args!("{value}; a letter is worth 0 to {}", limits::LETTER_VALUE);
                    breaches.add(BreachCode::OutOfBounds, rule, place(), detail);
                }
                Some(letter) if seen.contains(letter) => {
                    breaches.add(BreachCode::ConflictingFields, rule, place(), "the letter has a value already");
                }
                Some(letter) => {
                    seen.insert(letter);
                    show(letter, *value);
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for LetterValueTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = LetterValueTable;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of letters and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<LetterValueTable, A::Error> {
                let mut table = LetterValueTable::default();
                while let Some(member) = members.next_entry()? {
                    table.0.push(member);
                }
                Ok(table)
            }
        }

        deserializer.deserialize_map(Members)
    }
}
