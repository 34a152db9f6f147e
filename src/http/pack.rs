//! Compression of long answers.

use std::io::Write as _;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{
    AcceptEncoding, CONTENT_ENCODING, CONTENT_TYPE, ContentEncoding, ETAG, Encoding, Header as _, HeaderValue, VARY,
};
use actix_web::{Error, web};

/// Shorter answers cost more to pack than to send.
const WORTH_PACKING: u64 = 2 << 10;
/// Longer ones keep a worker from its other requests for too long.
const INLINE: usize = 64 << 10;
/// What the tags of packed answers end with, so that they differ from those of plain ones.
pub(super) const TAG_ENDINGS: [&str; 2] = ["-gzip", "-zstd"];

/// How answers are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Gzip,
    Zstd,
}

impl Packing {
    /// What a client likes best of what it accepts.
    fn accepted(request: &actix_web::HttpRequest) -> Option<Self> {
        let accepted = AcceptEncoding::parse(request).ok()?;
        let offered = [Encoding::zstd(), Encoding::gzip(), Encoding::identity()];
        let chosen = accepted.negotiate(offered.iter())?;
        [(Encoding::zstd(), Self::Zstd), (Encoding::gzip(), Self::Gzip)]
            .into_iter()
            .find_map(|(encoding, packing)| (encoding == chosen).then_some(packing))
    }

    const fn name(self) -> ContentEncoding {
        match self {
            Self::Gzip => ContentEncoding::Gzip,
            Self::Zstd => ContentEncoding::Zstd,
        }
    }

    const fn tag_ending(self) -> &'static str {
        TAG_ENDINGS[self as usize]
    }

    fn pack(self, plain: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Gzip => {
                let mut packer =
                    flate2::write::GzEncoder::new(Vec::with_capacity(plain.len() / 4), flate2::Compression::fast());
                packer.write_all(plain)?;
                packer.finish()
            }
            Self::Zstd => zstd::bulk::compress(plain, 1),
        }
    }
}

/// Whether an answer is long enough to be packed.
pub(super) fn is_worth_packing(response: &ServiceResponse<BoxBody>) -> bool {
    let BodySize::Sized(length) = response.response().body().size() else { return false };
    // Most answers are short: their kind needn't be looked up.
    let media_type = || response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    length >= WORTH_PACKING && is_text(media_type().unwrap_or_default())
}

/// Whether an answer of such a kind and length depends on what the client accepts.
pub(super) fn varies(media_type: &str, length: u64) -> bool {
    length >= WORTH_PACKING && is_text(media_type)
}

/// Packs an answer that is worth it, if the client accepts that.
///
/// # Errors
/// The pool is gone.
pub(super) async fn pack(mut response: ServiceResponse<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    let Some(packing) =
        Packing::accepted(response.request()).filter(|_| !response.headers().contains_key(CONTENT_ENCODING))
    else {
        return Ok(response);
    };
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    let plain = match body.try_into_bytes() {
        Ok(plain) => plain,
        Err(body) => return Ok(ServiceResponse::new(request, response.set_body(body))),
    };
    let packed = if plain.len() <= INLINE {
        packing.pack(&plain)
    } else {
        let plain = plain.clone();
        web::block(move || packing.pack(&plain)).await?
    };
    // Packing into memory doesn't fail; if it did, the plain answer would still be right.
    let Ok(packed) = packed else { return Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(plain)))) };
    let headers = response.headers_mut();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(packing.name().as_str()));
    if let Some(tag) = headers.get(ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"')) {
        let tag = format!("{tag}{}\"", packing.tag_ending());
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(ETAG, tag);
        }
    }
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(packed))))
}

/// Whether an answer is of a kind that gets shorter.
fn is_text(media_type: &str) -> bool {
    let media_type = media_type.split(';').next().unwrap_or_default();
    media_type.starts_with("text/") || ["json", "javascript", "xml"].iter().any(|kind| media_type.ends_with(kind))
}
