//! The form of a response that the headers of a request ask for: JSON, signed JSON, or a page.

use std::sync::Arc;

use actix_web::http::header::{ACCEPT, HeaderValue, VARY};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};

use super::State;
use super::pages::{prefers_html, sheet};
use super::resource::is_query;
use super::response;
use super::signatures::{PREFERENCE_APPLIED, RULING_SIGNATURE, SIGNATURE, prefers_signature, sign};
use crate::signing::{self, ServiceKeys};

/// The maximum size of a response that is signed on the worker. Reading a longer one would delay
/// other requests.
const MAX_INLINE_BYTES: usize = 64 << 10;

/// The form of the response to a POST request.
pub(super) enum ResponseForm {
    /// JSON.
    Json,
    /// JSON, which a cache may keep. If there are other forms, the response depends on these headers.
    KeptJson(Option<&'static str>),
    /// JSON with a signature by these keys.
    Signed(Arc<ServiceKeys>),
    /// A ruling sheet, with a signature by these keys.
    Sheet(Option<Arc<ServiceKeys>>),
}

impl ResponseForm {
    /// Reads the headers of a request. For a service without keys, only the requests of rulings
    /// have a header looked up.
    pub(super) fn of(request: &HttpRequest, is_ruling: bool, state: &State) -> Self {
        let has_sheet = is_ruling && state.has_pages;
        // Nearly all clients accept everything or JSON, which is seen at once.
        let names_html = |accept: &HeaderValue| {
            accept.as_bytes().windows(4).any(|window| window.eq_ignore_ascii_case(b"html"))
        };
        if has_sheet && request.headers().get_all(ACCEPT).any(names_html) && prefers_html(request) {
            return Self::Sheet(state.signing.load_full());
        }
        let keys = state.signing.load();
        if let Some(keys) = keys.as_ref().filter(|_| prefers_signature(request.headers())) {
            return Self::Signed(Arc::clone(keys));
        }
        // Only responses to QUERY may be kept.
        if !is_query(request) {
            return Self::Json;
        }
        Self::KeptJson(match (has_sheet, keys.is_some()) {
            (false, false) => None,
            (true, false) => Some("accept"),
            (false, true) => Some("prefer"),
            (true, true) => Some("accept, prefer"),
        })
    }

    /// Returns true if the response also needs the body of the request.
    pub(super) const fn needs_request(&self) -> bool {
        matches!(self, Self::Sheet(_))
    }

    /// Returns the response in this form. `request` is the body of the request, if the form needs
    /// it.
    pub(super) async fn respond(
        self,
        operation: &'static str,
        request: Bytes,
        answer: Bytes,
    ) -> HttpResponse {
        let mut response = match self {
            Self::Json | Self::KeptJson(_) => return response::json(answer),
            Self::Signed(keys) => signed(keys, operation, answer).await,
            Self::Sheet(keys) => {
                let make = move || {
                    let note = keys.and_then(|keys| sign(&keys, operation, &answer));
                    sheet::render(operation, &request, &answer, note.as_deref()).ok_or(answer)
                };
                // A sheet takes longer than most answers.
                match web::block(make).await {
                    Ok(Ok(page)) => sheet::respond(page),
                    Ok(Err(answer)) => response::json(answer),
                    Err(error) => HttpResponse::from_error(error),
                }
            }
        };
        response.headers_mut().append(VARY, HeaderValue::from_static("accept, prefer"));
        response
    }
}

/// Returns a response with its signature. A response without an id has none.
async fn signed(keys: Arc<ServiceKeys>, operation: &'static str, answer: Bytes) -> HttpResponse {
    let note = if answer.len() <= MAX_INLINE_BYTES {
        sign(&keys, operation, &answer)
    } else {
        let answer = answer.clone();
        web::block(move || sign(&keys, operation, &answer)).await.unwrap_or_default()
    };
    let mut response = response::json(answer);
    let signature = note.and_then(|note| HeaderValue::from_str(&signing::to_header(&note)).ok());
    if let Some(signature) = signature {
        response.headers_mut().insert(RULING_SIGNATURE, signature);
        response.headers_mut().insert(PREFERENCE_APPLIED, HeaderValue::from_static(SIGNATURE));
    }
    response
}
