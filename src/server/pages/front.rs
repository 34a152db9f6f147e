//! The front door: a page for people, an index for programs.

use std::fmt::Write as _;

use actix_web::http::header::{Accept, Header as _, HeaderValue, LINK, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use super::html::{self, Page};
use super::{documents, example};
use crate::api::Problem;
use crate::api::lexicons::{LexiconSummary, Lexicons as _};
use crate::api::operation::to_json;
use crate::rules::Variant;
use crate::server::{State, response};

/// The page if the client prefers HTML to JSON, else the index.
pub(super) async fn index(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    // Where clients need a key, what the lexicons are is behind it too.
    let lexicons = if state.api_keys.is_empty() { state.list() } else { Vec::new() };
    let mut response = if state.has_pages && prefers_html(&request) {
        page(&request, &state, &lexicons)
    } else {
        let links = links(state.has_pages);
        let lexicons: Vec<_> = lexicons
            .iter()
            .map(|LexiconSummary { edition, .. }| json!({"name": edition.id.name, "edition": edition.id.edition, "digest": edition.id.digest, "words": edition.lexicon.len()}))
            .collect();
        let index = json!({"name": "wordcourt", "version": env!("CARGO_PKG_VERSION"), "links": links, "lexicons": lexicons});
        response::cacheable(&request, "application/json", to_json(&index)?)
    };
    let headers = response.headers_mut();
    headers.append(VARY, HeaderValue::from_static("accept"));
    headers.append(LINK, HeaderValue::from_static(documents::LINKS));
    Ok(response)
}

/// Returns true if the client names HTML, and before JSON. Browsers do, HTTP libraries don't.
pub(in crate::server) fn prefers_html(request: &HttpRequest) -> bool {
    let ranked = Accept::parse(request).map(|accept| accept.ranked()).unwrap_or_default();
    let first = ranked.iter().find(|media| {
        matches!(media.essence_str(), "text/html" | "application/json" | "application/xhtml+xml")
    });
    first.is_some_and(|media| media.essence_str() != "application/json")
}

fn links(has_pages: bool) -> serde_json::Value {
    let mut links = json!({"openapi": "/openapi.json", "openapi_3_0": "/openapi-3.0.json", "variants": "/v1/variants", "rules": "/v1/rules", "rulebook_text": "/rulebook.md", "lexicons": "/v1/lexicons"});
    if let Some(links) = links.as_object_mut().filter(|_| has_pages) {
        for (name, path) in [
            ("docs", "/docs/"),
            ("guide", "/docs/guide/"),
            ("playground", "/play/"),
            ("puzzle", "/puzzle"),
            ("judge", "/judge"),
            ("rulebook", "/rulebook"),
            ("problems", "/problems"),
        ] {
            links.insert(name.to_owned(), path.into());
        }
    }
    links
}

/// Returns the list of the games with links to their playgrounds, guides and rules.
pub(super) fn games() -> String {
    let mut games = String::from("<ul class=\"games-list\">");
    for game in Variant::ALL {
        let (slug, title, summary) = (game.slug(), html::escape(game.title()), game.summary());
        let _ = write!(
            games,
            "<li><h3><a href=\"/play/{slug}\">{title}</a></h3><p>{}</p><p class=\"links\"><a href=\"/play/{slug}\">Play<span class=\"hidden\"> {title}</span></a><a href=\"/docs/guide/{slug}\">Guide<span class=\"hidden\"> to {title}</span></a></p></li>",
            html::escape(summary)
        );
    }
    games + "</ul>"
}

fn page(request: &HttpRequest, state: &State, lexicons: &[LexiconSummary]) -> HttpResponse {
    let mut rows = String::new();
    for LexiconSummary { edition, .. } in lexicons {
        let digest = &edition.id.digest;
        let _ = write!(
            rows,
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td class=\"number\">{}</td><td><code title=\"{digest}\">{}</code></td></tr>",
            html::escape(&edition.id.name),
            html::escape(&edition.id.edition),
            edition.lexicon.len(),
            digest.get(..15).unwrap_or(digest),
        );
    }
    let lexicons = if rows.is_empty() {
        String::new()
    } else {
        format!(
            "<section><h2>Active lexicons</h2><div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>name</th><th>edition</th><th class=\"number\">words</th><th>digest</th></tr></thead><tbody>{rows}</tbody></table></div></section>"
        )
    };
    let main = format!(
        include_str!("front.html"),
        example = example::figure(state),
        games = games(),
        lexicons = lexicons
    );
    let page = Page {
        title: "A referee for word games",
        section: "/",
        styles: &["frame.css", "site.css", "table.css", "front.css"],
        script: Some("front/main.js"),
        policy: html::MODULE_POLICY,
        main: &main,
        ..Page::default()
    };
    page.respond(request)
}
