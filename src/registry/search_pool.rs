//! The search pool: limits the number of expensive searches that run or wait at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;
use tokio::sync::Semaphore;

use super::blocking;
use crate::api::operation::Cost;
use crate::api::{Problem, ProblemCode};

/// The pool and its queue are full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the search pool and its queue are full; try again later")]
pub struct Overloaded;

impl From<Overloaded> for Problem {
    fn from(overloaded: Overloaded) -> Self {
        Self::new(ProblemCode::Overloaded, overloaded.to_string())
    }
}

/// Runs a limited number of expensive searches at the same time, and queues a limited number of
/// further ones.
#[derive(Debug)]
pub struct SearchPool {
    permits: Arc<Semaphore>,
    concurrency: usize,
    waiting: AtomicUsize,
    queue_capacity: usize,
}

impl SearchPool {
    /// Creates a pool that runs `concurrency` searches at the same time and queues `queue_capacity`
    /// more.
    #[must_use]
    pub fn bounded(concurrency: usize, queue_capacity: usize) -> Self {
        let permits = Arc::new(Semaphore::new(concurrency));
        Self { permits, concurrency, waiting: AtomicUsize::new(0), queue_capacity }
    }

    /// Returns the number of searches in the queue.
    #[must_use]
    pub fn queue_length(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Returns the number of searches that can run at the same time.
    #[must_use]
    pub const fn concurrency(&self) -> usize {
        self.concurrency
    }

    /// Returns the number of searches that can wait in the queue.
    #[must_use]
    pub const fn queue_capacity(&self) -> usize {
        self.queue_capacity
    }

    /// Runs a search: on the calling thread if it is cheap, else on the pool.
    ///
    /// # Errors
    /// [`Overloaded`] if the queue is full.
    pub async fn run<T: Send + 'static>(
        &self,
        cost: Cost,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        if cost == Cost::Inline {
            return Ok(search());
        }
        let permit = if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            permit
        } else {
            let _slot = QueueSlot::take(self)?;
            Arc::clone(&self.permits).acquire_owned().await.map_err(|_| Overloaded)?
        };
        // The search keeps its permit until it ends, even if its request has been dropped.
        Ok(blocking::run(move || {
            let _permit = permit;
            search()
        })
        .await)
    }
}

/// A place in the queue, released when dropped.
struct QueueSlot<'p>(&'p AtomicUsize);

impl<'p> QueueSlot<'p> {
    fn take(pool: &'p SearchPool) -> Result<Self, Overloaded> {
        let waiting = pool.waiting.fetch_add(1, Ordering::Relaxed);
        let slot = Self(&pool.waiting);
        if waiting < pool.queue_capacity { Ok(slot) } else { Err(Overloaded) }
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
