//! The frame that all pages share.

use std::fmt::Write as _;

use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};

use super::markdown::Heading;
use crate::api::Answer;
use crate::server::response;

pub(super) const MEDIA_TYPE: &str = "text/html; charset=utf-8";
/// A page loads nothing from elsewhere, runs only scripts of this server, and no other page can
/// frame it.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A page that can run the referee itself.
pub(super) const MODULE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A page that shows tables in frames.
pub(super) const FRAMES_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The viewer of the `OpenAPI` document brings its style in its script.
pub(super) const VIEWER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What search engines and previews of links say about every page.
const DESCRIPTION: &str = "Wordcourt is a referee for word games: verdicts, scores, best plays, challenges and whole games.";

/// The links at the top of every page.
const SECTIONS: [(&str, &str); 6] = [
    ("/play/", "Play"),
    ("/puzzle", "Puzzle"),
    ("/judge", "Judge"),
    ("/docs/", "API"),
    ("/docs/guide/", "Guide"),
    ("/rulebook", "Rulebook"),
];

/// A page, as HTML.
pub(super) struct Page<'p> {
    /// The title, without markup.
    pub(super) title: &'p str,
    /// The path of the part of the site that contains the page.
    pub(super) section: &'static str,
    /// The style sheets.
    pub(super) styles: &'static [&'static str],
    /// Styles inside the page itself.
    pub(super) style: &'p str,
    /// A module to run.
    pub(super) script: Option<&'static str>,
    /// The manifest of a page that can be installed like an application.
    pub(super) manifest: Option<&'static str>,
    /// True for a page without links to the other pages.
    pub(super) is_alone: bool,
    /// The `Content-Security-Policy`.
    pub(super) policy: &'static str,
    /// The content.
    pub(super) main: &'p str,
    /// The element around the content; empty if the content brings its own.
    pub(super) main_element: &'static str,
}

impl Default for Page<'_> {
    fn default() -> Self {
        Self {
            title: "",
            section: "",
            styles: &["frame.css", "site.css"],
            style: "",
            script: None,
            manifest: None,
            is_alone: false,
            policy: POLICY,
            main: "",
            main_element: "main",
        }
    }
}

impl Page<'_> {
    /// Returns the response with the page, or 304 if the client has it already.
    pub(super) fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let page = response::cacheable(request, MEDIA_TYPE, web::Bytes::from(self.render()));
        with_policy(page, self.policy)
    }

    /// Returns the page as it is sent, with its entity tag.
    pub(super) fn stored(&self) -> StoredPage {
        let answer = Answer::from(web::Bytes::from(self.render())).tagged();
        StoredPage { answer, policy: self.policy }
    }

    /// Returns the HTML of the page.
    pub(super) fn render(&self) -> String {
        let mut head = String::new();
        // A page that brings its style loads no font.
        let font = if self.styles.is_empty() { None } else { Some(&"font.css") };
        for style in font.into_iter().chain(self.styles) {
            let _ = write!(head, "<link rel=\"stylesheet\" href=\"/assets/{style}\">");
        }
        if !self.style.is_empty() {
            let _ = write!(head, "<style>{}</style>", self.style);
        }
        if let Some(script) = self.script {
            let _ = write!(head, "<script type=\"module\" src=\"/assets/{script}\"></script>");
        }
        if let Some(manifest) = self.manifest {
            let _ = write!(head, "<link rel=\"manifest\" href=\"{manifest}\">");
        }
        let (top, foot) = if self.is_alone { Default::default() } else { (self.top(), foot()) };
        let title = escape(self.title);
        let main = match (self.main, self.main_element) {
            (main, "") => main.to_owned(),
            (main, element) => format!("<{element} id=\"main\">{main}</{element}>"),
        };
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta name=\"description\" content=\"{DESCRIPTION}\"><title>{title} · Wordcourt</title><meta property=\"og:title\" content=\"{title}\"><meta property=\"og:site_name\" content=\"Wordcourt\"><meta property=\"og:type\" content=\"website\"><meta property=\"og:description\" content=\"{DESCRIPTION}\"><meta property=\"og:image\" content=\"/assets/touch-icon.png\"><meta name=\"theme-color\" content=\"#f6f2e7\" media=\"(prefers-color-scheme: light)\"><meta name=\"theme-color\" content=\"#141a18\" media=\"(prefers-color-scheme: dark)\"><link rel=\"icon\" type=\"image/svg+xml\" href=\"/assets/icon.svg\"><link rel=\"apple-touch-icon\" href=\"/assets/touch-icon.png\">{head}</head><body>{top}{main}{foot}</body></html>"
        )
    }

    /// Returns the links at the top of the page.
    fn top(&self) -> String {
        let mut links = String::new();
        for (path, name) in SECTIONS {
            let current = if path == self.section { " aria-current=\"page\"" } else { "" };
            let _ = write!(links, "<a href=\"{path}\"{current}>{name}</a>");
        }
        format!(
            "<a class=\"skip\" href=\"#main\">Skip to the content</a><header class=\"top\"><a class=\"brand\" href=\"/\"><img src=\"/assets/icon.svg\" alt=\"\" width=\"28\" height=\"28\">Wordcourt</a><nav aria-label=\"Site\">{links}</nav></header>"
        )
    }
}

/// Returns the end of the page.
fn foot() -> String {
    format!(
        "<footer class=\"foot\"><p>Wordcourt {} · <a href=\"/docs/guide/pages\">These pages</a> · <a href=\"/rulebook\">Rules</a> · <a href=\"/words/\">Words</a> · <a href=\"/problems\">Problems</a> · <a href=\"/openapi.json\">openapi.json</a></p><p>The pages load nothing from other hosts and set no cookies.</p></footer>",
        env!("CARGO_PKG_VERSION")
    )
}

/// A page that is rendered and tagged once.
pub(super) struct StoredPage {
    answer: Answer,
    policy: &'static str,
}

impl StoredPage {
    /// Returns the response with the page, or 304 if the client has it already.
    pub(super) fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let page = response::cacheable(request, MEDIA_TYPE, self.answer.clone());
        with_policy(page, self.policy)
    }
}

/// Adds a `Content-Security-Policy`.
pub(super) fn with_policy(mut response: HttpResponse, policy: &'static str) -> HttpResponse {
    let policy = HeaderValue::from_static(policy);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// Allows the pages of this server and of these origins to show a page in a frame.
pub(super) fn framed_by(mut response: HttpResponse, origins: &[String]) -> HttpResponse {
    let ancestors = format!("frame-ancestors 'self' {}", origins.join(" "));
    let policy = POLICY.replace("frame-ancestors 'none'", ancestors.trim_end());
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Returns the text with the characters replaced that mean something in HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the links to the sections of a long page.
pub(super) fn contents(headings: &[Heading]) -> String {
    let mut links = String::new();
    for Heading { id, text, .. } in headings.iter().filter(|heading| heading.level == 2) {
        let _ = write!(links, "<li><a href=\"#{id}\">{}</a></li>", escape(text));
    }
    format!("<nav class=\"contents\" aria-label=\"On this page\"><ul>{links}</ul></nav>")
}
