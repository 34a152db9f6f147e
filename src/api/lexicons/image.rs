//! `GET /v1/lexicons/{lexicon}/image`: an edition in the form that the WebAssembly module loads in the
//! least time (see [`Edition::to_image`]).
//!
//! [`Edition::to_image`]: crate::edition::Edition::to_image

use bytes::Bytes;

use crate::edition::EditionId;
use crate::lexicon::Digest;
use crate::lexicon::image::VERSION;

/// The path of the image.
pub const PATH: &str = "/v1/lexicons/{lexicon}/image";

/// The media type of the image.
pub const MEDIA_TYPE: &str = "application/octet-stream";

/// Returns the entity tag of the image, with its quotes. The image follows from the id and from the
/// version of the format.
#[must_use]
pub fn tag(id: &EditionId) -> Bytes {
    let identity = format!("{id} image {VERSION}");
    format!("\"{}\"", &Digest::of(&[identity.as_bytes()]).to_hex()[..32]).into()
}
