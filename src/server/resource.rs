//! The resources of the service: the methods that they accept, the answers to other methods, and
//! what follows from a path.

use std::collections::BTreeSet;

use actix_web::guard::fn_guard;
use actix_web::http::Method;
use actix_web::http::header::ALLOW;
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, Resource, web};

use crate::api::{Problem, ProblemCode, batch};
use crate::rules::Variant;

/// The methods that a resource accepts besides OPTIONS.
pub(super) type Methods = &'static [&'static str];

/// The methods of a resource that is read. The HTTP layer omits the body of a response to HEAD.
pub(super) const READ: Methods = &["GET", "HEAD"];
/// The methods of an operation with a body. Each is safe and idempotent, as QUERY is by definition
/// (RFC 10008).
pub(super) const QUERY: Methods = &["POST", "QUERY"];

/// The methods of the resources that match the path of a request but not its method. Stored as a
/// request extension.
#[derive(Default)]
struct Refused(BTreeSet<&'static str>);

/// Creates a resource. Requests with other methods are passed on to the next resource that matches
/// the path: `/v1/words/validate` is also a word. If there is none, [`fallback`] answers.
pub(super) fn resource(pattern: &'static str, methods: Methods) -> Resource {
    web::resource(pattern).guard(fn_guard(move |context| {
        let accepts = methods.contains(&context.head().method.as_str());
        if !accepts {
            let mut extensions = context.req_data_mut();
            extensions.get_or_insert_with(Refused::default).0.extend(methods);
        }
        accepts
    }))
}

/// Answers a request that no resource accepts: with 405 if its path has other methods, else with
/// 404.
pub(super) async fn fallback(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let Some(Refused(mut methods)) = request.extensions_mut().remove() else {
        let detail = format!("unknown path {}; /openapi.json lists the known ones", request.path());
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
    const DOCUMENTS: [&str; 11] = [
        "/",
        "/.well-known/api-catalog",
        "/.well-known/security.txt",
        "/favicon.ico",
        "/llms.txt",
        "/openapi-3.0.json",
        "/openapi-3.2.json",
        "/openapi.json",
        "/openapi.yaml",
        "/robots.txt",
        "/rulebook.md",
    ];
    const ROOTS: [&str; 6] = ["/assets", "/docs", "/judge", "/play", "/problems", "/rulebook"];
    let is_below = |root| {
        path.strip_prefix(root).is_some_and(|rest: &str| rest.is_empty() || rest.starts_with('/'))
    };
    // Most requests are for operations, so their paths are excluded first.
    !path.starts_with("/v1/") && (DOCUMENTS.contains(&path) || ROOTS.into_iter().any(is_below))
}
