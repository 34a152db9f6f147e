//! The request cache: responses by the bytes of their requests.

use std::sync::{Arc, Weak};

use actix_web::http::header::{CONTENT_ENCODING, HeaderValue, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use arc_swap::ArcSwap;
use foldhash::fast::RandomState;
use moka::future::Cache;

use super::middleware::compress::CompressedForms;
use super::response;
use crate::api::Answer;
use crate::registry::{LexiconRegistry, RetainedEdition, SharedCounts, Snapshot};

/// The request cache of the current snapshot of the lexicons. The same bytes may select another
/// edition after a change of the lexicons.
#[derive(Debug, Default)]
pub(super) struct CurrentRequestCache(ArcSwap<RequestCache>);

impl CurrentRequestCache {
    /// Returns the cache of the registry's current snapshot.
    pub(super) fn of(&self, registry: &LexiconRegistry) -> Arc<RequestCache> {
        let snapshot = registry.snapshot();
        let current = self.0.load_full();
        // As long as there is a weak reference, no other snapshot has the same address.
        if std::ptr::eq(current.snapshot.as_ptr(), &raw const *snapshot) {
            return current;
        }
        // If two requests get here at once, both caches are valid, and one of them stays.
        let new = Arc::new(RequestCache::new(&snapshot));
        self.0.store(Arc::clone(&new));
        new
    }
}

/// Responses by the bytes of their requests, in front of the response caches of all editions. A
/// request that repeats an earlier one byte by byte is not even parsed.
#[derive(Debug)]
pub(super) struct RequestCache {
    snapshot: Weak<Snapshot>,
    responses: Cache<RequestKey, Arc<CachedResponse>, RandomState>,
}

/// The bytes of a request, with its operation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct RequestKey {
    /// The id of the operation.
    pub(super) operation: &'static str,
    /// The JSON body.
    pub(super) body: Bytes,
}

/// A cached response, with the counters of its lexicon.
#[derive(Debug)]
pub(super) struct CachedResponse {
    body: Bytes,
    compressed: CompressedForms,
    counts: SharedCounts,
}

impl RequestCache {
    /// The maximum size of the cache, in bytes.
    const BYTES: u64 = 8 << 20;
    /// The longest request that is cached. The requests of apps are shorter.
    const MAX_REQUEST_BYTES: usize = 4 << 10;
    /// The longest response that is cached. A longer one would displace many others.
    const MAX_RESPONSE_BYTES: usize = 64 << 10;
    /// The approximate memory of an entry besides the two bodies.
    const OVERHEAD: usize = 256;

    fn new(snapshot: &Arc<Snapshot>) -> Self {
        let weigh = |key: &RequestKey, response: &Arc<CachedResponse>| {
            // The compressed forms are shorter than the body.
            let bytes = key.body.len() + 2 * response.body.len() + Self::OVERHEAD;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        let responses = Cache::builder().max_capacity(Self::BYTES).weigher(weigh);
        // Hashing a body takes a fifth of the time that the default hasher needs.
        let responses = responses.build_with_hasher(RandomState::default());
        Self { snapshot: Arc::downgrade(snapshot), responses }
    }

    /// Returns the response to an earlier request with the same bytes, and counts it as a hit.
    pub(super) async fn get(&self, key: &RequestKey) -> Option<Arc<CachedResponse>> {
        if key.body.len() > Self::MAX_REQUEST_BYTES {
            return None;
        }
        let response = self.responses.get(key).await?;
        response.counts.count_hit();
        Some(response)
    }

    /// Caches a response that was found in the response cache of its edition. The first response to
    /// a query is not cached here, because most queries are never repeated.
    pub(super) async fn insert(
        &self,
        key: &RequestKey,
        answer: &Answer,
        edition: &RetainedEdition,
    ) {
        let is_short = key.body.len() <= Self::MAX_REQUEST_BYTES
            && answer.body.len() <= Self::MAX_RESPONSE_BYTES;
        if !is_short {
            return;
        }
        // The body is a part of the connection's buffer, which the cache must not keep in memory.
        let body = Bytes::copy_from_slice(&key.body);
        let key = RequestKey { operation: key.operation, body };
        let response = CachedResponse {
            body: answer.body.clone(),
            compressed: CompressedForms::default(),
            counts: edition.responses.counts(),
        };
        self.responses.insert(key, Arc::new(response)).await;
    }
}

impl Default for RequestCache {
    fn default() -> Self {
        let responses = Cache::builder().max_capacity(0).build_with_hasher(RandomState::default());
        Self { snapshot: Weak::new(), responses }
    }
}

impl CachedResponse {
    /// Returns the response for a request, in the coding that the client prefers.
    pub(super) fn for_request(&self, request: &HttpRequest) -> HttpResponse {
        let Some((coding, body)) = self.compressed.preferred(request, &self.body) else {
            return response::json(self.body.clone());
        };
        let mut response = response::json(body);
        let headers = response.headers_mut();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name().as_str()));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}
