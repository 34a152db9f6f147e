//! Permits for searches: cheap ones run where they are asked for, costly ones on a bounded pool with a bounded queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;
use tokio::sync::Semaphore;

/// How much work a search is expected to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Less than the way to the pool costs its neighbours: up to about 150 µs.
    Cheap,
    /// More than that.
    Costly,
}

/// The pool and its queue are full: come back later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("all searchers are busy and the queue is full")]
pub struct Overloaded;

/// Lets a bounded number of costly searches run, and a bounded number wait.
#[derive(Debug)]
pub struct Searches {
    permits: Arc<Semaphore>,
    at_once: usize,
    waiting: AtomicUsize,
    queue: usize,
}

impl Searches {
    /// A pool for so many searches at once, and a queue for so many more.
    #[must_use]
    pub fn bounded(at_once: usize, queue: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(at_once)), at_once, waiting: AtomicUsize::new(0), queue }
    }

    /// How many searches wait for the pool.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// How many searches can run at once.
    #[must_use]
    pub const fn at_once(&self) -> usize {
        self.at_once
    }

    /// How many more can wait.
    #[must_use]
    pub const fn queue(&self) -> usize {
        self.queue
    }

    /// Runs a search.
    ///
    /// # Errors
    /// [`Overloaded`] if the queue is full.
    pub async fn run<T: Send + 'static>(
        &self,
        work: Work,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        if work == Work::Cheap {
            return Ok(search());
        }
        let permit = if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            permit
        } else {
            let _place = Place::take(self)?;
            Arc::clone(&self.permits).acquire_owned().await.map_err(|_| Overloaded)?
        };
        // The search keeps the permit to its end, also when nobody waits for it any more.
        let running = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            search()
        });
        Ok(running.await.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic())))
    }
}

/// A place in the queue, given up when dropped (also when the client goes away while it waits).
struct Place<'s>(&'s AtomicUsize);

impl<'s> Place<'s> {
    fn take(searches: &'s Searches) -> Result<Self, Overloaded> {
        let waiting = searches.waiting.fetch_add(1, Ordering::Relaxed);
        let place = Self(&searches.waiting);
        if waiting < searches.queue { Ok(place) } else { Err(Overloaded) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn a_full_queue_turns_searches_away_and_recovers() {
        let searches = Arc::new(Searches::bounded(1, 0));
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let busy = {
            let searches = Arc::clone(&searches);
            actix_web::rt::spawn(async move { searches.run(Work::Costly, move || wait.recv().is_ok()).await })
        };
        while searches.permits.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(searches.run(Work::Costly, || ()).await, Err(Overloaded));
        assert_eq!(searches.run(Work::Cheap, || 1).await, Ok(1), "cheap work needs no permit");
        release.send(()).unwrap();
        assert_eq!(busy.await.unwrap(), Ok(true));
        assert_eq!(searches.run(Work::Costly, || 2).await, Ok(2));
        assert_eq!(searches.waiting(), 0);
    }
}
