//! The registry of the active and retained editions of all lexicons.

use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;

use super::change::{Change, ChangeError, Retired};
use super::retained_edition::RetainedEdition;
use super::snapshot::{LexiconEntry, Snapshot};
use crate::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use crate::edition::Edition;

/// The active lexicons, each with its retained editions.
///
/// A request gets its edition with one atomic load and uses it until the end. A change replaces the
/// whole snapshot.
#[derive(Debug)]
pub struct LexiconRegistry {
    snapshot: ArcSwap<Snapshot>,
    default: String,
    /// The maximum number of retained editions per lexicon, including the active one.
    keep_editions: usize,
    /// Locked while a new snapshot is derived from the current one.
    changing: Mutex<()>,
}

impl LexiconRegistry {
    /// Creates a registry without lexicons.
    ///
    /// `default` is the name of the lexicon that is used when a request names none.
    /// `keep_editions` is the number of editions to retain per lexicon, at least one.
    #[must_use]
    pub fn new(default: String, keep_editions: usize) -> Self {
        let keep_editions = keep_editions.max(1);
        Self { snapshot: ArcSwap::default(), default, keep_editions, changing: Mutex::new(()) }
    }

    /// Creates a registry with a default lexicon.
    #[must_use]
    pub fn with_default(edition: RetainedEdition, keep_editions: usize) -> Self {
        let registry = Self::new(edition.id.name.clone(), keep_editions);
        // Installing cannot fail, and there is nothing to confirm.
        let _ = registry.change::<std::convert::Infallible>(Change::Install(edition), |_| Ok(()));
        registry
    }

    /// Returns the edition that a selector names or, without a selector, the active edition of the
    /// default lexicon (see [`Lexicons::edition`]).
    ///
    /// # Errors
    /// No retained edition matches. Another edition is never returned instead.
    pub fn retained(&self, selector: Option<&str>) -> Result<Arc<RetainedEdition>, SelectorError> {
        self.select(&self.snapshot.load(), selector).map(Arc::clone)
    }

    fn select<'s>(
        &self,
        snapshot: &'s Snapshot,
        selector: Option<&str>,
    ) -> Result<&'s Arc<RetainedEdition>, SelectorError> {
        match selector {
            Some(selector) => snapshot.edition(selector),
            None => Ok(snapshot.entry(&self.default)?.active()),
        }
    }

    /// Returns the retained edition that wraps an edition, if it is still retained.
    #[must_use]
    pub fn retained_as(&self, edition: &Arc<Edition>) -> Option<Arc<RetainedEdition>> {
        let snapshot = self.snapshot.load();
        let entry = snapshot.entry(&edition.id.name).ok()?;
        entry.editions().iter().find(|retained| Arc::ptr_eq(retained.edition(), edition)).cloned()
    }

    /// Returns the current snapshot.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }

    /// Returns the maximum number of retained editions per lexicon, including the active one.
    #[must_use]
    pub const fn keep_editions(&self) -> usize {
        self.keep_editions
    }

    /// Returns the name of the lexicon that is used when a request names none.
    #[must_use]
    pub fn default_name(&self) -> &str {
        &self.default
    }

    /// Makes a change if `confirm` accepts the new snapshot. Returns the editions that are no
    /// longer retained.
    ///
    /// # Errors
    /// [`ChangeError`]; the snapshot is then unchanged.
    pub fn change<E>(
        &self,
        change: Change<'_>,
        confirm: impl FnOnce(&Snapshot) -> Result<(), E>,
    ) -> Result<Retired, ChangeError<E>> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let (snapshot, retired) = change.apply_to(&self.snapshot.load(), self.keep_editions)?;
        confirm(&snapshot).map_err(ChangeError::NotConfirmed)?;
        self.snapshot.store(Arc::new(snapshot));
        Ok(retired)
    }

    fn summary_of(&self, edition: &Arc<RetainedEdition>, entry: &LexiconEntry) -> LexiconSummary {
        LexiconSummary {
            edition: Arc::clone(edition.edition()),
            loaded_at: Some(humantime::format_rfc3339_seconds(edition.loaded_at).to_string()),
            is_default: edition.id.name == self.default,
            marks_from: edition.marks_from.clone(),
            retained: entry.editions().iter().map(|retained| retained.id.clone()).collect(),
        }
    }
}

impl Lexicons for LexiconRegistry {
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        let snapshot = self.snapshot.load();
        let retained = self.select(&snapshot, selector)?;
        Ok(Arc::clone(retained.edition()))
    }

    fn list(&self) -> Vec<LexiconSummary> {
        let snapshot = self.snapshot();
        snapshot.iter().map(|(_, entry)| self.summary_of(entry.active(), entry)).collect()
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        let snapshot = self.snapshot();
        let entry = snapshot.entry(&edition.id.name).ok();
        let retained = entry.and_then(|entry| {
            let mut editions = entry.editions().iter();
            let same = editions.find(|retained| Arc::ptr_eq(retained.edition(), edition))?;
            Some(self.summary_of(same, entry))
        });
        // The request may still use an edition that has been retired in the meantime.
        retained.unwrap_or_else(|| LexiconSummary::of_only(Arc::clone(edition)))
    }
}
