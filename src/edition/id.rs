//! The identity of an edition. Every response that uses a lexicon contains it.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::lexicon::{Digest, Overlay};

/// The identity of an edition of a lexicon.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = LexiconEditionId))]
#[non_exhaustive]
pub struct EditionId {
    /// The lexicon's name.
    pub name: String,
    /// The edition number that the maintainers of the lexicon assigned.
    pub edition: String,
    /// The SHA-256 of the word text followed by the category text, as in a `LexiconText`. Editions
    /// with the same digest have the same texts.
    pub digest: String,
    /// The SHA-256 of the overlay, if the request has one. The digest is computed over one word per
    /// line: first the added words, each after a `+`, then the removed words, each after a `-`.
    /// Both groups are sorted. Every line ends with `\n`.
    pub overlay: Option<String>,
    /// All fields as JSON. Nearly every response contains the id, and serializing it field by field
    /// takes longer than the rest of a short response.
    #[cfg_attr(feature = "api", schema(ignore))]
    json: Arc<RawValue>,
}

impl EditionId {
    /// The minimum number of hexadecimal digits in a pin that abbreviates a digest.
    pub const MIN_PIN_DIGITS: usize = 4;

    /// Makes the id of an edition without an overlay.
    #[must_use]
    pub fn new(name: String, edition: String, digest: Digest) -> Self {
        Self::with_digests(name, edition, digest.to_string(), None)
    }

    fn with_digests(
        name: String,
        edition: String,
        digest: String,
        overlay: Option<String>,
    ) -> Self {
        let mut members = vec![("name", &name), ("edition", &edition), ("digest", &digest)];
        members.extend(overlay.iter().map(|overlay| ("overlay", overlay)));
        let members: Vec<String> = members
            .into_iter()
            .map(|(member, text)| format!("\"{member}\":{}", Value::from(text.as_str())))
            .collect();
        let json = RawValue::from_string(format!("{{{}}}", members.join(",")));
        let json = json.expect("strings are written as JSON").into();
        Self { name, edition, digest, overlay, json }
    }

    /// Returns the id of the same edition with an overlay.
    #[must_use]
    pub fn with_overlay(&self, overlay: &Overlay) -> Self {
        let Self { name, edition, digest, .. } = self.clone();
        Self::with_digests(name, edition, digest, Some(overlay.digest().to_string()))
    }

    /// Returns true if a pin identifies this edition: by its number, or by at least
    /// [`Self::MIN_PIN_DIGITS`] leading digits of its digest.
    #[must_use]
    pub fn matches_pin(&self, pin: &str) -> bool {
        let digits = pin.strip_prefix("sha256:").unwrap_or(pin);
        let is_digest = digits.len() >= Self::MIN_PIN_DIGITS
            && self.digest["sha256:".len()..].starts_with(digits);
        is_digest || self.edition == pin
    }
}

impl PartialEq for EditionId {
    fn eq(&self, other: &Self) -> bool {
        self.json.get() == other.json.get()
    }
}

impl Eq for EditionId {}

impl Serialize for EditionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl fmt::Display for EditionId {
    /// Writes the id as in `en@2020.12.07+2 (sha256:…)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{} ({})", self.name, self.edition, self.digest)
    }
}
