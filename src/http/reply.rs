//! Answers: JSON, with a strong `ETag` where they can be cached.

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag, Header, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::pack::TAG_ENDINGS;
use super::problem::{Problem, ProblemCode};
use crate::lexicon::Digest;

/// Serializes an answer.
///
/// # Errors
/// `internal`, if the value can't be written as JSON; wire types always can.
pub fn body(value: &impl Serialize) -> Result<Bytes, Problem> {
    serde_json::to_vec(value).map(Bytes::from).map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))
}

/// A JSON answer to a POST.
#[must_use]
pub fn json(body: Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(body)
}

/// An answer to a GET: 304 if the client has it already.
#[must_use]
pub fn cacheable(request: &HttpRequest, media_type: &str, body: Bytes) -> HttpResponse {
    let tag = EntityTag::new_strong(Digest::of(&[&body]).to_hex()[..32].to_owned());
    // Packed answers have tags of their own.
    let is_same = |held: &&EntityTag| {
        let rest = held.tag().strip_prefix(tag.tag());
        rest.is_some_and(|rest| rest.is_empty() || TAG_ENDINGS.contains(&rest))
    };
    let held = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => request.headers().contains_key("if-none-match").then(|| tag.clone()),
        Ok(IfNoneMatch::Items(held)) => held.iter().find(is_same).cloned(),
        Err(_) => None,
    };
    let mut response = if held.is_some() { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    // Answers change with the lexicon in force, so a cache asks every time; the tag makes that cheap.
    response.insert_header((CACHE_CONTROL, "no-cache"));
    match held {
        Some(held) => response.insert_header((ETAG, held)).finish(),
        None => response.insert_header((ETAG, tag)).content_type(media_type).body(body),
    }
}
