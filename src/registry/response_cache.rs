//! The response cache of an edition.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use moka::future::Cache;
use moka::notification::RemovalCause;

use crate::api::Answer;
use crate::api::prepared::CacheKey;

/// Cached responses by query, up to a maximum size in bytes. A look-up compares whole queries, not
/// only their digests.
#[derive(Debug)]
pub struct ResponseCache {
    cache: Cache<CacheKey, Answer>,
    /// The counters of this cache. The caches of all editions of a lexicon share them.
    counts: SharedCounts,
}

/// The counters of a cache, which are replaced when its edition is added to a lexicon.
type SharedCounts = Arc<ArcSwap<CacheCounts>>;

/// The counters of response caches.
#[derive(Debug, Default)]
pub struct CacheCounts {
    hits: AtomicU64,
    misses: AtomicU64,
    evictions: AtomicU64,
}

impl CacheCounts {
    /// Returns the number of queries whose response was cached or already being computed.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns the number of queries whose response had to be computed.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// Returns the number of responses that were evicted for lack of space.
    #[must_use]
    pub fn evictions(&self) -> u64 {
        self.evictions.load(Ordering::Relaxed)
    }
}

/// A response that has been computed.
#[derive(Debug, Clone)]
pub struct Computed {
    /// The response.
    pub answer: Answer,
    /// True if computing it took long enough to make caching worthwhile.
    pub worth_caching: bool,
}

/// The reason why a computed response is not cached.
#[derive(Debug)]
enum NotCached<E> {
    NotWorthIt(Answer),
    Failed(E),
}

impl ResponseCache {
    /// Creates an empty cache of at most `bytes` bytes; with 0, it caches nothing.
    #[must_use]
    pub fn bounded(bytes: u64) -> Self {
        let weigh = |key: &CacheKey, answer: &Answer| {
            // The approximate memory that moka needs per entry, besides its key and value.
            const OVERHEAD: usize = 128;
            u32::try_from(key.bytes() + answer.body.len() + OVERHEAD).unwrap_or(u32::MAX)
        };
        let counts = SharedCounts::default();
        let count_eviction = {
            let counts = Arc::clone(&counts);
            move |_, _, cause: RemovalCause| {
                let evicted = u64::from(cause.was_evicted());
                counts.load().evictions.fetch_add(evicted, Ordering::Relaxed);
            }
        };
        let cache = Cache::builder().max_capacity(bytes).weigher(weigh);
        Self { cache: cache.eviction_listener(count_eviction).build(), counts }
    }

    /// Makes the cache use the counters that all caches of a lexicon share.
    pub(super) fn count_for(&self, counts: &Arc<CacheCounts>) {
        self.counts.store(Arc::clone(counts));
    }

    /// Returns the cached response to a query.
    pub async fn get(&self, key: &CacheKey) -> Option<Answer> {
        let answer = self.cache.get(key).await;
        if answer.is_some() {
            self.counts.load().hits.fetch_add(1, Ordering::Relaxed);
        }
        answer
    }

    /// Returns the response to a query: the cached one, the one that is being computed for another
    /// request, or the result of `compute`.
    ///
    /// # Errors
    /// The error of `compute`. Errors are not cached.
    pub async fn get_or_compute<E: Clone + Send + Sync + 'static>(
        &self,
        key: CacheKey,
        compute: impl Future<Output = Result<Computed, E>>,
    ) -> Result<Answer, E> {
        let mut is_computed_here = false;
        let compute = async {
            is_computed_here = true;
            match compute.await {
                Ok(Computed { answer, worth_caching: true }) => Ok(answer),
                Ok(Computed { answer, .. }) => Err(NotCached::NotWorthIt(answer)),
                Err(error) => Err(NotCached::Failed(error)),
            }
        };
        let answer = self.cache.try_get_with::<_, NotCached<E>>(key, compute).await;
        let counts = self.counts.load();
        let counter = if is_computed_here { &counts.misses } else { &counts.hits };
        counter.fetch_add(1, Ordering::Relaxed);
        answer.or_else(|not_cached| match &*not_cached {
            NotCached::NotWorthIt(answer) => Ok(answer.clone()),
            NotCached::Failed(error) => Err(error.clone()),
        })
    }

    /// Returns the number of cached responses.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.cache.entry_count()
    }

    /// Returns true if no response is cached.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the size of the cached responses with their keys, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.cache.weighted_size()
    }
}
