//! The time on the processor that each caller may use for searches.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::Caller;

/// The number of accounts from which on those of idle callers are dropped.
const SWEEP_ACCOUNTS: usize = 1_024;

/// The processor time that one caller may use for searches in each period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuQuota {
    /// The processor time.
    pub time: Duration,
    /// The period. Used time becomes available again evenly over it.
    pub period: Duration,
}

/// The used time of one caller at one moment.
#[derive(Debug)]
struct Account {
    used: Duration,
    at: Instant,
}

/// The used time of every caller: a token bucket each, which measured time is charged to.
#[derive(Debug)]
pub(super) struct Accounts {
    quota: CpuQuota,
    by_caller: HashMap<Caller, Account>,
    sweep_at: usize,
}

impl Accounts {
    pub(super) fn new(quota: CpuQuota) -> Self {
        Self { quota, by_caller: HashMap::new(), sweep_at: SWEEP_ACCOUNTS }
    }

    /// Returns the time after which a caller may search again, if it has used up its quota. `running`
    /// is the time of its searches that have not been charged yet.
    pub(super) fn wait_time(
        &mut self,
        caller: &Caller,
        running: Duration,
        now: Instant,
    ) -> Option<Duration> {
        let CpuQuota { time, period } = self.quota;
        let charged = self.by_caller.get_mut(caller).map(|account| {
            account.settle(self.quota, now);
            account.used
        });
        if charged.is_none() && running.is_zero() {
            return None;
        }
        let used = charged.unwrap_or_default().saturating_add(running);
        let excess = used.checked_sub(time)?;
        Some(period.mul_f64(ratio(excess, time)))
    }

    /// Charges a caller for a search. A search may exceed the quota; the caller then waits longer.
    pub(super) fn charge(&mut self, caller: &Caller, time: Duration, now: Instant) {
        if self.by_caller.len() >= self.sweep_at {
            let quota = self.quota;
            self.by_caller.retain(|_, account| {
                account.settle(quota, now);
                !account.used.is_zero()
            });
            self.sweep_at = SWEEP_ACCOUNTS.max(2 * self.by_caller.len());
        }
        let account = self
            .by_caller
            .entry(caller.clone())
            .or_insert(Account { used: Duration::ZERO, at: now });
        account.settle(self.quota, now);
        account.used += time;
    }
}

impl Account {
    /// Gives back the time that has become available since the last call.
    fn settle(&mut self, CpuQuota { time, period }: CpuQuota, now: Instant) {
        let elapsed = now.saturating_duration_since(self.at);
        let regained = time.mul_f64(ratio(elapsed, period));
        self.used = self.used.saturating_sub(regained);
        self.at = now;
    }
}

/// Returns the ratio of two times, at most a million.
fn ratio(part: Duration, whole: Duration) -> f64 {
    (part.as_secs_f64() / whole.as_secs_f64().max(1e-9)).min(1e6)
}
