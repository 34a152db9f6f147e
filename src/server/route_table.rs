//! The paths of the service with the methods that each accepts.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use actix_web::HttpRequest;
use actix_web::dev::ResourceDef;
use rustc_hash::FxHashMap;

use super::metrics::{Metrics, SuccessMetrics};
use super::pages::{DOCUMENTS, PAGES};
use crate::api::lexicons::{image, text};
use crate::api::{Method, OperationId, batch, keys, mcp};
use crate::rules::Variant;

/// Returns the path of a request as the router sees it, with percent-encoded letters decoded.
pub(super) fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().get_ref().path()
}

/// Returns the game that a path belongs to, such as `wordgame`.
pub(super) fn game_of(path: &str) -> Option<&'static str> {
    let (slug, _) = path.strip_prefix("/v1/")?.split_once('/')?;
    Variant::from_slug(slug).map(Variant::slug)
}

/// A path pattern of the service.
#[derive(Debug)]
pub(super) struct Route {
    resource: ResourceDef,
    /// The pattern, such as `/v1/words/{word}`.
    pub(super) pattern: &'static str,
    /// The methods that it accepts.
    methods: &'static [&'static str],
    /// The game that it belongs to.
    pub(super) game: Option<&'static str>,
    /// The metrics of successful requests with each of the methods.
    success: [OnceLock<SuccessMetrics>; MAX_METHODS],
}

/// The maximum number of methods that a pattern accepts.
const MAX_METHODS: usize = 3;

impl Route {
    fn new((pattern, methods): (&'static str, &'static [&'static str])) -> Self {
        let resource = ResourceDef::new(pattern);
        Self { resource, pattern, methods, game: game_of(pattern), success: Default::default() }
    }

    /// Returns the name of a method, if the pattern accepts it.
    pub(super) fn accepted(&self, method: &str) -> Option<&'static str> {
        self.methods.iter().find(|accepted| **accepted == method).copied()
    }

    /// Returns the metrics of successful requests with a method, if the pattern accepts it.
    pub(super) fn success(&self, method: &str, metrics: &Metrics) -> Option<&SuccessMetrics> {
        let methods = self.methods.iter().zip(&self.success);
        let (accepted, success) = methods.into_iter().find(|(accepted, _)| **accepted == method)?;
        let find = || metrics.of_success(self.pattern, accepted, self.game);
        Some(success.get_or_init(find))
    }
}

/// The path patterns of the service with the methods that each accepts.
#[derive(Debug)]
pub struct RouteTable {
    routes: Vec<Route>,
    /// The indexes of the patterns without parameters.
    fixed: FxHashMap<&'static str, usize>,
}

impl RouteTable {
    /// Creates the table of all operations and, if the service has them, all pages.
    #[must_use]
    pub fn new(has_pages: bool) -> Self {
        const READ: &[&str] = &["GET", "HEAD", "OPTIONS"];
        // Every POST is safe and idempotent, as QUERY is by definition (RFC 10008).
        const QUERY: &[&str] = &["OPTIONS", "POST", "QUERY"];
        // The Model Context Protocol has no other method.
        const POST: &[&str] = &["OPTIONS", "POST"];
        let operations = OperationId::ALL.iter().map(|operation| {
            let methods = match operation.method() {
                Method::Get => READ,
                Method::Post => QUERY,
            };
            (operation.path(), methods)
        });
        let others = [
            (batch::PATH, QUERY),
            (image::PATH, READ),
            (keys::PATH, READ),
            (mcp::PATH, POST),
            (text::PATH, READ),
        ];
        let pages = PAGES.iter().filter(|_| has_pages).chain(DOCUMENTS).map(|page| (*page, READ));
        let routes: Vec<Route> = operations.chain(others).chain(pages).map(Route::new).collect();
        let fixed = routes.iter().map(|route| route.pattern).enumerate();
        let fixed = fixed.filter(|(_, pattern)| !pattern.contains('{'));
        let fixed = fixed.map(|(index, pattern)| (pattern, index)).collect();
        Self { routes, fixed }
    }

    /// Returns the route that a path matches, if possible one that accepts the method.
    pub(super) fn route(&self, path: &str, method: &str) -> Option<&Route> {
        let accepts = |route: &&Route| route.accepted(method).is_some();
        // Most paths are patterns themselves. Matching all patterns takes longer than most
        // responses.
        let fixed = self.fixed.get(path).map(|index| &self.routes[*index]);
        fixed.filter(accepts).or_else(|| {
            let matching = || self.routes.iter().filter(|route| route.resource.is_match(path));
            matching().find(accepts).or_else(|| matching().next())
        })
    }

    /// Returns the methods that a path accepts, in the format of the `Allow` header; `None` if no
    /// pattern matches.
    #[must_use]
    pub fn allowed_methods(&self, path: &str) -> Option<String> {
        let matching = self.routes.iter().filter(|route| route.resource.is_match(path));
        // A path may match several patterns: /v1/words/validate also matches /v1/words/{word}.
        let methods: BTreeSet<&str> = matching.flat_map(|route| route.methods).copied().collect();
        let list = methods.into_iter().collect::<Vec<_>>().join(", ");
        (!list.is_empty()).then_some(list)
    }
}
