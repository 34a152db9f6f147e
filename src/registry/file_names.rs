//! The names of the files in the state directory.

use super::manifest::{FILE_NAME, is_sha256};
use crate::lexicon::image::{ImageId, VERSION};
use crate::lexicon::{Digest, STORED_VERSION};

/// Returns true if this is the name of a text in the state directory.
pub(super) fn is_text(name: &str) -> bool {
    name.strip_suffix(".tsv").is_some_and(is_sha256)
}

const IMAGE_ENDING: &str = ".image";

/// Returns the end of the names of images of the current version.
pub(super) fn image_ending() -> String {
    format!(".v{VERSION}{IMAGE_ENDING}")
}

/// Returns the name of the image of a search index, such as `1f3a….wordgame.v1.image`.
pub(super) fn image_name(ImageId { digest, index }: &ImageId) -> String {
    format!("{}.{index}{}", digest.to_hex(), image_ending())
}

const STORED_ENDING: &str = ".fst";

/// Returns the end of the names of stored lexicons of the current version.
pub(super) fn stored_ending() -> String {
    format!(".v{STORED_VERSION}{STORED_ENDING}")
}

/// Returns the name of a stored lexicon, such as `1f3a….v1.fst`.
pub(super) fn stored_name(digest: Digest) -> String {
    format!("{}{}", digest.to_hex(), stored_ending())
}

/// Returns true if this is the name of an image or a stored lexicon of any version.
pub(super) fn is_derived(name: &str) -> bool {
    let name = name.strip_suffix(IMAGE_ENDING).or_else(|| name.strip_suffix(STORED_ENDING));
    name.and_then(|name| name.split('.').next()).is_some_and(is_sha256)
}

const TEMPORARY_ENDING: &str = ".new";

/// Returns the name of the temporary file that replaces a file.
pub(super) fn temporary_name(name: &str) -> String {
    format!(".{name}{TEMPORARY_ENDING}")
}

/// Returns the name of the file that a temporary file was meant to replace. A process that is
/// killed leaves its temporary file behind.
pub(super) fn temporary_for(name: &str) -> Option<&str> {
    let name = name.strip_prefix('.')?.strip_suffix(TEMPORARY_ENDING)?;
    (name == FILE_NAME || is_text(name) || is_derived(name)).then_some(name)
}
