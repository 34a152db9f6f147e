//! The paths of the service with the methods that each accepts.

use std::collections::BTreeSet;

use actix_web::HttpRequest;
use actix_web::dev::ResourceDef;
use rustc_hash::FxHashSet;

use super::pages::{DOCUMENTS, PAGES};
use crate::api::lexicons::text;
use crate::api::{Method, OperationId, batch, keys, mcp};

/// Returns the path of a request as the router sees it, with percent-encoded letters decoded.
pub(super) fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().get_ref().path()
}

/// The path patterns of the service with the methods that each accepts.
#[derive(Debug)]
pub struct RouteTable {
    patterns: Vec<(ResourceDef, &'static [&'static str])>,
    /// The patterns without parameters.
    fixed: FxHashSet<&'static str>,
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
        let others =
            [(batch::PATH, QUERY), (keys::PATH, READ), (mcp::PATH, POST), (text::PATH, READ)];
        let pages = PAGES.iter().filter(|_| has_pages).chain(DOCUMENTS).map(|page| (*page, READ));
        let routes: Vec<(&'static str, &'static [&'static str])> =
            operations.chain(others).chain(pages).collect();
        let fixed = routes.iter().map(|(path, _)| *path).filter(|path| !path.contains('{'));
        let fixed = fixed.collect();
        let patterns = routes.iter().map(|(path, methods)| (ResourceDef::new(*path), *methods));
        Self { patterns: patterns.collect(), fixed }
    }

    /// Returns the pattern that a path matches.
    pub(super) fn pattern(&self, path: &str) -> Option<&str> {
        // Most paths are patterns themselves. Matching all patterns takes longer than most
        // responses.
        let fixed = self.fixed.get(path).copied();
        fixed.or_else(|| {
            let (pattern, _) = self.patterns.iter().find(|(pattern, _)| pattern.is_match(path))?;
            pattern.pattern()
        })
    }

    /// Returns the methods that a path accepts, in the format of the `Allow` header; `None` if no
    /// pattern matches.
    #[must_use]
    pub fn allowed_methods(&self, path: &str) -> Option<String> {
        let matching = self.patterns.iter().filter(|(pattern, _)| pattern.is_match(path));
        // A path may match several patterns: /v1/words/validate also matches /v1/words/{word}.
        let methods: BTreeSet<&str> = matching.flat_map(|(_, methods)| *methods).copied().collect();
        let list = methods.into_iter().collect::<Vec<_>>().join(", ");
        (!list.is_empty()).then_some(list)
    }
}
