//! The [`Operation`] trait: the types of an operation, its description, and the code that answers
//! it.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use super::dictionary::DictionarySelector;
use super::lexicons::Lexicons;
use super::presentation::{Grounds, Presentation};
use super::problem::{Problem, ProblemCode};
use super::{parameters, strict_json};
use crate::edition::Dictionary;
use crate::lexicon::Digest;
use crate::rules::{Refused, Violations};

/// The HTTP method of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The request consists of the path and the query.
    Get,
    /// The request is a JSON body. Every such operation is safe and idempotent.
    Post,
}

/// One operation of the API.
///
/// [`parse`](Self::parse) turns a request into a [`Query`](Self::Query): it checks everything and
/// reports all violations together. [`run`](Self::run) answers the query.
pub trait Operation: Sized + 'static {
    /// The operation's id in the `OpenAPI` document and in metrics, such as `score_wordgame`.
    const ID: &'static str;
    /// The method.
    const METHOD: Method;
    /// The path, with parameters in braces.
    const PATH: &'static str;
    /// The tag in the `OpenAPI` document: the title of the game, or the subject of the operation.
    const TAG: &'static str;
    /// The summary in the `OpenAPI` document.
    const SUMMARY: &'static str;
    /// The description in the `OpenAPI` document.
    const DESCRIPTION: &'static str;
    /// The description of a successful response.
    const RESPONSE: &'static str;
    /// The problems of well-formed requests, in addition to those that follow from the method.
    const PROBLEMS: &'static [ProblemCode];
    /// True if responses follow the rulebook; they then contain its edition.
    const HAS_RULEBOOK: bool = matches!(Self::METHOD, Method::Post);
    /// True if responses are rulings, which always contain an id.
    const IS_RULING: bool = false;

    /// The request on the wire.
    type Request: Request + DeserializeOwned + ToSchema;
    /// The checked request in canonical form. Requests with the same meaning have equal queries, so
    /// the query is the key of the response cache.
    type Query: Hash + Eq + Debug + Send + Sync + 'static;
    /// The data besides the query that the response depends on, such as a [`Dictionary`].
    type Basis: Basis;
    /// The response on the wire.
    type Response<'a>: Serialize + ToSchema;

    /// Resolves the basis of a request: by default, its dictionary.
    ///
    /// # Errors
    /// The lexicon is unknown or the pinned edition is not retained.
    fn resolve(
        request: &Self::Request,
        lexicons: &impl Lexicons,
        violations: &mut Violations,
    ) -> Result<Self::Basis, Problem> {
        Self::Basis::resolve(request, lexicons, violations)
    }

    /// Checks a request.
    ///
    /// # Errors
    /// The request is rejected; `violations` has the reasons.
    fn parse(
        request: Self::Request,
        basis: &Self::Basis,
        violations: &mut Violations,
    ) -> Result<Self::Query, Refused>;

    /// Returns how to run a query: by default inline, because most queries take microseconds.
    fn plan(_query: &Self::Query, _basis: &Self::Basis) -> Plan {
        Plan::INLINE
    }

    /// Returns the request in canonical form, which the id of a response covers: with all defaults,
    /// letters in upper case, and without the members that only select the form of the response.
    fn canonical(_query: &Self::Query) -> Value {
        Value::Null
    }

    /// Returns the memory that a query takes as a key of the response cache, in bytes. A query that
    /// owns large allocations overrides this.
    fn query_bytes(_query: &Self::Query) -> usize {
        size_of::<Self::Query>()
    }

    /// Answers a query.
    ///
    /// # Errors
    /// The violations that are found only while the query runs.
    fn run<'a>(
        query: &'a Self::Query,
        basis: &'a Self::Basis,
    ) -> Result<Self::Response<'a>, Violations>;
}

/// A request that may name its dictionary.
pub trait Request {
    /// Returns the dictionary that the request selects.
    fn dictionary(&self) -> DictionarySelector<'_>;

    /// Returns the lexicon whose opinion the request asks for besides the ruling.
    fn second_lexicon(&self) -> Option<&str> {
        None
    }

    /// Returns the form of the response that the request asks for.
    fn presentation(&self, _violations: &mut Violations) -> Presentation {
        Presentation::default()
    }
}

/// The data besides the query that the responses of an operation depend on.
pub trait Basis: Send + Sync + Sized + 'static {
    /// Resolves the basis from the dictionary that a request selects.
    ///
    /// # Errors
    /// The lexicon is unknown or the pinned edition is not retained.
    fn resolve(
        request: &impl Request,
        lexicons: &impl Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem>;

    /// Returns the dictionary, if responses depend on one.
    fn dictionary(&self) -> Option<&Dictionary>;
}

impl Basis for Dictionary {
    fn resolve(
        request: &impl Request,
        lexicons: &impl Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem> {
        request.dictionary().resolve(lexicons, violations)
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        Some(self)
    }
}

/// The basis of operations that need no dictionary.
#[derive(Debug, Clone, Copy)]
pub struct NoDictionary;

impl Basis for NoDictionary {
    /// A request may still name a lexicon, so that a client can send the same one with every
    /// request. The lexicon must be active.
    fn resolve(
        request: &impl Request,
        lexicons: &impl Lexicons,
        _violations: &mut Violations,
    ) -> Result<Self, Problem> {
        if let Some(lexicon) = request.dictionary().lexicon {
            lexicons.edition(Some(&lexicon))?;
        }
        Ok(Self)
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        None
    }
}

/// The expected cost of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Cheaper than a handover to another thread (about 150 µs): the query runs on the thread that
    /// reads the request.
    Inline,
    /// More expensive: the query runs on the search pool.
    Pooled,
}

/// The way to run a query: its thread, and its use of the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The expected cost, which selects the thread.
    pub cost: Cost,
    /// True if the response is cached.
    pub cache: bool,
}

impl Plan {
    /// Runs inline without the cache, because a lookup would cost more than it saves.
    pub const INLINE: Self = Self { cost: Cost::Inline, cache: false };

    /// Looks in the cache first, then runs on the thread for `cost`.
    #[must_use]
    pub const fn cached(cost: Cost) -> Self {
        Self { cost, cache: true }
    }

    /// Runs on the thread for `cost` and skips the cache.
    #[must_use]
    pub const fn uncached(cost: Cost) -> Self {
        Self { cost, cache: false }
    }
}

/// A response body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The body.
    pub body: Bytes,
    /// The entity tag of the body with its quotes, if it has been computed.
    pub tag: Option<Bytes>,
}

impl From<Bytes> for Answer {
    fn from(body: Bytes) -> Self {
        Self { body, tag: None }
    }
}

impl Answer {
    /// Returns the same answer with its entity tag computed.
    #[must_use]
    pub fn tagged(self) -> Self {
        Self { tag: Some(self.tag.unwrap_or_else(|| entity_tag(&self.body))), body: self.body }
    }
}

/// Returns the strong entity tag of a body, with its quotes.
#[must_use]
pub fn entity_tag(body: &[u8]) -> Bytes {
    format!("\"{}\"", &Digest::of(&[body]).to_hex()[..32]).into()
}

/// A checked request with everything that is needed to answer it.
pub struct Prepared<O: Operation> {
    basis: O::Basis,
    /// The query, which is also the cache key of its response.
    query: Arc<Keyed<O>>,
}

impl<O: Operation> Prepared<O> {
    /// Reads and checks a JSON request.
    ///
    /// # Errors
    /// The request has a problem.
    pub fn from_json(body: &[u8], lexicons: &impl Lexicons) -> Result<Self, Problem> {
        Self::new(strict_json::read(body)?, lexicons, Violations::default())
    }

    /// Reads and checks a request from its path parameters, given by name, and its query.
    ///
    /// # Errors
    /// The request has a problem.
    pub fn from_parameters<'p>(
        path: impl IntoIterator<Item = (&'p str, &'p str)>,
        query: &'p str,
        lexicons: &impl Lexicons,
    ) -> Result<Self, Problem> {
        let mut violations = Violations::default();
        let request = parameters::read(path, query, &mut violations)?;
        Self::new(request, lexicons, violations)
    }

    fn new(
        request: O::Request,
        lexicons: &impl Lexicons,
        mut violations: Violations,
    ) -> Result<Self, Problem> {
        let basis = O::resolve(&request, lexicons, &mut violations)?;
        let mut presentation = request.presentation(&mut violations);
        presentation.id |= O::IS_RULING;
        let query = O::parse(request, &basis, &mut violations);
        let query = violations.finish(query)?;
        Ok(Self { basis, query: Arc::new(Keyed { query, presentation }) })
    }
}

/// A checked request of any operation.
pub trait PreparedRequest: Send + Sync {
    /// Returns the id of the operation.
    fn operation_id(&self) -> &'static str;

    /// Returns how to run the query.
    fn plan(&self) -> Plan;

    /// Returns the dictionary that the response depends on, if it depends on one.
    fn dictionary(&self) -> Option<&Dictionary>;

    /// Returns the key of the response in the cache of its edition.
    fn cache_key(&self) -> CacheKey;

    /// Answers the query.
    ///
    /// # Errors
    /// The request has a problem.
    fn run(&self) -> Result<Answer, Problem>;
}

impl<O: Operation> PreparedRequest for Prepared<O> {
    fn operation_id(&self) -> &'static str {
        O::ID
    }

    fn plan(&self) -> Plan {
        O::plan(&self.query.query, &self.basis)
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        self.basis.dictionary()
    }

    fn cache_key(&self) -> CacheKey {
        let overlay = self.dictionary().and_then(|dictionary| dictionary.id().overlay.clone());
        CacheKey { overlay, query: Arc::clone(&self.query) as Arc<dyn CachedQuery> }
    }

    fn run(&self) -> Result<Answer, Problem> {
        let Keyed { query, presentation } = &*self.query;
        let response = O::run(query, &self.basis)?;
        let body = presentation.write(&response, O::HAS_RULEBOOK, || Grounds {
            operation: O::ID,
            request: O::canonical(query),
            dictionary: self.dictionary(),
        })?;
        let answer = Answer::from(body);
        // Clients revalidate only responses to GET by their tags.
        Ok(if O::METHOD == Method::Get { answer.tagged() } else { answer })
    }
}

/// Writes a response as JSON.
///
/// # Errors
/// `internal`, if the value cannot be written as JSON; the response types always can.
pub(crate) fn to_json(value: &impl Serialize) -> Result<Bytes, Problem> {
    to_json_with(value, None)
}

/// Writes a response as JSON, and adds a member with a text that needs no escapes.
pub(super) fn to_json_with(
    value: &impl Serialize,
    member: Option<(&str, &str)>,
) -> Result<Bytes, Problem> {
    /// The largest buffer that is kept for the next response, in bytes.
    const MAX_KEPT: usize = 64 << 10;
    thread_local! {
        // Serializing into a reused buffer and copying once is faster than growing a new buffer.
        static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.shrink_to(MAX_KEPT);
        serde_json::to_writer(&mut *buffer, value)
            .map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))?;
        if let Some((name, text)) = member {
            // The response is an object that is not empty.
            buffer.pop();
            buffer.extend([b",\"", name.as_bytes(), b"\":\"", text.as_bytes(), b"\"}"].concat());
        }
        Ok(Bytes::copy_from_slice(buffer))
    })
}

/// A query together with its operation and the form of the response.
struct Keyed<O: Operation> {
    query: O::Query,
    presentation: Presentation,
}

impl<O: Operation> Debug for Keyed<O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple(O::ID).field(&self.query).field(&self.presentation).finish()
    }
}

/// A query of any operation, comparable with the queries of all operations.
trait CachedQuery: Debug + Send + Sync {
    fn hash_to(&self, state: &mut dyn Hasher);
    fn is_equal(&self, other: &dyn Any) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn bytes(&self) -> usize;
}

impl<O: Operation> CachedQuery for Keyed<O> {
    fn hash_to(&self, mut state: &mut dyn Hasher) {
        O::ID.hash(&mut state);
        self.query.hash(&mut state);
        self.presentation.hash(&mut state);
    }

    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| {
            self.query == other.query && self.presentation == other.presentation
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn bytes(&self) -> usize {
        O::query_bytes(&self.query)
    }
}

/// The key of a response in the cache of an edition. It contains the whole query, not a digest of
/// it.
#[derive(Debug, Clone)]
pub struct CacheKey {
    overlay: Option<String>,
    query: Arc<dyn CachedQuery>,
}

impl CacheKey {
    /// Returns the memory that the key takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.query.bytes() + self.overlay.as_ref().map_or(0, String::len)
    }
}

impl PartialEq for CacheKey {
    fn eq(&self, other: &Self) -> bool {
        self.overlay == other.overlay && self.query.is_equal(other.query.as_any())
    }
}

impl Eq for CacheKey {}

impl Hash for CacheKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.overlay.hash(state);
        self.query.hash_to(state);
    }
}
