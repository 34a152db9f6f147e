//! The resources of the service: the methods that they accept, the answers to other methods, and
//! what follows from a path.

use std::collections::BTreeSet;

use actix_web::guard::fn_guard;
use actix_web::http::Method;
use actix_web::http::header::ALLOW;
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, Resource, web};

use super::State;
use super::known_paths::{DOCUMENTS, nearest_path};
use crate::api::{Problem, ProblemCode, batch};
use crate::rules::Variant;

/// The methods that a resource accepts besides OPTIONS.
pub(super) type Methods = &'static [&'static str];

/// The methods of a resource that is read. The HTTP layer omits the body of a response to HEAD.
pub(super) const READ: Methods = &["GET", "HEAD"];
/// The methods of an operation with a body. Each is safe and idempotent, as QUERY is by definition
/// (RFC 10008).
pub(super) const QUERY: Methods = &["POST", "QUERY"];

/// The part of an unknown path that a problem repeats, in characters.
const SHOWN_CHARACTERS: usize = 500;

/// The first pattern that matches the path of a request but not its method, and the methods of its
/// resources. Stored as a request extension.
struct Refused {
    pattern: &'static str,
    methods: BTreeSet<&'static str>,
}

/// Creates a resource. Requests with other methods are passed on to the next resource with the same
/// pattern. If there is none, [`fallback`] answers: `/v1/words/validate` is not also a word.
pub(super) fn resource(pattern: &'static str, methods: Methods) -> Resource {
    web::resource(pattern).guard(fn_guard(move |context| {
        let mut extensions = context.req_data_mut();
        let refused = extensions.get_mut::<Refused>();
        if refused.as_ref().is_some_and(|refused| refused.pattern != pattern) {
            return false;
        }
        if methods.contains(&context.head().method.as_str()) {
            return true;
        }
        match refused {
            Some(refused) => refused.methods.extend(methods),
            None => {
                extensions.insert(Refused { pattern, methods: methods.iter().copied().collect() });
            }
        }
        false
    }))
}

/// Answers a request that no resource accepts: with 405 if its path has other methods, else with
/// 404.
pub(super) async fn fallback(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let Some(Refused { mut methods, .. }) = request.extensions_mut().remove() else {
        let nearest = nearest_path(routed_path(&request), state.has_pages);
        // The beginning of a long path is enough to recognize it.
        let path: String = request.path().chars().take(SHOWN_CHARACTERS).collect();
        let detail = format!(
            "unknown path {path}; the nearest known one is {nearest}; /openapi.json lists the paths of operations"
        );
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    methods.insert("OPTIONS");
    let has_query = methods.contains("QUERY");
    let allow = methods.into_iter().collect::<Vec<_>>().join(", ");
    if request.method() == Method::OPTIONS {
        let mut response = HttpResponse::NoContent();
        // Announces QUERY (RFC 10008).
        if has_query {
            let is_batch = routed_path(&request) == batch::PATH;
            let media_type = if is_batch { batch::MEDIA_TYPES } else { "application/json" };
            response.insert_header(("accept-query", media_type));
        }
        return Ok(response.insert_header((ALLOW, allow)).finish());
    }
    let detail = format!("{} accepts {allow}, not {}", request.path(), request.method());
    Err(Problem { allow: Some(allow), ..Problem::new(ProblemCode::MethodNotAllowed, detail) })
}

/// Returns true if the request has the method QUERY, whose responses can be cached (RFC 10008).
pub(super) fn is_query(request: &HttpRequest) -> bool {
    request.method().as_str() == "QUERY"
}

/// Returns the path of a request as the router sees it, with percent-encoded letters decoded.
pub(super) fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().get_ref().path()
}

/// Returns the game that a path or a pattern belongs to, such as `wordgame`.
pub(super) fn game_of(path: &str) -> Option<&'static str> {
    let (slug, _) = path.strip_prefix("/v1/")?.split_once('/')?;
    Variant::from_slug(slug).map(Variant::slug)
}

/// Returns true for the paths of documents, pages and their assets, which have a rate limit of their
/// own and need no API key. They show nothing of a lexicon.
pub(super) fn is_page(path: &str) -> bool {
    const ROOTS: [&str; 6] = ["/assets", "/docs", "/judge", "/play", "/problems", "/rulebook"];
    let is_below = |root| {
        path.strip_prefix(root).is_some_and(|rest: &str| rest.is_empty() || rest.starts_with('/'))
    };
    // Most requests are for operations, so their paths are excluded first.
    !path.starts_with("/v1/") && (DOCUMENTS.contains(&path) || ROOTS.into_iter().any(is_below))
}
