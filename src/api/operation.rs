//! The [`Operation`] trait: the types of an operation, its description, and the code that answers
//! it.

use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

pub use super::dictionary::{Basis, NoDictionary, Request};
use super::lexicons::Lexicons;
use super::problem::{Problem, ProblemCode};
use super::text_body::TextBody;
use crate::lexicon::Digest;
use crate::rules::{Refused, Variant, Violations};

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
    /// The plain text that the operation also accepts as a body.
    const TEXT_BODY: Option<TextBody> = None;

    /// The request on the wire.
    type Request: Request + DeserializeOwned + ToSchema;
    /// The checked request in canonical form. Requests with the same meaning have equal queries.
    type Query: Hash + Eq + Debug + Send + Sync + 'static;
    /// The data besides the query that the response depends on, such as a
    /// [`Dictionary`](crate::edition::Dictionary).
    type Basis: Basis;
    /// The response on the wire.
    type Response<'a>: Serialize + ToSchema;

    /// Returns the name of the schema of the request or of the response.
    #[must_use]
    fn schema_name<T: ToSchema>() -> String {
        T::name().into_owned()
    }

    /// Resolves the basis of a request: by default, its dictionary.
    ///
    /// # Errors
    /// The lexicon is unknown or the pinned edition is not retained.
    fn resolve(
        request: &Self::Request,
        lexicons: &dyn Lexicons,
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

    /// Returns the game whose search index a query needs, if it needs one.
    fn index_of(_query: &Self::Query) -> Option<Variant> {
        None
    }

    /// Returns the request in canonical form, which the id of a response covers: with all defaults,
    /// letters in upper case, and without the members that only select the form of the response.
    /// Responses to GET have no id.
    fn canonical(_query: &Self::Query) -> impl Serialize {}

    /// Returns the memory that a query takes as a key of the response cache, in bytes. A query that
    /// owns large allocations overrides this.
    fn query_bytes(_query: &Self::Query) -> usize {
        size_of::<Self::Query>()
    }

    /// Returns the cursor of the next page of a response to GET, if there is one.
    fn next<'r>(_response: &'r Self::Response<'_>) -> Option<&'r str> {
        None
    }

    /// Answers a query, without meanings of words.
    ///
    /// # Errors
    /// The violations that are found only while the query runs.
    fn run<'a>(
        query: &'a Self::Query,
        basis: &'a Self::Basis,
    ) -> Result<Self::Response<'a>, Violations>;

    /// Adds meanings of words to a response. They depend on the machine of the server, so the id
    /// does not cover them.
    fn add_meanings<'a>(
        _response: &mut Self::Response<'a>,
        _query: &'a Self::Query,
        _basis: &'a Self::Basis,
    ) {
    }
}

/// The expected cost of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Less than 500 µs, also in the worst case: the query runs on the thread that reads the
    /// request.
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
    /// The cursor of the next page, if there is one.
    pub next: Option<Bytes>,
}

impl From<Bytes> for Answer {
    fn from(body: Bytes) -> Self {
        Self { body, tag: None, next: None }
    }
}

impl Answer {
    /// Returns the same answer with its entity tag computed.
    #[must_use]
    pub fn tagged(self) -> Self {
        Self { tag: Some(self.tag.unwrap_or_else(|| entity_tag(&self.body))), ..self }
    }
}

/// Returns the strong entity tag of a body, with its quotes.
#[must_use]
pub fn entity_tag(body: &[u8]) -> Bytes {
    format!("\"{}\"", &Digest::of(&[body]).to_hex()[..32]).into()
}

/// Writes a response as JSON.
///
/// # Errors
/// `internal`, if the value cannot be written as JSON; the response types always can.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> Result<Bytes, Problem> {
    /// The largest buffer that is kept for the next response, in bytes.
    const MAX_KEPT: usize = 64 << 10;
    thread_local! {
        // Serializing into a reused buffer and copying once is faster than growing a new buffer.
        static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.shrink_to(MAX_KEPT);
        serde_json::to_writer(&mut *buffer, value).map_err(|error| Problem::unwritable(&error))?;
        Ok(Bytes::copy_from_slice(buffer))
    })
}
