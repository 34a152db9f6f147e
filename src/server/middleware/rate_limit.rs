//! Rate limits per caller.

use std::fmt;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::web::Bytes;
use foldhash::fast::RandomState;
use governor::NotUntil;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;

use crate::api::{Problem, ProblemCode};
use crate::config::Rate;
use crate::registry::Caller;

/// The header with the caller's remaining quota (draft-ietf-httpapi-ratelimit-headers).
pub(in crate::server) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The header with the quota.
pub(in crate::server) const RATE_LIMIT_POLICY: HeaderName =
    HeaderName::from_static("ratelimit-policy");

/// The name of the class of operations.
const OPERATIONS: &str = "default";
/// The name of the class of pages.
const PAGES: &str = "pages";
/// The number of /64 networks whose quota a /48 network has.
const NETWORK_QUOTAS: u32 = 16;
/// The number of callers from which on further addresses are counted together by /16 or, for IPv6,
/// /32 network. Each caller takes less than 100 bytes.
const MAX_CALLERS: usize = 200_000;
/// The number of requests after which the callers are counted again. Counting them locks all parts
/// of the table.
const COUNT_INTERVAL: usize = 256;

/// The hash function is fast. It has a random seed, and callers do not learn anything about the order
/// of the table, so they cannot choose addresses that collide.
type Limiter = governor::RateLimiter<
    Caller,
    DefaultKeyedStateStore<Caller, RandomState>,
    DefaultClock,
    StateInformationMiddleware,
>;

/// The limits on the requests of each caller.
#[derive(Debug)]
pub struct RateLimiter {
    /// The limit on requests of operations.
    pub(in crate::server) operations: RateClass,
    /// The limit on requests of pages and their assets.
    pub(in crate::server) pages: RateClass,
}

impl RateLimiter {
    /// Creates limits. `rate` is that of operations, from which that of pages follows.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        let operations = RateClass::new(OPERATIONS, rate);
        Self { operations, pages: RateClass::new(PAGES, rate.of_pages()) }
    }

    /// Drops the counts of callers whose whole quota is available again.
    pub(in crate::server) fn evict_idle(&self) {
        self.operations.evict_idle();
        self.pages.evict_idle();
    }
}

/// A class of requests that are counted together for each caller.
pub(in crate::server) struct RateClass {
    name: &'static str,
    rate: Rate,
    /// The time after which a used request becomes available again.
    time_per_request: Duration,
    limiter: Limiter,
    /// Counts the requests of each /48 network of IPv6, which one subscriber can have.
    networks: Limiter,
    policy: HeaderValue,
    requests: AtomicUsize,
    /// True if there were [`MAX_CALLERS`] when the callers were last counted.
    is_full: AtomicBool,
}

/// The remaining quota of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Remaining {
    requests: u32,
    /// The time until the whole quota is available again.
    reset: Duration,
}

/// The quota is exceeded. Contains the time until the next request is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exceeded(Duration);

impl RateClass {
    /// Creates a class.
    ///
    /// # Panics
    /// Never: a policy is printable ASCII.
    fn new(name: &'static str, rate: Rate) -> Self {
        let policy = format!("\"{name}\";q={};w={}", rate.requests, whole_seconds(rate.window));
        let limiter = |quota| {
            let hasher = RandomState::default();
            governor::RateLimiter::dashmap_with_hasher(quota, hasher).with_middleware()
        };
        Self {
            name,
            rate,
            time_per_request: rate.window / rate.requests.get(),
            limiter: limiter(rate.quota),
            networks: limiter(rate.times(NETWORK_QUOTAS)),
            policy: HeaderValue::try_from(policy).expect("a policy is printable ASCII"),
            requests: AtomicUsize::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    /// Creates the class of the operations for API keys with a rate of their own.
    pub(super) fn of_keys(rate: Rate) -> Self {
        Self::new(OPERATIONS, rate)
    }

    /// Returns true if the class has this rate.
    pub(super) fn has(&self, rate: Rate) -> bool {
        self.rate == rate
    }

    fn evict_idle(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
        self.networks.retain_recent();
        self.networks.shrink_to_fit();
    }

    /// Counts a request.
    pub(super) fn count(&self, caller: &Caller) -> Result<Remaining, Exceeded> {
        let wait = |until: NotUntil<_>| Exceeded(until.wait_time_from(self.limiter.clock().now()));
        let wide = if self.is_full() { truncated(caller, 16, 32) } else { None };
        let counted = self.limiter.check_key(wide.as_ref().unwrap_or(caller));
        if counted.is_ok()
            && let Some(network) = truncated(caller, 0, 48)
            && matches!(network, Caller::Address(IpAddr::V6(_)))
        {
            self.networks.check_key(&network).map_err(wait)?;
        }
        match counted {
            Ok(state) => {
                let requests = state.remaining_burst_capacity();
                let used = self.rate.requests.get().saturating_sub(requests);
                Ok(Remaining { requests, reset: self.time_per_request * used })
            }
            Err(until) => Err(wait(until)),
        }
    }

    /// Returns true if further addresses are counted together.
    fn is_full(&self) -> bool {
        if self.requests.fetch_add(1, Ordering::Relaxed).is_multiple_of(COUNT_INTERVAL) {
            self.is_full.store(self.limiter.len() >= MAX_CALLERS, Ordering::Relaxed);
        }
        self.is_full.load(Ordering::Relaxed)
    }

    /// Counts a request that is a part of another.
    ///
    /// # Errors
    /// The caller's quota is exceeded.
    pub(in crate::server) fn count_part(&self, caller: &Caller) -> Result<(), Problem> {
        self.count(caller).map(|_| ()).map_err(|exceeded| self.problem(exceeded))
    }

    pub(super) fn problem(&self, Exceeded(wait): Exceeded) -> Problem {
        let detail = format!(
            "the rate limit of {} requests{} per {} is exceeded; try again in {} s",
            self.rate.requests,
            if self.name == PAGES { " of pages" } else { "" },
            humantime::format_duration(self.rate.window),
            whole_seconds(wait).max(1)
        );
        Problem::new(ProblemCode::QuotaExceeded, detail)
    }

    /// Adds the remaining quota to the headers of a response.
    pub(super) fn add_headers(
        &self,
        headers: &mut HeaderMap,
        counted: Result<Remaining, Exceeded>,
    ) {
        let Remaining { requests, reset } =
            counted.unwrap_or_else(|Exceeded(wait)| Remaining { requests: 0, reset: wait });
        // Every response has this header, and `format!` would take three times as long.
        let (mut request_digits, mut second_digits) = (itoa::Buffer::new(), itoa::Buffer::new());
        let requests = request_digits.format(requests);
        let seconds = second_digits.format(whole_seconds(reset));
        let remaining = ["\"", self.name, "\";r=", requests, ";t=", seconds].concat();
        headers.insert(RATE_LIMIT_POLICY, self.policy.clone());
        if let Ok(remaining) = HeaderValue::from_maybe_shared(Bytes::from(remaining)) {
            headers.insert(RATE_LIMIT, remaining);
        }
        if let Err(Exceeded(wait)) = counted {
            headers.insert(RETRY_AFTER, whole_seconds(wait).max(1).into());
        }
    }
}

impl fmt::Debug for RateClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateClass").field("rate", &self.rate).finish_non_exhaustive()
    }
}

/// Returns the network of an address, with prefixes of these lengths.
fn truncated(caller: &Caller, v4: u32, v6: u32) -> Option<Caller> {
    let network = match caller {
        Caller::Address(IpAddr::V4(address)) => {
            let mask = u32::MAX.checked_shl(u32::BITS - v4).unwrap_or_default();
            IpAddr::V4((address.to_bits() & mask).into())
        }
        Caller::Address(IpAddr::V6(address)) => {
            let mask = u128::MAX.checked_shl(u128::BITS - v6).unwrap_or_default();
            IpAddr::V6((address.to_bits() & mask).into())
        }
        Caller::Key(_) | Caller::Unknown => return None,
    };
    Some(Caller::Address(network))
}

/// Returns a time in seconds, rounded up, so that a caller who waits for it is not too early.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}
