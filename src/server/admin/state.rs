//! The state of the admin routes.

use std::sync::Arc;

use actix_web::HttpRequest;
use tokio::sync::Notify;

use super::auth::AdminAuth;
use crate::api::{Problem, ProblemCode};
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

impl AdminState {
    /// Returns the name of the operator who requested a change that must survive a restart.
    ///
    /// # Errors
    /// As [`AdminAuth::authorize_change`]; `forbidden` if the state directory is not writable.
    pub(super) fn authorize_change(&self, request: &HttpRequest) -> Result<String, Problem> {
        let operator = self.auth.authorize_change(request)?;
        match self.updater.read_only() {
            None => Ok(operator),
            Some(reason) => {
                let detail = format!(
                    "the server is read-only, because its state directory was not writable at the start: {reason}; fix this and restart the server"
                );
                Err(Problem::new(ProblemCode::Forbidden, detail))
            }
        }
    }
}
