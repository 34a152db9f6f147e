//! The state that all requests share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use actix_web::http::header::HeaderName;
use arc_swap::ArcSwapOption;

use super::access_log::AccessLog;
use super::body::{BodyLimits, readers};
use super::long_responses::LongResponses;
use super::metrics::Metrics;
use super::middleware::compress::StoredForms;
use super::middleware::{ApiKeys, RateLimiter};
use super::traces::Traces;
use crate::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use crate::api::openapi::Document;
use crate::config::{DEFAULT_RESPONSE_MEMORY, LogFormat, LoggedRequests};
use crate::edition::Edition;
use crate::lexicon::Meanings;
use crate::registry::{LexiconRegistry, SearchPool};
use crate::signing::ServiceKeys;

/// The state that all requests share.
#[derive(Debug)]
pub struct State {
    /// The lexicons.
    pub registry: Arc<LexiconRegistry>,
    /// The source of meanings of words, if there is one.
    pub meanings: Option<Arc<dyn Meanings>>,
    /// The pool for expensive searches.
    pub search_pool: SearchPool,
    /// The pool in which long bodies are read.
    pub body_readers: SearchPool,
    /// The metrics.
    pub metrics: Metrics,
    /// The access log.
    pub access_log: AccessLog,
    /// The exporter of traces, if there is a collector.
    pub(super) traces: Option<Traces>,
    /// The origins whose web pages may send requests; `*` allows all.
    pub origins: Vec<String>,
    /// The API keys. If there are any, every request must have one of them.
    pub api_keys: Arc<ApiKeys>,
    /// The rate limiter, if there is a limit.
    pub rate_limiter: Option<Arc<RateLimiter>>,
    /// The keys that sign rulings, if there are any.
    pub signing: ArcSwapOption<ServiceKeys>,
    /// The header in which a reverse proxy passes the client address.
    pub address_header: Option<HeaderName>,
    /// The limits of request bodies.
    pub body_limits: BodyLimits,
    /// The compressed forms of pages and documents.
    pub(super) stored_forms: StoredForms,
    /// The long responses that are being sent.
    pub(super) long_responses: LongResponses,
    /// True if the service has the pages for people.
    pub has_pages: bool,
    /// The address for reports of vulnerabilities, if the operator has named one.
    pub contact: Option<String>,
    /// True from the signal to stop on.
    pub(super) draining: AtomicBool,
    /// The `OpenAPI` document.
    pub document: &'static Document,
}

impl State {
    /// Creates the state of a service that every client may use without limits.
    #[must_use]
    pub fn new(registry: Arc<LexiconRegistry>, search_pool: SearchPool) -> Self {
        static DOCUMENT: LazyLock<Document> = LazyLock::new(Document::new);
        let metrics = Metrics::new();
        Self {
            registry,
            stored_forms: StoredForms::default(),
            meanings: None,
            search_pool,
            body_readers: readers(),
            long_responses: LongResponses::new(
                DEFAULT_RESPONSE_MEMORY,
                metrics.long_response_bytes(),
            ),
            metrics,
            access_log: AccessLog::new(LogFormat::default(), LoggedRequests::default()),
            traces: None,
            origins: Vec::new(),
            api_keys: Arc::default(),
            rate_limiter: None,
            signing: ArcSwapOption::empty(),
            address_header: None,
            body_limits: BodyLimits::default(),
            has_pages: true,
            contact: None,
            draining: AtomicBool::new(false),
            document: &DOCUMENT,
        }
    }

    /// Makes every further response the last one on its connection.
    pub(super) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Returns true if the service is about to stop.
    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

impl Lexicons for State {
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        self.registry.edition(selector)
    }

    fn list(&self) -> Vec<LexiconSummary> {
        self.registry.list()
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        self.registry.summary(edition)
    }

    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        self.meanings.clone()
    }

    fn body_limit(&self) -> Option<u64> {
        u64::try_from(self.body_limits.bytes).ok()
    }
}
