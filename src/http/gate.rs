//! The gate: who may ask, and how often.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpResponse, web};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::problem::{Problem, ProblemCode};
use super::{State, routed_path};
use crate::lexicon::Digest;

/// The header that carries an API key, unless `Authorization: Bearer` does.
pub const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// What is left of the quota (draft-ietf-httpapi-ratelimit-headers).
pub const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The quota.
pub const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The paths that want no API key, with all below them.
const OPEN: [&str; 4] = ["/openapi.json", "/docs", "/problems", "/rulebook"];

/// Lets requests through.
#[derive(Debug, Default)]
pub struct Gate {
    /// The names of the keys by the SHA-256 of each.
    keys: HashMap<[u8; 32], Arc<str>>,
    limit: Option<RateLimit>,
    /// Where a balancer says whom it asks for.
    address_header: Option<HeaderName>,
}

/// Who bears an API key.
#[derive(Debug, Clone)]
pub struct Client(pub Arc<str>);

/// Whose requests are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Caller {
    Key(Arc<str>),
    Address(IpAddr),
    Unknown,
}

/// So many requests in so much time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How many requests, also at once.
    pub requests: NonZeroU32,
    /// The time in which they come back.
    pub window: Duration,
}

impl std::str::FromStr for Rate {
    type Err = String;

    /// `600/1m`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("{text:?}: a number of requests and a time are wanted, such as 600/1m");
        let (requests, window) = text.split_once('/').ok_or_else(wanted)?;
        let requests = requests.trim().parse().map_err(|_| wanted())?;
        let window = humantime::parse_duration(window.trim()).map_err(|_| wanted())?;
        let rate = Self { requests, window };
        if rate.interval().is_zero() || window > Duration::from_hours(24) {
            return Err(format!("{text:?}: at most a request a nanosecond, and at most a day"));
        }
        Ok(rate)
    }
}

impl Rate {
    /// The time in which one request comes back.
    fn interval(self) -> Duration {
        self.window / self.requests.get()
    }
}

struct RateLimit {
    rate: Rate,
    limiter: RateLimiter<Caller, DefaultKeyedStateStore<Caller>, DefaultClock, StateInformationMiddleware>,
    policy: HeaderValue,
}

impl std::fmt::Debug for RateLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RateLimit").field("rate", &self.rate).finish_non_exhaustive()
    }
}

impl RateLimit {
    fn new(rate: Rate) -> Option<Self> {
        let quota = Quota::with_period(rate.interval())?.allow_burst(rate.requests);
        let policy = format!("\"default\";q={};w={}", rate.requests, whole_seconds(rate.window));
        Some(Self {
            rate,
            limiter: RateLimiter::keyed(quota).with_middleware(),
            policy: HeaderValue::from_str(&policy).ok()?,
        })
    }

    /// Counts a request: how many are left and when all are back, or how long to wait.
    fn count(&self, caller: &Caller) -> Result<(u32, Duration), Duration> {
        match self.limiter.check_key(caller) {
            Ok(state) => {
                let left = state.remaining_burst_capacity();
                Ok((left, self.rate.interval() * self.rate.requests.get().saturating_sub(left)))
            }
            Err(until) => Err(until.wait_time_from(self.limiter.clock().now())),
        }
    }
}

/// Rounded up: who waits for so long doesn't come too early.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl Gate {
    /// A gate that wants one of some keys, if there are any, and lets each caller through at a rate, if there is one.
    ///
    /// `lines` is a text with a name and the SHA-256 of a key in hexadecimal digits on each line. `address_header` names the header in which a balancer
    /// passes on the caller's address.
    ///
    /// # Errors
    /// The line that can't be read.
    pub fn new(lines: &str, rate: Option<Rate>, address_header: Option<HeaderName>) -> Result<Self, String> {
        let mut keys = HashMap::new();
        let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (index, line) in lines {
            let mut words = line.split_whitespace();
            let (Some(name), Some(digest), None) = (words.next(), words.next().and_then(digest), words.next()) else {
                return Err(format!(
                    "line {}: a name and the SHA-256 of a key are wanted, with a space between them",
                    index + 1
                ));
            };
            if keys.insert(digest, Arc::from(name)).is_some() {
                return Err(format!("line {}: the key stands there already", index + 1));
            }
        }
        Ok(Self { keys, limit: rate.and_then(RateLimit::new), address_header })
    }

    /// Whether it has nothing to look at.
    pub(super) fn is_open(&self) -> bool {
        self.keys_are_empty() && self.limit.is_none()
    }

    /// Whether anybody may ask.
    #[must_use]
    pub fn keys_are_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Forgets callers that haven't asked for long.
    pub fn tidy(&self) {
        if let Some(limit) = &self.limit {
            limit.limiter.retain_recent();
            limit.limiter.shrink_to_fit();
        }
    }

    /// Whose key a request bears.
    fn client(&self, headers: &HeaderMap) -> Option<Arc<str>> {
        let own = headers.get(API_KEY).and_then(|value| value.to_str().ok());
        // Equal digests mean equal keys, and how long the look-up takes tells of the digest only.
        let held = |key: &str| self.keys.get(&Digest::of(&[key.trim().as_bytes()]).bytes()).cloned();
        own.into_iter().chain(bearer(headers)).find_map(held)
    }

    /// Where a request comes from.
    fn address(&self, request: &ServiceRequest) -> Caller {
        let passed_on = self.address_header.as_ref().and_then(|name| {
            // The balancer's own word stands last; what stands before it anybody may have written.
            let last = request.headers().get_all(name).last()?.to_str().ok()?.rsplit(',').next()?;
            address_of(last.trim())
        });
        let peer = || request.peer_addr().map(|peer| peer.ip());
        match passed_on.or_else(peer).map(|address: IpAddr| address.to_canonical()) {
            // A subscriber gets a whole network of this size.
            Some(IpAddr::V6(address)) => Caller::Address(IpAddr::V6((address.to_bits() >> 64 << 64).into())),
            Some(address) => Caller::Address(address),
            None => Caller::Unknown,
        }
    }
}

/// The token of an `Authorization: Bearer`.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// An address as balancers write it: some add the port.
fn address_of(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port)
}

/// Whether a path is open to those who have no key.
fn wants_no_key(path: &str) -> bool {
    OPEN.iter().any(|open| path.strip_prefix(open).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// A SHA-256 in hexadecimal digits.
fn digest(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let digits = text.strip_prefix("sha256:").unwrap_or(text).as_bytes();
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Lets a request through the gate, or refuses it.
///
/// # Errors
/// Whatever is behind it fails with.
pub(super) async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let state = request.app_data::<web::Data<State>>().cloned();
    let Some(gate) = state.as_ref().map(|state| &state.gate) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let client = gate.client(request.headers());
    if let Some(client) = &client {
        request.extensions_mut().insert(Client(Arc::clone(client)));
    }
    let caller = client.clone().map_or_else(|| gate.address(&request), Caller::Key);
    let counted = gate.limit.as_ref().map(|limit| (limit, limit.count(&caller)));
    let mut response = match &counted {
        Some((limit, Err(wait))) => {
            let Rate { requests, window } = limit.rate;
            let detail = format!(
                "{requests} requests in {} are allowed; ask again in {} s",
                humantime::format_duration(window),
                whole_seconds(*wait).max(1)
            );
            refuse(request, Problem::new(ProblemCode::QuotaExceeded, detail))
        }
        _ if client.is_none() && !gate.keys_are_empty() && !wants_no_key(routed_path(request.request())) => {
            let detail = "the request bears no valid API key; send it as Authorization: Bearer KEY or X-Api-Key: KEY";
            refuse(request, Problem::new(ProblemCode::Unauthorized, detail))
        }
        _ => next.call(request).await?.map_into_boxed_body(),
    };
    if let Some((limit, counted)) = counted {
        let headers = response.headers_mut();
        let (left, back) = counted.unwrap_or_else(|wait| (0, wait));
        let state = format!("\"default\";r={left};t={}", whole_seconds(back));
        headers.insert(RATE_LIMIT_POLICY, limit.policy.clone());
        if let Ok(state) = HeaderValue::from_str(&state) {
            headers.insert(RATE_LIMIT, state);
        }
        if let Err(wait) = counted {
            headers.insert(RETRY_AFTER, whole_seconds(wait).max(1).into());
        }
    }
    Ok(response)
}

fn refuse(request: ServiceRequest, problem: Problem) -> ServiceResponse<BoxBody> {
    // `into_response` would forget the problem.
    ServiceResponse::new(request.into_parts().0, HttpResponse::from_error(problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_from_texts() {
        let rate: Rate = "600/1m".parse().unwrap();
        assert_eq!((rate.requests.get(), rate.window), (600, Duration::from_mins(1)));
        for bad in ["", "600", "0/1s", "-1/1s", "10/0s", "1/2days", "4000000000/1s", "x/1s", "1/s"] {
            assert!(bad.parse::<Rate>().is_err(), "{bad}");
        }
    }

    #[test]
    fn keys_are_held_by_their_digests_alone() {
        let digest = Digest::of(&[b"open sesame"]).to_hex();
        let gate = Gate::new(&format!("# ours\nann {digest}\n\n"), None, None).unwrap();
        let bearing = |name: HeaderName, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            gate.client(&headers).map(|name| name.to_string())
        };
        assert_eq!(bearing(API_KEY, "open sesame").as_deref(), Some("ann"));
        assert_eq!(bearing(AUTHORIZATION, "Bearer open sesame").as_deref(), Some("ann"));
        assert_eq!(bearing(AUTHORIZATION, "Basic open sesame"), None);
        assert_eq!(bearing(API_KEY, "open sesam"), None);
        for bad in ["ann", "ann 12", &format!("ann {digest} x"), &format!("ann {digest}\nbob {digest}")] {
            assert!(Gate::new(bad, None, None).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_caller_runs_out_of_requests_and_others_do_not() {
        let limit = RateLimit::new("3/1h".parse().unwrap()).unwrap();
        let (ann, bob) = (Caller::Key("ann".into()), Caller::Key("bob".into()));
        let left: Vec<u32> = (0..3).map(|_| limit.count(&ann).unwrap().0).collect();
        assert_eq!(left, [2, 1, 0]);
        let wait = limit.count(&ann).unwrap_err();
        assert!(wait > Duration::from_mins(15) && wait <= Duration::from_mins(20), "{wait:?}");
        assert_eq!(limit.count(&bob).unwrap().0, 2);
    }
}
