//! The checksums of states.

use serde::Serialize;
use serde_json::Value;

use crate::lexicon::Digest;

/// Returns the id of a state: the digest of its canonical JSON (RFC 8785) without the member `id`. A
/// state that was cut or edited no longer has its id.
///
/// ```
/// use wordcourt::rules::flow::state_id;
/// let id = state_id(&serde_json::json!({"ply": 3, "deck": ["A"], "id": null}));
/// assert_eq!(id, state_id(&serde_json::json!({"deck": ["A"], "ply": 3})));
/// ```
///
/// # Panics
/// If the state can't be serialized as JSON; structs of texts and numbers always can.
#[must_use]
pub fn state_id(state: &impl Serialize) -> String {
    let state = serde_json::to_value(state).expect("a state has texts and numbers");
    id_of_text(&canonical_text(&state))
}

/// A JSON value that can be written in canonical form. Its depth is bounded.
pub(crate) trait Canonical: Serialize + Sized {
    /// Returns the members if the value is an object.
    fn members(&self) -> Option<impl Iterator<Item = (&str, &Self)>>;

    /// Returns the items if the value is a list.
    fn items(&self) -> Option<&[Self]>;
}

impl Canonical for Value {
    fn members(&self) -> Option<impl Iterator<Item = (&str, &Self)>> {
        Some(self.as_object()?.iter().map(|(name, value)| (name.as_str(), value)))
    }

    fn items(&self) -> Option<&[Self]> {
        self.as_array().map(Vec::as_slice)
    }
}

/// Returns the canonical JSON of a state without the member `id`.
pub(crate) fn canonical_text(state: &impl Canonical) -> Vec<u8> {
    let mut text = Vec::with_capacity(4 << 10);
    let members = state.members().into_iter().flatten();
    write_members(members.filter(|(name, _)| *name != "id"), &mut text);
    text
}

/// Returns the id of a state from its canonical JSON without the id.
pub(crate) fn id_of_text(text: &[u8]) -> String {
    Digest::of(&[text]).to_string()
}

/// Writes members in the order of their names, which are ASCII.
fn write_members<'v, V: Canonical + 'v>(
    members: impl Iterator<Item = (&'v str, &'v V)>,
    text: &mut Vec<u8>,
) {
    let mut members: Vec<_> = members.collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    text.push(b'{');
    for (index, (name, value)) in members.into_iter().enumerate() {
        separate(index, text);
        write_leaf(&name, text);
        text.push(b':');
        write_value(value, text);
    }
    text.push(b'}');
}

/// Writes a value.
fn write_value(value: &impl Canonical, text: &mut Vec<u8>) {
    if let Some(members) = value.members() {
        return write_members(members, text);
    }
    let Some(items) = value.items() else { return write_leaf(value, text) };
    text.push(b'[');
    for (index, item) in items.iter().enumerate() {
        separate(index, text);
        write_value(item, text);
    }
    text.push(b']');
}

fn separate(index: usize, text: &mut Vec<u8>) {
    if index > 0 {
        text.push(b',');
    }
}

/// Writes a text, a whole number, a truth value or null.
fn write_leaf(leaf: &impl Serialize, text: &mut Vec<u8>) {
    serde_json::to_writer(text, leaf).expect("a vector takes every byte");
}
