//! `GET /v1/lexicons/{lexicon}/fst`: an edition in its stored form, which programs in any language
//! can read (see [`Lexicon::to_stored`] and `docs/stored-lexicon.md`).
//!
//! [`Lexicon::to_stored`]: crate::lexicon::Lexicon::to_stored

use bytes::Bytes;

use crate::edition::EditionId;
use crate::lexicon::{Digest, STORED_VERSION};

/// The path of the stored form.
pub const PATH: &str = "/v1/lexicons/{lexicon}/fst";

/// The media type of the stored form.
pub const MEDIA_TYPE: &str = "application/octet-stream";

/// Returns the entity tag of the stored form, with its quotes. The stored form follows from the
/// digest and from the version of the format.
#[must_use]
pub fn tag(id: &EditionId) -> Bytes {
    let identity = format!("{} fst {STORED_VERSION}", id.digest);
    format!("\"{}\"", &Digest::of(&[identity.as_bytes()]).to_hex()[..32]).into()
}
