//! The listing of a lexicon source.

use super::error::SourceError;
use crate::lexicon::Digest;
use crate::registry::manifest::{Manifest, ManifestError};

/// The editions in a lexicon source.
#[derive(Debug)]
pub struct Listing {
    /// The editions.
    pub manifest: Manifest,
    /// A text that changes when the editions change: an `ETag` or a digest.
    pub tag: String,
    /// The parts of the listing that are not certain, if the source has no manifest.
    pub doubts: Option<Doubts>,
}

/// The parts of a listing without a manifest that are not certain: nobody says when a file is
/// complete, or that a file was removed on purpose.
#[derive(Debug, Default)]
pub struct Doubts {
    /// The lexicons whose files have changed since the previous listing. Another process may still
    /// be writing them.
    pub unsettled: Vec<String>,
    /// The lexicons whose files cannot be read. The manifest does not list them.
    pub failed: Vec<(String, SourceError)>,
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
        Ok(Some(Self { manifest: Manifest::parse(json)?, tag, doubts: None }))
    }
}
