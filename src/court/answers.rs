//! The answer cache of an edition: serialized answers by canonical question.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::web::Bytes;
use moka::sync::Cache;

/// A serialized answer.
pub type Answer = Bytes;

/// Answers by question, bounded in bytes. Questions are compared whole, never by a digest alone.
#[derive(Debug)]
pub struct Answers {
    cache: Cache<Arc<[u8]>, Answer>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Answers {
    /// An empty cache for at most so many bytes; 0 keeps nothing.
    #[must_use]
    pub fn bounded(bytes: u64) -> Self {
        let weight = |question: &Arc<[u8]>, answer: &Answer| {
            // What moka keeps beside an entry is about this much.
            const OVERHEAD: usize = 128;
            u32::try_from(question.len() + answer.len() + OVERHEAD).unwrap_or(u32::MAX)
        };
        Self {
            cache: Cache::builder().max_capacity(bytes).weigher(weight).build(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The answer to a question asked before.
    #[must_use]
    pub fn find(&self, question: &[u8]) -> Option<Answer> {
        let found = self.cache.get(question);
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Keeps an answer.
    pub fn keep(&self, question: Vec<u8>, answer: Answer) {
        self.cache.insert(question.into(), answer);
    }

    /// How many questions found their answer here.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many questions didn't.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
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

    #[test]
    fn an_answer_is_found_by_the_same_question_only() {
        let answers = Answers::bounded(10_000);
        answers.keep(b"a".to_vec(), Answer::from_static(b"1"));
        assert_eq!(answers.find(b"a").as_deref(), Some(&b"1"[..]));
        assert_eq!(answers.find(b"b"), None);
        assert_eq!((answers.hits(), answers.misses()), (1, 1));
    }

    #[test]
    fn an_answer_larger_than_the_cache_is_not_kept() {
        let answers = Answers::bounded(0);
        answers.keep(b"a".to_vec(), Answer::from_static(b"1"));
        answers.cache.run_pending_tasks();
        assert!(answers.is_empty());
    }
}
