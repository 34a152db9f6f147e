//! API keys, which clients need to use the service.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::SystemTime;

use actix_web::HttpMessage;
use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderName};
use arc_swap::ArcSwap;
use rustc_hash::FxHashMap;

use super::rate_limit::{RateClass, RateLimiter};
use crate::api::{Problem, ProblemCode, batch, mcp};
use crate::lexicon::Digest;
use crate::rules::Variant;
use crate::server::key_file;
use crate::server::resource::game_of;

/// The header for an API key; the alternative is `Authorization: Bearer`.
pub(in crate::server) const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// The API keys that the service accepts. Without keys, it accepts every request.
///
/// For each key, only its SHA-256 and the name of its client are stored.
///
/// ```
/// use wordcourt::lexicon::Digest;
/// use wordcourt::server::middleware::ApiKeys;
/// let file = format!("# staff\nann {}\n", Digest::of(&[b"wc_1"]).to_hex());
/// assert!(!file.parse::<ApiKeys>()?.is_empty());
/// # Ok::<(), wordcourt::server::middleware::ApiKeysError>(())
/// ```
#[derive(Debug, Default)]
pub struct ApiKeys {
    keys: ArcSwap<FxHashMap<[u8; 32], Arc<ApiKey>>>,
    /// True once there was a key for the administration, which is never open afterwards.
    had_admin: AtomicBool,
}

/// An API key: its client, expiry date, scopes and rate.
#[derive(Debug)]
pub(in crate::server) struct ApiKey {
    /// The name of the client.
    pub(in crate::server) client: Arc<str>,
    expires: Option<SystemTime>,
    pub(in crate::server) scopes: Scopes,
    /// The limit on requests of operations; that of the service if there is none.
    pub(in crate::server) rate: Option<Arc<RateClass>>,
}

impl ApiKey {
    fn is_expired(&self) -> bool {
        self.expires.is_some_and(|end| end <= SystemTime::now())
    }

    /// Returns the class in which the operations of a caller count: that of the key, if it has a rate
    /// of its own, or else that of everybody.
    pub(in crate::server) fn class_of_operations<'c>(
        key: Option<&'c Self>,
        limiter: Option<&'c RateLimiter>,
    ) -> Option<&'c RateClass> {
        let own = key.and_then(|key| key.rate.as_deref());
        own.or_else(|| limiter.map(|limiter| &limiter.operations))
    }

    /// Adds the valid key of a request, if it has one, to its extensions. Services behind the router
    /// and the CORS middleware take no other arguments.
    pub(in crate::server) fn keep(key: Option<&Arc<Self>>, request: &impl HttpMessage) {
        if let Some(key) = key {
            request.extensions_mut().insert(Arc::clone(key));
        }
    }

    /// Returns the key that was added to a request.
    pub(in crate::server) fn of(request: &impl HttpMessage) -> Option<Arc<Self>> {
        request.extensions().get().cloned()
    }
}

/// The parts of the service that a key opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::server) struct Scopes {
    words: bool,
    /// The games that the key opens, in the order of [`Variant::ALL`].
    games: [bool; Variant::ALL.len()],
    admin: bool,
}

impl Scopes {
    /// The scopes of a key whose line names none.
    const DEFAULT: Self = Self { words: true, games: [true; Variant::ALL.len()], admin: false };

    /// Reads names separated by commas.
    fn parse(text: &str) -> Option<Self> {
        let mut scopes = Self { words: false, games: Default::default(), admin: false };
        for name in text.split(',') {
            match name {
                "words" => scopes.words = true,
                "games" => scopes.games = Self::DEFAULT.games,
                "admin" => scopes.admin = true,
                slug => scopes.games[place_of(Variant::from_slug(slug)?)] = true,
            }
        }
        Some(scopes)
    }

    /// Returns the name of the scope that a path needs but the key lacks.
    fn lacks(self, path: &str) -> Option<&'static str> {
        let is_below = |root: &str| {
            path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if path == batch::PATH || path == mcp::PATH {
            // Each line of a batch and each call of a tool needs the scope of its operation.
            return None;
        }
        let (has, name) = if is_below("/v1/words") || is_below("/v1/lexicons") {
            (self.words, "words")
        } else if let Some(game) = game_of(path).and_then(Variant::from_slug) {
            (self.games[place_of(game)], game.slug())
        } else {
            (self.games.contains(&true), "games")
        };
        (!has).then_some(name)
    }

    /// Checks that the key opens a path.
    ///
    /// # Errors
    /// It lacks the scope.
    pub(in crate::server) fn check(self, path: &str) -> Result<(), Problem> {
        self.lacks(path).map_or(Ok(()), |scope| Err(lacks_scope(scope)))
    }
}

fn place_of(game: Variant) -> usize {
    Variant::ALL.iter().position(|other| *other == game).unwrap_or_default()
}

/// The reason why a file of API keys cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApiKeysError {
    /// A line is not a name and a digest.
    #[error(
        "line {0}: expected a name and the SHA-256 of a key, separated by a space, and optionally expires=2027-01-31, scopes=words,games and rate=600/1m; `wordcourt key NAME` prints such a line"
    )]
    Malformed(usize),
    /// A key is listed twice.
    #[error("line {0}: the key is already on an earlier line; remove one of the lines")]
    Duplicate(usize),
}

impl FromStr for ApiKeys {
    type Err = ApiKeysError;

    /// Reads the name of a client and the SHA-256 of its key, in hexadecimal digits, from each
    /// line, with the day from which the key is invalid, its scopes and its rate, if they are given.
    fn from_str(text: &str) -> Result<Self, ApiKeysError> {
        let (mut keys, mut rates) = (FxHashMap::default(), Vec::new());
        for (number, line) in key_file::entries(text) {
            let (digest, key) =
                read_line(line, &mut rates).ok_or(ApiKeysError::Malformed(number))?;
            if keys.insert(digest, Arc::new(key)).is_some() {
                return Err(ApiKeysError::Duplicate(number));
            }
        }
        let had_admin = keys.values().any(|key| key.scopes.admin);
        Ok(Self { keys: ArcSwap::from_pointee(keys), had_admin: had_admin.into() })
    }
}

/// Reads the line of a key. Keys with the same rate share the class, which counts by client.
fn read_line(line: &str, rates: &mut Vec<Arc<RateClass>>) -> Option<([u8; 32], ApiKey)> {
    let mut fields = line.split_whitespace();
    let (name, digest) = (fields.next()?, digest_of_key(fields.next()?)?);
    let mut key =
        ApiKey { client: name.into(), expires: None, scopes: Scopes::DEFAULT, rate: None };
    let mut has_scopes = false;
    for field in fields {
        match field.split_once('=')? {
            ("expires", day) if key.expires.is_none() => {
                let midnight = format!("{day}T00:00:00Z");
                key.expires = Some(humantime::parse_rfc3339(&midnight).ok()?);
            }
            ("scopes", names) if !has_scopes => {
                key.scopes = Scopes::parse(names)?;
                has_scopes = true;
            }
            ("rate", rate) if key.rate.is_none() => {
                let rate = rate.parse().ok()?;
                let class = rates.iter().find(|class| class.has(rate)).cloned();
                let class = class.unwrap_or_else(|| Arc::new(RateClass::of_keys(rate)));
                rates.push(Arc::clone(&class));
                key.rate = Some(class);
            }
            _ => return None,
        }
    }
    Some((digest, key))
}

impl ApiKeys {
    /// Returns true if no key is needed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.load().is_empty()
    }

    /// Replaces all keys.
    pub fn replace(&self, keys: &Self) {
        self.had_admin.fetch_or(keys.has_admin(), Relaxed);
        self.keys.store(keys.keys.load_full());
    }

    /// Returns true if a key opens the administration, or one did before the keys were replaced. To
    /// remove the last such key must not open it to every local request.
    #[must_use]
    pub fn has_admin(&self) -> bool {
        self.had_admin.load(Relaxed)
    }

    /// Returns true if a client with this name has a key.
    pub(in crate::server) fn has_client(&self, name: &str) -> bool {
        self.keys.load().values().any(|key| *key.client == *name)
    }

    /// Returns the clients whose keys all expire, each with the time when the last of them does.
    pub(in crate::server) fn expiries(&self) -> BTreeMap<Arc<str>, SystemTime> {
        let (mut expiries, keys) = (BTreeMap::new(), self.keys.load());
        for key in keys.values() {
            let Some(end) = key.expires else { continue };
            let last = expiries.entry(Arc::clone(&key.client)).or_insert(end);
            *last = end.max(*last);
        }
        for key in keys.values().filter(|key| key.expires.is_none()) {
            expiries.remove(&key.client);
        }
        expiries
    }

    /// Returns the key of a request if it is valid. Every call computes the digests of the given
    /// keys; after admission, [`ApiKey::of`] returns the key.
    pub(in crate::server) fn key_of(&self, headers: &HeaderMap) -> Option<Arc<ApiKey>> {
        self.find(headers, |key| !key.is_expired())
    }

    /// Returns the key of a request if it has expired.
    pub(super) fn expired_key_of(&self, headers: &HeaderMap) -> Option<Arc<ApiKey>> {
        self.find(headers, ApiKey::is_expired)
    }

    /// Returns the name of the operator whose key opens the administration.
    ///
    /// # Errors
    /// `unauthorized` if the request has no valid key, `key_expired` if it has expired, `forbidden`
    /// if it lacks the scope.
    pub(in crate::server) fn check_admin(&self, headers: &HeaderMap) -> Result<Arc<str>, Problem> {
        if let Some(key) = self.find(headers, |key| !key.is_expired() && key.scopes.admin) {
            return Ok(Arc::clone(&key.client));
        }
        if self.key_of(headers).is_some() {
            return Err(lacks_scope("admin"));
        }
        Err(self.no_valid_key(headers))
    }

    /// Checks that a request has a valid key with the scope of its path, if keys are needed.
    ///
    /// # Errors
    /// It has no valid key, or the key lacks the scope.
    pub(super) fn check(
        &self,
        key: Option<&ApiKey>,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<(), Problem> {
        match key {
            Some(key) => key.scopes.check(path),
            None if self.is_empty() => Ok(()),
            None => Err(self.no_valid_key(headers)),
        }
    }

    /// Returns the first given key that is known and accepted.
    fn find(
        &self,
        headers: &HeaderMap,
        is_accepted: impl Fn(&ApiKey) -> bool,
    ) -> Option<Arc<ApiKey>> {
        let keys = self.keys.load();
        if keys.is_empty() {
            return None;
        }
        let given = headers.get(API_KEY).map(|value| value.as_bytes().trim_ascii());
        // Equal digests mean equal keys, and the time of the look-up depends only on the digest.
        let known = |key: &[u8]| keys.get(&Digest::of(&[key]).bytes());
        let mut given = given.into_iter().chain(bearer_token(headers));
        given.find_map(|key| known(key).filter(|key| is_accepted(key)).cloned())
    }

    /// Returns the problem of a request without a valid key.
    fn no_valid_key(&self, headers: &HeaderMap) -> Problem {
        if let Some(end) = self.expired_key_of(headers).and_then(|key| key.expires) {
            let detail = format!("the API key expired on {}; use a new one", day(end));
            return Problem::new(ProblemCode::KeyExpired, detail);
        }
        let detail = "the request has no valid API key; send one as Authorization: Bearer KEY or X-Api-Key: KEY";
        Problem::new(ProblemCode::Unauthorized, detail)
    }
}

/// Returns the day of a time, such as 2027-01-31.
pub(in crate::server) fn day(time: SystemTime) -> String {
    let mut text = humantime::format_rfc3339_seconds(time).to_string();
    text.truncate("2027-01-31".len());
    text
}

fn lacks_scope(scope: &str) -> Problem {
    let detail = format!("the API key lacks the scope {scope:?}; use a key that has it");
    Problem::new(ProblemCode::Forbidden, detail)
}

/// Returns the token of an `Authorization: Bearer` header.
pub(in crate::server) fn bearer_token(headers: &HeaderMap) -> Option<&[u8]> {
    const SCHEME: &[u8] = b"bearer ";
    let (scheme, token) = headers.get(AUTHORIZATION)?.as_bytes().split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then_some(token.trim_ascii())
}

/// Reads the SHA-256 of a key, with or without the prefix that names the function.
fn digest_of_key(text: &str) -> Option<[u8; 32]> {
    key_file::parse_digest(text.strip_prefix(key_file::DIGEST_PREFIX).unwrap_or(text))
}
