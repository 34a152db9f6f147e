//! The listing of a lexicon source.

use crate::lexicon::Digest;
use crate::registry::manifest::{Manifest, ManifestError};

/// The maximum size of a manifest, in bytes.
pub(super) const MAX_MANIFEST_BYTES: usize = 1 << 20;

/// The editions in a lexicon source.
#[derive(Debug)]
pub struct Listing {
    /// The editions.
    pub manifest: Manifest,
    /// A text that changes when the editions change: an `ETag` or a digest.
    pub tag: String,
}

impl Listing {
    /// Parses a manifest; returns `None` if its tag is `known_tag`. Without an `ETag`, the tag is
    /// the digest of the manifest.
    pub(super) fn parse_changed(
        json: &[u8],
        e_tag: Option<String>,
        known_tag: Option<&str>,
    ) -> Result<Option<Self>, ManifestError> {
        let tag = e_tag.unwrap_or_else(|| Digest::of(&[json]).to_string());
        if known_tag == Some(&tag) {
            return Ok(None);
        }
        Ok(Some(Self { manifest: Manifest::parse(json)?, tag }))
    }
}
