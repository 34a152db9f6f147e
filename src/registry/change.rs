//! The changes to lexicons.

use std::sync::Arc;

use thiserror::Error;

use super::retained_edition::RetainedEdition;
use super::snapshot::{LexiconEntry, Snapshot, UnreadEdition};
use crate::api::lexicons::SelectorError;

/// A change to the lexicons.
#[derive(Debug)]
pub enum Change<'c> {
    /// Makes an edition the active one of its lexicon; the previously active one stays retained.
    Install(RetainedEdition),
    /// Adds an edition after all others of its lexicon. It becomes active only if there are no
    /// others.
    Retain(RetainedEdition),
    /// Adds an edition behind the active one. It becomes active only if there is none, and a rollback
    /// without a pin skips it.
    Prepare(RetainedEdition),
    /// Makes a retained edition the active one: the one that the selector pins or, without a pin,
    /// the one that was active before, in time.
    Restore(&'c str),
    /// Removes a lexicon with all its editions, also the unread ones.
    Remove(&'c str),
    /// Adds an unread edition.
    KeepUnread(UnreadEdition),
    /// Replaces an edition by the same one in its stored form, if it is still retained and not active.
    Unload(Arc<RetainedEdition>, RetainedEdition),
}

/// The editions that a change has retired. They are no longer retained, or only without their
/// search indexes, but an edition stays in memory while requests use it.
pub type Retired = Vec<Arc<RetainedEdition>>;

/// The reason why a change was not made.
#[derive(Debug, Error)]
pub enum ChangeError<E> {
    /// The lexicon or edition does not exist.
    #[error(transparent)]
    NotRetained(#[from] SelectorError),
    /// The confirmation failed.
    #[error("{0}")]
    NotConfirmed(E),
}

impl Change<'_> {
    /// Returns the name of the lexicon that the change applies to.
    fn name(&self) -> &str {
        match self {
            Self::Install(edition)
            | Self::Retain(edition)
            | Self::Prepare(edition)
            | Self::Unload(_, edition) => &edition.id.name,
            Self::Restore(selector) => selector.split('@').next().unwrap_or(selector),
            Self::Remove(name) => name,
            Self::KeepUnread(unread) => &unread.listed.name,
        }
    }

    /// Applies the change to a snapshot. Returns the new snapshot and the editions that it no
    /// longer retains.
    ///
    /// # Errors
    /// The edition to restore is not retained.
    pub(super) fn apply_to(
        self,
        snapshot: &Snapshot,
        keep_editions: usize,
    ) -> Result<(Snapshot, Retired), SelectorError> {
        let name = self.name().to_owned();
        let mut changed = Snapshot { unread: self.unread(snapshot), ..snapshot.clone() };
        let (before, counts, was_skipped) = match snapshot.lexicons.get(&name) {
            Some(entry) => {
                (entry.editions.clone(), Arc::clone(&entry.counts), entry.skipped.clone())
            }
            None => Default::default(),
        };
        let skipped = self.skipped(before.first(), was_skipped);
        let mut editions = self.reorder(snapshot, before.clone())?;
        editions.truncate(keep_editions);
        drop_idle_indexes(&mut editions, before.first());
        for edition in &editions {
            edition.responses.count_for(&counts);
        }
        let is_kept =
            |old: &Arc<RetainedEdition>| editions.iter().any(|kept| Arc::ptr_eq(kept, old));
        let retired = before.into_iter().filter(|old| !is_kept(old)).collect();
        if editions.is_empty() {
            changed.lexicons.remove(&name);
        } else {
            let is_kept =
                |digest: &String| editions[1..].iter().any(|kept| kept.id.digest == *digest);
            let skipped = skipped.into_iter().filter(is_kept).collect();
            changed.lexicons.insert(name, LexiconEntry { editions, skipped, counts });
        }
        Ok((changed, retired))
    }

    /// Returns the unread editions of all lexicons after the change.
    fn unread(&self, snapshot: &Snapshot) -> Vec<UnreadEdition> {
        let mut unread = snapshot.unread.clone();
        match self {
            Self::Remove(name) => unread.retain(|unread| unread.listed.name != *name),
            Self::KeepUnread(added) => unread.push(added.clone()),
            Self::Install(edition) | Self::Retain(edition) | Self::Prepare(edition) => {
                unread.retain(|unread| !edition.is_stored_as(&unread.listed));
            }
            Self::Restore(_) | Self::Unload(..) => {}
        }
        if matches!(self, Self::Install(_) | Self::Restore(_)) {
            let of_lexicon = unread.iter_mut().filter(|unread| unread.listed.name == self.name());
            of_lexicon.for_each(|unread| unread.is_active = false);
        }
        unread
    }

    /// Returns the digests of the editions of the lexicon that a rollback skips after the change;
    /// those that aren't retained, or are active, are removed later.
    fn skipped(
        &self,
        active: Option<&Arc<RetainedEdition>>,
        mut skipped: Vec<String>,
    ) -> Vec<String> {
        match self {
            Self::Prepare(edition) => skipped.push(edition.id.digest.clone()),
            Self::Restore(selector) if !selector.contains('@') => {
                skipped.extend(active.map(|edition| edition.id.digest.clone()));
            }
            _ => {}
        }
        skipped
    }

    /// Returns the editions of the lexicon after the change.
    fn reorder(
        self,
        snapshot: &Snapshot,
        mut editions: Vec<Arc<RetainedEdition>>,
    ) -> Result<Vec<Arc<RetainedEdition>>, SelectorError> {
        match self {
            Self::Install(edition) => editions.insert(0, Arc::new(edition)),
            Self::Retain(edition) => editions.push(Arc::new(edition)),
            Self::Prepare(edition) => editions.insert(editions.len().min(1), Arc::new(edition)),
            Self::Restore(selector) => editions.insert(0, restored(snapshot, selector)?),
            Self::Remove(_) => editions.clear(),
            Self::KeepUnread(_) => {}
            Self::Unload(loaded, unloaded) => {
                let mut retained = editions.iter_mut().skip(1);
                if let Some(edition) = retained.find(|edition| Arc::ptr_eq(edition, &loaded)) {
                    *edition = Arc::new(unloaded);
                }
            }
        }
        Ok(without_repeats(editions))
    }
}

/// Returns the edition that a selector pins or, without a pin, the one that was active before.
pub(super) fn restored(
    snapshot: &Snapshot,
    selector: &str,
) -> Result<Arc<RetainedEdition>, SelectorError> {
    if selector.contains('@') {
        return snapshot.edition(selector).map(Arc::clone);
    }
    let entry = snapshot.entry(selector)?;
    let mut others = entry.editions.iter().skip(1);
    let previous = others.find(|edition| !entry.skips(edition));
    let previous = previous.ok_or_else(|| SelectorError::NoOther {
        name: selector.to_owned(),
        active: entry.active().id.to_string(),
    })?;
    Ok(Arc::clone(previous))
}

/// Replaces the edition that was active by the same one without search indexes. The other editions
/// keep the indexes that requests with a pin have needed.
fn drop_idle_indexes(
    editions: &mut [Arc<RetainedEdition>],
    was_active: Option<&Arc<RetainedEdition>>,
) {
    let retained = editions.iter_mut().skip(1);
    for edition in
        retained.filter(|edition| was_active.is_some_and(|old| Arc::ptr_eq(old, edition)))
    {
        if edition.indexes.has_any() {
            *edition = Arc::new(edition.without_indexes());
        }
    }
}

/// Keeps only the first of several editions with the same digest.
fn without_repeats(editions: Vec<Arc<RetainedEdition>>) -> Vec<Arc<RetainedEdition>> {
    let mut kept: Vec<Arc<RetainedEdition>> = Vec::with_capacity(editions.len());
    for edition in editions {
        if !kept.iter().any(|other| other.id.digest == edition.id.digest) {
            kept.push(edition);
        }
    }
    kept
}
