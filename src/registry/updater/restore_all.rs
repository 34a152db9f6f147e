//! Restores the lexicons of the state directory when the service starts.

use super::error::UpdateError;
use super::lexicon_updater::LexiconUpdater;
use crate::registry::change::Change;
use crate::registry::manifest::ListedEdition;
use crate::registry::retained_edition::{RetainedEdition, StoredFiles};
use crate::registry::state_dir::{StateDir, StateDirError};

impl LexiconUpdater {
    /// Restores the editions in the state directory: first the active ones, then, after a call to
    /// `ready`, the others. Editions that cannot be restored are logged and skipped.
    ///
    /// # Errors
    /// The state directory cannot be read.
    pub fn restore_all(&self, ready: impl FnOnce()) -> Result<(), StateDirError> {
        let Some(state_dir) = &self.state_dir else {
            ready();
            return Ok(());
        };
        // Locked until the end: another change would write a manifest without the editions that are
        // not restored yet.
        let mut sync_state = self.lock();
        let manifest = state_dir.manifest()?;
        *sync_state = manifest.sync_state.clone().unwrap_or_default();
        let (active, retained): (Vec<&ListedEdition>, Vec<&ListedEdition>) = manifest
            .editions
            .iter()
            .partition(|listed| manifest.active(&listed.name) == Some(listed));
        for listed in active {
            self.restore_logged(state_dir, listed, |edition| match edition.stored {
                // This binary embeds other texts, which are installed already.
                Some(StoredFiles { embedded: true, .. }) => Change::Retain(edition),
                _ => Change::Install(edition),
            });
        }
        ready();
        for listed in retained {
            self.restore_logged(state_dir, listed, Change::Retain);
        }
        (self.release)();
        Ok(())
    }

    fn restore_logged(
        &self,
        state_dir: &StateDir,
        listed: &ListedEdition,
        change: impl FnOnce(RetainedEdition) -> Change<'static>,
    ) {
        if let Err(error) = self.restore_one(state_dir, listed, change) {
            tracing::error!(
                lexicon = listed.name,
                edition = listed.edition,
                %error,
                "cannot restore an edition from the state directory"
            );
        }
    }

    fn restore_one(
        &self,
        state_dir: &StateDir,
        listed: &ListedEdition,
        change: impl FnOnce(RetainedEdition) -> Change<'static>,
    ) -> Result<(), UpdateError> {
        let source = state_dir.load(listed)?;
        let digest = source.digest().to_string();
        let snapshot = self.registry.snapshot();
        let entry = snapshot.entry(&listed.name).ok();
        if entry.is_some_and(|entry| entry.with_digest(&digest).is_some()) {
            return Ok(());
        }
        let mut edition = RetainedEdition::build(&source, self.cache_bytes, self.release)?;
        edition.stored = Some(StoredFiles {
            words: listed.words.clone(),
            categories: listed.categories.clone(),
            embedded: listed.embedded,
        });
        // The manifest lists the edition already, so there is nothing to persist.
        let retired = self.registry.change::<StateDirError>(change(edition), |_| Ok(()))?;
        tracing::info!(
            lexicon = listed.name,
            edition = listed.edition,
            digest,
            "edition restored from the state directory"
        );
        self.retire(retired);
        Ok(())
    }
}
