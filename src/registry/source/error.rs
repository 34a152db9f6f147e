//! Errors of lexicon sources.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::registry::decode::DecodeError;
use crate::registry::manifest::ManifestError;

/// The reason why a lexicon source cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpenError {
    /// The path does not exist or is not a directory.
    #[error("{0} is not a directory")]
    NotADirectory(String),
    /// The location is an object store, which this build does not support.
    #[error("{0}: this binary is built without the feature object-store")]
    WithoutObjectStore(String),
    /// The location of an object store is invalid.
    #[error("{location}: {detail}")]
    Invalid {
        /// The location.
        location: String,
        /// A description of the error.
        detail: String,
    },
}

/// The reason why something cannot be fetched from a lexicon source.
#[derive(Debug, Error)]
pub enum SourceError {
    /// A file cannot be read.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// The poll has not ended in time.
    #[error("the poll has not ended within {}; it continues", humantime::format_duration(*.0))]
    Late(Duration),
    /// The object store returned an error.
    #[error("{0}")]
    Store(String),
    /// The manifest is invalid.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A file does not match the manifest.
    #[error("{0}")]
    Damaged(String),
    /// A file is too long.
    #[error("{path} is larger than the limit of {max_bytes} bytes")]
    TooLong {
        /// The file.
        path: String,
        /// The limit.
        max_bytes: usize,
    },
    /// A file cannot be decoded.
    #[error("{path}: {error}")]
    Text {
        /// The file.
        path: String,
        /// The decoding error.
        error: DecodeError,
    },
}
