//! API keys, which clients need to use the service.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderName};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpRequest, web};

use crate::api::{Problem, ProblemCode};
use crate::lexicon::Digest;
use crate::server::key_file;
use crate::server::response::refuse;
use crate::server::route_table::routed_path;

/// The header for an API key; the alternative is `Authorization: Bearer`.
pub(in crate::server) const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// The paths that need no API key, with all paths below them.
const PUBLIC: [&str; 4] = ["/openapi.json", "/docs", "/problems", "/rulebook"];

/// The API keys that the service accepts. Without keys, it accepts every request.
///
/// For each key, only its SHA-256 and the name of its client are stored.
///
/// ```
/// use wordcourt::lexicon::Digest;
/// use wordcourt::server::middleware::ApiKeys;
/// let file = format!("# staff\nann {}\n", Digest::of(&[b"wc_1"]).to_hex());
/// assert!(!file.parse::<ApiKeys>()?.is_empty());
/// # Ok::<(), wordcourt::server::middleware::ApiKeysError>(())
/// ```
#[derive(Debug, Default)]
pub struct ApiKeys(HashMap<[u8; 32], Arc<str>>);

/// The client whose API key a request has, if the key is valid. Stored as a request extension.
#[derive(Debug, Clone)]
pub(in crate::server) struct Client(pub Option<Arc<str>>);

/// The reason why a file of API keys cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApiKeysError {
    /// A line is not a name and a digest.
    #[error(
        "line {0}: expected a name and the SHA-256 of a key, separated by a space; `wordcourt key NAME` prints such a line"
    )]
    Malformed(usize),
    /// A key is listed twice.
    #[error("line {0}: the key is already on an earlier line; remove one of the lines")]
    Duplicate(usize),
}

impl FromStr for ApiKeys {
    type Err = ApiKeysError;

    /// Reads the name of a client and the SHA-256 of its key, in hexadecimal digits, from each
    /// line.
    fn from_str(text: &str) -> Result<Self, ApiKeysError> {
        let mut names = HashMap::new();
        for (number, line) in key_file::entries(text) {
            let mut fields = line.split_whitespace();
            let (Some(name), Some(digest), None) =
                (fields.next(), fields.next().and_then(digest_of_key), fields.next())
            else {
                return Err(ApiKeysError::Malformed(number));
            };
            if names.insert(digest, Arc::from(name)).is_some() {
                return Err(ApiKeysError::Duplicate(number));
            }
        }
        Ok(Self(names))
    }
}

impl ApiKeys {
    /// Returns true if no key is needed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the name of the client that sent a request, if its key is valid. The first call for
    /// a request computes the digest of the key; later calls reuse the result.
    pub(super) fn identify(&self, request: &HttpRequest) -> Option<Arc<str>> {
        if self.is_empty() {
            return None;
        }
        if let Some(Client(name)) = request.extensions().get() {
            return name.clone();
        }
        let name = self.name_of_sender(request.headers());
        request.extensions_mut().insert(Client(name.clone()));
        name
    }

    fn name_of_sender(&self, headers: &HeaderMap) -> Option<Arc<str>> {
        let api_key = headers.get(API_KEY).and_then(|value| value.to_str().ok());
        // Equal digests mean equal keys, and the time of the look-up depends only on the digest.
        let name = |key: &str| self.0.get(&Digest::of(&[key.trim().as_bytes()]).bytes()).cloned();
        api_key.into_iter().chain(bearer_token(headers)).find_map(name)
    }
}

/// Returns the token of an `Authorization: Bearer` header.
pub(in crate::server) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Reads the SHA-256 of a key, with or without the prefix that names the function.
fn digest_of_key(text: &str) -> Option<[u8; 32]> {
    key_file::parse_digest(text.strip_prefix(key_file::DIGEST_PREFIX).unwrap_or(text))
}

/// Returns true if a path needs no API key.
fn is_public(path: &str) -> bool {
    PUBLIC.iter().any(|public| {
        path.strip_prefix(public).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Refuses a request without a valid API key.
///
/// # Errors
/// Those of the inner services.
pub(in crate::server) async fn require_key(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let keys = request.app_data::<web::Data<ApiKeys>>();
    let is_allowed = keys.is_none_or(|keys| keys.identify(request.request()).is_some());
    if !is_allowed && !is_public(routed_path(request.request())) {
        let detail = "the request has no valid API key; send one as Authorization: Bearer KEY or X-Api-Key: KEY";
        return Ok(refuse(request, Problem::new(ProblemCode::Unauthorized, detail)));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
