//! The search pool: limits the number of expensive searches that run or wait at the same time, and
//! divides the pool fairly among callers.

mod caller;
mod queue;
mod quota;
mod watch;

pub use caller::Caller;
pub use quota::CpuQuota;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use self::queue::{Place, Queue};
use self::quota::Accounts;
use self::watch::{Running, Watched};
use super::blocking;
use crate::api::{Problem, ProblemCode};
use crate::interrupt::{Interrupt, Interrupted};

/// The reason why the search pool refused or stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refused {
    /// The queue, or the caller's half of it, is full.
    #[error("too many searches are waiting; try again later")]
    Full,
    /// The search waited too long.
    #[error("the search waited {} ms for its turn; try again later", .0.as_millis())]
    TooLate(Duration),
    /// The caller has used up its processor time.
    #[error("the quota of processor time for searches is used up; try again in {} s", whole_seconds(*.0))]
    QuotaExceeded(Duration),
    /// The search was stopped because it ran too long.
    #[error("the search was stopped after {} s, which is a fault of the service; report the request", whole_seconds(*.0))]
    Overdue(Duration),
}

/// Returns a time in seconds, rounded up and at least 1.
fn whole_seconds(time: Duration) -> u64 {
    (time.as_secs() + u64::from(time.subsec_nanos() > 0)).max(1)
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let (code, retry_after) = match refused {
            Refused::Full | Refused::TooLate(_) => (ProblemCode::Overloaded, Some(1)),
            Refused::QuotaExceeded(wait) => (ProblemCode::QuotaExceeded, Some(whole_seconds(wait))),
            Refused::Overdue(_) => (ProblemCode::Internal, None),
        };
        Self { retry_after, ..Self::new(code, refused.to_string()) }
    }
}

/// The limits of a search pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolLimits {
    /// The number of searches that run at the same time. One caller gets at most half, rounded up.
    pub concurrency: usize,
    /// The number of searches that wait. One caller gets at most half, rounded up.
    pub queue_capacity: usize,
    /// The time that a search may wait.
    pub queue_timeout: Duration,
    /// The processor time of each caller, if it is limited.
    pub quota: Option<CpuQuota>,
    /// The time that a search may take. One that takes ten times as long is stopped.
    pub search_budget: Duration,
}

impl PoolLimits {
    /// The default time that a search may wait.
    pub const QUEUE_TIMEOUT: Duration = Duration::from_millis(500);

    /// The default time that a search may take: more than that of any search, with the build of the
    /// indexes up to a tier of a lexicon with a million words.
    pub const SEARCH_BUDGET: Duration = Duration::from_secs(2);

    /// Returns the time after which a search is overdue.
    const fn overdue(&self) -> Duration {
        self.search_budget.saturating_mul(10)
    }
}

/// Runs a limited number of expensive searches at the same time, and queues a limited number of
/// further ones for a limited time. Callers take turns.
#[derive(Debug)]
pub struct SearchPool {
    shared: Arc<Shared>,
    limits: PoolLimits,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    accounts: Option<Mutex<Accounts>>,
    running: Mutex<Running>,
}

impl SearchPool {
    /// Creates a pool that runs `concurrency` searches at the same time and queues `queue_capacity`
    /// more, with the default time limit.
    #[must_use]
    pub fn bounded(concurrency: usize, queue_capacity: usize) -> Self {
        let queue_timeout = PoolLimits::QUEUE_TIMEOUT;
        let search_budget = PoolLimits::SEARCH_BUDGET;
        let quota = None;
        Self::new(PoolLimits { concurrency, queue_capacity, queue_timeout, quota, search_budget })
    }

    /// Creates a pool with these limits.
    #[must_use]
    pub fn new(limits: PoolLimits) -> Self {
        let shared = Shared {
            queue: Mutex::new(Queue::new(limits.concurrency, limits.queue_capacity)),
            accounts: limits.quota.map(|quota| Mutex::new(Accounts::new(quota))),
            running: Mutex::default(),
        };
        Self { shared: Arc::new(shared), limits }
    }

    /// Returns the number of searches in the queue.
    #[must_use]
    pub fn queue_length(&self) -> usize {
        self.shared.queue().length()
    }

    /// Returns the number of searches that can run at the same time.
    #[must_use]
    pub const fn concurrency(&self) -> usize {
        self.limits.concurrency
    }

    /// Returns the number of searches that can wait in the queue.
    #[must_use]
    pub const fn queue_capacity(&self) -> usize {
        self.limits.queue_capacity
    }

    /// Returns the number of searches that have run for ten times their budget and still do.
    #[must_use]
    pub fn overdue(&self) -> usize {
        self.shared.running().overdue()
    }

    /// Returns the number of searches that have ever run for ten times their budget.
    #[must_use]
    pub fn overdue_total(&self) -> u64 {
        self.shared.running().overdue_total
    }

    /// Runs an expensive search of `caller`, as a part of an operation. When the future is dropped, a
    /// waiting search is given up, and a running one is interrupted; it keeps its place until it
    /// ends.
    ///
    /// # Errors
    /// [`Refused`].
    pub async fn run<T: Send + 'static>(
        &self,
        caller: Caller,
        operation: &'static str,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let place = self.enter(caller).await?;
        let interrupt = Interrupt::default();
        let _raise = RaiseOnDrop(interrupt.clone());
        let limit = self.limits.overdue();
        let (shared, caller) = (&self.shared, place.caller.clone());
        let watched = Watched::start(shared, caller, operation, interrupt.clone(), limit);
        let ended = blocking::run(move || {
            let start = thread_time();
            let result = interrupt.scope(search);
            place.charge(thread_time().saturating_sub(start));
            drop(watched);
            result
        });
        // While somebody waits for the result, nobody else interrupts a search.
        ended.await.map_err(|Interrupted| Refused::Overdue(limit))
    }

    /// Waits for a place in the pool, in which a search of `caller` can run until the place is
    /// dropped.
    ///
    /// # Errors
    /// [`Refused`].
    pub async fn enter(&self, caller: Caller) -> Result<PoolPlace, Refused> {
        let wait_time = self
            .shared
            .accounts()
            .and_then(|mut accounts| self.shared.wait_time(&mut accounts, &caller));
        if let Some(wait_time) = wait_time {
            return Err(Refused::QuotaExceeded(wait_time));
        }
        let place = self.shared.queue().enter(&caller);
        let (ticket, started) = match place {
            Place::Running => return Ok(PoolPlace { shared: Arc::clone(&self.shared), caller }),
            Place::Full => return Err(Refused::Full),
            Place::Waiting(ticket, started) => (ticket, started),
        };
        let waiting = Waiting { shared: &self.shared, caller, ticket, is_started: false };
        let timeout = self.limits.queue_timeout;
        match tokio::time::timeout(timeout, started).await {
            Ok(Ok(())) => Ok(waiting.start()),
            _ => Err(Refused::TooLate(timeout)),
        }
    }
}

impl Shared {
    // A panic cannot leave any of these in an inconsistent state: no code of others runs under
    // the locks.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time after which a caller may search again, if it has used up its quota. The time
    /// of searches that still run counts, too; it is charged when they end.
    fn wait_time(&self, accounts: &mut Accounts, caller: &Caller) -> Option<Duration> {
        let now = Instant::now();
        let so_far = self.running().time_of(caller, now);
        accounts.wait_time(caller, so_far, now)
    }

    fn accounts(&self) -> Option<MutexGuard<'_, Accounts>> {
        let accounts = self.accounts.as_ref()?;
        Some(accounts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A place in the queue, released when dropped, that is, also when the client has gone.
struct Waiting<'p> {
    shared: &'p Arc<Shared>,
    caller: Caller,
    ticket: u64,
    is_started: bool,
}

impl Waiting<'_> {
    fn start(mut self) -> PoolPlace {
        self.is_started = true;
        PoolPlace { shared: Arc::clone(self.shared), caller: self.caller.clone() }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.is_started {
            return;
        }
        let mut queue = self.shared.queue();
        if !queue.leave(&self.caller, self.ticket) {
            // The queue has started the search in the meantime.
            queue.end(&self.caller);
        }
    }
}

/// Interrupts a search whose future is dropped.
struct RaiseOnDrop(Interrupt);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// A place in the pool, released when dropped.
#[derive(Debug)]
pub struct PoolPlace {
    shared: Arc<Shared>,
    caller: Caller,
}

impl PoolPlace {
    fn charge(&self, time: Duration) {
        if let Some(mut accounts) = self.shared.accounts() {
            accounts.charge(&self.caller, time, Instant::now());
        }
    }
}

impl Drop for PoolPlace {
    fn drop(&mut self) {
        self.shared.queue().end(&self.caller);
    }
}

/// Returns the processor time that this thread has used.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

/// Returns the time since the first call, as other systems have no such clock.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}
