//! The answer cache of an edition: serialized answers by canonical question.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::web::Bytes;
use arc_swap::ArcSwap;
use moka::future::Cache;

/// A serialized answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What is sent.
    pub body: Bytes,
    /// Its entity tag with the quotes, if it has been worked out.
    pub tag: Option<Bytes>,
}

impl From<Bytes> for Answer {
    fn from(body: Bytes) -> Self {
        Self { body, tag: None }
    }
}

/// Answers by question, bounded in bytes. Questions are compared whole, never by a digest alone.
#[derive(Debug)]
pub struct Answers {
    cache: Cache<Arc<[u8]>, Answer>,
    /// Where this cache counts: those of a lexicon's editions count together.
    counts: Arc<ArcSwap<AnswerCounts>>,
}

/// What answer caches have counted.
#[derive(Debug, Default)]
pub struct AnswerCounts {
    hits: AtomicU64,
    misses: AtomicU64,
    evictions: AtomicU64,
}

impl AnswerCounts {
    /// How many questions found their answer, one that was just being found included.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many questions had to be answered anew.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// How many answers had to make room for others.
    #[must_use]
    pub fn evictions(&self) -> u64 {
        self.evictions.load(Ordering::Relaxed)
    }
}

/// An answer that was found.
#[derive(Debug, Clone)]
pub struct FoundAnswer {
    /// The answer.
    pub answer: Answer,
    /// Whether it took long enough to find that it is worth keeping.
    pub is_worth_keeping: bool,
}

/// Why a question has no kept answer: it is passing, or there is none.
#[derive(Debug)]
enum Unkept<E> {
    Passing(Answer),
    None(E),
}

impl Answers {
    /// An empty cache for at most so many bytes; 0 keeps nothing.
    #[must_use]
    pub fn bounded(bytes: u64) -> Self {
        let weight = |question: &Arc<[u8]>, answer: &Answer| {
            // What moka keeps beside an entry is about this much.
            const OVERHEAD: usize = 128;
            u32::try_from(question.len() + answer.body.len() + OVERHEAD).unwrap_or(u32::MAX)
        };
        let counts = Arc::new(ArcSwap::<AnswerCounts>::default());
        let evicted = {
            let counts = Arc::clone(&counts);
            move |_, _, cause: moka::notification::RemovalCause| {
                counts.load().evictions.fetch_add(u64::from(cause.was_evicted()), Ordering::Relaxed);
            }
        };
        Self { cache: Cache::builder().max_capacity(bytes).weigher(weight).eviction_listener(evicted).build(), counts }
    }

    /// Counts for a lexicon from now on.
    pub(super) fn count_for(&self, counts: &Arc<AnswerCounts>) {
        self.counts.store(Arc::clone(counts));
    }

    /// The answer to a question, if it is kept.
    pub async fn kept(&self, question: &[u8]) -> Option<Answer> {
        let answer = self.cache.get(question).await;
        self.counts.load().hits.fetch_add(answer.is_some().into(), Ordering::Relaxed);
        answer
    }

    /// The answer to a question: the one that is kept, the one that somebody is just finding, or the one that `find` finds.
    ///
    /// # Errors
    /// Whatever `find` fails with; failures are not kept.
    pub async fn find<E: Clone + Send + Sync + 'static>(
        &self,
        question: &[u8],
        find: impl Future<Output = Result<FoundAnswer, E>>,
    ) -> Result<Answer, E> {
        let mut is_found_here = false;
        let answer = {
            let find = async {
                is_found_here = true;
                match find.await {
                    Ok(FoundAnswer { answer, is_worth_keeping: true }) => Ok(answer),
                    Ok(FoundAnswer { answer, .. }) => Err(Unkept::Passing(answer)),
                    Err(error) => Err(Unkept::None(error)),
                }
            };
            self.cache.try_get_with::<_, Unkept<E>>(Arc::from(question), find).await
        };
        let counts = self.counts.load();
        let counter = if is_found_here { &counts.misses } else { &counts.hits };
        counter.fetch_add(1, Ordering::Relaxed);
        answer.or_else(|unkept| match &*unkept {
            Unkept::Passing(answer) => Ok(answer.clone()),
            Unkept::None(error) => Err(error.clone()),
        })
    }

    /// How many answers are kept.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.cache.entry_count()
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes they take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.cache.weighted_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &'static str) -> Answer {
        Bytes::from_static(text.as_bytes()).into()
    }

    async fn ask(
        answers: &Answers,
        question: &'static [u8],
        found: Result<&'static str, u8>,
        keep: bool,
    ) -> Result<Answer, u8> {
        let found = found.map(|answer| FoundAnswer { answer: written(answer), is_worth_keeping: keep });
        answers.find(question, async { found }).await
    }

    #[actix_web::test]
    async fn an_answer_is_found_by_the_same_question_only() {
        let answers = Answers::bounded(10_000);
        assert_eq!(ask(&answers, b"a", Ok("1"), true).await, Ok(written("1")));
        assert_eq!(ask(&answers, b"a", Ok("2"), true).await, Ok(written("1")));
        assert_eq!(ask(&answers, b"b", Ok("2"), true).await, Ok(written("2")));
        let counts = answers.counts.load();
        assert_eq!((counts.hits(), counts.misses()), (1, 2));
        assert_eq!((answers.kept(b"b").await, answers.kept(b"c").await), (Some(written("2")), None));
        assert_eq!((counts.hits(), counts.misses()), (2, 2));
    }

    #[actix_web::test]
    async fn what_is_quickly_found_and_what_fails_is_not_kept() {
        let answers = Answers::bounded(10_000);
        assert_eq!(ask(&answers, b"a", Ok("1"), false).await, Ok(written("1")));
        assert_eq!(ask(&answers, b"a", Err(7), false).await, Err(7));
        assert_eq!(ask(&answers, b"a", Ok("3"), false).await, Ok(written("3")));
    }

    #[actix_web::test]
    async fn an_answer_larger_than_the_cache_is_not_kept() {
        let answers = Answers::bounded(0);
        assert!(ask(&answers, b"a", Ok("1"), true).await.is_ok());
        answers.cache.run_pending_tasks().await;
        assert!(answers.is_empty());
    }

    #[actix_web::test]
    async fn equal_questions_at_once_are_answered_once() {
        let answers = Arc::new(Answers::bounded(10_000));
        let (release, wait) = tokio::sync::oneshot::channel::<()>();
        let first = {
            let answers = Arc::clone(&answers);
            actix_web::rt::spawn(async move {
                let found = async {
                    let _ = wait.await;
                    Ok::<_, u8>(FoundAnswer { answer: written("1"), is_worth_keeping: false })
                };
                answers.find(b"a", found).await
            })
        };
        tokio::task::yield_now().await;
        let second = {
            let answers = Arc::clone(&answers);
            actix_web::rt::spawn(async move { ask(&answers, b"a", Err(7), true).await })
        };
        tokio::task::yield_now().await;
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(written("1")));
        assert_eq!(second.await.unwrap(), Ok(written("1")), "it waited for the first one's answer");
        let counts = answers.counts.load();
        assert_eq!((counts.hits(), counts.misses()), (1, 1));
    }
}
