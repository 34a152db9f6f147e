//! The pages for people: the front door, the viewer of the `OpenAPI` document, the guide, the
//! tables, the puzzles, the words, the judge's desk, the rulebook and the descriptions of problems.
//! With them the documents for programs.

mod assets;
mod documents;
mod example;
mod front;
mod guide;
mod html;
mod judge;
mod markdown;
pub(crate) mod sheet;
mod words;

pub(in crate::server) use front::prefers_html;
pub(in crate::server) use words::problem_page;

use std::fmt::Write as _;
use std::sync::LazyLock;

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use serde_json::json;

use self::html::{Page, StoredPage};
use super::resource::{READ, resource};
use crate::api::{Problem, ProblemCode};
use crate::rules::{Variant, rulebook};
use crate::server::State;

/// Adds the routes of the documents, and those of the pages if the service has them.
pub(super) fn configure(config: &mut ServiceConfig, pages: bool) {
    config
        .service(read("/.well-known/api-catalog").to(documents::api_catalog))
        .service(read("/llms.txt").to(documents::llms))
        .service(read("/openapi.json").to(documents::openapi))
        .service(read("/openapi-3.0.json").to(documents::openapi_older))
        .service(read("/openapi-3.2.json").to(documents::openapi_newer))
        .service(read("/openapi.yaml").to(documents::openapi_yaml))
        .service(read("/robots.txt").to(documents::robots))
        .service(read("/rulebook.md").to(documents::rulebook))
        .service(read("/.well-known/security.txt").to(documents::security))
        .service(read("/").to(front::index));
    if pages {
        config
            .service(read("/assets/{file:.*}").to(assets::asset))
            .service(read("/favicon.ico").to(assets::favicon))
            .service(read("/docs/").to(docs))
            .service(read("/docs/guide/{chapter:.*}").to(guide::guide))
            .service(read("/judge").to(judge::judge))
            .service(read("/judge/sw.js").to(judge::service_worker))
            .service(read("/play/").to(play_index))
            .service(read("/play/{game}").to(play))
            .service(read("/play/{game}/position").to(position))
            .service(read("/puzzle").to(puzzle))
            .service(read("/problems").to(problems))
            .service(read("/problems/{code}").to(problem))
            .service(read("/rulebook").to(rulebook))
            .service(read("/words/").to(words::words))
            .service(read("/words/{word}").to(words::word));
        for (from, to) in [
            ("/docs", "/docs/"),
            ("/docs/guide", "/docs/guide/"),
            ("/judge/", "/judge"),
            ("/play", "/play/"),
            ("/puzzle/", "/puzzle"),
            ("/words", "/words/"),
            ("/rulebook/", "/rulebook"),
        ] {
            config.service(web::redirect(from, to).permanent());
        }
    }
}

fn read(pattern: &'static str) -> Resource {
    resource(pattern, READ)
}

/// The viewer of the `OpenAPI` document.
async fn docs(request: HttpRequest) -> HttpResponse {
    static PAGE: LazyLock<StoredPage> = LazyLock::new(|| viewer().stored());
    PAGE.respond(&request)
}

fn viewer() -> Page<'static> {
    Page {
        title: "API",
        section: "/docs/",
        // The style of texts would change the viewer.
        styles: &["frame.css", "viewer.css"],
        script: Some("viewer.js"),
        policy: html::VIEWER_POLICY,
        main: "<noscript><p>The viewer needs JavaScript. The document itself is at <a href=\"/openapi.json\">/openapi.json</a>.</p></noscript><div id=\"viewer\"></div>",
        // The viewer brings its own landmark.
        main_element: "div",
        ..Page::default()
    }
}

async fn play_index(request: HttpRequest) -> HttpResponse {
    let games = front::games();
    let main = format!(
        "<div class=\"prose\"><h1>Play</h1><p>Play a whole game against the server or with friends at one device: it deals, keeps the turns and rules on every word. Beside each table there is a bench for single requests, with everything that your program would send and get.</p></div><section><h2 class=\"hidden\">The games</h2>{games}</section><section class=\"widget\"><h2>On your own page</h2><p>One line puts a table on any page: <code>&lt;wordcourt-table game=\"my-word\"&gt;</code>. The <a href=\"/docs/guide/pages#a-table-on-your-own-page\">guide</a> shows how. Here it is:</p><wordcourt-table game=\"my-word\"></wordcourt-table></section>"
    );
    let page = Page {
        title: "Play",
        section: "/play/",
        script: Some("widget.js"),
        policy: html::FRAMES_POLICY,
        main: &main,
        ..Page::default()
    };
    page.respond(&request)
}

/// The table of one game, for whole games. Its script does everything by the operations of the game.
/// With the query `embed`, the web pages that may send requests may also show the table in a frame.
async fn play(
    request: HttpRequest,
    game: web::Path<String>,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let game = game_of(&game)?;
    let is_framed = request.query_string() == "embed";
    let whole = format!("/play/{}", game.slug());
    let back = if is_framed { whole.as_str() } else { "/play/" };
    let attributes = format!("data-game=\"{}\"", game.slug());
    let main = table(game.title(), back, &attributes, is_framed);
    let page = table_page(&request, game.title(), "table/main.js", &main);
    Ok(if is_framed { html::framed_by(page, &state.origins) } else { page })
}

/// The puzzles of a day. The script asks the operations for them.
async fn puzzle(request: HttpRequest) -> HttpResponse {
    let games = Variant::ALL.map(|game| [game.slug(), game.title()]);
    let games = html::escape(&json!(games).to_string());
    let attributes = format!("data-games=\"{games}\"");
    let main = table("Daily puzzle", "/", &attributes, false);
    table_page(&request, "Daily puzzle", "puzzle/main.js", &main)
}

/// Returns a table, which a script fills by these attributes. In a frame, the page around it has
/// the landmarks.
fn table(title: &str, back: &str, attributes: &str, is_framed: bool) -> String {
    let title = html::escape(title);
    let (head, main) = if is_framed { ("div", "div") } else { ("header", "main") };
    let role =
        if is_framed { format!(" role=\"group\" aria-label=\"{title}\"") } else { String::new() };
    format!(
        "<{head} class=\"top tabletop\"><a class=\"brand\" href=\"{back}\"><img src=\"/assets/icon.svg\" alt=\"Back\" width=\"28\" height=\"28\"></a><h1>{title}</h1><div id=\"tools\"></div></{head}><{main} id=\"main\" class=\"table\" {attributes}{role}><noscript><p>The table needs JavaScript.</p></noscript></{main}><p id=\"announcements\" class=\"hidden\" role=\"status\"></p>"
    )
}

/// Returns a page with a table.
fn table_page(
    request: &HttpRequest,
    title: &str,
    script: &'static str,
    main: &str,
) -> HttpResponse {
    let page = Page {
        title,
        styles: &["frame.css", "site.css", "table.css"],
        script: Some(script),
        // A phone has room for the board, the rack and the buttons, and for one line above them.
        is_alone: true,
        main,
        main_element: "",
        ..Page::default()
    };
    page.respond(request)
}

fn game_of(slug: &str) -> Result<Variant, Problem> {
    Variant::from_slug(slug).ok_or_else(|| {
        Problem::new(ProblemCode::NotFound, "unknown game; /play/ lists the known ones")
    })
}

/// The bench of one game, for single requests about a position.
async fn position(request: HttpRequest, game: web::Path<String>) -> Result<HttpResponse, Problem> {
    let game = game_of(&game)?;
    let (slug, title) = (game.slug(), game.title());
    let mut games = String::new();
    for other in Variant::ALL {
        let current = if other == game { " aria-current=\"page\"" } else { "" };
        let _ = write!(
            games,
            "<a href=\"/play/{}/position\"{current}>{}</a>",
            other.slug(),
            html::escape(other.title())
        );
    }
    let main = format!(
        "<nav class=\"games\" aria-label=\"Games\">{games}</nav><h1>{}: a position</h1><div id=\"play\" data-game=\"{slug}\"><noscript><p>The bench needs JavaScript.</p></noscript></div>",
        html::escape(title)
    );
    let page = Page {
        title,
        section: "/play/",
        styles: &["frame.css", "site.css", "play.css"],
        script: Some("play/main.js"),
        main: &main,
        ..Page::default()
    };
    Ok(page.respond(&request))
}

async fn problems(request: HttpRequest) -> HttpResponse {
    let mut rows = String::new();
    for code in ProblemCode::ALL {
        let _ = write!(
            rows,
            "<tr><td><a href=\"/problems/{0}\"><code>{0}</code></a></td><td>{1}</td><td>{2}</td></tr>",
            code.name(),
            code.status(),
            code.title()
        );
    }
    let main = format!(
        "<div class=\"prose\"><h1>Problems</h1><p>Every error response is an <code>application/problem+json</code> document. Its <code>code</code> is one of these and never changes; the <a href=\"/docs/guide/problems\">guide</a> explains the other fields.</p><div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>code</th><th>status</th><th>title</th></tr></thead><tbody>{rows}</tbody></table></div></div>"
    );
    Page { title: "Problems", section: "/problems", main: &main, ..Page::default() }
        .respond(&request)
}

async fn problem(request: HttpRequest, code: web::Path<String>) -> Result<HttpResponse, Problem> {
    let code = ProblemCode::from_name(&code).ok_or_else(|| {
        Problem::new(ProblemCode::NotFound, "unknown problem; /problems lists the known ones")
    })?;
    let main = format!(
        "<div class=\"prose\"><h1>{}</h1><p><code>{}</code>, status {}</p><p>{}</p><p><a href=\"/problems\">All problems</a></p></div>",
        code.title(),
        code.name(),
        code.status(),
        code.advice()
    );
    let page = Page { title: code.title(), section: "/problems", main: &main, ..Page::default() };
    Ok(page.respond(&request))
}

/// The rulebook: the rules that the service applies. The `rule` of a score line, a breach or a
/// ruling is the id of a rule in it.
async fn rulebook(request: HttpRequest) -> HttpResponse {
    static PAGE: LazyLock<StoredPage> = LazyLock::new(|| {
        // Each rule gets an anchor: /rulebook#O5.
        let mut anchored = String::new();
        for line in rulebook::MARKDOWN.lines() {
            match rulebook::beginning(line) {
                Some((id, rule)) => {
                    let _ =
                        writeln!(anchored, "- <a id=\"{id}\" href=\"#{id}\">**{id}**</a>{rule}");
                }
                None => anchored.extend([line, "\n"]),
            }
        }
        let text = markdown::render(&anchored, |_| None);
        let contents = html::contents(&text.headings);
        let main = format!("{contents}<div class=\"prose rules\">{}</div>", text.html);
        Page { title: "Rulebook", section: "/rulebook", main: &main, ..Page::default() }.stored()
    });
    PAGE.respond(&request)
}
