//! Installs and retains editions.

use super::draft::{Changed, Draft, Installation, Persistence, Position};
use super::error::UpdateError;
use super::lexicon_updater::LexiconUpdater;
use crate::lexicon::Digest;
use crate::lexicon::source::{Source, SourceDigests};
use crate::registry::change::Change;
use crate::registry::manifest::{check_edition_number, check_name};
use crate::registry::retained_edition::RetainedEdition;
use crate::registry::snapshot::Snapshot;
use crate::registry::state_dir::StateDirError;
use crate::registry::written_texts::WrittenTexts;

/// The texts of an edition that are written, unless the service has no state directory.
type Written<'d> = Option<Result<WrittenTexts<'d>, StateDirError>>;

impl LexiconUpdater {
    /// Makes a draft the active edition of its lexicon. If an edition with the same texts is
    /// retained already, that edition becomes active.
    ///
    /// This blocks until the edition is built, so call it from a thread that may block.
    ///
    /// # Errors
    /// [`UpdateError`]; the lexicons are then unchanged.
    pub fn install(&self, draft: Draft) -> Result<Changed, UpdateError> {
        self.install_as(draft, Installation::default())
    }

    /// Installs a draft as [`Self::install`] does, only retains it, or only shows what would change.
    ///
    /// # Errors
    /// As [`Self::install`], and if the conditions of the installation don't hold.
    pub fn install_as(
        &self,
        draft: Draft,
        installation: Installation,
    ) -> Result<Changed, UpdateError> {
        self.apply(draft, installation, Persistence::Required)
    }

    /// Retains a draft after the other editions of its lexicon, so that requests can pin it. It
    /// becomes active only if there are no others.
    ///
    /// # Errors
    /// As [`Self::install`].
    pub fn retain(&self, draft: Draft) -> Result<Changed, UpdateError> {
        let position = Position::Retained;
        self.install_as(draft, Installation { position, ..Installation::default() })
    }

    /// Installs or retains a draft from the lexicon source. The change is made even if it cannot be
    /// persisted; [`Changed::not_persisted`] then has the reason.
    ///
    /// # Errors
    /// As [`Self::install`].
    pub(in crate::registry) fn follow(
        &self,
        draft: Draft,
        position: Position,
    ) -> Result<Changed, UpdateError> {
        let installation = Installation { position, ..Installation::default() };
        self.apply(draft, installation, Persistence::BestEffort)
    }

    fn apply(
        &self,
        draft: Draft,
        installation: Installation,
        persistence: Persistence,
    ) -> Result<Changed, UpdateError> {
        let Installation { position, dry_run, marks_from, conditions } = installation;
        let sync_state = self.lock();
        check_name(&draft.name)?;
        draft.edition.as_deref().map_or(Ok(()), check_edition_number)?;
        let snapshot = self.registry.snapshot();
        let entry = snapshot.entry(&draft.name).ok();
        if entry.is_none() && snapshot.iter().len() >= self.max_lexicons {
            return Err(UpdateError::TooMany(self.max_lexicons));
        }
        let active = entry.map(|entry| &**entry.active());
        conditions.check_active(active)?;
        if position == Position::Prepared {
            self.check_room(&draft.name, active)?;
        }
        let (mut source, digests) = draft.complete(active)?;
        let digest = digests.edition.to_string();
        if let Some(retained) = entry.and_then(|entry| entry.with_digest(&digest)) {
            let mut changed = Changed::between(active, retained);
            if position == Position::Active {
                conditions.check(active, &changed)?;
            }
            if dry_run {
                return Ok(changed);
            }
            changed.not_persisted = self.store(retained, &source, digests.words, persistence)?;
            if position == Position::Active && changed.before.as_ref() != Some(&changed.now) {
                if let Some(active) = active {
                    self.in_time(|| retained.build_indexes_of(active))?;
                }
                let pinned = format!("{}@{}", changed.now.name, changed.now.digest);
                let unsaved = self.make(Change::Restore(&pinned), &sync_state, persistence)?;
                changed.not_persisted = changed.not_persisted.or(unsaved);
            }
            return Ok(changed);
        }
        choose_number(&mut source, &snapshot)?;
        let replaced = active.filter(|_| position == Position::Active);
        let (mut edition, written) = self.build_and_write(&source, digests, replaced, !dry_run)?;
        edition.marks_from = marks_from;
        let mut changed = Changed::between(active, &edition);
        changed.build_time = edition.build_time;
        if position == Position::Active {
            conditions.check(active, &changed)?;
        }
        if dry_run {
            return Ok(changed);
        }
        changed.not_persisted = store(&edition, written, persistence)?;
        edition.keep_words(source.words, self.state_dir.as_ref());
        let change = match position {
            Position::Active => Change::Install(edition),
            Position::Prepared => Change::Prepare(edition),
            Position::Retained => Change::Retain(edition),
        };
        let unsaved = self.make(change, &sync_state, persistence)?;
        changed.not_persisted = changed.not_persisted.or(unsaved);
        Ok(changed)
    }

    /// Checks that an edition of a lexicon can be retained behind the active one.
    fn check_room(&self, name: &str, active: Option<&RetainedEdition>) -> Result<(), UpdateError> {
        if active.is_none() {
            return Err(UpdateError::FirstIsActive(name.to_owned()));
        }
        if self.registry.keep_editions() == 1 { Err(UpdateError::NoRoom) } else { Ok(()) }
    }

    /// Builds an edition with the search indexes of the edition that it replaces, if any, and tries to
    /// build the others. Meanwhile writes its texts, if this is wanted and there is a state directory,
    /// so that they can be stored if everything could be built in time.
    fn build_and_write(
        &self,
        source: &Source,
        digests: SourceDigests,
        replaced: Option<&RetainedEdition>,
        writes: bool,
    ) -> Result<(RetainedEdition, Written<'_>), UpdateError> {
        let state_dir = self.state_dir().filter(|_| writes);
        let write = || state_dir.map(|dir| dir.write_texts(source, digests.words));
        let (edition, written) = self.in_time(|| {
            let built = self.build_replacement(source, digests.edition, replaced, write);
            if let Ok(edition) = &built.0 {
                edition.try_other_indexes();
            }
            built
        })?;
        Ok((edition?, written))
    }

    /// Stores the texts of an edition, unless they are stored already. Returns the reason if they
    /// cannot be stored and need not be.
    fn store(
        &self,
        edition: &RetainedEdition,
        source: &Source,
        words: Digest,
        persistence: Persistence,
    ) -> Result<Option<String>, StateDirError> {
        if edition.stored.get().is_some() {
            return Ok(None);
        }
        let written = self.state_dir().map(|dir| dir.write_texts(source, words));
        store(edition, written, persistence)
    }
}

/// Stores the texts of an edition, which are written unless the service has no state directory.
/// Returns the reason if they cannot be stored and need not be.
fn store(
    edition: &RetainedEdition,
    written: Written<'_>,
    persistence: Persistence,
) -> Result<Option<String>, StateDirError> {
    let stored = written.map(|written| written.and_then(WrittenTexts::store));
    match stored.transpose() {
        Ok(stored) => {
            // Nobody else stores it at the same time: changes are made one after the other.
            stored.map(|stored| edition.stored.set(stored));
            Ok(None)
        }
        Err(error) if persistence == Persistence::BestEffort => Ok(Some(error.to_string())),
        Err(error) => Err(error),
    }
}

/// Checks the number of an edition that is not retained. If an unread edition has the same texts,
/// the edition gets its number.
fn choose_number(source: &mut Source, snapshot: &Snapshot) -> Result<(), UpdateError> {
    if let Some(unread) = snapshot.unread_of(&source.name).find(|unread| unread.has_texts(source)) {
        source.edition.clone_from(&unread.edition);
    } else if snapshot.unread_of(&source.name).any(|unread| unread.edition == source.edition) {
        let (name, edition) = (source.name.clone(), source.edition.clone());
        return Err(UpdateError::EditionUnread { name, edition });
    }
    let entry = snapshot.entry(&source.name).ok();
    match entry.and_then(|entry| entry.with_number(&source.edition)) {
        Some(retained) => Err(UpdateError::EditionTaken(retained.id.clone())),
        None => Ok(()),
    }
}
