//! The texts, images and stored forms of lexicons, for programs that answer by themselves.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::header::{HeaderValue, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};

use super::State;
use super::middleware::auth::ApiKey;
use super::middleware::caller::caller_of;
use super::middleware::compress::Coding;
use super::response::{self, Freshness};
use crate::api::lexicons::text::{self, LexiconText};
use crate::api::lexicons::{fst, image};
use crate::api::{Answer, Problem, ProblemCode};
use crate::edition::EditionId;
use crate::registry::{Download, RetainedEdition};

/// Sends the texts of an edition.
pub(super) async fn serve_text(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    const TEXT: Form = Form {
        media_type: "application/json",
        tag: LexiconText::tag,
        download: |retained| &retained.text_download,
        zstd: RetainedEdition::text,
    };
    TEXT.serve(request, state).await
}

/// Sends the image of an edition.
pub(super) async fn serve_image(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    const IMAGE: Form = Form {
        media_type: image::MEDIA_TYPE,
        tag: image::tag,
        download: |retained| &retained.image_download,
        zstd: RetainedEdition::image,
    };
    IMAGE.serve(request, state).await
}

/// Sends the stored form of an edition.
pub(super) async fn serve_fst(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    const FST: Form = Form {
        media_type: fst::MEDIA_TYPE,
        tag: fst::tag,
        download: |retained| &retained.fst_download,
        zstd: RetainedEdition::fst,
    };
    FST.serve(request, state).await
}

/// A form in which editions are sent.
#[derive(Clone, Copy)]
struct Form {
    media_type: &'static str,
    /// Returns the entity tag of the form that is not compressed.
    tag: fn(&EditionId) -> Bytes,
    download: fn(&RetainedEdition) -> &Arc<Download>,
    /// Returns the body, compressed by zstd.
    zstd: fn(&RetainedEdition) -> Result<Bytes, Problem>,
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
        // The tag doesn't depend on the body, so most answers to clients that have it need none.
        let answer = Answer { tag: Some((self.tag)(&edition.id)), ..Answer::from(Bytes::new()) };
        let freshness = Freshness::of(is_pinned, &state);
        let mut response = response::fresh(&request, self.media_type, answer, freshness);
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        if response.status() != StatusCode::OK {
            return Ok(response);
        }
        let coding = Coding::negotiate(&request);
        let body = match coding {
            Some(coding) => self.compressed(coding, retained).await.map(BoxBody::new),
            None => self.plain(&request, &state, retained).await,
        };
        let body = body.map_err(|problem| {
            // If the edition has been replaced in the meantime, its files may be gone.
            let is_retained = state.registry.retained_as(&edition).is_some();
            let is_lost = problem.code == ProblemCode::Internal && !is_retained;
            if is_lost { replaced() } else { problem }
        })?;
        if let Some(coding) = coding {
            coding.mark(response.headers_mut());
        }
        Ok(response.set_body(body))
    }

    /// Returns a compressed body, which all requests share.
    async fn compressed(
        self,
        coding: Coding,
        retained: Arc<RetainedEdition>,
    ) -> Result<Bytes, Problem> {
        let download = Arc::clone((self.download)(&retained));
        let made = match coding {
            Coding::Gzip => download.gzip(),
            Coding::Zstd => download.zstd(),
        };
        if let Some(made) = made {
            return Ok(made);
        }
        let make = move || {
            let zstd = (self.zstd)(&retained)?;
            match coding {
                Coding::Gzip => {
                    (self.download)(&retained).make_gzip(&zstd).map_err(|error| lost(&error))
                }
                Coding::Zstd => Ok(zstd),
            }
        };
        download.in_turn(make).await
    }

    /// Returns the body that is not compressed. All requests share one, whose memory is asked for
    /// before it is allocated.
    async fn plain(
        self,
        request: &HttpRequest,
        state: &State,
        retained: Arc<RetainedEdition>,
    ) -> Result<BoxBody, Problem> {
        let download = Arc::clone((self.download)(&retained));
        let measure = move || {
            let zstd = (self.zstd)(&retained)?;
            let length = (self.download)(&retained).plain_length(&zstd);
            length.map(|length| (zstd, length)).map_err(|error| lost(&error))
        };
        let (zstd, length) = match download.measured() {
            Some(measured) => measured,
            None => download.in_turn(measure).await?,
        };
        if request.method() == Method::HEAD {
            return Ok(BoxBody::new(Length(length as u64)));
        }
        let caller = caller_of(ApiKey::of(request).as_deref(), request, state);
        let held = state.long_responses.hold(caller, download.address(), length)?;
        let plain = download.plain(zstd, length, held).await;
        let (plain, held) = plain.map_err(|error| lost(&error))?;
        Ok(held.send(plain))
    }
}

fn lost(error: &io::Error) -> Problem {
    Problem::new(ProblemCode::Internal, error.to_string())
}

/// The length of the body of a response to HEAD, which is not sent.
struct Length(u64);

impl MessageBody for Length {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.0)
    }

    fn poll_next(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        Poll::Ready(None)
    }
}
