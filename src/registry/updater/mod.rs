//! Changes lexicons while the service runs.
//!
//! A change is checked, built, persisted and then made, in this order. If a step fails, nothing
//! changes. Texts are written to temporary files while the edition is built.

mod draft;
mod error;
mod install;
mod lexicon_updater;
mod restore_all;
mod retain;
mod unload;

pub use draft::{Changed, Conditions, Draft, Installation, Position};
pub use error::UpdateError;
pub use lexicon_updater::{DEFAULT_MAX_LEXICONS, LexiconUpdater};
