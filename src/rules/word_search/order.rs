//! The order of search results.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::lexicon::{Numbered, Ordinal};

/// The order in which words are listed.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
    Hash,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordOrder))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Order {
    /// Alphabetical.
    #[default]
    Alphabetical,
    /// Shortest first; words of equal length are in alphabetical order.
    Shortest,
    /// Longest first; words of equal length are in alphabetical order.
    Longest,
}

impl Order {
    /// Returns the name of the order, such as `shortest`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Compares two words.
    #[must_use]
    pub fn compare(self, words: &Numbered<'_>, a: Ordinal, b: Ordinal) -> Ordering {
        let by_length = || words.entry(a).word_len().cmp(&words.entry(b).word_len());
        let by_order = match self {
            Self::Alphabetical => Ordering::Equal,
            Self::Shortest => by_length(),
            Self::Longest => by_length().reverse(),
        };
        by_order.then(a.cmp(&b))
    }
}
