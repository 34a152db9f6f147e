//! The files that the pages load. All of them are part of the binary.

use std::io::Read as _;
use std::sync::LazyLock;

use actix_web::http::header::{
    AcceptEncoding, CONTENT_ENCODING, Encoding, Header as _, HeaderValue, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::read::GzDecoder;

use crate::api::{Answer, Problem, ProblemCode};
use crate::server::response;

macro_rules! files {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("assets/", $name)))),*]
    };
}

/// The font of titles and cards, the icon of phones, and the referee in the browser: the script of
/// the npm package, and the module of the judge's desk, which the recipe `judge-module` builds.
const BYTES: [(&str, &[u8]); 4] = [
    ("fonts/crimson-pro.woff2", include_bytes!("assets/fonts/crimson-pro.woff2")),
    ("touch-icon.png", include_bytes!("assets/touch-icon.png")),
    ("core/referee.js", include_bytes!("../../../deploy/npm/referee.js")),
    ("judge/referee.wasm", include_bytes!("assets/judge/referee.wasm")),
];

macro_rules! pictures {
    ($($name:literal)*) => {
        [$((
            concat!("pictures/", $name),
            include_bytes!(concat!("../../../docs/pictures/", $name)),
        )),*]
    };
}

const FILES: &[(&str, &str)] = &files! {
    "font.css"
    "fonts/crimson-pro.LICENSE"
    "frame.css"
    "front.css"
    "front/main.js"
    "front/offline.js"
    "icon.svg"
    "judge.css"
    "judge/app.webmanifest"
    "judge/board.js"
    "judge/builds.js"
    "judge/director.js"
    "judge/editions.js"
    "judge/log.js"
    "judge/log_view.js"
    "judge/main.js"
    "judge/pin.js"
    "judge/player.js"
    "judge/referee.js"
    "judge/rules.js"
    "judge/store.js"
    "play.css"
    "play/api.js"
    "play/board.js"
    "play/builder.js"
    "play/calls.js"
    "play/cards.js"
    "play/chances.js"
    "play/compare.js"
    "play/dom.js"
    "play/fragment.js"
    "play/main.js"
    "play/panels.js"
    "play/poker.js"
    "play/puzzle.js"
    "play/random.js"
    "play/record.js"
    "play/rummy.js"
    "play/search.js"
    "play/squares.js"
    "play/table.js"
    "puzzle/hints.js"
    "puzzle/main.js"
    "puzzle/progress.js"
    "samples.js"
    "sheet.css"
    "site.css"
    "site.js"
    "table.css"
    "table/advice.js"
    "table/cards.js"
    "table/choices.js"
    "table/draft.js"
    "table/drag.js"
    "table/drawing.js"
    "table/game.js"
    "table/link.js"
    "table/lit-html.LICENSE"
    "table/lit-html.js"
    "table/main.js"
    "table/menu.js"
    "table/review.js"
    "table/sentences.js"
    "table/setup.js"
    "table/squares.js"
    "table/surface.js"
    "viewer.css"
    "viewer/LICENSE"
    "widget.js"
    "words/main.js"
    "viewer.js"
};

/// The pictures of the guide.
const PICTURES: &[(&str, &[u8])] = &pictures! {
    "choose-your-words.webp"
    "exchange.webp"
    "front-door.webp"
    "judge.webp"
    "odds.webp"
    "puzzle.webp"
    "viewer.webp"
    "wordgame.webp"
};

/// The viewer of the `OpenAPI` document, compressed by gzip.
const VIEWER: &[u8] = include_bytes!("assets/viewer/scalar.js.gz");

pub(super) const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

pub(super) async fn asset(
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    // Tagging a file takes longer than sending it.
    static ANSWERS: LazyLock<Vec<(&str, Answer)>> = LazyLock::new(|| {
        let answer = |bytes| Answer::from(web::Bytes::from_static(bytes)).tagged();
        all().map(|(name, bytes)| (name, answer(bytes))).collect()
    });
    if path.as_str() == "viewer/scalar.js" {
        return Ok(viewer(&request));
    }
    let Some((name, answer)) = ANSWERS.iter().find(|(name, _)| *name == path.as_str()) else {
        let detail = format!("the pages have no file {:?}", path.as_str());
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    Ok(response::cacheable(&request, media_type(name), answer.clone()))
}

/// Returns the names and the contents of all files but the viewer.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .chain(PICTURES.iter().copied())
        .chain(BYTES)
}

/// Browsers ask for this address on their own account.
pub(super) async fn favicon(request: HttpRequest) -> HttpResponse {
    let icon = include_str!("assets/icon.svg").as_bytes();
    response::cacheable(&request, media_type("icon.svg"), web::Bytes::from_static(icon))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => JAVASCRIPT,
        Some((_, "webmanifest")) => "application/manifest+json",
        Some((_, "wasm")) => "application/wasm",
        Some((_, "webp")) => "image/webp",
        Some((_, "woff2")) => "font/woff2",
        Some((_, "png")) => "image/png",
        _ if name.ends_with("LICENSE") => "text/plain; charset=utf-8",
        _ => "image/svg+xml",
    }
}

fn viewer(request: &HttpRequest) -> HttpResponse {
    // Unpacking and tagging it takes milliseconds, so both are done once.
    static COMPRESSED: LazyLock<Answer> =
        LazyLock::new(|| Answer::from(web::Bytes::from_static(VIEWER)).tagged());
    static PLAIN: LazyLock<Answer> = LazyLock::new(|| {
        let mut plain = Vec::new();
        // Reading from memory fails only if the file is broken; a test reads it.
        let _ = GzDecoder::new(VIEWER).read_to_end(&mut plain);
        Answer::from(web::Bytes::from(plain)).tagged()
    });
    let offered = [Encoding::gzip(), Encoding::identity()];
    let accepted = AcceptEncoding::parse(request).ok();
    let chosen = accepted.and_then(|accepted| accepted.negotiate(offered.iter()));
    if chosen != Some(Encoding::gzip()) {
        return response::cacheable(request, JAVASCRIPT, PLAIN.clone());
    }
    let mut response = response::cacheable(request, JAVASCRIPT, COMPRESSED.clone());
    let headers = response.headers_mut();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    response
}
