//! Errors of starting and running the service.

use std::io;

use crate::api::lexicons::SelectorError;
use crate::config::Address;
use crate::lexicon::LexiconError;
use crate::registry::source::OpenError;
use crate::registry::state_dir::StateDirError;
use crate::registry::wordnet;

/// The reason why the service cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The service cannot listen on an address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: Address,
        /// The I/O error.
        error: io::Error,
    },
    /// The embedded lexicon cannot be built.
    #[error("cannot build the embedded lexicon: {0}")]
    Lexicon(#[from] LexiconError),
    /// The default lexicon is not active.
    #[error("default lexicon: {0}")]
    Default(#[from] SelectorError),
    /// The state directory cannot be used.
    #[error("state directory: {0}")]
    StateDir(#[from] StateDirError),
    /// The lexicon source cannot be used.
    #[error("lexicon source: {0}")]
    LexiconSource(#[from] OpenError),
    /// The copy of `WordNet` cannot be used.
    #[error("--wordnet: {0}")]
    WordNet(#[from] wordnet::OpenError),
    /// A setting of API keys, the rate limit or CORS is invalid.
    #[error("{0}")]
    Access(String),
    /// A setting of the administration is invalid.
    #[error("{0}")]
    Admin(String),
    /// A setting of the export of traces is invalid.
    #[error("{0}")]
    Traces(String),
    /// A listener or the registration of a signal failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}
