//! Stores the texts of editions.

use super::draft::Persistence;
use super::error::UpdateError;
use super::lexicon_updater::LexiconUpdater;
use crate::lexicon::Digest;
use crate::lexicon::source::{Source, SourceDigests};
use crate::registry::retained_edition::RetainedEdition;
use crate::registry::state_dir::StateDirError;
use crate::registry::written_texts::WrittenTexts;

impl LexiconUpdater {
    /// Builds an edition with the search indexes of the edition that it replaces, if any, and tries to
    /// build the others. Writes its texts meanwhile; they are stored only if everything can be built
    /// in time. Also returns the reason if they cannot be stored and need not be.
    pub(super) fn build_and_store(
        &self,
        source: &Source,
        digests: SourceDigests,
        replaced: Option<&RetainedEdition>,
        persistence: Persistence,
    ) -> Result<(RetainedEdition, Option<String>), UpdateError> {
        let write = || self.state_dir().map(|dir| dir.write_texts(source, digests.words));
        let (edition, written) = self.in_time(|| {
            let built = self.build_replacement(source, digests.edition, replaced, write);
            if let Ok(edition) = &built.0 {
                edition.try_other_indexes();
            }
            built
        })?;
        let edition = edition?;
        let not_persisted = store(&edition, written, persistence)?;
        Ok((edition, not_persisted))
    }

    /// Stores the texts of an edition, unless they are stored already. Returns the reason if they
    /// cannot be stored and need not be.
    pub(super) fn store(
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
    written: Option<Result<WrittenTexts<'_>, StateDirError>>,
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
