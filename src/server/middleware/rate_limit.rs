//! Rate limits per caller.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;

use super::auth::ApiKeys;
use crate::api::{Problem, ProblemCode};
use crate::config::Rate;
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
    /// The header in which a reverse proxy passes the client address.
    address_header: Option<HeaderName>,
}

/// A caller, whose requests are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Caller {
    Key(Arc<str>),
    Address(IpAddr),
    Unknown,
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
    /// Creates a limiter. `address_header` names the header in which a reverse proxy passes the
    /// client address.
    ///
    /// # Panics
    /// Never: a policy is printable ASCII.
    #[must_use]
    pub fn new(rate: Rate, address_header: Option<HeaderName>) -> Self {
        let policy = format!("\"default\";q={};w={}", rate.requests, whole_seconds(rate.window));
        Self {
            rate,
            limiter: governor::RateLimiter::keyed(rate.quota).with_middleware(),
            policy: HeaderValue::try_from(policy).expect("a policy is printable ASCII"),
            address_header,
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

    /// Returns the caller: the client of a valid API key, else the address.
    fn caller(&self, request: &ServiceRequest) -> Caller {
        let keys = request.app_data::<web::Data<ApiKeys>>();
        let client = keys.and_then(|keys| keys.identify(request));
        client.map_or_else(|| self.address(request), Caller::Key)
    }

    fn address(&self, request: &ServiceRequest) -> Caller {
        let forwarded = self.address_header.as_ref().and_then(|name| {
            // The proxy appends the last entry; the client may have sent the earlier ones itself.
            let last = request.headers().get_all(name).last()?.to_str().ok()?.rsplit(',').next()?;
            parse_address(last.trim())
        });
        let peer = || request.peer_addr().map(|peer| peer.ip());
        match forwarded.or_else(peer).map(|address| address.to_canonical()) {
            // A subscriber has a whole /64 network, so its addresses count as one caller.
            Some(IpAddr::V6(address)) => {
                Caller::Address(IpAddr::V6((address.to_bits() >> 64 << 64).into()))
            }
            Some(address) => Caller::Address(address),
            None => Caller::Unknown,
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

/// Parses an address. Some proxies add the port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port)
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
    let Some(limiter) = request.app_data::<web::Data<RateLimiter>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let counted = limiter.count(&limiter.caller(&request));
    let mut response = match counted {
        Ok(_) => next.call(request).await?.map_into_boxed_body(),
        Err(exceeded) => refuse(request, limiter.problem(exceeded)),
    };
    limiter.add_headers(response.headers_mut(), counted);
    Ok(response)
}
