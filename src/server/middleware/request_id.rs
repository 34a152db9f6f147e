//! The id of a request, and the trace id of its caller.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

/// The header with the request id, in requests and in responses.
pub(in crate::server) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The header with the caller's trace (W3C Trace Context).
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// The longest request id that is accepted from a caller.
const MAX_ID_BYTES: usize = 64;

/// The id of a request: printable ASCII that needs no escaping in a log line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::server) struct RequestId(HeaderValue);

impl RequestId {
    /// Returns the caller's id if it is valid, else a new one.
    pub(in crate::server) fn of(headers: &HeaderMap) -> Self {
        Self::from_caller(headers).unwrap_or_else(Self::new)
    }

    fn from_caller(headers: &HeaderMap) -> Option<Self> {
        let id = headers.get(&REQUEST_ID)?;
        let is_plain =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let is_valid =
            !id.is_empty() && id.len() <= MAX_ID_BYTES && id.as_bytes().iter().all(is_plain);
        is_valid.then(|| Self(id.clone()))
    }

    /// Creates an id by counting from a random 64-bit number, so that two requests are unlikely to
    /// share an id, even in different processes.
    fn new() -> Self {
        static COUNT: LazyLock<AtomicU64> =
            LazyLock::new(|| AtomicU64::new(RandomState::new().hash_one(std::process::id())));
        // A header value from a number needs no validation of each character.
        Self(HeaderValue::from(COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    /// Returns the id as text.
    pub(in crate::server) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

impl From<RequestId> for HeaderValue {
    fn from(id: RequestId) -> Self {
        id.0
    }
}

/// Returns the trace id of a W3C `traceparent` header.
pub(super) fn trace_id(headers: &HeaderMap) -> Option<&str> {
    let mut fields = headers.get(&TRACEPARENT)?.to_str().ok()?.split('-');
    let mut digits = |count: usize| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        fields.next().filter(|field| field.len() == count && field.bytes().all(is_digit))
    };
    let (version, id, parent, _flags) = (digits(2)?, digits(32)?, digits(16)?, digits(2)?);
    let is_set = |id: &str| id.bytes().any(|byte| byte != b'0');
    (version != "ff" && is_set(id) && is_set(parent)).then_some(id)
}
