//! The sitting court: the lexicons in force, their answer caches, and permits for searches.

mod answers;
pub mod archive;
mod authority;
pub mod clerk;
pub mod depot;
mod edition;
pub mod follower;
pub mod manifest;
#[cfg(feature = "object-store")]
mod objects;
mod searches;
pub mod text_file;

pub use answers::{Answer, AnswerCounts, Answers, FoundAnswer};
pub use authority::Authority;
pub use edition::{Edition, Filed, Stamp};
pub use searches::{Overloaded, Searches, Work};

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use thiserror::Error;

/// The lexicons in force, by name, each with earlier editions that are still answered for.
///
/// Whoever asks takes one edition with one atomic load and keeps it to the end of the request; changes put a whole new roster in place.
#[derive(Debug)]
pub struct Court {
    roster: ArcSwap<Roster>,
    default: String,
    /// How many editions of a lexicon are held at most, the one in force included.
    held: usize,
    /// Held while a new roster is made of the present one.
    changing: Mutex<()>,
}

/// What is in force at a moment.
#[derive(Debug, Clone, Default)]
pub struct Roster(BTreeMap<String, Holding>);

/// The editions of a lexicon, all of them answerable.
#[derive(Debug, Clone)]
pub struct Holding {
    /// The one in force, then the others, the one that was in force last first.
    editions: Vec<Arc<Edition>>,
    counts: Arc<AnswerCounts>,
}

impl Holding {
    /// The edition that rules where no other is pinned.
    #[must_use]
    pub fn in_force(&self) -> &Arc<Edition> {
        &self.editions[0]
    }

    /// Every edition that is answered for: the one in force, then the others, the one that was in force last first.
    #[must_use]
    pub fn editions(&self) -> &[Arc<Edition>] {
        &self.editions
    }

    /// What the lexicon's answer caches have counted, of editions gone by as well.
    #[must_use]
    pub fn counts(&self) -> &AnswerCounts {
        &self.counts
    }

    /// The edition of a digest.
    fn with_digest(&self, digest: &str) -> Option<&Arc<Edition>> {
        self.editions.iter().find(|edition| edition.stamp.digest == digest)
    }

    /// The edition of a number.
    fn with_number(&self, number: &str) -> Option<&Arc<Edition>> {
        self.editions.iter().find(|edition| edition.stamp.edition == number)
    }

    /// The edition that a pin means: its number, or the beginning of its digest if only one begins so.
    fn pinned(&self, pin: &str) -> Option<&Arc<Edition>> {
        let mut meant = self.editions.iter().filter(|edition| edition.answers_to(pin));
        meant.next().filter(|_| meant.next().is_none())
    }
}

impl Roster {
    /// The lexicons by name.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Holding)> {
        self.0.iter().map(|(name, holding)| (name.as_str(), holding))
    }

    /// The edition that a selector means: a name (`en`), or a name pinned by edition number (`en@2020.12.07+1`) or by the beginning of the digest
    /// (`en@sha256:1f3a`, `en@1f3a`).
    ///
    /// # Errors
    /// [`LexiconRefused`]; never another dictionary than the one asked for.
    pub fn edition(&self, selector: &str) -> Result<&Arc<Edition>, LexiconRefused> {
        let (name, pin) = selector.split_once('@').map_or((selector, None), |(name, pin)| (name, Some(pin)));
        let holding = self.holding(name)?;
        let Some(pin) = pin else { return Ok(holding.in_force()) };
        holding.pinned(pin).ok_or_else(|| LexiconRefused::NotHeld {
            name: name.to_owned(),
            pin: pin.to_owned(),
            held: holding.editions.iter().map(|edition| edition.stamp.to_string()).collect(),
        })
    }

    /// A lexicon by its name.
    ///
    /// # Errors
    /// [`LexiconRefused::Unknown`].
    pub fn holding(&self, name: &str) -> Result<&Holding, LexiconRefused> {
        self.0
            .get(name)
            .ok_or_else(|| LexiconRefused::Unknown { name: name.to_owned(), known: self.0.keys().cloned().collect() })
    }
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
    /// The lexicon is there, but not in the edition that the request pins, or the pin means more than one.
    #[error("lexicon {name} is not held in exactly one edition {pin:?}; held are {}", held.join(", "))]
    NotHeld {
        /// The lexicon's name.
        name: String,
        /// The pin: an edition number or the beginning of a digest.
        pin: String,
        /// The editions held, the one in force first.
        held: Vec<String>,
    },
}

/// Editions that are answered for no longer. Whoever still works with one keeps it alive.
pub type Retired = Vec<Arc<Edition>>;

/// The fewest hexadecimal digits by which an edition can be pinned.
pub const MIN_PIN_DIGITS: usize = 4;

impl Court {
    /// A court without any lexicon so far. `default` is the bare name of the one that will rule wherever a request names none; `held` is how many editions of each are
    /// answered for, at least one.
    #[must_use]
    pub fn new(default: String, held: usize) -> Self {
        Self { roster: ArcSwap::default(), default, held: held.max(1), changing: Mutex::new(()) }
    }

    /// A court with the lexicon that rules wherever a request names none.
    #[must_use]
    pub fn convene(default: Edition, held: usize) -> Self {
        let court = Self::new(default.stamp.name.clone(), held);
        // Nothing is held yet that could be missed, and nobody has to agree.
        let _ = court.change::<std::convert::Infallible>(Change::Enact(default), |_| Ok(()));
        court
    }

    /// The edition that rules on a request: the default one, or the one that the selector means (see [`Roster::edition`]).
    ///
    /// # Errors
    /// [`LexiconRefused`]; never another dictionary than the one asked for.
    pub fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, LexiconRefused> {
        let roster = self.roster.load();
        let edition = match selector {
            Some(selector) => roster.edition(selector)?,
            None => roster.holding(&self.default)?.in_force(),
        };
        Ok(Arc::clone(edition))
    }

    /// What is in force at this moment.
    #[must_use]
    pub fn roster(&self) -> Arc<Roster> {
        self.roster.load_full()
    }

    /// The name of the lexicon that rules wherever a request names none.
    #[must_use]
    pub fn default_name(&self) -> &str {
        &self.default
    }

    /// Makes a change, once `confirm` has agreed to what will be in force. Answers the editions that are held no longer.
    ///
    /// # Errors
    /// [`ChangeFailed`]; then nothing has changed.
    pub fn change<E>(
        &self,
        change: Change<'_>,
        confirm: impl FnOnce(&Roster) -> Result<(), E>,
    ) -> Result<Retired, ChangeFailed<E>> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut roster = Roster::clone(&self.roster.load());
        let name = change.name().to_owned();
        let meant = change.meant(&roster)?;
        let holding = roster.0.remove(&name);
        let counts = holding.as_ref().map_or_else(Arc::default, |holding| Arc::clone(&holding.counts));
        let before = holding.map(|holding| holding.editions).unwrap_or_default();
        let mut editions = change.apply(meant, before.clone());
        editions.truncate(self.held);
        for edition in &editions {
            edition.answers.count_for(&counts);
        }
        let retired = before.into_iter().filter(|old| !editions.iter().any(|kept| Arc::ptr_eq(kept, old))).collect();
        if !editions.is_empty() {
            roster.0.insert(name, Holding { editions, counts });
        }
        confirm(&roster).map_err(ChangeFailed::NotConfirmed)?;
        self.roster.store(Arc::new(roster));
        Ok(retired)
    }
}

/// A change of what is in force.
#[derive(Debug)]
pub enum Change<'c> {
    /// Puts an edition in force; the one before it stays held.
    Enact(Edition),
    /// Holds an edition behind all others of its lexicon: in force only if it is the first.
    Hold(Edition),
    /// Puts a held edition in force again: the one that the selector pins, or the one that was in force last.
    Restore(&'c str),
    /// Dismisses a lexicon with all its editions.
    Dismiss(&'c str),
}

/// Why a change was not made.
#[derive(Debug, Error)]
pub enum ChangeFailed<E> {
    /// There is no such lexicon or edition.
    #[error(transparent)]
    NotHeld(#[from] LexiconRefused),
    /// Whoever had to agree didn't.
    #[error("{0}")]
    NotConfirmed(E),
}

impl Change<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Enact(edition) | Self::Hold(edition) => &edition.stamp.name,
            Self::Restore(selector) => selector.split('@').next().unwrap_or(selector),
            Self::Dismiss(name) => name,
        }
    }

    /// The held edition that the change is about, if it is about one.
    fn meant(&self, roster: &Roster) -> Result<Option<Arc<Edition>>, LexiconRefused> {
        let Self::Restore(selector) = self else { return Ok(None) };
        if selector.contains('@') {
            return roster.edition(selector).map(Arc::clone).map(Some);
        }
        let holding = roster.holding(selector)?;
        let before = holding.editions.get(1).ok_or_else(|| LexiconRefused::NotHeld {
            name: (*selector).to_owned(),
            pin: "the one before".to_owned(),
            held: vec![holding.in_force().stamp.to_string()],
        })?;
        Ok(Some(Arc::clone(before)))
    }

    /// The editions of the lexicon after the change; of those with one digest the first stays.
    fn apply(self, meant: Option<Arc<Edition>>, mut editions: Vec<Arc<Edition>>) -> Vec<Arc<Edition>> {
        match self {
            Self::Enact(edition) => editions.insert(0, Arc::new(edition)),
            Self::Hold(edition) => editions.push(Arc::new(edition)),
            Self::Restore(_) => editions.splice(0..0, meant).for_each(drop),
            Self::Dismiss(_) => editions.clear(),
        }
        let mut kept: Vec<Arc<Edition>> = Vec::with_capacity(editions.len());
        for edition in editions {
            if !kept.iter().any(|other| other.stamp.digest == edition.stamp.digest) {
                kept.push(edition);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::source::Source;

    fn edition(number: &str, words: &str) -> Edition {
        let source = Source {
            name: "en".to_owned(),
            edition: number.to_owned(),
            words: words.to_owned().into(),
            categories: "".into(),
        };
        Edition::build(&source, 0).unwrap()
    }

    fn held(court: &Court) -> Vec<String> {
        let roster = court.roster();
        let holding = roster.holding("en").unwrap();
        holding.editions().iter().map(|edition| edition.stamp.edition.clone()).collect()
    }

    #[test]
    fn a_pin_gets_exactly_that_edition_or_nothing() {
        let court = Court::convene(edition("1+2", "AA\nAB\n"), 3);
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

    fn make(court: &Court, change: Change<'_>) -> Result<Vec<String>, ChangeFailed<()>> {
        let retired = court.change(change, |_| Ok(()))?;
        Ok(retired.iter().map(|edition| edition.stamp.edition.clone()).collect())
    }

    #[test]
    fn the_last_editions_stay_and_come_back() {
        let court = Court::convene(edition("1", "AA\n"), 3);
        let enact = |number, words| make(&court, Change::Enact(edition(number, words))).unwrap();
        assert_eq!(enact("2", "AB\n"), [""; 0]);
        assert_eq!(enact("3", "AD\n"), [""; 0]);
        assert_eq!(enact("4", "AE\n"), ["1"]);
        assert_eq!(held(&court), ["4", "3", "2"]);
        make(&court, Change::Restore("en")).unwrap();
        assert_eq!(held(&court), ["3", "4", "2"]);
        make(&court, Change::Restore("en@2")).unwrap();
        assert_eq!(held(&court), ["2", "3", "4"]);
        assert!(make(&court, Change::Restore("en@1")).is_err(), "it is held no longer");
        make(&court, Change::Hold(edition("0", "AG\n"))).unwrap();
        assert_eq!(held(&court), ["2", "3", "4"], "there is no room for one more behind them");
        assert_eq!(enact("5", "AD\n"), ["3"], "the same text twice is one edition");
        assert_eq!(held(&court), ["5", "2", "4"]);
    }

    #[test]
    fn what_is_not_confirmed_does_not_happen() {
        let court = Court::convene(edition("1", "AA\n"), 3);
        let seen = std::cell::Cell::new(0);
        let failed = court.change(Change::Enact(edition("2", "AB\n")), |roster| {
            seen.set(roster.holding("en").unwrap().editions().len());
            Err("no disk")
        });
        assert!(matches!(failed, Err(ChangeFailed::NotConfirmed("no disk"))));
        assert_eq!((seen.get(), held(&court)), (2, vec!["1".to_owned()]));
    }

    #[test]
    fn lexicons_come_and_go() {
        let court = Court::convene(edition("1", "AA\n"), 1);
        let mut other = edition("1", "AB\n");
        other.stamp.name = "club".to_owned();
        make(&court, Change::Enact(other)).unwrap();
        assert!(court.edition(Some("club")).is_ok());
        assert_eq!(make(&court, Change::Dismiss("club")).unwrap().len(), 1);
        assert!(court.edition(Some("club")).is_err() && court.edition(None).is_ok());
        assert!(make(&court, Change::Restore("en")).is_err(), "there is none before it");
    }
}
