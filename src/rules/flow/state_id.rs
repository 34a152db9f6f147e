//! The checksums of states.

use serde::Serialize;

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
    let mut state = serde_json::to_value(state).expect("a state has texts and numbers");
    if let Some(members) = state.as_object_mut() {
        members.shift_remove("id");
    }
    // The members have ASCII names, and all numbers are whole.
    state.sort_all_objects();
    Digest::of(&[state.to_string().as_bytes()]).to_string()
}
