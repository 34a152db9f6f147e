//! The documents for programs: descriptions of the API, and what crawlers, security researchers and
//! language models look for.

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use crate::api::operation::to_json;
use crate::api::{Answer, Problem, ProblemCode};
use crate::rules::{Variant, rulebook};
use crate::server::{State, response};

/// The links of the front door (RFC 8631, RFC 9727).
pub(super) const LINKS: &str = "</openapi.json>; rel=\"service-desc\"; type=\"application/json\", </.well-known/api-catalog>; rel=\"api-catalog\"";

const TEXT: &str = "text/plain; charset=utf-8";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const DAY: Duration = Duration::from_hours(24);

pub(super) async fn openapi(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    response::cacheable(&request, "application/json", state.document.text())
}

/// The document in `OpenAPI` 3.2, which describes QUERY.
pub(super) async fn openapi_newer(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    response::cacheable(&request, "application/json", state.document.newer())
}

/// The document in `OpenAPI` 3.0, for generators that know no later version.
pub(super) async fn openapi_older(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    response::cacheable(&request, "application/json", state.document.older())
}

pub(super) async fn openapi_yaml(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    response::cacheable(&request, "application/yaml", state.document.yaml())
}

/// Nothing here is worth finding by a search engine: each server has the same pages.
pub(super) async fn robots(request: HttpRequest) -> HttpResponse {
    response::cacheable(&request, TEXT, web::Bytes::from_static(b"User-agent: *\nDisallow: /\n"))
}

/// The rulebook as a text.
pub(super) async fn rulebook(request: HttpRequest) -> HttpResponse {
    static TEXT: LazyLock<Answer> = LazyLock::new(|| {
        Answer::from(web::Bytes::from_static(rulebook::MARKDOWN.as_bytes())).tagged()
    });
    response::cacheable(&request, MARKDOWN, TEXT.clone())
}

/// The catalog of the APIs of this host (RFC 9727): there is one.
pub(super) async fn api_catalog(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    const MEDIA_TYPE: &str =
        "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"";
    let mut api = json!({
        "anchor": "/",
        "service-desc": [
            { "href": "/openapi.json", "type": "application/json" },
            { "href": "/openapi-3.0.json", "type": "application/json" },
            { "href": "/openapi-3.2.json", "type": "application/json" },
            { "href": "/openapi.yaml", "type": "application/yaml" },
        ],
        "service-meta": [
            { "href": "/v1/variants", "type": "application/json" },
            { "href": "/v1/rules", "type": "application/json" },
            { "href": "/rulebook.md", "type": "text/markdown" },
        ],
    });
    if state.has_pages {
        api["service-doc"] = json!([
            { "href": "/docs/", "type": "text/html" },
            { "href": "/docs/guide/", "type": "text/html" },
        ]);
    }
    let catalog = to_json(&json!({ "linkset": [api] }))?;
    Ok(response::cacheable(&request, MEDIA_TYPE, catalog))
}

/// The contact for reports of vulnerabilities (RFC 9116), if the operator has named one.
pub(super) async fn security(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let Some(contact) = &state.contact else {
        let detail = "the operator of this server has named no contact (--contact)";
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    // The text is valid for half a year. It changes once a day, so that its tag does too.
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let day = Duration::from_secs(since_epoch.as_secs() / DAY.as_secs() * DAY.as_secs());
    let expires = humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + day + DAY * 182);
    let text = format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n");
    Ok(response::cacheable(&request, TEXT, web::Bytes::from(text)))
}

/// Describes the service to language models (llmstxt.org).
pub(super) async fn llms(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    let mut text = String::from(
        "# Wordcourt\n\n> A referee for word games over HTTP: it judges words, scores plays, finds the best plays, decides challenges, and settles rounds and games. Every score line and ruling names its rule.\n\nSend JSON. Each operation depends only on its request and the edition of the lexicon, so a request can be repeated. Errors are application/problem+json with a stable `code`, and `breaches` with JSON pointers. A word that is not allowed is not an error: the status is 200, with `valid: false` and a `reason`.\n\nAgents can call the operations as tools of the Model Context Protocol (streamable HTTP), at `/mcp`.\n\n## API\n\n- [OpenAPI 3.1](/openapi.json): every operation, with an example of each request and response\n- [OpenAPI 3.1 as YAML](/openapi.yaml)\n- [OpenAPI 3.0](/openapi-3.0.json): for tools that don't read 3.1\n- [OpenAPI 3.2](/openapi-3.2.json): also describes the method QUERY\n- [Rules as data](/v1/variants): numbers, decks, boards, switches and limits of each game\n- [Rulebook](/rulebook.md): every rule with its id, also as data at [/v1/rules](/v1/rules)\n- [Lexicons](/v1/lexicons): names, editions and digests\n\n## Games\n\n",
    );
    for game in Variant::ALL {
        let (slug, title, summary) = (game.slug(), game.title(), game.summary());
        let _ = writeln!(text, "- [{title}](/v1/variants/{slug}): {summary}");
    }
    if state.has_pages {
        text.push_str("\n## Documentation\n\n- [Guide](/docs/guide/): a chapter for each game, words, lexicons and problems\n- [Problems](/problems): every code with its advice\n");
    }
    response::cacheable(&request, MARKDOWN, web::Bytes::from(text))
}
