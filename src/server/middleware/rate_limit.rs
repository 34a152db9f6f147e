//! Rate limits per caller.

use std::fmt;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;

use super::caller::caller_of;
use crate::api::{Problem, ProblemCode};
use crate::config::Rate;
use crate::registry::Caller;
use crate::server::State;
use crate::server::response::refuse;

/// The header with the caller's remaining quota (draft-ietf-httpapi-ratelimit-headers).
pub(in crate::server) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The header with the quota.
pub(in crate::server) const RATE_LIMIT_POLICY: HeaderName =
    HeaderName::from_static("ratelimit-policy");

/// The limiter that counts the requests of each caller.
pub struct RateLimiter {
    rate: Rate,
    limiter: governor::RateLimiter<
        Caller,
        DefaultKeyedStateStore<Caller>,
        DefaultClock,
        StateInformationMiddleware,
    >,
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
            policy: HeaderValue::try_from(policy).expect("a policy is printable ASCII"),
        }
    }

    /// Drops the counts of callers whose whole quota is available again.
    pub(in crate::server) fn evict_idle(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }

    /// Counts a request.
    fn count(&self, caller: &Caller) -> Result<Remaining, Exceeded> {
        match self.limiter.check_key(caller) {
            Ok(state) => {
                let requests = state.remaining_burst_capacity();
                let used = self.rate.requests.get().saturating_sub(requests);
                Ok(Remaining {
                    requests,
                    reset: self.rate.window / self.rate.requests.get() * used,
                })
            }
            Err(until) => Err(Exceeded(until.wait_time_from(self.limiter.clock().now()))),
        }
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
    let counted = limiter.count(&caller_of(request.request(), &state));
    let mut response = match counted {
        Ok(_) => next.call(request).await?.map_into_boxed_body(),
        Err(exceeded) => refuse(request, limiter.problem(exceeded)),
    };
    limiter.add_headers(response.headers_mut(), counted);
    Ok(response)
}
