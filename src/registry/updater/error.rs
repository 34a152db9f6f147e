//! The reasons why a lexicon cannot be changed.

use std::time::Duration;

use thiserror::Error;

use crate::api::lexicons::SelectorError;
use crate::edition::EditionId;
use crate::lexicon::LexiconError;
use crate::registry::change::ChangeError;
use crate::registry::manifest::{InvalidEditionNumber, InvalidName};
use crate::registry::state_dir::StateDirError;

/// The reason why a change was not made.
#[derive(Debug, Error)]
pub enum UpdateError {
    /// The lexicon's name is invalid.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// The edition's number is invalid.
    #[error(transparent)]
    Edition(#[from] InvalidEditionNumber),
    /// The text has bad lines.
    #[error(transparent)]
    Text(#[from] LexiconError),
    /// A retained edition has the same number but another text.
    #[error(
        "{0} is already retained with another text; an edition never changes, so give this one another number"
    )]
    EditionTaken(EditionId),
    /// An edition with the same number could not be read from the state directory.
    #[error(
        "edition {edition} of {name} is in the state directory, but could not be read at the start; upload the same text again, or give this one another number"
    )]
    EditionUnread {
        /// The lexicon's name.
        name: String,
        /// The edition's number.
        edition: String,
    },
    /// The edition or its search indexes took too long to build.
    #[error(
        "the edition and its search indexes could not be built within {}; if the machine is not overloaded, report the text as a fault of the service",
        humantime::format_duration(*.0)
    )]
    TooSlow(Duration),
    /// The edition lacks too many words of the active one.
    #[error(
        "the edition lacks {removed} of the {words} words of {active}, more than {share} % (--max-shrink); if this is intended, repeat the change with force=true"
    )]
    Shrinks {
        /// The number of words that the edition lacks.
        removed: usize,
        /// The number of words of the active edition.
        words: usize,
        /// The active edition.
        active: String,
        /// The share of the words that an edition may lack, in percent.
        share: u8,
    },
    /// Another edition is active than the change requires.
    #[error("{0} is active; compare with it, and name its digest in If-Match")]
    OtherActive(String),
    /// A lexicon without editions gets one that must not become active.
    #[error("lexicon {0} does not exist yet; its first edition becomes active at once")]
    FirstIsActive(String),
    /// Only the active edition is retained.
    #[error(
        "only the active edition of each lexicon is retained; start the service with --keep-editions 2 or more"
    )]
    NoRoom,
    /// The lexicon or edition does not exist.
    #[error(transparent)]
    NotRetained(#[from] SelectorError),
    /// Too many lexicons are active.
    #[error(
        "{0} lexicons are active, which is the limit; remove one first, or raise --max-lexicons"
    )]
    TooMany(usize),
    /// The default lexicon cannot be removed.
    #[error("{0} is the default lexicon; it can be replaced but not removed")]
    IsDefault(String),
    /// A lexicon that does not exist yet needs words.
    #[error("lexicon {0} does not exist yet; upload its words first")]
    NoWords(String),
    /// The change could not be persisted.
    #[error(
        "the change could not be persisted, so it was not made: {0}; check the disk of the state directory and try again"
    )]
    StateDir(#[from] StateDirError),
}

impl From<ChangeError<StateDirError>> for UpdateError {
    fn from(error: ChangeError<StateDirError>) -> Self {
        match error {
            ChangeError::NotRetained(error) => Self::NotRetained(error),
            ChangeError::NotConfirmed(error) => Self::StateDir(error),
        }
    }
}
