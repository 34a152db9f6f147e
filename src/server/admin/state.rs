//! The state of the admin routes.

use std::sync::Arc;

use tokio::sync::Notify;

use super::auth::AdminAuth;
use crate::registry::updater::LexiconUpdater;

/// The state of the admin routes.
#[derive(Debug)]
pub struct AdminState {
    /// The updater, which makes the changes.
    pub updater: Arc<LexiconUpdater>,
    /// The authentication of operators.
    pub auth: AdminAuth,
    /// Starts a poll of the lexicon source, if there is one.
    pub poll_source: Option<Arc<Notify>>,
    /// The maximum size of a lexicon text, in bytes after decompression.
    pub text_limit: usize,
}
