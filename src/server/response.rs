//! Responses: JSON, problems, and responses to GET with a strong `ETag`.

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, EntityTag, Header, HeaderValue, IF_NONE_MATCH,
    IfNoneMatch, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde::Serialize;

use super::middleware::compress::{TAG_SUFFIXES, varies};
use crate::api::operation::{entity_tag, to_json};
use crate::api::problem::MEDIA_TYPE;
use crate::api::{Answer, Problem, ProblemCode};

/// Returns a JSON response without an `ETag`.
#[must_use]
pub(super) fn json(body: Bytes) -> HttpResponse {
    let media_type = HeaderValue::from_static("application/json");
    HttpResponse::Ok().insert_header((CONTENT_TYPE, media_type)).body(body)
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
    if problem.code == ProblemCode::Unauthorized {
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

/// Refuses a request in middleware.
pub(super) fn refuse(request: ServiceRequest, problem: Problem) -> ServiceResponse<BoxBody> {
    // `ServiceRequest::into_response` would lose the problem.
    ServiceResponse::new(request.into_parts().0, HttpResponse::from_error(problem))
}

/// Returns the response to a GET request, or a 304 response if the client has it already.
#[must_use]
pub(super) fn cacheable(
    request: &HttpRequest,
    media_type: &str,
    answer: impl Into<Answer>,
) -> HttpResponse {
    let Answer { body, tag } = answer.into();
    let tag = tag.unwrap_or_else(|| entity_tag(&body));
    let known = request.headers().get(IF_NONE_MATCH).and_then(|_| known_tag(request, &tag));
    let mut response =
        if known.is_some() { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    // Responses change with the active lexicon, so a cache must revalidate every time. The tag
    // makes that cheap.
    response.insert_header((CACHE_CONTROL, "no-cache"));
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
    let tag = EntityTag::new_strong(std::str::from_utf8(tag).ok()?.trim_matches('"').to_owned());
    // Compressed responses have tags with a suffix.
    let is_same = |known: &&EntityTag| {
        let suffix = known.tag().strip_prefix(tag.tag());
        suffix.is_some_and(|suffix| suffix.is_empty() || TAG_SUFFIXES.contains(&suffix))
    };
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => Some(tag),
        Ok(IfNoneMatch::Items(known)) => known.iter().find(is_same).cloned(),
        Err(_) => None,
    }
}
