//! The state directory stores editions on disk, so that changes survive restarts and crashes.
//!
//! The name of a text file is the SHA-256 of its content. Texts are written before the manifest
//! that lists them, and every file is replaced atomically. The manifest therefore lists only
//! complete files, even if the process is killed.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;
use thiserror::Error;

use super::decode::{self, DecodeError};
use super::manifest::{FILE_NAME, ListedEdition, ListedFile, Manifest, ManifestError, is_sha256};
use super::retained_edition::StoredFiles;
use crate::lexicon::source::Source;

/// A directory that stores editions, locked against other processes.
#[derive(Debug)]
pub struct StateDir {
    directory: PathBuf,
    /// The OS releases the lock when the process ends, even by a crash.
    _lock: File,
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
    /// The manifest is invalid.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
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

const LOCK_NAME: &str = "lock";

impl StateDir {
    /// Opens a state directory and locks it; creates it if it does not exist.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::InUse`].
    pub fn open(directory: &Path) -> Result<Self, StateDirError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        let path = directory.join(LOCK_NAME);
        let lock = File::create(&path).map_err(at(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { directory: directory.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StateDirError::InUse(directory.to_owned())),
            Err(TryLockError::Error(error)) => Err(at(&path)(error)),
        }
    }

    /// Reads the manifest; returns an empty one if there is none.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::Manifest`].
    pub fn manifest(&self) -> Result<Manifest, StateDirError> {
        let path = self.directory.join(FILE_NAME);
        match fs::read(&path) {
            Ok(json) => Ok(Manifest::parse(&json)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Manifest::default()),
            Err(error) => Err(at(&path)(error)),
        }
    }

    /// Loads the texts of an edition in the manifest.
    ///
    /// # Errors
    /// A file is missing, damaged or cannot be decoded.
    pub fn load(&self, listed: &ListedEdition) -> Result<Source, StateDirError> {
        let categories = listed.categories.as_ref().map(|file| self.read(file)).transpose()?;
        Ok(Source {
            name: listed.name.clone(),
            edition: listed.edition.clone(),
            words: self.read(&listed.words)?.into(),
            categories: categories.unwrap_or_default().into(),
        })
    }

    /// Stores the texts of an edition. The manifest does not list them yet.
    ///
    /// # Errors
    /// [`StateDirError::Io`].
    pub fn store(&self, source: &Source) -> Result<StoredFiles, StateDirError> {
        let words = self.write(&source.words)?;
        let categories =
            if source.categories.is_empty() { None } else { Some(self.write(&source.categories)?) };
        Ok(StoredFiles { words, categories, embedded: false })
    }

    /// Replaces the manifest and removes the files that the new one does not list.
    ///
    /// # Errors
    /// [`StateDirError::Io`]; the previous manifest is then unchanged.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), StateDirError> {
        let json = serde_json::to_vec_pretty(manifest).map_err(ManifestError::from)?;
        self.replace(FILE_NAME, &json)?;
        self.clean_up(manifest);
        Ok(())
    }

    fn read(&self, file: &ListedFile) -> Result<String, StateDirError> {
        let path = self.directory.join(&file.path);
        let content = fs::read(&path).map_err(at(&path))?;
        file.verify(&content).map_err(StateDirError::Damaged)?;
        decode::decode_file(&file.path, &content, content.len())
            .map_err(|error| StateDirError::Text { path: file.path.clone(), error })
    }

    fn write(&self, text: &str) -> Result<ListedFile, StateDirError> {
        let mut file = ListedFile::of(String::new(), text.as_bytes());
        file.path = format!("{}.tsv", file.sha256);
        self.replace(&file.path, text.as_bytes())?;
        Ok(file)
    }

    /// Replaces a file atomically; returns once the new content and the directory are synced.
    fn replace(&self, name: &str, content: &[u8]) -> Result<(), StateDirError> {
        let path = self.directory.join(name);
        let write = || {
            let mut file = AtomicWriteFile::open(&path)?;
            file.write_all(content)?;
            file.commit()
        };
        write().map_err(at(&path))
    }

    /// Removes the files that a manifest does not list. Ignores errors, because a leftover file
    /// does no harm.
    fn clean_up(&self, manifest: &Manifest) {
        let listed: Vec<&str> = manifest
            .editions
            .iter()
            .flat_map(ListedEdition::files)
            .map(|file| file.path.as_str())
            .chain([FILE_NAME])
            .collect();
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_str().is_some_and(|name| is_own(name) && !listed.contains(&name)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Adds the path to an I/O error.
fn at(path: &Path) -> impl Fn(io::Error) -> StateDirError {
    |error| StateDirError::Io { path: path.to_owned(), error }
}

/// Returns true if the state directory creates files with this name. Other files are not removed.
fn is_own(name: &str) -> bool {
    let name = temporary_for(name).unwrap_or(name);
    name == FILE_NAME || name.strip_suffix(".tsv").is_some_and(is_sha256)
}

/// Returns the name of the file that a temporary file was meant to replace. `AtomicWriteFile` names
/// temporary files `.NAME.SUFFIX`. A process that is killed leaves them behind.
fn temporary_for(name: &str) -> Option<&str> {
    const SUFFIX_CHARACTERS: usize = 6;
    let (name, suffix) = name.strip_prefix('.')?.rsplit_once('.')?;
    let is_suffix = suffix.len() == SUFFIX_CHARACTERS
        && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_suffix.then_some(name)
}
