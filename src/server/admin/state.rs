//! The state of the admin routes.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderValue, IF_MATCH};
use tokio::sync::Notify;

use super::auth::AdminAuth;
use crate::api::{Problem, ProblemCode};
use crate::registry::updater::{Conditions, LexiconUpdater};

/// The state of the admin routes.
#[derive(Debug)]
pub struct AdminState {
    /// The updater, which makes the changes.
    pub updater: Arc<LexiconUpdater>,
    /// The authentication of operators.
    pub auth: AdminAuth,
    /// Starts a poll of the lexicon source, if there is one.
    pub poll_source: Option<Arc<Notify>>,
    /// Starts to read the files of keys and tokens again, if there are any.
    pub read_keys: Option<Arc<Notify>>,
    /// The maximum size of a lexicon text, in bytes after decompression.
    pub text_limit: usize,
    /// The share of the words of an active edition that an uploaded one may lack, in percent.
    pub max_shrink: u8,
}

impl AdminState {
    /// Returns what must hold for a change: what the header `If-Match` demands and, unless it is
    /// forced, the limit on lost words.
    ///
    /// # Errors
    /// The header is malformed.
    pub(super) fn conditions(
        &self,
        request: &HttpRequest,
        force: Option<bool>,
    ) -> Result<Conditions, Problem> {
        let max_shrink = Some(self.max_shrink).filter(|_| !force.unwrap_or(false));
        let active_digests = match request.headers().get(IF_MATCH).map(HeaderValue::to_str) {
            None => Vec::new(),
            Some(Ok(header)) if header.trim() == "*" => Vec::new(),
            Some(Ok(header)) => header.split(',').map(digest_in).collect(),
            Some(Err(_)) => {
                let detail = "If-Match: give the digest of the active edition";
                return Err(Problem::new(ProblemCode::BadRequest, detail));
            }
        };
        Ok(Conditions { active_digests, max_shrink })
    }

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

/// Returns the digest in an entity tag, also without quotes or the name of the hash.
fn digest_in(tag: &str) -> String {
    let digest = tag.trim().trim_matches('"');
    let digits = digest.strip_prefix("sha256:").unwrap_or(digest);
    format!("sha256:{}", digits.to_ascii_lowercase())
}
