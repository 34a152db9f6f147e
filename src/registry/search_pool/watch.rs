//! The searches that run, and those among them that run for too long.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::AbortHandle;

use super::{Caller, Shared};
use crate::interrupt::Interrupt;

/// The searches that run.
#[derive(Debug, Default)]
pub(super) struct Running {
    searches: HashMap<u64, RunningSearch>,
    next_id: u64,
    /// The number of searches that run, or have run, for too long.
    pub(super) overdue_total: u64,
}

#[derive(Debug)]
struct RunningSearch {
    caller: Caller,
    operation: &'static str,
    start: Instant,
    interrupt: Interrupt,
    is_overdue: bool,
}

impl Running {
    /// Returns the number of searches that have run for too long and still do.
    pub(super) fn overdue(&self) -> usize {
        self.searches.values().filter(|search| search.is_overdue).count()
    }

    /// Returns the time for which the searches of a caller have run so far.
    pub(super) fn time_of(&self, caller: &Caller, now: Instant) -> Duration {
        let of_caller = self.searches.values().filter(|search| search.caller == *caller);
        of_caller.map(|search| now.saturating_duration_since(search.start)).sum()
    }
}

/// A search that is watched until this is dropped.
pub(super) struct Watched {
    shared: Arc<Shared>,
    id: u64,
    watchdog: AbortHandle,
}

impl Watched {
    /// Begins to watch a search. If it still runs after `limit`, it counts as overdue until it ends,
    /// is logged once, and interrupted.
    pub(super) fn start(
        shared: &Arc<Shared>,
        caller: Caller,
        operation: &'static str,
        interrupt: Interrupt,
        limit: Duration,
    ) -> Self {
        let mut running = shared.running();
        let id = running.next_id;
        running.next_id += 1;
        let start = Instant::now();
        let search = RunningSearch { caller, operation, start, interrupt, is_overdue: false };
        running.searches.insert(id, search);
        drop(running);
        let watched = Arc::clone(shared);
        let watchdog = tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            watched.stop_overdue(id);
        });
        Self { shared: Arc::clone(shared), id, watchdog: watchdog.abort_handle() }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.watchdog.abort();
        self.shared.running().searches.remove(&self.id);
    }
}

impl Shared {
    /// Notes that a search runs for too long, unless it has ended, and interrupts it.
    fn stop_overdue(&self, id: u64) {
        let mut running = self.running();
        let Some(search) = running.searches.get_mut(&id) else { return };
        search.is_overdue = true;
        search.interrupt.raise();
        let (operation, caller) = (search.operation, search.caller.clone());
        let seconds = search.start.elapsed().as_secs();
        running.overdue_total += 1;
        drop(running);
        tracing::error!(
            operation,
            ?caller,
            seconds,
            "a search is overdue; the service is not ready until it ends"
        );
    }
}
