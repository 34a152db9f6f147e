//! The sitting court: the lexicons in force, their answer caches, and permits for searches.

mod answers;
mod edition;
mod searches;

pub use answers::{Answer, Answers};
pub use edition::{Edition, Stamp};
pub use searches::{Overloaded, Searches, Work};

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

/// The lexicons in force, by name.
#[derive(Debug)]
pub struct Court {
    editions: BTreeMap<String, Arc<Edition>>,
    default: Arc<Edition>,
}

/// Why a request's lexicon can't rule on it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LexiconRefused {
    /// No lexicon of that name is in force.
    #[error("no lexicon is called {name:?}; in force are {}", known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names in force.
        known: Vec<String>,
    },
    /// The lexicon is there, but not in the edition that the request pins.
    #[error("lexicon {name} is not held in edition {pin:?}; held are {}", held.join(", "))]
    NotHeld {
        /// The lexicon's name.
        name: String,
        /// The pin: an edition number or the beginning of a digest.
        pin: String,
        /// The editions held, newest first.
        held: Vec<String>,
    },
}

/// The fewest hexadecimal digits by which an edition can be pinned.
pub const MIN_PIN_DIGITS: usize = 4;

impl Court {
    /// Convenes with one lexicon, which rules wherever a request names none.
    #[must_use]
    pub fn convene(default: Edition) -> Self {
        let default = Arc::new(default);
        Self { editions: BTreeMap::from([(default.stamp.name.clone(), Arc::clone(&default))]), default }
    }

    /// The edition that rules on a request: the default one, the one named (`en`), or the one pinned by its number
    /// (`en@2020.12.07+1`) or by the beginning of its digest (`en@sha256:1f3a`, `en@1f3a`).
    ///
    /// # Errors
    /// [`LexiconRefused`]; never another dictionary than the one asked for.
    pub fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, LexiconRefused> {
        let Some(selector) = selector else { return Ok(Arc::clone(&self.default)) };
        let (name, pin) = selector.split_once('@').map_or((selector, None), |(name, pin)| (name, Some(pin)));
        let edition = self.editions.get(name).ok_or_else(|| LexiconRefused::Unknown {
            name: name.to_owned(),
            known: self.editions.keys().cloned().collect(),
        })?;
        match pin {
            Some(pin) if !edition.answers_to(pin) => Err(LexiconRefused::NotHeld {
                name: name.to_owned(),
                pin: pin.to_owned(),
                held: vec![format!("{name}@{} ({})", edition.stamp.edition, edition.stamp.digest)],
            }),
            _ => Ok(Arc::clone(edition)),
        }
    }

    /// Every edition in force, by name.
    #[must_use]
    pub fn editions(&self) -> impl ExactSizeIterator<Item = &Arc<Edition>> {
        self.editions.values()
    }

    /// Whether an edition is the one that rules by default.
    #[must_use]
    pub fn is_default(&self, edition: &Edition) -> bool {
        edition.stamp == self.default.stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::source::Source;

    fn court() -> Court {
        let source = Source {
            name: "en".to_owned(),
            edition: "1+2".to_owned(),
            words: "AA\nAB\n".into(),
            categories: "".into(),
        };
        Court::convene(Edition::build(&source, 0).unwrap())
    }

    #[test]
    fn a_pin_gets_exactly_that_edition_or_nothing() {
        let court = court();
        let digest = court.edition(None).unwrap().stamp.digest.clone();
        let hex = digest.strip_prefix("sha256:").unwrap();
        for selector in ["en", "en@1+2", &format!("en@{digest}"), &format!("en@{}", &hex[..4])] {
            assert!(court.edition(Some(selector)).is_ok(), "{selector}");
        }
        for selector in ["en@1", "en@", "en@sha256:", &format!("en@{}", &hex[..3]), "en@0000"] {
            let refused = court.edition(Some(selector)).unwrap_err();
            assert!(matches!(refused, LexiconRefused::NotHeld { .. }), "{selector}");
        }
        let refused = court.edition(Some("fr")).unwrap_err();
        assert_eq!(refused.to_string(), "no lexicon is called \"fr\"; in force are en");
    }
}
