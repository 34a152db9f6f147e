//! The archive: editions on disk, so that what was put in force survives a restart and a crash at any moment.
//!
//! Files are written aside, synced and renamed, and bear the SHA-256 of their content in their names; the manifest comes last. Whatever moment the process
//! dies at, the manifest names whole files only.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::edition::Filed;
use super::manifest::{BadManifest, FILE_NAME, ListedFile, Manifest};
use super::text_file::{self, BadTextFile};
use crate::lexicon::source::Source;

/// A directory that keeps editions. One process at a time has it.
#[derive(Debug)]
pub struct Archive {
    directory: PathBuf,
    /// Unlocked when dropped, also by the death of the process.
    _lock: File,
}

/// Why the archive can't be used.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file system fails.
    #[error("{path}: {error}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process has it.
    #[error("{0} is in use by another process; give each its own state directory")]
    InUse(PathBuf),
    /// Its manifest is no good.
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    /// A file isn't what the manifest says.
    #[error("{0}")]
    Damaged(String),
    /// A file is no text.
    #[error("{path}: {error}")]
    Text {
        /// Which file.
        path: String,
        /// Why not.
        error: BadTextFile,
    },
}

const LOCK_NAME: &str = "lock";
/// Behind the name of a file that is being written.
const ASIDE: &str = ".new";

impl Archive {
    /// Opens the archive in a directory; makes the directory if it isn't there.
    ///
    /// # Errors
    /// [`ArchiveError::Io`] or [`ArchiveError::InUse`].
    pub fn open(directory: &Path) -> Result<Self, ArchiveError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| ArchiveError::Io { path, error }
        };
        fs::create_dir_all(directory).map_err(at(directory))?;
        let path = directory.join(LOCK_NAME);
        let lock = File::create(&path).map_err(at(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { directory: directory.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(ArchiveError::InUse(directory.to_owned())),
            Err(TryLockError::Error(error)) => Err(at(&path)(error)),
        }
    }

    /// What the archive holds; an empty one holds nothing.
    ///
    /// # Errors
    /// [`ArchiveError`].
    pub fn manifest(&self) -> Result<Manifest, ArchiveError> {
        let path = self.directory.join(FILE_NAME);
        match fs::read(&path) {
            Ok(json) => Ok(Manifest::read(&json)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Manifest::default()),
            Err(error) => Err(ArchiveError::Io { path, error }),
        }
    }

    /// Reads a text back.
    ///
    /// # Errors
    /// [`ArchiveError`], also if the file has been damaged.
    pub fn read(&self, file: &ListedFile) -> Result<String, ArchiveError> {
        let path = self.directory.join(&file.path);
        let content = fs::read(&path).map_err(|error| ArchiveError::Io { path, error })?;
        file.verify(&content).map_err(ArchiveError::Damaged)?;
        let most = content.len();
        text_file::unpack(&file.path, &content, most)
            .map_err(|error| ArchiveError::Text { path: file.path.clone(), error })
    }

    /// Writes an edition's texts; the manifest doesn't name them yet.
    ///
    /// # Errors
    /// [`ArchiveError::Io`].
    pub fn file(&self, source: &Source) -> Result<Filed, ArchiveError> {
        let words = self.write(&source.words)?;
        let categories = Some(&*source.categories).filter(|text| !text.is_empty());
        Ok(Filed { words, categories: categories.map(|text| self.write(text)).transpose()?, compiled_in: false })
    }

    fn write(&self, text: &str) -> Result<ListedFile, ArchiveError> {
        let mut file = ListedFile::of(String::new(), text.as_bytes());
        file.path = format!("{}.tsv", file.sha256);
        self.replace(&file.path, text.as_bytes())?;
        Ok(file)
    }

    /// Makes a manifest the archive's own, and removes the files that it doesn't name.
    ///
    /// # Errors
    /// [`ArchiveError::Io`]; then the manifest before it stands.
    pub fn record(&self, manifest: &Manifest) -> Result<(), ArchiveError> {
        let json = serde_json::to_vec_pretty(manifest).map_err(BadManifest::from)?;
        self.replace(FILE_NAME, &json)?;
        let files =
            manifest.editions.iter().flat_map(|listed| std::iter::once(&listed.words).chain(&listed.categories));
        let mut named: Vec<&str> = files.map(|file| file.path.as_str()).collect();
        named.extend([FILE_NAME, LOCK_NAME]);
        // What can't be removed does no harm.
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_str().is_some_and(|name| is_ours(name) && !named.contains(&name)) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// Writes a file aside, syncs it and puts it in place.
    fn replace(&self, name: &str, content: &[u8]) -> Result<(), ArchiveError> {
        let path = self.directory.join(name);
        let aside = self.directory.join(format!("{name}{ASIDE}"));
        let write = || -> io::Result<()> {
            let mut file = File::create(&aside)?;
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&aside, &path)?;
            // The rename itself is on disk only once the directory is.
            File::open(&self.directory)?.sync_all()
        };
        write().map_err(|error| ArchiveError::Io { path: path.clone(), error })
    }
}

/// Whether a file has a name that the archive gives: whatever else lies there is left alone.
fn is_ours(name: &str) -> bool {
    let name = name.strip_suffix(ASIDE).unwrap_or(name);
    let is_text = name
        .strip_suffix(".tsv")
        .is_some_and(|digest| digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    is_text || name == FILE_NAME
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::court::manifest::Listed;

    fn listed(edition: &str, words: ListedFile) -> Listed {
        Listed { name: "club".to_owned(), edition: edition.to_owned(), words, categories: None, compiled_in: false }
    }

    #[test]
    fn what_is_recorded_comes_back_and_the_rest_goes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("state");
        let archive = Archive::open(&path).unwrap();
        assert!(matches!(Archive::open(&path), Err(ArchiveError::InUse(_))));
        assert_eq!(archive.manifest().unwrap(), Manifest::default());
        let (one, two) = (archive.write("AA\n").unwrap(), archive.write("AB\n").unwrap());
        fs::write(path.join("README"), "not ours").unwrap();
        archive.record(&Manifest { editions: vec![listed("1", one.clone())], taken: None }).unwrap();
        drop(archive);

        let archive = Archive::open(&path).unwrap();
        assert_eq!(archive.manifest().unwrap().editions, [listed("1", one.clone())]);
        assert_eq!(archive.read(&one).unwrap(), "AA\n");
        assert!(matches!(archive.read(&two), Err(ArchiveError::Io { .. })), "no manifest named it");
        assert!(path.join("README").exists());

        fs::write(path.join(&one.path), "AB\n").unwrap();
        assert!(matches!(archive.read(&one), Err(ArchiveError::Damaged(_))));
        fs::write(path.join(FILE_NAME), "{").unwrap();
        assert!(matches!(archive.manifest(), Err(ArchiveError::Manifest(_))));
    }
}
