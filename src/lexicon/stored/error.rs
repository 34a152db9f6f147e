//! The reasons why a file is not read as a stored lexicon.

use thiserror::Error;

/// The version of the format. A file of another version is not read.
pub const VERSION: u32 = 1;

/// The reason why a file cannot be used as a stored lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum StoredError {
    /// The file doesn't begin like a stored lexicon.
    #[error("the file is not a stored lexicon")]
    Other,
    /// The file has another version of the format.
    #[error("the stored lexicon has version {0} of the format, not {VERSION}")]
    Version(u32),
    /// The file is damaged or truncated.
    #[error("the stored lexicon is damaged")]
    Damaged,
}

/// Returns an error unless a condition of a stored lexicon holds.
pub(super) fn check(holds: bool) -> Result<(), StoredError> {
    if holds { Ok(()) } else { Err(StoredError::Damaged) }
}
