//! Depots in object stores.

use std::fmt;

use object_store::path::Path;
use object_store::{Error, GetOptions, ObjectStore, ObjectStoreExt as _};

use super::depot::{DepotError, Listing, MAX_MANIFEST_BYTES, NoDepot};
use super::manifest::{FILE_NAME, Manifest};
use crate::lexicon::Digest;

/// A prefix in an object store.
pub struct Objects {
    store: Box<dyn ObjectStore>,
    prefix: Path,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Stores know secrets.
        f.debug_struct("Objects").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

impl Objects {
    /// Opens a location such as `s3://bucket/lexicons`; credentials and endpoints come from the environment.
    pub(super) fn open(location: &str) -> Result<Self, NoDepot> {
        let unusable = |detail: String| NoDepot::Unusable { location: location.to_owned(), detail };
        let url = url::Url::parse(location).map_err(|error| unusable(error.to_string()))?;
        let settings = std::env::vars().map(|(name, value)| (name.to_ascii_lowercase(), value));
        let (store, prefix) =
            object_store::parse_url_opts(&url, settings).map_err(|error| unusable(error.to_string()))?;
        Ok(Self { store, prefix })
    }

    fn at(&self, path: &str) -> Path {
        path.split('/').fold(self.prefix.clone(), Path::join)
    }

    /// What the store holds, unless it is what the tag stands for.
    pub(super) async fn list(&self, tag: Option<&str>) -> Result<Option<Listing>, DepotError> {
        let options = GetOptions { if_none_match: tag.map(str::to_owned), ..GetOptions::default() };
        let path = self.at(FILE_NAME);
        let found = match self.store.get_opts(&path, options).await {
            Err(Error::NotModified { .. }) => return Ok(None),
            found => found.map_err(|error| failed(&error))?,
        };
        if found.meta.size > MAX_MANIFEST_BYTES as u64 {
            return Err(DepotError::TooLong {
                path: path.to_string(),
                bytes: found.meta.size,
                most: MAX_MANIFEST_BYTES,
            });
        }
        let e_tag = found.meta.e_tag.clone();
        let json = found.bytes().await.map_err(|error| failed(&error))?;
        // Not every store has tags, and not every one heeds conditions.
        let new_tag = e_tag.unwrap_or_else(|| Digest::of(&[&json]).to_string());
        if Some(new_tag.as_str()) == tag {
            return Ok(None);
        }
        Ok(Some(Listing { manifest: Manifest::read(&json)?, tag: new_tag }))
    }

    /// Fetches a file that has so many bytes.
    pub(super) async fn fetch(&self, path: &str, bytes: u64) -> Result<Vec<u8>, DepotError> {
        let found = self.store.get(&self.at(path)).await.map_err(|error| failed(&error))?;
        if found.meta.size != bytes {
            let detail = format!("{path} has {} bytes; the manifest says {bytes}", found.meta.size);
            return Err(DepotError::Damaged(detail));
        }
        found.bytes().await.map(Vec::from).map_err(|error| failed(&error))
    }
}

fn failed(error: &Error) -> DepotError {
    DepotError::Store(error.to_string())
}
