//! Compression of long responses.

use std::io::{self, Write as _};

use actix_web::HttpRequest;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{
    AcceptEncoding, CONTENT_ENCODING, CONTENT_TYPE, ContentEncoding, ETAG, Encoding, Header as _,
    HeaderMap, HeaderValue, VARY,
};
use actix_web::web::Bytes;
use moka::future::Cache;

use crate::registry::blocking;
use crate::server::resource::{is_page, routed_path};

/// The minimum size of a body to compress. Compressing a smaller one costs more than sending it.
const MIN_BYTES: u64 = 2 << 10;
/// The maximum size of a body to compress on the worker. A larger one would delay other requests.
const MAX_INLINE_BYTES: usize = 64 << 10;
/// The suffixes of the entity tags of compressed responses. Plain responses have no suffix.
pub(in crate::server) const TAG_SUFFIXES: [&str; 2] = ["-gzip", "-zstd"];

/// The beginnings of the paths of the rules as data, which depend only on the version of the service.
const RULES: [&str; 2] = ["/v1/rules", "/v1/variants"];

/// The coding of a compressed response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::server) enum Coding {
    Gzip,
    Zstd,
}

impl Coding {
    /// Returns the supported coding that the client prefers, if it prefers one to no compression.
    pub(in crate::server) fn negotiate(request: &HttpRequest) -> Option<Self> {
        let accepted = AcceptEncoding::parse(request).ok()?;
        let offered = [Encoding::zstd(), Encoding::gzip(), Encoding::identity()];
        let chosen = accepted.negotiate(offered.iter())?;
        [(Encoding::zstd(), Self::Zstd), (Encoding::gzip(), Self::Gzip)]
            .into_iter()
            .find_map(|(encoding, coding)| (encoding == chosen).then_some(coding))
    }

    /// Returns the value of `Content-Encoding`.
    const fn name(self) -> ContentEncoding {
        match self {
            Self::Gzip => ContentEncoding::Gzip,
            Self::Zstd => ContentEncoding::Zstd,
        }
    }

    /// Adds the coding to the headers of a response, and its suffix to the entity tag.
    pub(in crate::server) fn mark(self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(self.name().as_str()));
        if let Some(tag) = headers.get(ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"')) {
            let tag = format!("{tag}{}\"", self.tag_suffix());
            if let Ok(tag) = HeaderValue::from_str(&tag) {
                headers.insert(ETAG, tag);
            }
        }
    }

    const fn tag_suffix(self) -> &'static str {
        TAG_SUFFIXES[self as usize]
    }

    fn encode(self, plain: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip => {
                let compressed = Vec::with_capacity(plain.len() / 4);
                let level = flate2::Compression::fast();
                let mut encoder = flate2::write::GzEncoder::new(compressed, level);
                encoder.write_all(plain)?;
                encoder.finish()
            }
            Self::Zstd => zstd::bulk::compress(plain, 1),
        }
    }
}

/// Returns true if a response is not compressed yet, and its size and media type make it worth
/// compressing.
pub(super) fn should_compress(response: &ServiceResponse<BoxBody>) -> bool {
    let BodySize::Sized(length) = response.response().body().size() else { return false };
    // The length is checked first: most responses are short, so their headers are not needed.
    let headers = response.headers();
    let media_type = || headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    length >= MIN_BYTES
        && !headers.contains_key(CONTENT_ENCODING)
        && is_compressible(media_type().unwrap_or_default())
}

/// Returns true if a response of this media type and length depends on the codings that the client
/// accepts.
pub(in crate::server) fn varies(media_type: &str, length: usize) -> bool {
    u64::try_from(length).is_ok_and(|length| length >= MIN_BYTES) && is_compressible(media_type)
}

/// The compressed forms of pages and documents. Each is made once, and is then sent to all clients.
#[derive(Debug)]
pub(in crate::server) struct StoredForms(Cache<(HeaderValue, Coding), Bytes>);

impl StoredForms {
    /// The maximum size of all forms, in bytes: several times that of all pages of a version.
    const BYTES: u64 = 16 << 20;

    /// Returns the form of a response. `encode` makes it.
    async fn form(
        &self,
        response: &ServiceResponse<BoxBody>,
        coding: Coding,
        encode: impl Future<Output = Option<Bytes>>,
    ) -> Option<Bytes> {
        let path = routed_path(response.request());
        // The number of these paths is limited.
        let is_stored = is_page(path) || RULES.iter().any(|rules| path.starts_with(rules));
        match response.headers().get(ETAG).filter(|_| is_stored) {
            Some(tag) => self.0.optionally_get_with((tag.clone(), coding), encode).await,
            None => encode.await,
        }
    }
}

impl Default for StoredForms {
    fn default() -> Self {
        let weigh = |_: &_, form: &Bytes| u32::try_from(form.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(Self::BYTES).weigher(weigh).build())
    }
}

/// Compresses a response if the client accepts a coding.
pub(super) async fn compress(
    mut response: ServiceResponse<BoxBody>,
    stored: &StoredForms,
) -> ServiceResponse<BoxBody> {
    let vary = HeaderValue::from_static("accept-encoding");
    if !response.headers().get_all(VARY).any(|named| *named == vary) {
        response.headers_mut().append(VARY, vary);
    }
    let Some(coding) = Coding::negotiate(response.request()) else { return response };
    let mut plain = Bytes::new();
    response = response.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => {
            plain = bytes.clone();
            BoxBody::new(bytes)
        }
        Err(body) => body,
    });
    if plain.is_empty() {
        return response;
    }
    let encode = async {
        let encoded = if plain.len() <= MAX_INLINE_BYTES {
            coding.encode(&plain)
        } else {
            blocking::run(move || coding.encode(&plain)).await
        };
        // Compressing into memory does not fail; if it did, the plain response would still be correct.
        encoded.ok().map(Bytes::from)
    };
    if let Some(compressed) = stored.form(&response, coding, encode).await {
        coding.mark(response.headers_mut());
        response = response.map_body(|_, _| BoxBody::new(compressed));
    }
    response
}

/// Returns true for the media types that compress well. `octet-stream` is the image of a lexicon.
fn is_compressible(media_type: &str) -> bool {
    let media_type = media_type.split(';').next().unwrap_or_default();
    media_type.starts_with("text/")
        || ["json", "javascript", "octet-stream", "wasm", "xml"]
            .iter()
            .any(|suffix| media_type.ends_with(suffix))
}
