//! The authentication of operators.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HOST, ORIGIN, VIA};
use actix_web::web::Data;
use arc_swap::ArcSwap;
use subtle::ConstantTimeEq as _;

use crate::api::{Problem, ProblemCode};
use crate::lexicon::Digest;
use crate::server::State;
use crate::server::key_file;
use crate::server::middleware::auth::bearer_token;

/// The minimum length of a token; a shorter one could be guessed.
const MIN_TOKEN_CHARACTERS: usize = 16;
/// The operator name in the log for a token without a name.
const UNNAMED: &str = "admin";
/// The operator name in the log for a request that needs no token.
const LOCAL: &str = "local";

/// The names of operators and the digests of their tokens.
type Tokens = Vec<(String, [u8; 32])>;

/// The tokens of the operators. Without tokens, only requests from the server's own machine are
/// accepted.
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

    /// Returns the name of the operator who sent a request.
    ///
    /// # Errors
    /// `unauthorized` if the request has no valid token; `forbidden` if the server has no tokens
    /// and the request does not come from its own machine.
    pub fn authenticate(&self, request: &HttpRequest) -> Result<String, Problem> {
        let state = request.app_data::<Data<State>>();
        if let Some(name) = state.and_then(|state| state.api_keys.identify_admin(request.headers()))
        {
            return Ok(name.as_ref().to_owned());
        }
        let tokens = self.tokens.load();
        if tokens.is_empty() {
            return is_local(request).then(|| LOCAL.to_owned()).ok_or_else(|| {
                let detail = "the server has no admin tokens, so it accepts admin requests only from its own machine, with a host such as localhost, and neither from web pages nor through proxies; set --admin-tokens to allow others";
                Problem::new(ProblemCode::Forbidden, detail)
            });
        }
        let token = bearer_token(request.headers()).unwrap_or_default();
        let digest = Digest::of(&[token]).bytes();
        // The loop continues after a match, so that its time does not reveal which token matched.
        let mut operator = None;
        for (name, expected) in tokens.iter() {
            if bool::from(expected.ct_eq(&digest)) {
                operator = Some(name);
            }
        }
        operator.cloned().ok_or_else(|| {
            let detail =
                "the request has no valid admin token; send one as Authorization: Bearer TOKEN";
            Problem::new(ProblemCode::Unauthorized, detail)
        })
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

/// Returns true if a request comes from the server's own machine, but neither from a web page in a
/// browser there nor through a proxy there.
fn is_local(request: &HttpRequest) -> bool {
    has_local_peer(request)
        && has_local_host(request)
        && !request.headers().contains_key(ORIGIN)
        && !is_forwarded(request)
        && !is_from_page(request)
}

/// Returns true if a web page of another origin has sent a request, such as by letting its own name
/// resolve to this machine.
pub(in crate::server) fn is_from_foreign_page(request: &HttpRequest) -> bool {
    is_from_page(request) || (has_local_peer(request) && !has_local_host(request))
}

fn has_local_peer(request: &HttpRequest) -> bool {
    request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
}

/// Returns true if a browser says that a page of another origin sent the request.
fn is_from_page(request: &HttpRequest) -> bool {
    let site = request.headers().get("sec-fetch-site");
    site.is_some_and(|site| !matches!(site.as_bytes(), b"none" | b"same-origin"))
}

/// Returns true if a proxy has passed the request on.
fn is_forwarded(request: &HttpRequest) -> bool {
    let mut names = request.headers().keys();
    names
        .any(|name| *name == FORWARDED || *name == VIA || name.as_str().starts_with("x-forwarded-"))
}

/// Returns true if the host of a request is a name or an address of this machine.
fn has_local_host(request: &HttpRequest) -> bool {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host
        .rsplit_once(':')
        .map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}
