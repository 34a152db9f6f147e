//! Checked requests, and the keys of their responses in the cache.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bytes::Bytes;

use super::envelope::{CommonMembers, Envelope, Grounds};
use super::lexicons::Lexicons;
use super::operation::{Answer, Basis as _, Method, Operation, Plan, Request as _};
use super::presentation::Presentation;
use super::problem::{Problem, ProblemCode};
use super::{parameters, strict_json};
use crate::edition::Dictionary;
use crate::rules::{Variant, Violations};

/// A checked request with everything that is needed to answer it.
pub struct Prepared<O: Operation> {
    basis: O::Basis,
    /// The query, which is also the cache key of its response.
    query: Arc<Keyed<O>>,
    is_pinned: bool,
}

impl<O: Operation> Prepared<O> {
    /// Reads and checks a JSON request.
    ///
    /// # Errors
    /// The request has a problem.
    pub fn from_json(body: &[u8], lexicons: &dyn Lexicons) -> Result<Self, Problem> {
        Self::new(strict_json::read(body)?, lexicons, Violations::default())
    }

    /// Reads and checks a request whose body is a plain text, with the other members in the query.
    ///
    /// # Errors
    /// The request has a problem, or the operation does not accept texts.
    pub fn from_text(body: &[u8], query: &str, lexicons: &dyn Lexicons) -> Result<Self, Problem> {
        let Some(text_body) = O::TEXT_BODY else {
            let detail = "the operation accepts only application/json";
            return Err(Problem::new(ProblemCode::UnsupportedMediaType, detail));
        };
        let prepared = Self::from_json(&text_body.to_json(body, query)?, lexicons);
        // The client has not sent the JSON.
        prepared.map_err(|problem| Problem { position: None, ..problem })
    }

    /// Reads and checks a request from its path parameters, given by name, and its query.
    ///
    /// # Errors
    /// The request has a problem.
    pub fn from_parameters<'p>(
        path: impl IntoIterator<Item = (&'p str, &'p str)>,
        query: &'p str,
        lexicons: &dyn Lexicons,
    ) -> Result<Self, Problem> {
        let mut violations = Violations::default();
        let request = parameters::read(path, query, &mut violations)?;
        Self::new(request, lexicons, violations)
    }

    fn new(
        request: O::Request,
        lexicons: &dyn Lexicons,
        mut violations: Violations,
    ) -> Result<Self, Problem> {
        let basis = O::resolve(&request, lexicons, &mut violations)?;
        let is_pinned = request.is_pinned();
        let mut presentation = request.presentation(&mut violations);
        presentation.id |= O::IS_RULING;
        let query = O::parse(request, &basis, &mut violations);
        let query =
            violations.finish(query).map_err(|problem| with_texts(problem, &presentation))?;
        Ok(Self { basis, query: Arc::new(Keyed { query, presentation }), is_pinned })
    }
}

/// A checked request of any operation.
pub trait PreparedRequest: Send + Sync {
    /// Returns the id of the operation.
    fn operation_id(&self) -> &'static str;

    /// Returns how to run the query.
    fn plan(&self) -> Plan;

    /// Returns true if the request pins every edition that it uses by a whole digest.
    fn is_pinned(&self) -> bool;

    /// Returns the dictionary that the response depends on, if it depends on one.
    fn dictionary(&self) -> Option<&Dictionary>;

    /// Returns the game whose search index the query needs, if its edition has not built it yet.
    fn missing_index(&self) -> Option<Variant>;

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

    fn is_pinned(&self) -> bool {
        self.is_pinned
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        self.basis.dictionary()
    }

    fn missing_index(&self) -> Option<Variant> {
        let dictionary = self.dictionary()?;
        O::index_of(&self.query.query).filter(|&variant| !dictionary.indexes().has(variant))
    }

    fn cache_key(&self) -> CacheKey {
        let overlay = self.dictionary().and_then(|dictionary| dictionary.id().overlay.clone());
        CacheKey { overlay, query: Arc::clone(&self.query) as Arc<dyn CachedQuery> }
    }

    fn run(&self) -> Result<Answer, Problem> {
        let Keyed { query, presentation } = &*self.query;
        let response = O::run(query, &self.basis)
            .map_err(|violations| with_texts(violations, presentation))?;
        let common = CommonMembers::new(presentation, O::HAS_RULEBOOK);
        let mut envelope = Envelope { response, common };
        if presentation.id {
            let edition = self.dictionary().map(Dictionary::id);
            let grounds = Grounds::new(O::ID, O::canonical(query), edition)?;
            envelope.add_id(grounds, presentation.grounds)?;
        }
        O::add_meanings(&mut envelope.response, query, &self.basis);
        let body = envelope.write(presentation)?;
        let next = O::next(&envelope.response).map(|next| Bytes::copy_from_slice(next.as_bytes()));
        let answer = Answer { next, ..Answer::from(body) };
        // Clients revalidate only responses to GET by their tags.
        Ok(if O::METHOD == Method::Get { answer.tagged() } else { answer })
    }
}

/// Returns the problem of violations, with the texts of rules if the request asks for them.
fn with_texts(violations: impl Into<Problem>, presentation: &Presentation) -> Problem {
    Problem { texts: presentation.texts, ..violations.into() }
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
