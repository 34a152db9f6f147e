//! The first difference between two answers.

use std::fmt;

use serde::de::Error as _;
use serde_json::Value;

use crate::api::strict_json;

/// The maximum number of characters of a value that a difference shows.
const SHOWN_CHARACTERS: usize = 80;

/// The first place where a recorded answer and the computed one differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The JSON pointer of the place.
    pub pointer: String,
    /// The value in the record, shortened; `None` if it has none there.
    pub recorded: Option<String>,
    /// The computed value, shortened; `None` if there is none.
    pub computed: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let place = if self.pointer.is_empty() { "as a whole" } else { &self.pointer };
        write!(
            f,
            "the answer differs at {place}: recorded {}, computed {}",
            shown(&self.recorded),
            shown(&self.computed)
        )
    }
}

impl Difference {
    /// Creates the difference of an answer to something that is not an answer.
    pub(super) fn of_whole(computed: String) -> Self {
        let recorded = Some("an answer".to_owned());
        Self { pointer: String::new(), recorded, computed: Some(computed) }
    }

    /// Finds the first difference, in the order of the computed answer. A difference between
    /// meanings that both answers have counts only if there is no other.
    ///
    /// # Errors
    /// The recorded answer is not JSON, or an object in it has a member twice.
    pub(super) fn find(recorded: &str, computed: &[u8]) -> serde_json::Result<Found> {
        let read = |answer| strict_json::read(answer).map_err(serde_json::Error::custom);
        let mut recorded: Value = read(recorded.as_bytes())?;
        let mut computed: Value = read(computed)?;
        let pointer = &mut String::new();
        let any = first(pointer, Some(&recorded), Some(&computed));
        let Some(any) = any else { return Ok(Found::Nothing) };
        let has_other_meaning = remove_meanings(&mut recorded, &mut computed, false);
        Ok(match first(pointer, Some(&recorded), Some(&computed)) {
            Some(difference) => Found::Answer(difference),
            None if has_other_meaning => Found::Meaning(any),
            None => Found::Nothing,
        })
    }
}

/// The result of a comparison.
#[derive(Debug)]
pub(super) enum Found {
    /// The answers are the same; the record may lack meanings.
    Nothing,
    /// Only meanings differ; this is the first difference.
    Meaning(Difference),
    /// Another member differs.
    Answer(Difference),
}

/// Removes the computed meanings, and those at the same places of the record. Returns true if one of
/// the record is another one. Only in a `reason`, `sense` is a meaning: beside it, it is the sense
/// that decided.
fn remove_meanings(recorded: &mut Value, computed: &mut Value, in_reason: bool) -> bool {
    match (recorded, computed) {
        (Value::Object(recorded), Value::Object(computed)) => {
            let name = if in_reason { "sense" } else { "definitions" };
            let mut is_other = computed.shift_remove(name).is_some_and(|meaning| {
                recorded.shift_remove(name).is_some_and(|given| given != meaning)
            });
            for (name, computed) in computed {
                let Some(recorded) = recorded.get_mut(name) else { continue };
                is_other |= remove_meanings(recorded, computed, name == "reason");
            }
            is_other
        }
        (Value::Array(recorded), Value::Array(computed)) => {
            recorded.iter_mut().zip(computed).fold(false, |other, (recorded, computed)| {
                remove_meanings(recorded, computed, false) | other
            })
        }
        _ => false,
    }
}

fn first(
    pointer: &mut String,
    recorded: Option<&Value>,
    computed: Option<&Value>,
) -> Option<Difference> {
    match (recorded, computed) {
        (recorded, computed) if recorded == computed => None,
        (Some(Value::Object(recorded)), Some(Value::Object(computed))) => {
            let added = |(name, _): &(&String, &Value)| !computed.contains_key(*name);
            let mut members = computed.iter().chain(recorded.iter().filter(added));
            members.find_map(|(name, _)| {
                let token = name.replace('~', "~0").replace('/', "~1");
                below(pointer, &token, recorded.get(name), computed.get(name))
            })
        }
        (Some(Value::Array(recorded)), Some(Value::Array(computed))) => {
            (0..recorded.len().max(computed.len())).find_map(|index| {
                below(pointer, &index.to_string(), recorded.get(index), computed.get(index))
            })
        }
        _ => Some(Difference {
            pointer: pointer.clone(),
            recorded: recorded.map(shortened),
            computed: computed.map(shortened),
        }),
    }
}

/// Finds the first difference in a member or an item.
fn below(
    pointer: &mut String,
    token: &str,
    recorded: Option<&Value>,
    computed: Option<&Value>,
) -> Option<Difference> {
    let length = pointer.len();
    pointer.extend(["/", token]);
    let difference = first(pointer, recorded, computed);
    pointer.truncate(length);
    difference
}

fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
