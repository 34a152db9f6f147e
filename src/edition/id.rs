//! The identity of an edition. Every response that uses a lexicon contains it.

use std::fmt;

use serde::Serialize;

use crate::lexicon::{Digest, Overlay};

/// The identity of an edition of a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
}

impl EditionId {
    /// The minimum number of hexadecimal digits in a pin that abbreviates a digest.
    pub const MIN_PIN_DIGITS: usize = 4;

    /// Makes the id of an edition without an overlay.
    #[must_use]
    pub fn new(name: String, edition: String, digest: Digest) -> Self {
        Self { name, edition, digest: digest.to_string(), overlay: None }
    }

    /// Returns the id of the same edition with an overlay.
    #[must_use]
    pub fn with_overlay(&self, overlay: &Overlay) -> Self {
        Self { overlay: Some(overlay.digest().to_string()), ..self.clone() }
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

impl fmt::Display for EditionId {
    /// Writes the id as in `en@2020.12.07+4 (sha256:…)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{} ({})", self.name, self.edition, self.digest)
    }
}
