//! The images of search indexes in the state directory.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use super::state_dir::StateDir;
use crate::lexicon::image::{ImageError, ImageId, ImageStore, OpenImage};

/// The maximum number of images that wait to be written: those of two editions. The largest ones take
/// about 100 MB with a million words.
const MAX_UNWRITTEN: usize = 10;

/// Reads and writes images in a state directory.
///
/// An image is only a faster way to an index, so no error prevents a search: an index whose image
/// cannot be read is built, and an image that cannot be written is missing at the next start.
#[derive(Debug)]
pub(super) struct StoredImages {
    /// Retired editions must not keep the directory locked when its owner is gone.
    state_dir: Weak<StateDir>,
    /// Locked while an image is written, because two writers could write to the same file.
    writing: Arc<Mutex<()>>,
}

impl StoredImages {
    pub(super) fn new(state_dir: &Arc<StateDir>) -> Self {
        Self { state_dir: Arc::downgrade(state_dir), writing: Arc::default() }
    }
}

impl ImageStore for StoredImages {
    fn open(&self, id: &ImageId) -> Option<OpenImage> {
        let opened = self.state_dir.upgrade()?.open_image(id);
        opened.inspect_err(|error| log("cannot read", id, error)).ok()?
    }

    fn store(&self, id: ImageId, image: Vec<u8>) {
        let state_dir = self.state_dir.upgrade();
        let Some(state_dir) = state_dir.filter(|state_dir| state_dir.read_only().is_none()) else {
            return;
        };
        // On a slow disk, images must not pile up in memory. One that is missing is built again.
        if Arc::strong_count(&self.writing) > MAX_UNWRITTEN {
            return;
        }
        let writing = Arc::clone(&self.writing);
        let write = move || {
            let _writing = writing.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = state_dir.write_image(&id, &image) {
                log("cannot write", &id, &error);
            }
        };
        // If no thread can be started, the image is missing at the next start.
        let _ = thread::Builder::new().name("image".to_owned()).spawn(write);
    }

    fn refuse(&self, id: &ImageId, error: &ImageError) {
        log("cannot use", id, error);
    }
}

fn log(problem: &str, id: &ImageId, error: &dyn fmt::Display) {
    let ImageId { digest, index } = id;
    tracing::warn!(
        %digest,
        index,
        %error,
        "{problem} the image of a search index; the index is built from the words"
    );
}
