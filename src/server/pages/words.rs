//! The page of a word, and the page for what does not exist.

use actix_web::http::header::{ACCEPT, CONTENT_TYPE, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse, body::BoxBody, web};
use serde_json::json;

use super::html::{self, Page};
use crate::api::Problem;
use crate::rules::Variant;

/// The longest text that the page shows as a word, in bytes.
const MAX_WORD: usize = 64;

/// The page of a word: the verdict of every game. The script asks the operations for it.
pub(super) async fn word(request: HttpRequest, word: web::Path<String>) -> HttpResponse {
    let shown: String = word.to_uppercase().chars().take(MAX_WORD).collect();
    page(&request, &shown)
}

/// The page that asks for a word.
pub(super) async fn words(request: HttpRequest) -> HttpResponse {
    page(&request, "")
}

fn page(request: &HttpRequest, word: &str) -> HttpResponse {
    let games = Variant::ALL.map(|game| [game.slug(), game.title()]);
    let games = html::escape(&json!(games).to_string());
    let escaped = html::escape(word);
    let main = format!(
        "<div class=\"prose\"><form id=\"search\" class=\"actions\"><label class=\"field\"><span>Word</span><input name=\"word\" maxlength=\"64\" required autocomplete=\"off\" autocapitalize=\"characters\" spellcheck=\"false\" value=\"{escaped}\"></label><button class=\"primary\">Look up</button></form><div id=\"word\" data-word=\"{escaped}\" data-games=\"{games}\"><noscript><p>The page needs JavaScript.</p></noscript></div></div>"
    );
    let title = if word.is_empty() { "Words" } else { word };
    Page {
        title,
        section: "/words/",
        script: Some("words/main.js"),
        main: &main,
        ..Page::default()
    }
    .respond(request)
}

/// Shows a problem to people, if the request is one of a browser for a page. The response keeps its
/// status and its headers.
pub(in crate::server) fn problem_page(
    request: &HttpRequest,
    problem: &Problem,
    response: HttpResponse,
) -> HttpResponse {
    let is_read = matches!(request.method().as_str(), "GET" | "HEAD");
    if !is_read || !request.headers().contains_key(ACCEPT) || !super::prefers_html(request) {
        return response;
    }
    let title = problem.code.title();
    let main = format!(
        "<div class=\"prose\"><h1>{title}</h1><p class=\"lead\">{}</p><p>{}</p><ul><li><a href=\"/\">The front page</a></li><li><a href=\"/play/\">The games</a></li><li><a href=\"/words/\">Look up a word</a></li><li><a href=\"/docs/guide/\">The guide</a></li></ul><p class=\"note\">Status {}, <a href=\"/problems/{}\"><code>{}</code></a></p></div>",
        html::escape(&problem.detail),
        html::escape(problem.code.advice()),
        problem.code.status(),
        problem.code.name(),
        problem.code.name(),
    );
    let text = Page { title, main: &main, ..Page::default() }.render();
    let mut page = html::with_policy(response.set_body(BoxBody::new(text)), html::POLICY);
    page.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(html::MEDIA_TYPE));
    page.headers_mut().append(VARY, HeaderValue::from_static("accept"));
    page
}
