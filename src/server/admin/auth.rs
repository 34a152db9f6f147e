//! The authentication of operators.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use arc_swap::ArcSwap;
use subtle::ConstantTimeEq as _;

use super::local;
use crate::api::{Problem, ProblemCode};
use crate::lexicon::Digest;
use crate::server::State;
use crate::server::key_file;
use crate::server::middleware::auth::{API_KEY, bearer_token};

/// The minimum length of a token; a shorter one could be guessed.
const MIN_TOKEN_CHARACTERS: usize = 16;
/// The operator name in the log for a token without a name.
const UNNAMED: &str = "admin";
/// The operator name in the log for a request that needs no token.
const LOCAL: &str = "local";

/// The names of operators and the digests of their tokens.
type Tokens = Vec<(String, [u8; 32])>;

/// The tokens of the operators. Without tokens and without an API key for the administration,
/// requests from the server's own machine are accepted, and no others.
#[derive(Debug, Default)]
pub struct AdminAuth {
    /// The names and the digests of their tokens. All digests have the same length, so the time to
    /// compare them does not reveal the length of a token.
    tokens: ArcSwap<Tokens>,
    read_only: bool,
}

/// The reason why tokens cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdminAuthError {
    /// A line of the file is not a name and a token.
    #[error("line {0}: expected a name and a token, separated by a space")]
    Malformed(usize),
    /// A token is too short.
    #[error("the token of {0} has fewer than {MIN_TOKEN_CHARACTERS} characters; use a longer one")]
    TooShort(String),
    /// A digest is not a SHA-256.
    #[error("the digest of {0} is not a SHA-256; write sha256: and 64 hexadecimal digits")]
    BadDigest(String),
}

impl AdminAuth {
    /// Reads a name and a token, or `sha256:` and its SHA-256, from each line of `text`.
    /// `unnamed` is another token, without a name. With `read_only`, every change is refused.
    ///
    /// # Errors
    /// [`AdminAuthError`].
    pub fn new(text: &str, unnamed: Option<&str>, read_only: bool) -> Result<Self, AdminAuthError> {
        let mut tokens = Tokens::new();
        for (number, line) in key_file::entries(text) {
            let (name, token) = line
                .trim()
                .split_once(char::is_whitespace)
                .ok_or(AdminAuthError::Malformed(number))?;
            tokens.push((name.to_owned(), digest_of(name, token.trim())?));
        }
        if let Some(token) = unnamed {
            tokens.push((UNNAMED.to_owned(), digest_of(UNNAMED, token.trim())?));
        }
        Ok(Self { tokens: ArcSwap::from_pointee(tokens), read_only })
    }

    /// Returns true if a line of a file has a token itself and not its digest.
    pub(in crate::server) fn has_plain_tokens(text: &str) -> bool {
        key_file::entries(text).any(|(_, line)| {
            let token = line.trim().split_once(char::is_whitespace).map(|(_, token)| token.trim());
            !token.is_some_and(|token| token.starts_with(key_file::DIGEST_PREFIX))
        })
    }

    /// Replaces all tokens. Tokens are never replaced by none, because that would open the
    /// administration to every local request.
    pub fn replace(&self, auth: &Self) -> bool {
        let tokens = auth.tokens.load_full();
        let is_safe = !tokens.is_empty() || self.tokens.load().is_empty();
        if is_safe {
            self.tokens.store(tokens);
        }
        is_safe
    }

    /// Returns true if changes are possible without a token.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.tokens.load().is_empty() && !self.read_only
    }

    /// Returns the name of the operator who sent a request. A token or a key that the request
    /// presents is always judged, also where it needs none.
    ///
    /// # Errors
    /// `unauthorized` if the request has no valid token or key, `key_expired` if its key has
    /// expired; `forbidden` if its key lacks the scope `admin`, or if the server has neither tokens
    /// nor such a key and the request does not come from its own machine.
    pub fn authenticate(&self, request: &HttpRequest) -> Result<String, Problem> {
        let headers = request.headers();
        let state = request.app_data::<Data<State>>();
        let has_admin_key = state.is_some_and(|state| state.api_keys.has_admin());
        if !headers.contains_key(AUTHORIZATION) && !headers.contains_key(API_KEY) {
            if has_admin_key || !self.tokens.load().is_empty() {
                return Err(unauthorized());
            }
            return local::check(request).map(|()| LOCAL.to_owned()).map_err(|reason| {
                let detail = format!(
                    "{reason}; the server has no admin tokens, so it accepts admin requests only from its own machine, with a host such as localhost, and neither from web pages nor through proxies; set --admin-tokens to allow others"
                );
                Problem::new(ProblemCode::Forbidden, detail)
            });
        }
        if let Some(operator) = bearer_token(headers).and_then(|token| self.operator(token)) {
            return Ok(operator);
        }
        let checked = state.map(|state| state.api_keys.check_admin(headers));
        match checked.unwrap_or_else(|| Err(unauthorized())) {
            Ok(name) => Ok(name.as_ref().to_owned()),
            Err(problem) if problem.code == ProblemCode::Unauthorized => Err(unauthorized()),
            Err(problem) => Err(problem),
        }
    }

    /// Returns the name of the operator with a token.
    fn operator(&self, token: &[u8]) -> Option<String> {
        let digest = Digest::of(&[token]).bytes();
        // The loop continues after a match, so that its time does not reveal which token matched.
        let mut operator = None;
        for (name, expected) in self.tokens.load().iter() {
            if bool::from(expected.ct_eq(&digest)) {
                operator = Some(name.clone());
            }
        }
        operator
    }

    /// Returns the name of the operator who requested a change.
    ///
    /// # Errors
    /// As [`Self::authenticate`]; `forbidden` if the server is read-only.
    pub fn authorize_change(&self, request: &HttpRequest) -> Result<String, Problem> {
        let operator = self.authenticate(request)?;
        if self.read_only {
            let detail = "the server is read-only; change its lexicon source instead, or start it without --read-only";
            return Err(Problem::new(ProblemCode::Forbidden, detail));
        }
        Ok(operator)
    }
}

fn unauthorized() -> Problem {
    let detail =
        "the request has no valid admin token or API key; send one as Authorization: Bearer TOKEN";
    Problem::new(ProblemCode::Unauthorized, detail)
}

/// Returns the SHA-256 of a token, which is given as itself or as its SHA-256.
fn digest_of(name: &str, token: &str) -> Result<[u8; 32], AdminAuthError> {
    if let Some(digits) = token.strip_prefix(key_file::DIGEST_PREFIX) {
        let digest = key_file::parse_digest(digits);
        return digest.ok_or_else(|| AdminAuthError::BadDigest(name.to_owned()));
    }
    if token.chars().count() < MIN_TOKEN_CHARACTERS {
        return Err(AdminAuthError::TooShort(name.to_owned()));
    }
    Ok(Digest::of(&[token.as_bytes()]).bytes())
}
