//! The form of a response that a request asks for.

use crate::api::bounds::Reference;
use crate::rules::Violations;

/// The form of a response that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of requests")]
pub struct Presentation {
    /// True if the response contains its id.
    pub(crate) id: bool,
    /// True if the response contains the grounds of its id.
    pub(crate) grounds: bool,
    /// True if the response contains score lines.
    pub(crate) lines: bool,
    /// True if the response contains the texts of the rules that it names.
    pub(crate) texts: bool,
    /// A text of the client, such as the number of a table, that the response repeats.
    pub(crate) reference: Option<String>,
}

impl Default for Presentation {
    fn default() -> Self {
        Self { id: false, grounds: false, lines: true, texts: false, reference: None }
    }
}

impl Presentation {
    /// Returns the default form, with the texts of rules if a request asks for them.
    pub(crate) fn with_texts(texts: Option<bool>) -> Self {
        Self { texts: texts.unwrap_or_default(), ..Self::default() }
    }

    /// Reads the members of a request that ask for a form.
    pub(crate) fn read(
        [id, grounds, lines, texts]: [Option<bool>; 4],
        reference: Option<&Reference>,
        violations: &mut Violations,
    ) -> Self {
        let grounds = grounds.unwrap_or_default();
        let reference = reference.map(|reference| reference.read(&mut violations.at("reference")));
        Self {
            id: id.unwrap_or_default() || grounds,
            grounds,
            lines: lines.unwrap_or(true),
            texts: texts.unwrap_or_default(),
            // The recorded violation makes the request fail.
            reference: reference.and_then(Result::ok).map(str::to_owned),
        }
    }
}
