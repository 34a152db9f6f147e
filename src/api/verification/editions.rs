//! The editions that an answer names, as the lexicons of its request.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use crate::edition::Edition;
use crate::lexicon::Meanings;

/// An edition as an answer names it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NamedEdition<'l> {
    /// The name of the lexicon.
    #[serde(borrow)]
    pub name: Cow<'l, str>,
    /// The number of the edition; empty if only the digest is known.
    #[serde(borrow)]
    pub edition: Cow<'l, str>,
    /// The digest, with `sha256:` before it.
    #[serde(borrow)]
    pub digest: Cow<'l, str>,
    /// The digest of the overlay, if the request has one.
    #[serde(borrow)]
    pub overlay: Option<Cow<'l, str>>,
}

impl fmt::Display for NamedEdition<'_> {
    /// Writes the edition as in `en@2020.12.07+4 (sha256:…)`, or as a pin.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.edition {
            "" => write!(f, "{}@{}", self.name, self.digest),
            edition => write!(f, "{}@{edition} ({})", self.name, self.digest),
        }
    }
}

/// Finds editions by their digest.
pub trait FindEdition {
    /// Returns the edition with the digest of `named`. Of several, the one with the same name and
    /// number is preferred.
    ///
    /// # Errors
    /// There is none; the text explains this to the user.
    fn find(&mut self, named: &NamedEdition<'_>) -> Result<Arc<Edition>, String>;

    /// Returns the source of meanings of words, if there is one. Without it, a recorded meaning that
    /// the edition doesn't contain is a difference.
    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        None
    }
}

/// The members of a request that select lexicons.
#[derive(Debug, Default, Deserialize)]
pub(super) struct RequestSelectors {
    pub(super) lexicon: Option<String>,
    second_lexicon: Option<String>,
    not_in: Option<String>,
}

impl RequestSelectors {
    /// Reads the selectors; returns `None` if the request has another shape, which the operation
    /// refuses.
    pub(super) fn read(request: &str) -> Option<Self> {
        serde_json::from_str(request).ok()
    }
}

/// Returns true if a text can select a lexicon. Any other text in a record was not in the request.
pub(super) fn is_selector(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+@:".contains(&byte))
}

/// Returns a request without the lexicon that it names.
pub(super) fn without_lexicon(request: &str) -> String {
    let Ok(Value::Object(mut members)) = serde_json::from_str(request) else {
        return request.to_owned();
    };
    members.shift_remove("lexicon");
    Value::from(members).to_string()
}

/// The editions that an answer names, as the only ones.
#[derive(Debug, Default)]
pub(super) struct NamedEditions {
    /// The edition that the answer depends on.
    pub(super) first: Option<Arc<Edition>>,
    /// The edition of the second opinion, or the one that a search excludes.
    pub(super) other: Option<Arc<Edition>>,
    pub(super) selectors: RequestSelectors,
    pub(super) meanings: Option<Arc<dyn Meanings>>,
}

impl NamedEditions {
    fn all(&self) -> impl Iterator<Item = &Arc<Edition>> {
        self.first.iter().chain(&self.other)
    }
}

impl Lexicons for NamedEditions {
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        let names = || self.all().map(|edition| edition.id.name.clone()).collect();
        let unknown =
            |name: &str| SelectorError::Unknown { name: name.to_owned(), active: names() };
        let Some(selector) = selector else {
            // The default lexicon of the service, which the answer names.
            return self.first.clone().ok_or_else(|| unknown(""));
        };
        let (name, pin) = match selector.split_once('@') {
            Some((name, pin)) => (name, Some(pin)),
            None => (selector, None),
        };
        let is_selected = |edition: &&Arc<Edition>| {
            edition.id.name == name && pin.is_none_or(|pin| edition.id.matches_pin(pin))
        };
        let RequestSelectors { lexicon, second_lexicon, not_in } = &self.selectors;
        let selects_other =
            [second_lexicon, not_in].map(Option::as_deref).contains(&Some(selector))
                && lexicon.as_deref() != Some(selector);
        let mut candidates: Vec<&Arc<Edition>> = self.all().collect();
        if selects_other {
            candidates.reverse();
        }
        let selected = candidates.into_iter().find(is_selected);
        selected.cloned().ok_or_else(|| match pin {
            None => unknown(name),
            Some(pin) => SelectorError::NotRetained {
                name: name.to_owned(),
                pin: pin.to_owned(),
                retained: self.all().map(|edition| edition.id.to_string()).collect(),
            },
        })
    }

    fn list(&self) -> Vec<LexiconSummary> {
        self.all().map(|edition| self.summary(edition)).collect()
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        LexiconSummary::of_only(Arc::clone(edition))
    }

    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        self.meanings.clone()
    }
}
