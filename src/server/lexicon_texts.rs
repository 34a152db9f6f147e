//! The texts and images of lexicons, for programs that answer by themselves.

use std::sync::Arc;

use actix_web::http::header::{CONTENT_ENCODING, HeaderValue, VARY};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};

use super::State;
use super::middleware::compress::{TAG_SUFFIXES, accepts_zstd};
use super::response::{self, Freshness};
use crate::api::lexicons::image;
use crate::api::lexicons::text::{self, LexiconText};
use crate::api::{Answer, Problem, ProblemCode};
use crate::edition::EditionId;
use crate::registry::{RetainedEdition, blocking};

/// Sends the texts of an edition.
pub(super) async fn serve_text(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    const TEXT: Form = Form {
        media_type: "application/json",
        tag: LexiconText::tag,
        compressed: RetainedEdition::text,
    };
    TEXT.serve(request, state).await
}

/// Sends the image of an edition.
pub(super) async fn serve_image(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    const IMAGE: Form =
        Form { media_type: image::MEDIA_TYPE, tag: image::tag, compressed: RetainedEdition::image };
    IMAGE.serve(request, state).await
}

/// A form in which editions are sent.
#[derive(Clone, Copy)]
struct Form {
    media_type: &'static str,
    /// Returns the entity tag of the form that is not compressed.
    tag: fn(&EditionId) -> Bytes,
    /// Returns the body, compressed by zstd.
    compressed: fn(&RetainedEdition) -> Result<Bytes, Problem>,
}

impl Form {
    async fn serve(
        self,
        request: HttpRequest,
        state: Data<State>,
    ) -> Result<HttpResponse, Problem> {
        let path = request.match_info().iter();
        let (edition, is_pinned) = text::edition(path, request.query_string(), &**state)?;
        let replaced = || {
            let detail = format!("{} has just been replaced; send the request again", edition.id);
            Problem::new(ProblemCode::LexiconNotHeld, detail)
        };
        let retained = state.registry.retained_as(&edition).ok_or_else(replaced)?;
        let as_zstd = accepts_zstd(&request);
        let tag = (self.tag)(&edition.id);
        let body = {
            let retained = Arc::clone(&retained);
            blocking::run(move || {
                let compressed = (self.compressed)(&retained)?;
                if as_zstd { Ok(compressed) } else { decompress(&compressed) }
            })
        };
        let body = body.await.map_err(|problem| {
            // If the edition has been replaced in the meantime, its files may be gone.
            state.registry.retained_as(&edition).map_or_else(replaced, |_| problem)
        })?;
        let freshness = Freshness::of(is_pinned, &state);
        let respond = |body, tag: Bytes| {
            let answer = Answer { tag: Some(tag), ..Answer::from(body) };
            response::fresh(&request, self.media_type, answer, freshness)
        };
        if !as_zstd {
            return Ok(respond(body, tag));
        }
        let [_, suffix] = TAG_SUFFIXES;
        let tag = [tag.strip_suffix(b"\"").unwrap_or(&tag), suffix.as_bytes(), b"\""].concat();
        let mut response = respond(body, tag.into());
        let headers = response.headers_mut();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("zstd"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        Ok(response)
    }
}

fn decompress(compressed: &[u8]) -> Result<Bytes, Problem> {
    let plain = zstd::decode_all(compressed);
    plain.map(Bytes::from).map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))
}
