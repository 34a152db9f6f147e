//! Runs the service, from its settings to a shutdown that completes the requests in progress.

mod build;
mod error;
mod http;
mod key_files;
mod lexicon_sync;
mod listeners;
mod notify;
mod serve;
mod signals;

pub use error::ServeError;
pub use serve::{check, serve};
