//! The first difference between two answers.

use std::fmt;

use serde_json::Value;

use crate::api::presentation::MEANINGS;
use crate::api::strict_json::Unread;

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

    /// Finds the first difference, in the order of the computed answer.
    ///
    /// # Errors
    /// The recorded answer is not JSON, or an object in it has a member twice.
    pub(super) fn find(recorded: &str, computed: &[u8]) -> serde_json::Result<Option<Self>> {
        let mut recorded = serde_json::from_str::<Unread>(recorded)?.into_value();
        let mut computed: Value = serde_json::from_slice(computed)?;
        for answer in [&mut recorded, &mut computed] {
            remove_members(answer, &MEANINGS);
        }
        Ok(first(&mut String::new(), Some(&recorded), Some(&computed)))
    }
}

/// Removes members with these names at every depth.
fn remove_members(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(members) => {
            for name in names {
                members.shift_remove(*name);
            }
            members.values_mut().for_each(|member| remove_members(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| remove_members(item, names)),
        _ => {}
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
