//! JSON documents: lists of words, lists of objects with words, and objects whose members are
//! words.
//!
//! Only one item is in memory at a time. `serde_json` limits its depth.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::collector::{Collector, Facts, definition};
use super::report::Kind;

/// The members of an object that name its word.
const WORDS: [&str; 5] = ["word", "term", "headword", "entry", "text"];
/// The members of a document that contain its list.
const LISTS: [&str; 5] = ["words", "data", "entries", "items", "list"];
/// The maximum number of members that describe a list.
const DESCRIPTIONS: usize = 16;
/// The members of an object that define its word.
const DEFINITIONS: [&str; 4] = ["definition", "definitions", "meaning", "gloss"];

/// Reads a document.
///
/// # Errors
/// The place of a fault.
pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), String> {
    collector.report.form("JSON");
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Document(collector).deserialize(&mut reader);
    read.and_then(|()| reader.end()).map_err(|error| error.to_string())
}

/// The document, or a list in it.
struct Document<'c>(&'c mut Collector);

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of words, or an object with words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        // Each step takes an item of the text.
        while let Some(item) = items.next_element::<serde_json::Value>()? {
            let (word, definition) = match item.as_object() {
                None => (item.as_str(), None),
                Some(members) => {
                    let definition = first_text(members, &DEFINITIONS).and_then(definition);
                    (first_text(members, &WORDS), definition)
                }
            };
            let Some(word) = word else {
                self.0.report.read += 1;
                self.0.report.leave_out(Kind::NotText, &item.to_string());
                continue;
            };
            let added = self.0.add(word.trim(), Facts { definition, ..Facts::default() });
            added.map_err(A::Error::custom)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        // The first members may describe the list that another one contains.
        let mut first = Vec::new();
        let mut has_list = false;
        // Each step takes a member of the text.
        while let Some(name) = members.next_key::<String>()? {
            if first.len() < DESCRIPTIONS && LISTS.contains(&&*name) {
                has_list = true;
                members.next_value_seed(List { name: &name, collector: self.0 })?;
                continue;
            }
            let value = members.next_value::<serde_json::Value>()?;
            let definition = text_of(&value).and_then(definition);
            let facts = Facts { definition, ..Facts::default() };
            if first.len() < DESCRIPTIONS {
                first.push((name, facts));
            } else if !has_list {
                self.0.add(name.trim(), facts).map_err(A::Error::custom)?;
            }
        }
        for (name, facts) in first.into_iter().filter(|_| !has_list) {
            self.0.add(name.trim(), facts).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// Returns a text, or the first one of a list.
fn text_of(value: &serde_json::Value) -> Option<&str> {
    value.as_str().or_else(|| value.get(0)?.as_str())
}

/// Returns the first text among some members.
fn first_text<'v>(
    members: &'v serde_json::Map<String, serde_json::Value>,
    names: &[&str],
) -> Option<&'v str> {
    names.iter().find_map(|name| members.get(*name).and_then(text_of))
}

/// A member that has the name of a list: a list or, if it isn't one, a word.
struct List<'c> {
    name: &'c str,
    collector: &'c mut Collector,
}

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        Document(self.collector).visit_seq(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        Document(self.collector).visit_map(members)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        let facts = Facts { definition: definition(text), ..Facts::default() };
        self.collector.add(self.name, facts).map_err(E::custom)
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
        self.collector.add(self.name, Facts::default()).map_err(E::custom)
    }
}
