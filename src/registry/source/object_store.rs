//! Lexicon sources in object stores.

use std::fmt;

use object_store::path::Path;
use object_store::{Error, GetOptions, ObjectStore, ObjectStoreExt as _};

use super::error::{OpenError, SourceError};
use super::listing::Listing;
use crate::registry::manifest::{FILE_NAME, MAX_MANIFEST_BYTES};

/// A prefix with a manifest in an object store.
pub(super) struct RemoteStore {
    store: Box<dyn ObjectStore>,
    prefix: Path,
}

impl fmt::Debug for RemoteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A store contains credentials.
        f.debug_struct("RemoteStore").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

impl RemoteStore {
    /// Opens a location such as `s3://bucket/lexicons`; credentials and endpoints come from the
    /// environment.
    pub(super) fn open(location: &str) -> Result<Self, OpenError> {
        let invalid = |detail: String| OpenError::Invalid { location: location.to_owned(), detail };
        let url = url::Url::parse(location).map_err(|error| invalid(error.to_string()))?;
        let settings = std::env::vars().map(|(name, value)| (name.to_ascii_lowercase(), value));
        let (store, prefix) = object_store::parse_url_opts(&url, settings)
            .map_err(|error| invalid(error.to_string()))?;
        Ok(Self { store, prefix })
    }

    /// Lists the editions; returns `None` if the tag of the listing is still `tag`.
    pub(super) async fn list(&self, tag: Option<&str>) -> Result<Option<Listing>, SourceError> {
        let options = GetOptions { if_none_match: tag.map(str::to_owned), ..GetOptions::default() };
        let path = self.path_of(FILE_NAME);
        let found = match self.store.get_opts(&path, options).await {
            Err(Error::NotModified { .. }) => return Ok(None),
            found => found?,
        };
        if found.meta.size > MAX_MANIFEST_BYTES as u64 {
            let path = path.to_string();
            return Err(SourceError::TooLong { path, max_bytes: MAX_MANIFEST_BYTES });
        }
        // Some stores have no tags, and some ignore `If-None-Match`.
        let e_tag = found.meta.e_tag.clone();
        let json = found.bytes().await?;
        Ok(Listing::parse_changed(&json, e_tag, tag)?)
    }

    /// Reads a file whose size in the manifest is `bytes`.
    pub(super) async fn read(&self, path: &str, bytes: u64) -> Result<Vec<u8>, SourceError> {
        let found = self.store.get(&self.path_of(path)).await?;
        if found.meta.size != bytes {
            let detail = format!("{path} has {} bytes; the manifest says {bytes}", found.meta.size);
            return Err(SourceError::Damaged(detail));
        }
        Ok(found.bytes().await?.into())
    }

    fn path_of(&self, path: &str) -> Path {
        path.split('/').fold(self.prefix.clone(), Path::join)
    }
}

impl From<Error> for SourceError {
    fn from(error: Error) -> Self {
        Self::Store(error.to_string())
    }
}
