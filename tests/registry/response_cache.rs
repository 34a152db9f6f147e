//! The response cache of an edition, with responses to requests of one operation.

use std::sync::Arc;

use tokio::sync::oneshot;
use wordcourt::api::operation::{Answer, Operation};
use wordcourt::api::prepared::{CacheKey, Prepared, PreparedRequest as _};
use wordcourt::api::{ForEachOperation, OperationId, for_each_operation};
use wordcourt::registry::{Computed, LexiconRegistry, RetainedEdition};

use crate::texts::source;

/// An edition with a response cache, in a registry, which has the counters.
pub(super) struct Cached {
    registry: LexiconRegistry,
    edition: Arc<RetainedEdition>,
}

impl Cached {
    pub(super) fn of(cache_bytes: u64) -> Self {
        let built = RetainedEdition::build(&source("en", "1", "AA\n"), cache_bytes, || {});
        let registry = LexiconRegistry::with_default(built.unwrap(), 1);
        let edition = registry.retained(None).unwrap();
        Self { registry, edition }
    }

    /// Returns the key of the response to `GET /v1/words/{word}`.
    pub(super) fn key(&self, word: &str) -> CacheKey {
        let mut keys =
            Keys { request: format!(r#"{{"word": "{word}"}}"#), cached: self, key: None };
        for_each_operation(&mut keys);
        keys.key.unwrap()
    }

    /// Returns the numbers of hits and misses so far.
    fn counts(&self) -> (u64, u64) {
        let snapshot = self.registry.snapshot();
        let counts = snapshot.entry("en").unwrap().counts();
        (counts.hits(), counts.misses())
    }

    async fn get_or_compute(
        &self,
        word: &str,
        result: Result<&'static str, u8>,
        worth_caching: bool,
    ) -> Result<Answer, u8> {
        let result = result.map(|text| Computed { answer: response(text), worth_caching });
        self.edition.responses.get_or_compute(self.key(word), async { result }).await
    }
}

/// Finds the key of a request to look up a word.
struct Keys<'c> {
    request: String,
    cached: &'c Cached,
    key: Option<CacheKey>,
}

impl ForEachOperation for Keys<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::ID == OperationId::GetWord.name() {
            let prepared = Prepared::<O>::from_json(self.request.as_bytes(), &self.cached.registry);
            self.key = Some(prepared.unwrap().cache_key());
        }
    }
}

pub(super) fn response(text: &'static str) -> Answer {
    bytes::Bytes::from_static(text.as_bytes()).into()
}

#[tokio::test]
async fn a_response_is_cached_only_for_equal_queries() {
    let cached = Cached::of(10_000);
    assert_eq!(cached.get_or_compute("A", Ok("1"), true).await, Ok(response("1")));
    assert_eq!(cached.get_or_compute("A", Ok("2"), true).await, Ok(response("1")));
    assert_eq!(cached.get_or_compute("B", Ok("2"), true).await, Ok(response("2")));
    assert_eq!(cached.counts(), (1, 2));
    let responses = &cached.edition.responses;
    assert_eq!(responses.get(&cached.key("B")).await, Some(response("2")));
    assert_eq!(responses.get(&cached.key("C")).await, None);
    assert_eq!(cached.counts(), (2, 2));
}

#[tokio::test]
async fn cheap_responses_and_errors_are_not_cached() {
    let cached = Cached::of(10_000);
    assert_eq!(cached.get_or_compute("A", Ok("1"), false).await, Ok(response("1")));
    assert_eq!(cached.get_or_compute("A", Err(7), false).await, Err(7));
    assert_eq!(cached.get_or_compute("A", Ok("3"), false).await, Ok(response("3")));
}

#[tokio::test]
async fn a_response_larger_than_the_cache_is_not_cached() {
    let cached = Cached::of(0);
    assert_eq!(cached.get_or_compute("A", Ok("1"), true).await, Ok(response("1")));
    assert_eq!(cached.get_or_compute("A", Ok("2"), true).await, Ok(response("2")));
    assert!(cached.edition.responses.is_empty());
}

#[tokio::test]
async fn a_full_cache_evicts_responses_and_stays_within_its_size() {
    let cached = Cached::of(2_000);
    let responses = &cached.edition.responses;
    let evictions = || cached.registry.snapshot().entry("en").unwrap().counts().evictions();
    // The cache evicts now and then, not at every response.
    for number in 0..10_000 {
        let word = format!("W{}", "X".repeat(number % 40));
        let response =
            Ok("a response of one hundred bytes, more or less, which is longer than its key");
        cached.get_or_compute(&word, response, true).await.unwrap();
        if evictions() > 0 {
            break;
        }
    }
    assert!(evictions() > 0);
    // With the memory of an entry, fewer than twenty responses fit.
    assert!((1..20).contains(&responses.len()), "{}", responses.len());
    assert!((500..=2_000).contains(&responses.bytes()), "{}", responses.bytes());
    assert!(!responses.is_empty());
}

#[tokio::test]
async fn equal_concurrent_queries_are_computed_once() {
    let cached = Arc::new(Cached::of(10_000));
    let (release, wait) = oneshot::channel::<()>();
    let first = {
        let cached = Arc::clone(&cached);
        tokio::spawn(async move {
            let compute = async {
                let _ = wait.await;
                Ok::<_, u8>(Computed { answer: response("1"), worth_caching: false })
            };
            cached.edition.responses.get_or_compute(cached.key("A"), compute).await
        })
    };
    tokio::task::yield_now().await;
    let second = {
        let cached = Arc::clone(&cached);
        tokio::spawn(async move { cached.get_or_compute("A", Err(7), true).await })
    };
    tokio::task::yield_now().await;
    release.send(()).unwrap();
    assert_eq!(first.await.unwrap(), Ok(response("1")));
    assert_eq!(second.await.unwrap(), Ok(response("1")), "the response to the first query");
    assert_eq!(cached.counts(), (1, 1));
}
