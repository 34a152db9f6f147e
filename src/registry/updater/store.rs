//! Stores the texts of editions.

use super::draft::Persistence;
use super::error::UpdateError;
use super::lexicon_updater::LexiconUpdater;
use crate::lexicon::Digest;
use crate::lexicon::source::{Source, SourceDigests};
use crate::registry::retained_edition::RetainedEdition;
use crate::registry::state_dir::StateDirError;
use crate::registry::written_texts::WrittenTexts;

/// The texts of an edition that are written, unless the service has no state directory.
type Written<'d> = Option<Result<WrittenTexts<'d>, StateDirError>>;

impl LexiconUpdater {
    /// Builds an edition with the search indexes of the edition that it replaces, if any, and tries to
    /// build the others. Meanwhile writes its texts, if this is wanted and there is a state directory,
    /// so that they can be stored if everything could be built in time.
    pub(super) fn build_and_write(
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
pub(super) fn store(
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
