//! The judge's desk for tournaments, with its service worker.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use super::assets;
use super::html::{self, Page};
use crate::lexicon::Digest;
use crate::rules::Variant;
use crate::server::response;

/// The desk runs the referee in the browser.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The assets that the desk loads besides those in `judge/`.
const SHARED: [&str; 10] = [
    "core/referee.js",
    "font.css",
    "fonts/crimson-pro.woff2",
    "frame.css",
    "icon.svg",
    "judge.css",
    "play/api.js",
    "play/dom.js",
    "site.css",
    "touch-icon.png",
];

/// Allows the service worker to serve the page itself, whose address does not end with a slash.
const SERVICE_WORKER_ALLOWED: HeaderName = HeaderName::from_static("service-worker-allowed");

/// The files of the desk, which the service worker keeps.
struct Build {
    /// The digest of all files, and of the page without this digest.
    id: String,
    /// The service worker.
    worker: String,
}

static BUILD: LazyLock<Build> = LazyLock::new(|| {
    let mut files: BTreeMap<String, String> = assets::all()
        .filter(|(name, _)| is_of_the_desk(name))
        .map(|(name, bytes)| (format!("/assets/{name}"), Digest::of(&[bytes]).to_hex()))
        .collect();
    let id = hex_of(&json!([files, page(&main("")).render(), POLICY]).to_string());
    files.insert("/judge".to_owned(), hex_of(&page(&main(&id)).render()));
    let source = include_str!("assets/judge/sw.js");
    let worker = format!("const MANIFEST = {};\n{source}", json!({"build": id, "files": files}));
    Build { id, worker }
});

fn hex_of(text: &str) -> String {
    Digest::of(&[text.as_bytes()]).to_hex()
}

fn is_of_the_desk(name: &str) -> bool {
    SHARED.contains(&name) || name.starts_with("judge/")
}

fn main(build: &str) -> String {
    // The desk knows no price of its own.
    let presets = &Variant::Wordgame.rule_data().presets;
    let challenges: Vec<_> = presets.iter().filter(|preset| preset.switch == "challenge").collect();
    let challenges = html::escape(&json!(challenges).to_string());
    format!(
        "<div id=\"judge\" data-build=\"{build}\" data-challenges=\"{challenges}\"><main id=\"main\"><h1>Word judge</h1><noscript><p>The desk needs JavaScript.</p></noscript></main></div>"
    )
}

fn page(main: &str) -> Page<'_> {
    Page {
        title: "Word judge",
        styles: &["frame.css", "site.css", "judge.css"],
        script: Some("judge/main.js"),
        policy: POLICY,
        manifest: Some("/assets/judge/app.webmanifest"),
        main,
        // Players must not find their way to a page that suggests words.
        is_alone: true,
        main_element: "",
        ..Page::default()
    }
}

pub(super) async fn judge(request: HttpRequest) -> HttpResponse {
    page(&main(&BUILD.id)).respond(&request)
}

pub(super) async fn service_worker(request: HttpRequest) -> HttpResponse {
    let text = web::Bytes::from_static(BUILD.worker.as_bytes());
    let mut response = response::cacheable(&request, assets::JAVASCRIPT, text);
    response.headers_mut().insert(SERVICE_WORKER_ALLOWED, HeaderValue::from_static("/judge"));
    html::with_policy(response, POLICY)
}
