//! Responses: JSON, problems, and responses to GET with a strong `ETag`.

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, EntityTag, Header, HeaderValue, IF_MATCH,
    IF_NONE_MATCH, IfMatch, IfNoneMatch, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde::Serialize;

use super::State;
use super::middleware::compress::{TAG_SUFFIXES, varies};
use crate::api::operation::{entity_tag, to_json};
use crate::api::problem::MEDIA_TYPE;
use crate::api::{Answer, Problem, ProblemCode};

/// Returns a JSON response without an `ETag`.
#[must_use]
pub(super) fn json(body: Bytes) -> HttpResponse {
    // Faster than a builder, which checks for errors after every step.
    let mut response = HttpResponse::with_body(StatusCode::OK, BoxBody::new(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Returns a value as a JSON response without an `ETag`.
///
/// # Errors
/// `internal` if the value cannot be serialized as JSON.
pub(super) fn json_of(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    to_json(value).map(json)
}

/// Returns the response for a problem, with the id of the request.
#[must_use]
pub(super) fn of_problem(problem: &Problem, request_id: &str) -> HttpResponse {
    let mut response = HttpResponse::build(problem.status_code()).json(problem.body(request_id));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    let allow = problem.allow.as_ref().and_then(|allow| HeaderValue::from_str(allow).ok());
    if let Some(allow) = allow {
        headers.insert(ALLOW, allow);
    }
    if matches!(problem.code, ProblemCode::Unauthorized | ProblemCode::KeyExpired) {
        let challenge = HeaderValue::from_static("Bearer realm=\"wordcourt\"");
        headers.insert(WWW_AUTHENTICATE, challenge);
    }
    if let Some(seconds) = problem.retry_after {
        headers.insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// Returns the problem for an error status that a library chose.
pub(super) fn problem_of_status(status: StatusCode, detail: String) -> Problem {
    let code = match status {
        StatusCode::NOT_FOUND => ProblemCode::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ProblemCode::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => ProblemCode::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ProblemCode::UnsupportedMediaType,
        _ if status.is_server_error() => ProblemCode::Internal,
        _ => ProblemCode::BadRequest,
    };
    Problem::new(code, detail)
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Returns an empty response. The middleware writes the body, because it knows the request id.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

/// Marks the response of an error that has a body of its own. Stored as a response extension.
pub(super) struct OwnBody;

/// Refuses a request in middleware.
pub(super) fn refuse(request: ServiceRequest, problem: Problem) -> ServiceResponse<BoxBody> {
    // `ServiceRequest::into_response` would lose the problem.
    ServiceResponse::new(request.into_parts().0, HttpResponse::from_error(problem))
}

/// The time for which a cache may keep a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Freshness {
    /// The response changes with the active lexicon or the version of the service, so a cache must
    /// revalidate it every time. The tag makes that cheap.
    Revalidated,
    /// The response never changes.
    Forever,
    /// The response never changes, and only the cache of the client may keep it.
    ForeverPrivate,
}

impl Freshness {
    /// Returns how long a response may be kept; `is_pinned` is true if it never changes.
    pub(super) fn of(is_pinned: bool, state: &State) -> Self {
        match (is_pinned, state.api_keys.is_empty()) {
            (false, _) => Self::Revalidated,
            (true, true) => Self::Forever,
            // A shared cache would also serve clients without a key.
            (true, false) => Self::ForeverPrivate,
        }
    }

    const fn cache_control(self) -> &'static str {
        match self {
            Self::Revalidated => "no-cache",
            Self::Forever => "public, max-age=31536000, immutable",
            Self::ForeverPrivate => "private, max-age=31536000, immutable",
        }
    }
}

/// Returns the response to a GET request that a cache must revalidate.
#[must_use]
pub(super) fn cacheable(
    request: &HttpRequest,
    media_type: &str,
    answer: impl Into<Answer>,
) -> HttpResponse {
    fresh(request, media_type, answer, Freshness::Revalidated)
}

/// Returns the response to a GET or QUERY request, a 304 response if the client has it already, or
/// a problem if the client requires another one.
#[must_use]
pub(super) fn fresh(
    request: &HttpRequest,
    media_type: &str,
    answer: impl Into<Answer>,
    freshness: Freshness,
) -> HttpResponse {
    let Answer { body, tag, .. } = answer.into();
    let tag = tag.unwrap_or_else(|| entity_tag(&body));
    if request.headers().contains_key(IF_MATCH) && !is_required(request, &tag) {
        let tag = String::from_utf8_lossy(&tag);
        let detail = format!("If-Match does not name the ETag of the response, which is {tag}");
        return HttpResponse::from_error(Problem::new(ProblemCode::PreconditionFailed, detail));
    }
    let known = request.headers().get(IF_NONE_MATCH).and_then(|_| known_tag(request, &tag));
    let mut response =
        if known.is_some() { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((CACHE_CONTROL, freshness.cache_control()));
    match known {
        Some(known) => {
            if varies(media_type, body.len()) {
                response.insert_header((VARY, "accept-encoding"));
            }
            response.insert_header((ETAG, known)).finish()
        }
        None => response
            .insert_header((ETAG, &tag[..]))
            .insert_header((CONTENT_TYPE, media_type))
            .body(body),
    }
}

/// Returns the tag in `If-None-Match` that matches `tag`, with or without a compression suffix.
fn known_tag(request: &HttpRequest, tag: &[u8]) -> Option<EntityTag> {
    let tag = std::str::from_utf8(tag).ok()?.trim_matches('"');
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => Some(EntityTag::new_strong(tag.to_owned())),
        Ok(IfNoneMatch::Items(known)) => {
            let known = known.iter().find(|known| is_same(known, tag))?;
            // A client may have weakened the tag.
            Some(EntityTag::new_strong(known.tag().to_owned()))
        }
        Err(_) => None,
    }
}

/// Returns true if `If-Match` matches a tag. It compares strongly (RFC 9110, section 13.1.1).
fn is_required(request: &HttpRequest, tag: &[u8]) -> bool {
    let tag = String::from_utf8_lossy(tag);
    let tag = tag.trim_matches('"');
    match IfMatch::parse(request) {
        Ok(IfMatch::Any) => true,
        Ok(IfMatch::Items(required)) => {
            required.iter().any(|required| !required.weak && is_same(required, tag))
        }
        Err(_) => false,
    }
}

/// Returns true if a client's tag is that of a response, with or without a compression suffix.
fn is_same(known: &EntityTag, tag: &str) -> bool {
    let suffix = known.tag().strip_prefix(tag);
    suffix.is_some_and(|suffix| suffix.is_empty() || TAG_SUFFIXES.contains(&suffix))
}
