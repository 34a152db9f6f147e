//! The lexicons that requests can name.

pub mod fst;
pub mod image;
mod operations;
mod responses;
pub mod text;

pub use operations::{GetLexicon, ListLexicons};
pub use responses::{LexiconInfo, LexiconList, LexiconMarks};

use std::sync::Arc;

use thiserror::Error;

use crate::edition::{Edition, EditionId};
use crate::lexicon::Meanings;

/// Finds the editions that requests name.
///
/// The service implements this trait with its registry. A program that embeds the API and has one
/// edition passes it as [`Arc<Edition>`], which is used whatever lexicon a request names.
pub trait Lexicons {
    /// Returns the edition that a selector names: a lexicon (`en`), one pinned by edition number
    /// (`en@2020.12.07+4`) or by the first digits of the digest (`en@sha256:1f3a`), or, without a
    /// selector, the active edition of the default lexicon.
    ///
    /// # Errors
    /// No edition matches. Another edition is never returned instead.
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError>;

    /// Returns the active edition of every lexicon, ordered by name.
    fn list(&self) -> Vec<LexiconSummary>;

    /// Returns the summary of an edition.
    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary;

    /// Returns the source of meanings of words, if there is one. No verdict depends on it.
    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        None
    }

    /// Returns the maximum size of a request body in bytes, if there is one.
    fn body_limit(&self) -> Option<u64> {
        None
    }
}

impl Lexicons for Arc<Edition> {
    fn edition(&self, _selector: Option<&str>) -> Result<Self, SelectorError> {
        Ok(Self::clone(self))
    }

    fn list(&self) -> Vec<LexiconSummary> {
        vec![self.summary(self)]
    }

    fn summary(&self, edition: &Self) -> LexiconSummary {
        LexiconSummary::of_only(Self::clone(edition))
    }
}

/// An edition of a lexicon, with information about the lexicon.
#[derive(Debug, Clone)]
pub struct LexiconSummary {
    /// The edition; in a list, the active one.
    pub edition: Arc<Edition>,
    /// The time when the edition was loaded (RFC 3339), if known.
    pub loaded_at: Option<String>,
    /// True if requests that name no lexicon use this one.
    pub is_default: bool,
    /// The edition from which the words took their marks; absent if they have their own.
    pub marks_from: Option<String>,
    /// The retained editions of the lexicon, the active one first.
    pub retained: Vec<EditionId>,
}

impl LexiconSummary {
    /// Creates the summary of the only edition of the only lexicon.
    #[must_use]
    pub fn of_only(edition: Arc<Edition>) -> Self {
        let retained = vec![edition.id.clone()];
        Self { edition, loaded_at: None, is_default: true, marks_from: None, retained }
    }
}

/// The reason why a selector matches no edition.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SelectorError {
    /// No active lexicon has this name.
    #[error("unknown lexicon {name:?}; active: {}", active.join(", "))]
    Unknown {
        /// The name in the request.
        name: String,
        /// The names of the active lexicons.
        active: Vec<String>,
    },
    /// The lexicon is active, but the pin matches none or more than one of its retained editions.
    #[error(
        "the pin {pin:?} does not match exactly one retained edition of {name}; retained: {}",
        retained.join(", ")
    )]
    NotRetained {
        /// The lexicon's name.
        name: String,
        /// The pin: an edition number or the first digits of a digest.
        pin: String,
        /// The retained editions, the active one first.
        retained: Vec<String>,
    },
    /// No retained edition of the lexicon was active before the active one.
    #[error(
        "no retained edition of {name} was active before {active}; if others are retained, name one"
    )]
    NoOther {
        /// The lexicon's name.
        name: String,
        /// The active edition.
        active: String,
    },
}
