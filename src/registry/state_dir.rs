//! The state directory stores editions on disk, so that changes survive restarts and crashes.
//!
//! The name of a text file is the SHA-256 of its content. Texts are written before the manifest
//! that lists them, and every file is replaced atomically. The manifest therefore lists only
//! complete files, even if the process is killed.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::decode::{DecodeError, HashedText, decode_file};
use super::file_names::{
    image_ending, image_name, is_derived, is_text, stored_ending, stored_name, temporary_for,
    temporary_name,
};
use super::files::{Files, OpenFile, OsFiles};
use super::manifest::{
    FILE_NAME, ListedEdition, ListedFile, MAX_MANIFEST_BYTES, Manifest, ManifestError,
};
use crate::lexicon::Digest;
use crate::lexicon::image::{ImageId, OpenImage};
use crate::lexicon::source::Source;

/// A directory that stores editions, locked against other processes.
#[derive(Debug)]
pub struct StateDir {
    directory: PathBuf,
    files: Arc<dyn Files>,
    /// The OS releases the lock when the process ends, even by a crash.
    _lock: Option<File>,
    /// The reason why the directory was not writable when it was opened.
    read_only: Option<String>,
    /// The digests of the manifests that may be in the directory: the one that was read or written
    /// last, and those whose replacement failed. Empty before the first access.
    manifests: Mutex<Vec<Digest>>,
}

/// The reason why a state directory cannot be used.
#[derive(Debug, Error)]
pub enum StateDirError {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// Another process uses the directory.
    #[error("{0} is in use by another process; give each process its own state directory")]
    InUse(PathBuf),
    /// The directory was not writable when it was opened.
    #[error("the state directory was not writable at the start: {0}; fix this and restart")]
    ReadOnly(String),
    /// The manifest was replaced by another process, or another file system was mounted.
    #[error(
        "{0} is not the manifest that this process has read or written, so its editions would be lost; restart the service to use it"
    )]
    Foreign(PathBuf),
    /// The manifest is invalid.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The manifest is too long.
    #[error("{0} would be longer than {MAX_MANIFEST_BYTES} bytes; remove a lexicon first")]
    ManifestTooLong(PathBuf),
    /// A file does not match the manifest.
    #[error("{0}")]
    Damaged(String),
    /// A file cannot be decoded.
    #[error("{path}: {error}")]
    Text {
        /// The file.
        path: String,
        /// The decoding error.
        error: DecodeError,
    },
}

impl StateDirError {
    /// Returns true if the disk, or the service's share of it, has no room for a file.
    #[must_use]
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let Self::Io { error, .. } = self else { return false };
        matches!(error.kind(), FileTooLarge | QuotaExceeded | StorageFull)
    }
}

const LOCK_NAME: &str = "lock";
/// The maximum size of a stored lexicon: hundreds of bytes for each of the most words of a lexicon.
const MAX_STORED_BYTES: usize = 1 << 30;

impl StateDir {
    /// Opens a state directory and locks it; creates it if it does not exist. A directory that
    /// cannot be written is opened as well: its editions can be loaded, and changes are refused.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::InUse`].
    pub fn open(directory: &Path) -> Result<Self, StateDirError> {
        Self::open_in(Arc::new(OsFiles), directory)
    }

    /// Opens a state directory as [`Self::open`] does, with other file operations.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_in(files: Arc<dyn Files>, directory: &Path) -> Result<Self, StateDirError> {
        files.create_directory(directory).map_err(at(directory))?;
        let path = directory.join(LOCK_NAME);
        let (lock, read_only) = match files.open_lock(&path, true) {
            Ok(lock) => (Some(lock), None),
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(at(&path)(error));
            }
            Err(error) => (files.open_lock(&path, false).ok(), Some(at(&path)(error).to_string())),
        };
        match lock.as_ref().map_or(Ok(()), File::try_lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StateDirError::InUse(directory.to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
        }
        let directory = directory.to_owned();
        let manifests = Mutex::default();
        let state_dir = Self { directory, files, _lock: lock, read_only, manifests };
        state_dir.remove_files(|name| temporary_for(name).is_some());
        Ok(state_dir)
    }

    /// Returns the reason why the directory was not writable when it was opened.
    #[must_use]
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// Reads the manifest; returns an empty one if there is none.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::Manifest`].
    pub fn manifest(&self) -> Result<Manifest, StateDirError> {
        let json = self.read_manifest()?;
        let mut manifests = self.manifests.lock().unwrap_or_else(PoisonError::into_inner);
        *manifests = vec![Digest::of(&[&json])];
        if json.is_empty() { Ok(Manifest::default()) } else { Ok(Manifest::parse(&json)?) }
    }

    /// Loads the texts of an edition in the manifest.
    ///
    /// # Errors
    /// A file is missing, damaged or cannot be decoded.
    pub fn load(&self, listed: &ListedEdition) -> Result<Source, StateDirError> {
        self.load_with_digest(listed).map(|(source, _)| source)
    }

    /// Loads the texts of an edition in the manifest, and computes its digest.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub(super) fn load_with_digest(
        &self,
        listed: &ListedEdition,
    ) -> Result<(Source, Digest), StateDirError> {
        let words = self.text(&listed.words)?;
        let categories = listed.categories.as_ref().map(|file| self.text(file)).transpose()?;
        let categories = categories.map(|hashed| hashed.text).unwrap_or_default();
        let digest = words.digest.end(categories.as_bytes());
        let source = Source {
            name: listed.name.clone(),
            edition: listed.edition.clone(),
            words: words.text.into(),
            categories: categories.into(),
        };
        Ok((source, digest))
    }

    /// Reads a text and checks it.
    ///
    /// # Errors
    /// The file is missing, damaged or cannot be decoded.
    pub(super) fn text(&self, file: &ListedFile) -> Result<HashedText, StateDirError> {
        let content = self.read(file)?;
        let digest = file.verified_digest(&content).map_err(StateDirError::Damaged)?;
        // The service itself stores only plain texts.
        let max_bytes = content.len();
        decode_file(&file.path, content, digest, max_bytes)
            .map_err(|error| StateDirError::Text { path: file.path.clone(), error })
    }

    /// Replaces the manifest and removes the texts that the new one does not list.
    ///
    /// # Errors
    /// [`StateDirError`]; the previous manifest is then unchanged.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), StateDirError> {
        let json = serde_json::to_vec_pretty(manifest).map_err(ManifestError::from)?;
        // A manifest that could not be read would prevent the next start.
        Manifest::parse(&json)?;
        if json.len() > MAX_MANIFEST_BYTES {
            return Err(StateDirError::ManifestTooLong(self.directory.join(FILE_NAME)));
        }
        self.replace_manifest(&json)?;
        let files = manifest.editions.iter().flat_map(ListedEdition::files);
        let listed: Vec<&str> = files.map(|file| file.path.as_str()).collect();
        self.remove_files(|name| is_text(name) && !listed.contains(&name));
        Ok(())
    }

    /// Opens the image of a search index; `None` if there is none.
    ///
    /// # Errors
    /// [`StateDirError::Io`].
    pub fn open_image(&self, id: &ImageId) -> Result<Option<OpenImage>, StateDirError> {
        let path = self.directory.join(image_name(id));
        match self.files.open(&path) {
            Ok(OpenFile { content, bytes }) => Ok(Some(OpenImage { content, bytes })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at(&path)(error)),
        }
    }

    /// Stores the image of a search index, in place of any other image of it.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::ReadOnly`].
    pub fn write_image(&self, id: &ImageId, image: &[u8]) -> Result<(), StateDirError> {
        self.replace(&image_name(id), image)
    }

    /// Reads the stored form of the lexicon with this digest; `None` if there is none.
    ///
    /// # Errors
    /// [`StateDirError::Io`].
    pub fn stored_lexicon(&self, digest: Digest) -> Result<Option<Vec<u8>>, StateDirError> {
        let path = self.directory.join(stored_name(digest));
        match self.files.read(&path, MAX_STORED_BYTES) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at(&path)(error)),
        }
    }

    /// Writes the stored form of the lexicon with this digest, in place of any other.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::ReadOnly`].
    pub fn write_stored_lexicon(&self, digest: Digest, file: &[u8]) -> Result<(), StateDirError> {
        self.replace(&stored_name(digest), file)
    }

    /// Removes the images and stored forms of other versions of their formats, and of lexicons with
    /// other digests.
    pub fn remove_derived_except(&self, digests: &[Digest]) {
        let current: Vec<String> = digests.iter().map(|digest| digest.to_hex()).collect();
        let endings = [image_ending(), stored_ending()];
        self.remove_files(|name| {
            is_derived(name)
                && !(endings.iter().any(|ending| name.ends_with(ending))
                    && current.iter().any(|hex| name.starts_with(hex)))
        });
    }

    /// Replaces the manifest if it is still the one that this process has read or written.
    fn replace_manifest(&self, json: &[u8]) -> Result<(), StateDirError> {
        let mut manifests = self.manifests.lock().unwrap_or_else(PoisonError::into_inner);
        let previous = self.read_manifest()?;
        let digest = Digest::of(&[&previous]);
        if !manifests.is_empty() && !manifests.contains(&digest) {
            return Err(StateDirError::Foreign(self.directory.join(FILE_NAME)));
        }
        if let Err(error) = self.replace(FILE_NAME, json) {
            // If only the last step failed, the manifest is replaced already.
            let undone = if previous.is_empty() {
                self.remove(FILE_NAME)
            } else {
                self.replace(FILE_NAME, &previous)
            };
            if undone.is_err() && !manifests.contains(&Digest::of(&[json])) {
                manifests.push(Digest::of(&[json]));
            }
            return Err(error);
        }
        *manifests = vec![Digest::of(&[json])];
        Ok(())
    }

    /// Reads the manifest; returns no bytes if there is none.
    fn read_manifest(&self) -> Result<Vec<u8>, StateDirError> {
        let path = self.directory.join(FILE_NAME);
        match self.files.read(&path, MAX_MANIFEST_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read.map_err(at(&path)),
        }
    }

    /// Reads a file, up to one byte more than its size in the manifest.
    pub(super) fn read(&self, file: &ListedFile) -> Result<Vec<u8>, StateDirError> {
        let path = self.directory.join(&file.path);
        let max_bytes = usize::try_from(file.bytes).unwrap_or(usize::MAX - 1);
        self.files.read(&path, max_bytes).map_err(at(&path))
    }

    /// Replaces a file atomically; returns once the new content and the directory are synced.
    fn replace(&self, name: &str, content: &[u8]) -> Result<(), StateDirError> {
        self.write_temporary(name, content)?;
        self.replace_by_temporary(name).inspect_err(|_| self.remove_temporary(name))?;
        self.sync()
    }

    /// Writes the temporary file that is to replace a file, and syncs its content.
    pub(super) fn write_temporary(&self, name: &str, content: &[u8]) -> Result<(), StateDirError> {
        if let Some(reason) = &self.read_only {
            return Err(StateDirError::ReadOnly(reason.clone()));
        }
        let written = self.files.write(&self.directory.join(temporary_name(name)), content);
        written.inspect_err(|_| self.remove_temporary(name)).map_err(at(&self.directory.join(name)))
    }

    /// Replaces a file by its temporary file. Returns before the directory is synced.
    pub(super) fn replace_by_temporary(&self, name: &str) -> Result<(), StateDirError> {
        let (temporary, path) =
            (self.directory.join(temporary_name(name)), self.directory.join(name));
        self.files.rename(&temporary, &path).map_err(at(&path))
    }

    /// Removes a temporary file if it exists.
    pub(super) fn remove_temporary(&self, name: &str) {
        let _ = self.files.remove(&self.directory.join(temporary_name(name)));
    }

    /// Syncs the names in the directory.
    pub(super) fn sync(&self) -> Result<(), StateDirError> {
        self.files.sync_directory(&self.directory).map_err(at(&self.directory))
    }

    fn remove(&self, name: &str) -> Result<(), StateDirError> {
        let path = self.directory.join(name);
        self.files.remove(&path).map_err(at(&path))
    }

    /// Removes the files whose names match. Ignores errors, because a leftover file does no harm.
    fn remove_files(&self, matches: impl Fn(&str) -> bool) {
        if self.read_only.is_some() {
            return;
        }
        let names = self.files.names(&self.directory).unwrap_or_default();
        for name in names.iter().filter(|name| matches(name)) {
            let _ = self.remove(name);
        }
    }
}

/// Adds the path to an I/O error.
fn at(path: &Path) -> impl Fn(io::Error) -> StateDirError {
    |error| StateDirError::Io { path: path.to_owned(), error }
}
