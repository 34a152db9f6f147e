//! Answers: JSON, with a strong `ETag` where they can be cached.

use std::cell::RefCell;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, EntityTag, Header, HeaderValue, IF_NONE_MATCH, IfNoneMatch, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::pack::{TAG_ENDINGS, varies};
use super::problem::{Problem, ProblemCode};
use crate::court::Answer;
use crate::lexicon::Digest;

/// Serializes an answer.
///
/// # Errors
/// `internal`, if the value can't be written as JSON; wire types always can.
pub fn body(value: &impl Serialize) -> Result<Bytes, Problem> {
    /// The longest text whose room is kept for the next answer.
    const KEPT: usize = 64 << 10;
    thread_local! {
        // Growing step by step takes longer than copying once, and what is kept is no longer than it has to be.
        static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.shrink_to(KEPT);
        serde_json::to_writer(&mut *text, value)
            .map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))?;
        Ok(Bytes::copy_from_slice(text))
    })
}

/// A JSON answer to a POST.
#[must_use]
pub fn json(body: Bytes) -> HttpResponse {
    HttpResponse::Ok().insert_header((CONTENT_TYPE, HeaderValue::from_static("application/json"))).body(body)
}

/// Serializes an answer and works out its entity tag.
///
/// # Errors
/// `internal`, as [`body`].
pub fn tagged(value: &impl Serialize) -> Result<Answer, Problem> {
    body(value).map(|body| Answer { tag: Some(tag_of(&body)), body })
}

/// The entity tag of a body, with its quotes.
pub fn tag_of(body: &[u8]) -> Bytes {
    format!("\"{}\"", &Digest::of(&[body]).to_hex()[..32]).into()
}

/// An answer to a GET: 304 if the client has it already.
#[must_use]
pub fn cacheable(request: &HttpRequest, media_type: &str, answer: impl Into<Answer>) -> HttpResponse {
    let Answer { body, tag } = answer.into();
    let tag = tag.unwrap_or_else(|| tag_of(&body));
    let held = request.headers().get(IF_NONE_MATCH).and_then(|_| held(request, &tag));
    let mut response = if held.is_some() { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    // Answers change with the lexicon in force, so a cache asks every time; the tag makes that cheap.
    response.insert_header((CACHE_CONTROL, "no-cache"));
    match held {
        Some(held) => {
            if varies(media_type, body.len() as u64) {
                response.insert_header((VARY, "accept-encoding"));
            }
            response.insert_header((ETAG, held)).finish()
        }
        None => response.insert_header((ETAG, &tag[..])).insert_header((CONTENT_TYPE, media_type)).body(body),
    }
}

/// The tag that the client holds the answer by, if it does.
fn held(request: &HttpRequest, tag: &[u8]) -> Option<EntityTag> {
    let tag = EntityTag::new_strong(std::str::from_utf8(tag).ok()?.trim_matches('"').to_owned());
    // Packed answers have tags of their own.
    let is_same = |held: &&EntityTag| {
        let rest = held.tag().strip_prefix(tag.tag());
        rest.is_some_and(|rest| rest.is_empty() || TAG_ENDINGS.contains(&rest))
    };
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => Some(tag),
        Ok(IfNoneMatch::Items(held)) => held.iter().find(is_same).cloned(),
        Err(_) => None,
    }
}
