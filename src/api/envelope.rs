//! The members that every response can have: the edition of the rulebook, and on request an id, its
//! grounds, a reference, and the texts of the rules that it names.

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema as _;

use super::operation::to_json;
use super::presentation::Presentation;
use super::problem::Problem;
use super::rule_texts::RuleTexts;
use crate::edition::EditionId;
use crate::lexicon::Digest;
use crate::rules::RULEBOOK;

/// The name of the members with score lines.
const LINES: &str = "lines";

/// The response of an operation, with the members that every response can have.
#[derive(Debug, Serialize)]
pub(super) struct Envelope<'e, R> {
    #[serde(flatten)]
    pub(super) response: R,
    #[serde(flatten)]
    pub(super) common: CommonMembers<'e>,
}

/// The members that every response can have.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub(super) struct CommonMembers<'e> {
    /// The edition of the rulebook that the response follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    rulebook: Option<&'static str>,
    /// The `reference` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'e str>,
    /// Identifies the response and its `grounds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The operation, the canonical request, and the digests of lexicon and overlay: on
    /// `grounds: true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    grounds: Option<Grounds<'e>>,
    /// The texts of all rules that the response names, by their ids, in Markdown: on `texts: true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    texts: Option<RuleTexts>,
}

/// Everything besides the answer that an id covers.
#[derive(Debug, Serialize)]
pub(super) struct Grounds<'g> {
    operation: &'static str,
    /// The request in canonical form.
    request: Value,
    rulebook: &'static str,
    /// The digest of the lexicon that the answer depends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    lexicon: Option<&'g str>,
    /// The digest of the overlay.
    #[serde(skip_serializing_if = "Option::is_none")]
    overlay: Option<&'g str>,
}

impl<'g> Grounds<'g> {
    /// Returns the grounds of the answer to a request in canonical form.
    ///
    /// # Errors
    /// `internal`, if the request cannot be written as JSON; the query types always can.
    pub(super) fn new(
        operation: &'static str,
        request: impl Serialize,
        edition: Option<&'g EditionId>,
    ) -> Result<Self, Problem> {
        Ok(Self {
            operation,
            request: to_value(request)?,
            rulebook: RULEBOOK,
            lexicon: edition.map(|edition| &edition.digest[..]),
            overlay: edition.and_then(|edition| edition.overlay.as_deref()),
        })
    }
}

impl<'e> CommonMembers<'e> {
    /// Returns the members of a response without an id.
    pub(super) fn new(presentation: &'e Presentation, has_rulebook: bool) -> Self {
        let rulebook = has_rulebook.then_some(RULEBOOK);
        Self { rulebook, reference: presentation.reference.as_deref(), ..Self::default() }
    }
}

impl<'e, R: Serialize> Envelope<'e, R> {
    /// Adds the id of the response: the SHA-256 of the canonical JSON (RFC 8785) of its grounds
    /// together with the answer, without score lines.
    ///
    /// # Errors
    /// `internal`, if the response cannot be written as JSON; the response types always can.
    pub(super) fn add_id(
        &mut self,
        grounds: Grounds<'e>,
        shows_grounds: bool,
    ) -> Result<(), Problem> {
        #[derive(Serialize)]
        struct Covered<'c> {
            #[serde(flatten)]
            grounds: &'c Grounds<'c>,
            answer: Value,
        }
        let mut answer = to_value(&*self)?;
        remove_lines(&mut answer);
        let mut covered = to_value(Covered { grounds: &grounds, answer })?;
        // All names of members are ASCII and all numbers are integers below 2^53. For such values,
        // sorting the members makes the text canonical.
        covered.sort_all_objects();
        let id = Digest::of(&[covered.to_string().as_bytes()]);
        self.common.id = Some(id.to_string());
        self.common.grounds = shows_grounds.then_some(grounds);
        Ok(())
    }

    /// Writes the response as JSON, with or without score lines and the texts of rules. The id does
    /// not cover the texts, because the edition of the rulebook determines the rules.
    ///
    /// # Errors
    /// `internal`, if the response cannot be written as JSON; the response types always can.
    pub(super) fn write(&self, presentation: &Presentation) -> Result<Bytes, Problem> {
        if presentation.lines && !presentation.texts {
            return to_json(self);
        }
        let mut response = to_value(self)?;
        if !presentation.lines {
            remove_lines(&mut response);
        }
        if presentation.texts {
            response["texts"] = to_value(RuleTexts::of(&response))?;
        }
        to_json(&response)
    }
}

fn to_value(value: impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(value).map_err(|error| Problem::unwritable(&error))
}

/// Removes the score lines of a response, at every depth.
fn remove_lines(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.shift_remove(LINES);
            members.values_mut().for_each(remove_lines);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_lines),
        _ => {}
    }
}

/// Describes the members that the responses of an operation contain besides the answer.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is about another member")]
pub(super) struct CommonSchema {
    /// True if requests have the members that ask for a form: those of POST operations.
    pub(super) has_presentation: bool,
    /// True if responses contain the edition of the rulebook.
    pub(super) has_rulebook: bool,
    /// True if every response contains its id.
    pub(super) is_ruling: bool,
    /// True if requests can ask for the texts of rules.
    pub(super) has_texts: bool,
}

impl CommonSchema {
    /// Adds the members to the schema of the response.
    pub(super) fn add_to(self, schema: &mut Map<String, Value>) {
        // A schema that consists of others gets another part: generators ignore its own members.
        let schema = match schema.get_mut("allOf").and_then(Value::as_array_mut) {
            None => schema,
            Some(parts) => {
                parts.push(json!({ "type": "object" }));
                parts.last_mut().and_then(Value::as_object_mut).expect("it has just been added")
            }
        };
        let common = serde_json::to_value(CommonMembers::schema()).expect("schemas are JSON");
        for (name, member) in common["properties"].as_object().expect("the members have names") {
            let (is_present, is_required) = match name.as_str() {
                "rulebook" => (self.has_rulebook, true),
                "id" => (self.has_presentation, self.is_ruling),
                "texts" => (self.has_texts, false),
                _ => (self.has_presentation, false),
            };
            if !is_present {
                continue;
            }
            let properties = schema.entry("properties").or_insert_with(|| json!({}));
            properties[name] = member.clone();
            if is_required {
                let required = schema.entry("required").or_insert_with(|| json!([]));
                required.as_array_mut().into_iter().for_each(|names| names.push(name[..].into()));
            }
        }
    }
}

/// Makes score lines optional in a schema, because a request can leave them out.
pub(super) fn make_lines_optional(schema: &mut Value) {
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name != LINES);
    }
}
