//! The lexicon source: the directory or object store from which replicas fetch their lexicons. It
//! is polled, and only changes are fetched.

mod directory;
mod error;
mod listing;
#[cfg(feature = "object-store")]
mod object_store;

pub use error::{OpenError, SourceError};
pub use listing::{Doubts, Listing};

use std::path::Path;
use std::sync::Arc;

use self::directory::Directory;
use super::blocking;
use super::decode::{HashedText, decode_file};
use super::files::{Files, OsFiles};
use super::manifest::ListedFile;

/// A directory or an object store with lexicons.
#[derive(Debug)]
pub struct LexiconSource {
    place: Place,
    /// The maximum size of a decoded text, in bytes.
    max_text_bytes: usize,
}

#[derive(Debug)]
enum Place {
    Directory(Directory),
    #[cfg(feature = "object-store")]
    Remote(object_store::RemoteStore),
}

impl LexiconSource {
    /// Opens a lexicon source: a directory (a path or a `file://` URL) or, with the feature
    /// `object-store`, an object store (a URL with `s3://`, `gs://`, `az://`, `http://` or
    /// `https://`). The usual environment variables of an object store configure it.
    ///
    /// A directory contains a manifest, or files `NAME.tsv` or `NAME.txt` with words and
    /// `NAME.categories.tsv` with categories; their names may also end in `.gz`. An object store
    /// contains a manifest. A text has at most `max_text_bytes` decoded bytes.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(location: &str, max_text_bytes: usize) -> Result<Self, OpenError> {
        let path = location.strip_prefix("file://").unwrap_or(location);
        if path.contains("://") {
            #[cfg(feature = "object-store")]
            {
                let place = Place::Remote(object_store::RemoteStore::open(location)?);
                return Ok(Self { place, max_text_bytes });
            }
            #[cfg(not(feature = "object-store"))]
            return Err(OpenError::WithoutObjectStore(location.to_owned()));
        }
        if !Path::new(path).is_dir() {
            return Err(OpenError::NotADirectory(path.to_owned()));
        }
        Ok(Self::in_directory(Arc::new(OsFiles), Path::new(path), max_text_bytes))
    }

    /// Creates a lexicon source in a directory that is read with the given file operations.
    #[must_use]
    pub fn in_directory(files: Arc<dyn Files>, path: &Path, max_text_bytes: usize) -> Self {
        let place = Place::Directory(Directory::new(files, path, max_text_bytes));
        Self { place, max_text_bytes }
    }

    /// Lists the editions; returns `None` if the tag of the listing is still `tag`.
    ///
    /// # Errors
    /// [`SourceError`].
    pub async fn list(&self, tag: Option<&str>) -> Result<Option<Listing>, SourceError> {
        match &self.place {
            Place::Directory(directory) => {
                let directory = directory.clone();
                let tag = tag.map(str::to_owned);
                blocking::run(move || directory.list(tag.as_deref())).await
            }
            #[cfg(feature = "object-store")]
            Place::Remote(store) => store.list(tag).await,
        }
    }

    /// Fetches a text and checks it against the manifest.
    ///
    /// # Errors
    /// [`SourceError`].
    pub async fn fetch(&self, file: &ListedFile) -> Result<HashedText, SourceError> {
        let max_bytes = self.max_text_bytes;
        let too_long = || SourceError::TooLong { path: file.path.clone(), max_bytes };
        let bytes = usize::try_from(file.bytes).map_err(|_| too_long())?;
        if bytes > max_bytes {
            return Err(too_long());
        }
        let content = match &self.place {
            Place::Directory(directory) => {
                let directory = directory.clone();
                let path = file.path.clone();
                blocking::run(move || directory.read(&path, bytes)).await?
            }
            #[cfg(feature = "object-store")]
            Place::Remote(store) => store.read(&file.path, file.bytes).await?,
        };
        let file = file.clone();
        blocking::run(move || {
            let digest = file.verified_digest(&content).map_err(SourceError::Damaged)?;
            let text = decode_file(&file.path, content, digest, max_bytes);
            text.map_err(|error| SourceError::Text { path: file.path, error })
        })
        .await
    }
}
