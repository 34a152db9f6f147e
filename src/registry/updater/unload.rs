//! Keeps the retained editions in their stored form, which takes an eighth of the memory.
//!
//! The stored form of an edition is in the state directory, as `<digest>.v1.fst`. Like the image of
//! a search index, it follows from the texts, so no error prevents anything: an edition whose
//! stored form cannot be read or written is built from its texts, or stored in memory only.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::lexicon::{Digest, Lexicon};
use crate::registry::change::Change;
use crate::registry::lexicon_registry::LexiconRegistry;
use crate::registry::retained_edition::RetainedEdition;
use crate::registry::state_dir::StateDir;

/// What is needed to unload retained editions.
#[derive(Debug, Clone)]
pub(super) struct Unloader {
    pub(super) registry: Arc<LexiconRegistry>,
    pub(super) state_dir: Option<Arc<StateDir>>,
    pub(super) release: fn(),
}

/// The thread that unloads editions at the moment, if there is one. It ends before this is dropped,
/// so that nobody else holds the state directory.
#[derive(Debug, Default)]
pub(super) struct Unloading(Mutex<Option<JoinHandle<()>>>);

impl Unloading {
    /// Starts to unload editions on another thread. Changes wait for it.
    pub(super) fn start(&self, unloader: Unloader) {
        self.wait();
        let run = move || unloader.run();
        // If no thread can be started, the next change unloads the editions.
        let thread = thread::Builder::new().name("unload".to_owned()).spawn(run).ok();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = thread;
    }

    /// Waits until the thread has ended.
    pub(super) fn wait(&self) {
        let thread = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // If it panicked, editions stay loaded, and the panic was reported.
        let _ = thread.map(JoinHandle::join);
    }
}

impl Drop for Unloading {
    fn drop(&mut self) {
        self.wait();
    }
}

impl Unloader {
    /// Replaces the retained editions whose full index is built, and which aren't searched, by the
    /// same editions in their stored form.
    pub(super) fn run(&self) {
        let snapshot = self.registry.snapshot();
        let retained = snapshot.iter().flat_map(|(_, entry)| &entry.editions()[1..]);
        let idle = |edition: &&Arc<RetainedEdition>| {
            edition.lexicon.is_loaded() && !edition.indexes.has_any()
        };
        let mut is_released = true;
        for edition in retained.filter(idle) {
            if let Some(lexicon) = self.stored(edition) {
                let unloaded = edition.with_lexicon(lexicon);
                let change = Change::Unload(Arc::clone(edition), unloaded);
                // The same edition stays retained, so there is nothing to persist.
                let _ = self.registry.change::<Infallible>(change, |_| Ok(()));
                is_released = false;
            }
        }
        drop(snapshot);
        if !is_released {
            (self.release)();
        }
    }

    /// Returns the stored form of an edition. Writes it to the state directory, unless it is there.
    fn stored(&self, edition: &RetainedEdition) -> Option<Lexicon> {
        let digest = edition.lexicon.digest();
        if let Some(lexicon) = self.open(digest) {
            return Some(lexicon);
        }
        let file = edition.to_stored();
        if let Some(state_dir) = self.state_dir.as_ref().filter(|dir| dir.read_only().is_none())
            && let Err(error) = state_dir.write_stored_lexicon(digest, &file)
        {
            log("cannot write", digest, &error);
        }
        Lexicon::from_stored(file).inspect_err(|error| log("cannot make", digest, error)).ok()
    }

    /// Opens the stored form of an edition in the state directory; `None` if there is none that can
    /// be used.
    pub(super) fn open(&self, digest: Digest) -> Option<Lexicon> {
        let file = self.state_dir.as_ref()?.stored_lexicon(digest);
        let file = file.inspect_err(|error| log("cannot read", digest, error)).ok()??;
        let lexicon = Lexicon::from_stored(file);
        let lexicon = lexicon.inspect_err(|error| log("cannot use", digest, error)).ok()?;
        if lexicon.digest() == digest {
            return Some(lexicon);
        }
        log("cannot use", digest, &"it has the words of another edition");
        None
    }
}

fn log(problem: &str, digest: Digest, error: &dyn fmt::Display) {
    tracing::warn!(%digest, %error, "{problem} the stored form of an edition");
}
