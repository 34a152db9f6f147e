//! Rate limits per caller.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER,
};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use governor::NotUntil;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;

use super::caller::caller_of;
use crate::api::{Problem, ProblemCode};
use crate::config::Rate;
use crate::registry::Caller;
use crate::server::State;
use crate::server::pages::is_page;
use crate::server::response::refuse;
use crate::server::route_table::routed_path;

/// The header with the caller's remaining quota (draft-ietf-httpapi-ratelimit-headers).
pub(in crate::server) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The header with the quota.
pub(in crate::server) const RATE_LIMIT_POLICY: HeaderName =
    HeaderName::from_static("ratelimit-policy");

/// The number of /64 networks whose quota a /48 network has.
const NETWORK_QUOTAS: u32 = 16;
/// The number of callers from which on further addresses are counted together by /16 or, for IPv6,
/// /32 network. Each caller takes less than 100 bytes.
const MAX_CALLERS: usize = 200_000;

type Limiter = governor::RateLimiter<
    Caller,
    DefaultKeyedStateStore<Caller>,
    DefaultClock,
    StateInformationMiddleware,
>;

/// The limiter that counts the requests of each caller.
pub struct RateLimiter {
    rate: Rate,
    limiter: Limiter,
    /// Counts the requests of each /48 network of IPv6, which one subscriber can have.
    networks: Limiter,
    policy: HeaderValue,
}

/// The remaining quota of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Remaining {
    requests: u32,
    /// The time until the whole quota is available again.
    reset: Duration,
}

/// The quota is exceeded. Contains the time until the next request is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Exceeded(Duration);

impl RateLimiter {
    /// Creates a limiter.
    ///
    /// # Panics
    /// Never: a policy is printable ASCII.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        let policy = format!("\"default\";q={};w={}", rate.requests, whole_seconds(rate.window));
        Self {
            rate,
            limiter: governor::RateLimiter::keyed(rate.quota).with_middleware(),
            networks: governor::RateLimiter::keyed(rate.times(NETWORK_QUOTAS)).with_middleware(),
            policy: HeaderValue::try_from(policy).expect("a policy is printable ASCII"),
        }
    }

    /// Drops the counts of callers whose whole quota is available again.
    pub(in crate::server) fn evict_idle(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
        self.networks.retain_recent();
        self.networks.shrink_to_fit();
    }

    /// Counts a request.
    fn count(&self, caller: &Caller) -> Result<Remaining, Exceeded> {
        let wait = |until: NotUntil<_>| Exceeded(until.wait_time_from(self.limiter.clock().now()));
        let is_full = self.limiter.len() >= MAX_CALLERS;
        let wide = if is_full { truncated(caller, 16, 32) } else { None };
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
                Ok(Remaining {
                    requests,
                    reset: self.rate.window / self.rate.requests.get() * used,
                })
            }
            Err(until) => Err(wait(until)),
        }
    }

    /// Counts a request that is a part of another.
    ///
    /// # Errors
    /// The caller's quota is exceeded.
    pub(in crate::server) fn count_part(&self, caller: &Caller) -> Result<(), Problem> {
        self.count(caller).map(|_| ()).map_err(|exceeded| self.problem(exceeded))
    }

    fn problem(&self, Exceeded(wait): Exceeded) -> Problem {
        let detail = format!(
            "the rate limit of {} requests per {} is exceeded; try again in {} s",
            self.rate.requests,
            humantime::format_duration(self.rate.window),
            whole_seconds(wait).max(1)
        );
        Problem::new(ProblemCode::QuotaExceeded, detail)
    }

    fn add_headers(&self, headers: &mut HeaderMap, counted: Result<Remaining, Exceeded>) {
        let Remaining { requests, reset } =
            counted.unwrap_or_else(|Exceeded(wait)| Remaining { requests: 0, reset: wait });
        let remaining = format!("\"default\";r={requests};t={}", whole_seconds(reset));
        headers.insert(RATE_LIMIT_POLICY, self.policy.clone());
        if let Ok(remaining) = HeaderValue::try_from(remaining) {
            headers.insert(RATE_LIMIT, remaining);
        }
        if let Err(Exceeded(wait)) = counted {
            headers.insert(RETRY_AFTER, whole_seconds(wait).max(1).into());
        }
    }
}

impl fmt::Debug for RateLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimiter").field("rate", &self.rate).finish_non_exhaustive()
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

fn limiter_and_state(
    request: &ServiceRequest,
) -> Option<(web::Data<RateLimiter>, web::Data<State>)> {
    Some((request.app_data().cloned()?, request.app_data().cloned()?))
}

/// Counts a request, refuses it if the caller's quota is exceeded, and adds the remaining quota to
/// the response.
///
/// # Errors
/// Those of the inner services.
pub(in crate::server) async fn limit_rate(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some((limiter, state)) = limiter_and_state(&request) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    // One look at a page needs many requests, and a browser decides itself when to ask first.
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    if is_preflight || is_page(routed_path(request.request())) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let counted = limiter.count(&caller_of(request.request(), &state));
    let mut response = match counted {
        Ok(_) => next.call(request).await?.map_into_boxed_body(),
        Err(exceeded) => refuse(request, limiter.problem(exceeded)),
    };
    limiter.add_headers(response.headers_mut(), counted);
    Ok(response)
}
