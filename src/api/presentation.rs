//! The members that every response can have: the edition of the rulebook, and on request an id, its
//! grounds and a reference.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::json_text::JsonText;
use super::operation::to_json_with;
use super::problem::{Problem, ProblemCode};
use crate::api::bounds::Reference;
use crate::edition::Dictionary;
use crate::lexicon::Digest;
use crate::rules::{RULEBOOK, Violations};

/// The name of the members with score lines.
const LINES: &str = "lines";
/// The names of the members with meanings, which depend on the machine of the server.
pub(super) const MEANINGS: [&str; 2] = ["definitions", "sense"];

/// The form of a response that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Presentation {
    /// True if the response contains its id.
    pub(crate) id: bool,
    /// True if the response contains the grounds of its id.
    pub(crate) grounds: bool,
    /// True if the response contains score lines.
    pub(crate) lines: bool,
    /// A text of the client, such as the number of a table, that the response repeats.
    pub(crate) reference: Option<String>,
}

impl Default for Presentation {
    fn default() -> Self {
        Self { id: false, grounds: false, lines: true, reference: None }
    }
}

/// Everything besides the answer that an id covers.
pub(crate) struct Grounds<'g> {
    /// The id of the operation.
    pub(crate) operation: &'static str,
    /// The request in canonical form.
    pub(crate) request: JsonText,
    /// The dictionary that the answer depends on.
    pub(crate) dictionary: Option<&'g Dictionary>,
}

impl Presentation {
    /// Reads the members of a request that ask for a form.
    pub(crate) fn read(
        [id, grounds, lines]: [Option<bool>; 3],
        reference: Option<&Reference>,
        violations: &mut Violations,
    ) -> Self {
        let grounds = grounds.unwrap_or_default();
        let reference = reference.map(|reference| reference.read(&mut violations.at("reference")));
        Self {
            id: id.unwrap_or_default() || grounds,
            grounds,
            lines: lines.unwrap_or(true),
            // The recorded violation makes the request fail.
            reference: reference.and_then(Result::ok).map(str::to_owned),
        }
    }

    /// Writes a response in this form.
    ///
    /// # Errors
    /// `internal`, if the response cannot be written as JSON; the response types always can.
    pub(crate) fn write<'g>(
        &self,
        response: &impl Serialize,
        has_rulebook: bool,
        grounds: impl FnOnce() -> Grounds<'g>,
    ) -> Result<bytes::Bytes, Problem> {
        if *self == Self::default() {
            let rulebook = has_rulebook.then_some(("rulebook", RULEBOOK));
            return to_json_with(response, rulebook);
        }
        let mut answer = JsonText::try_of(response)
            .map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))?;
        if has_rulebook {
            answer = answer.with("rulebook", RULEBOOK);
        }
        if let Some(reference) = &self.reference {
            answer = answer.with("reference", reference);
        }
        if self.id {
            let grounds = grounds().to_json();
            let id = id(&grounds, &answer);
            answer = answer.with("id", &id);
            if self.grounds {
                answer = answer.with_text("grounds", &grounds);
            }
        }
        if !self.lines {
            answer = answer.without(&[LINES]);
        }
        Ok(bytes::Bytes::copy_from_slice(answer.as_str().as_bytes()))
    }
}

impl Grounds<'_> {
    fn to_json(&self) -> JsonText {
        let grounds = JsonText::object()
            .with("operation", self.operation)
            .with_text("request", &self.request)
            .with("rulebook", RULEBOOK);
        let Some(dictionary) = self.dictionary else { return grounds };
        let id = dictionary.id();
        let grounds = grounds.with("lexicon", &id.digest);
        match &id.overlay {
            Some(overlay) => grounds.with("overlay", overlay),
            None => grounds,
        }
    }
}

/// Returns the id of an answer: the SHA-256 of the canonical JSON (RFC 8785) of its grounds together
/// with the answer, without score lines and meanings.
fn id(grounds: &JsonText, answer: &JsonText) -> String {
    let [definitions, sense] = MEANINGS;
    let answer = answer.clone().without(&[LINES, definitions, sense]);
    // All names of members are ASCII and all numbers are integers below 2^53. For such values,
    // sorting the members makes the text canonical.
    let covered = grounds.clone().with_text("answer", &answer).sorted();
    Digest::of(&[covered.as_str().as_bytes()]).to_string()
}

/// The members that the responses of an operation contain besides the answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExtraMembers {
    /// True if requests have the members that ask for a form: those of POST operations.
    pub(crate) has_presentation: bool,
    /// True if responses contain the edition of the rulebook.
    pub(crate) has_rulebook: bool,
    /// True if every response contains its id.
    pub(crate) is_ruling: bool,
}

impl ExtraMembers {
    /// Adds the members to the schema of the response.
    pub(crate) fn describe(self, schema: &mut Map<String, Value>) {
        // A schema that consists of others gets another part: generators ignore its own members.
        let schema = match schema.get_mut("allOf").and_then(Value::as_array_mut) {
            None => schema,
            Some(parts) => {
                parts.push(json!({ "type": "object" }));
                parts.last_mut().and_then(Value::as_object_mut).expect("it has just been added")
            }
        };
        let mut add = |name: &str, is_required: bool, kind: &str, description: &str| {
            let properties = schema.entry("properties").or_insert_with(|| json!({}));
            properties[name] = json!({ "type": kind, "description": description });
            if is_required {
                let required = schema.entry("required").or_insert_with(|| json!([]));
                required.as_array_mut().into_iter().for_each(|names| names.push(name.into()));
            }
        };
        if self.has_rulebook {
            let description = "The edition of the rulebook that the response follows.";
            add("rulebook", true, "string", description);
        }
        if self.has_presentation {
            add("reference", false, "string", "The `reference` of the request.");
            let description = "Identifies the response and its `grounds`.";
            add("id", self.is_ruling, "string", description);
            let description = "The operation, the canonical request, and the digests of lexicon and overlay: on `grounds: true`.";
            add("grounds", false, "object", description);
        }
    }
}

/// Makes score lines optional in a schema, because a request can leave them out.
pub(crate) fn make_lines_optional(schema: &mut Value) {
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name != LINES);
    }
}
