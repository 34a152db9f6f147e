//! The pages for people and the index for programs.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use wordcourt::lexicon::Digest;
use wordcourt::server::middleware::RateLimiter;

use crate::middleware::Service;
use crate::{get, send};

/// The `Accept` of a browser.
const BROWSER: (&str, &str) =
    ("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

/// The pages that no other page needs to link to.
const PAGES: [&str; 5] = ["/", "/docs/", "/docs/guide/", "/play/", "/problems"];

async fn page(path: &str) -> String {
    let page = send(Method::GET, path, &[BROWSER], "").await;
    assert_eq!(page.status, StatusCode::OK, "{path}");
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
    String::from_utf8(page.body).unwrap()
}

/// Returns the addresses in a page.
fn addresses(page: &str) -> impl Iterator<Item = &str> {
    [" href=\"", " src=\""].into_iter().flat_map(move |attribute| {
        page.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap())
    })
}

/// Returns all pages that links lead to, from the front door on.
async fn all_pages() -> Vec<(String, String)> {
    let mut seen: BTreeSet<String> = PAGES.map(str::to_owned).into();
    let mut open: Vec<String> = seen.iter().cloned().collect();
    let mut pages = Vec::new();
    while let Some(path) = open.pop() {
        let text = page(&path).await;
        for address in addresses(&text) {
            let address = address.split('#').next().unwrap();
            let is_page = address.starts_with('/')
                && !address.starts_with("/assets/")
                && address != "/openapi.json";
            if is_page && seen.insert(address.to_owned()) {
                open.push(address.to_owned());
            }
        }
        pages.push((path, text));
    }
    pages
}

/// Returns the text between two marks, and the rest.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(begin)?.1.split_once(end)
}

/// Returns the texts of the elements that begin with a mark.
fn texts<'t>(html: &'t str, begin: &'t str) -> Vec<&'t str> {
    html.split(begin).skip(1).map(|rest| rest.split('<').next().unwrap()).collect()
}

/// Every number of the front page is one of the service.
#[actix_web::test]
async fn the_example_of_the_front_page_is_an_answer_of_the_service() {
    let front = page("/").await;
    let (figure, _) = between(&front, "<div id=\"trial\"", "</section>").expect("an example");
    let (word, _) = between(figure, "data-word=\"", "\"").unwrap();
    let tiles = texts(figure, "<span class=\"square tile\"><span>");
    assert_eq!(tiles.concat(), word);
    let board = vec![".".repeat(15); 15];
    let request = json!({"board": board, "rack": word, "move": format!("8D {word}"), "rules": {"preset": "classic"}});
    let answer = crate::post_ok("/v1/wordgame/score", request).await;
    assert_eq!(answer["legal"], true);
    assert!(figure.contains(&format!("{word} is allowed.")));
    let mut shown = Vec::new();
    for line in answer["lines"].as_array().unwrap() {
        assert!(
            figure.contains(&format!("<td>{}</td>", line["label"].as_str().unwrap())),
            "{line}"
        );
        let effect = match (&line["points"], &line["multiplier"]) {
            (Value::Null, multiplier) => format!("×{multiplier}"),
            (points, _) => format!("+{points}"),
        };
        shown.extend([effect, line["running_total"].to_string()]);
    }
    shown.push(answer["total"].to_string());
    assert_eq!(texts(figure, "<td class=\"number\">"), shown);
    // The values of the tiles and the bonus squares are those of the rules.
    let start = json!({"players": [{"name": "ann"}, {"name": "bob"}], "seed": "0".repeat(64), "rules": {"preset": "classic"}, "views": true});
    let started = crate::post_ok("/v1/wordgame/start", start).await;
    let rules = &started["views"]["spectator"]["view"]["rules"];
    let values: Vec<String> =
        tiles.iter().map(|tile| rules["letter_values"][tile].to_string()).collect();
    assert_eq!(texts(figure, "<small>"), values);
    let (row, _) = between(figure, "data-premiums=\"", "\"").unwrap();
    assert_eq!(rules["premiums"][7], row);
    let marks = [
        ('_', "<span class=\"square \">"),
        ('d', "<span class=\"square dl\">"),
        ('T', "<span class=\"square tw\">"),
    ];
    for (mark, class) in marks {
        let free = row
            .char_indices()
            .filter(|&(column, found)| found == mark && !(3..3 + word.len()).contains(&column));
        assert_eq!(figure.matches(class).count(), free.count(), "{mark}");
    }
}

#[actix_web::test]
async fn the_first_request_of_the_front_page_is_answered_as_it_says() {
    let front = page("/").await;
    let (request, _) = between(&front, "--json '", "'").unwrap();
    let request: Value = serde_json::from_str(request).unwrap();
    let answer = crate::post_ok("/v1/wordgame/best", request.clone()).await;
    assert_eq!(answer["moves"].as_array().unwrap().len(), 3);
    assert_eq!(request["top"], 3);
}

#[actix_web::test]
async fn every_link_leads_somewhere() {
    let pages = all_pages().await;
    assert!(pages.len() > 40, "{}", pages.len());
    for (path, text) in &pages {
        for address in addresses(text).filter(|address| !address.contains("://")) {
            let (target, anchor) = address.split_once('#').unwrap_or((address, ""));
            let found = match target {
                "" => Some(text),
                target => pages.iter().find(|(path, _)| path == target).map(|(_, text)| text),
            };
            match found {
                Some(target) => assert!(
                    anchor.is_empty() || target.contains(&format!("id=\"{anchor}\"")),
                    "{path} links to {address}"
                ),
                None => assert_eq!(get(target).await.status, StatusCode::OK, "{path}: {target}"),
            }
        }
    }
}

#[actix_web::test]
async fn pages_load_nothing_from_other_hosts_and_have_no_inline_code() {
    for (path, text) in all_pages().await {
        for marker in ["<script>", "<style", " style=\"", " onclick=", "src=\"http", "@import"] {
            assert!(!text.contains(marker), "{path}: {marker}");
        }
        assert!(text.contains("<meta name=\"viewport\""), "{path}");
        for tag in ["rel=\"icon\"", "rel=\"apple-touch-icon\"", "og:title", "name=\"theme-color\""]
        {
            assert!(text.contains(tag), "{path}: {tag}");
        }
        assert!(text.contains(" · Wordcourt</title>"), "{path}");
        let page = send(Method::GET, &path, &[BROWSER], "").await;
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{path}: {policy}");
        // The style of the viewer is part of its script.
        assert_eq!(policy.contains("'unsafe-inline'"), path == "/docs/", "{path}: {policy}");
        let has_referee = path == "/judge" || path == "/";
        assert_eq!(policy.contains("'wasm-unsafe-eval'"), has_referee, "{path}: {policy}");
        assert!(!policy.contains("'unsafe-eval'"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

/// People get a page for what goes wrong, programs a problem.
#[actix_web::test]
async fn problems_are_pages_for_browsers() {
    for path in ["/nonsense", "/play/chess", "/v1/words/quiz?nonsense=1", "/docs/guide/nonsense"] {
        let page = send(Method::GET, path, &[BROWSER], "").await;
        let problem = get(path).await;
        assert_eq!(page.status, problem.status, "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
        assert!(page.header("vary").contains("accept"), "{path}");
        assert_eq!(problem.header("content-type"), "application/problem+json", "{path}");
        let text = String::from_utf8(page.body).unwrap();
        let code = problem.json()["code"].as_str().unwrap().to_owned();
        assert!(text.contains(&format!("/problems/{code}")), "{path}: {text}");
    }
    // Nothing of an address is code on the page.
    let page = send(Method::GET, "/%3Cscript%3Ealert(1)%3C/script%3E", &[BROWSER], "").await;
    assert!(!String::from_utf8(page.body).unwrap().contains("<script>"));
    let word = self::page("/words/%22%3E%3Cscript%3E").await;
    assert!(!word.contains("<script>"), "{word}");
}

/// A table may be in frames of the pages that may send requests, and only if the frame asks for it.
#[actix_web::test]
async fn tables_are_framed_by_the_pages_that_may_send_requests() {
    let policy = async |service: &Service, path| {
        let page = service.send(Method::GET, path, &[BROWSER], "").await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        page.header("content-security-policy").to_owned()
    };
    let service = Service::with(|state| state.origins = vec!["https://club.example".to_owned()]);
    let framed = policy(&service, "/play/wordgame?embed").await;
    assert!(framed.ends_with("; frame-ancestors 'self' https://club.example"), "{framed}");
    assert!(policy(&service, "/play/wordgame").await.ends_with("frame-ancestors 'none'"));
    let service = Service::with(|_| ());
    assert!(policy(&service, "/play/wordgame?embed").await.ends_with("frame-ancestors 'self'"));
}

#[actix_web::test]
async fn the_guide_has_every_chapter_of_the_book() {
    let guide = page("/docs/guide/").await;
    let lines = include_str!("../../docs/SUMMARY.md").lines();
    let titles = lines.filter_map(|line| line.split_once('[')?.1.split("](").next());
    for title in titles {
        assert!(
            guide.contains(&format!(">{title}</a></li>")),
            "{title}: add its file to the guide"
        );
    }
}

#[actix_web::test]
async fn the_front_door_is_a_page_for_browsers_and_json_for_programs() {
    for accept in ["text/html", BROWSER.1, "text/html, application/json;q=0.9"] {
        let page = send(Method::GET, "/", &[("accept", accept)], "").await;
        assert!(page.header("content-type").starts_with("text/html"), "{accept}");
    }
    for accept in ["*/*", "application/json", "text/html;q=0.5, application/json", "nonsense"] {
        let index = send(Method::GET, "/", &[("accept", accept)], "").await;
        assert_eq!(index.header("content-type"), "application/json", "{accept}");
        assert_eq!(index.header("vary"), "accept", "{accept}");
        let index = index.json();
        assert_eq!(index["name"], "wordcourt");
        assert_eq!(index["lexicons"][0]["name"], "en");
        for (_, link) in index["links"].as_object().unwrap() {
            assert_eq!(get(link.as_str().unwrap()).await.status, StatusCode::OK, "{link}");
        }
    }
}

#[actix_web::test]
async fn the_viewer_is_compressed_and_complete() {
    let viewer = "/assets/viewer/scalar.js";
    let compressed = send(Method::GET, viewer, &[("accept-encoding", "gzip, zstd")], "").await;
    assert_eq!(compressed.header("content-encoding"), "gzip");
    let plain = get(viewer).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert_ne!(plain.header("etag"), compressed.header("etag"));
    // The recipe `viewer` fetches a package with this digest.
    let digest = Digest::of(&[&plain.body]).to_hex();
    let justfile = include_str!("../../justfile");
    assert!(justfile.contains(&digest), "{digest}");
}

#[actix_web::test]
async fn the_service_worker_of_the_desk_lists_its_files_as_they_are_served() {
    let worker = get("/judge/sw.js").await;
    assert_eq!(worker.header("service-worker-allowed"), "/judge");
    let text = String::from_utf8(worker.body).unwrap();
    let manifest = text.strip_prefix("const MANIFEST = ").unwrap().split(";\n").next().unwrap();
    let manifest: serde_json::Value = serde_json::from_str(manifest).unwrap();
    let files = manifest["files"].as_object().unwrap();
    for (path, digest) in files {
        assert_eq!(Digest::of(&[&get(path).await.body]).to_hex(), *digest, "{path}");
    }
    let desk = page("/judge").await;
    assert!(desk.contains(manifest["build"].as_str().unwrap()));
    // Whatever the page and its scripts load must be there without a connection.
    let mut texts = vec![("/judge".to_owned(), desk)];
    for path in files.keys().filter(|path| Path::new(path).extension() == Some("js".as_ref())) {
        texts.push((path.clone(), String::from_utf8(get(path).await.body).unwrap()));
    }
    for (path, text) in &texts {
        let imported = text.split("from \"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let directory = path.rsplit_once('/').unwrap().0;
        let parent = directory.rsplit_once('/').map_or("", |(parent, _)| parent);
        let resolved = imported.map(|import| match import.strip_prefix("../") {
            Some(rest) => format!("{parent}/{rest}"),
            None => format!("{directory}/{}", import.trim_start_matches("./")),
        });
        let loaded = addresses(text).filter(|address| address.starts_with('/')).map(str::to_owned);
        for address in resolved.chain(loaded) {
            assert!(files.contains_key(&address), "{path} loads {address}");
        }
    }
}

#[actix_web::test]
async fn pages_can_be_turned_off() {
    let service = Service::with(|state| state.has_pages = false);
    let get = async |path| service.send(Method::GET, path, &[BROWSER], "").await;
    for path in [
        "/docs",
        "/docs/",
        "/judge",
        "/judge/sw.js",
        "/play/wordgame",
        "/play/wordgame/position",
        "/problems",
        "/puzzle",
        "/rulebook",
        "/assets/site.css",
        "/words/quiz",
    ] {
        let response = get(path).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(response.header("content-type"), "application/problem+json", "{path}");
    }
    let links = json!({
        "openapi": "/openapi.json",
        "openapi_3_0": "/openapi-3.0.json",
        "variants": "/v1/variants",
        "rules": "/v1/rules",
        "rulebook_text": "/rulebook.md",
        "lexicons": "/v1/lexicons",
    });
    assert_eq!(get("/").await.json()["links"], links);
    for path in ["/openapi.json", "/v1/variants", "/robots.txt"] {
        assert_eq!(get(path).await.status, StatusCode::OK, "{path}");
    }
}

#[actix_web::test]
async fn pages_need_no_key_and_have_a_rate_limit_of_their_own() {
    let service = Service::with(|state| {
        let keys = format!("ann {}", Digest::of(&[b"wc_1"]).to_hex());
        state.api_keys = Arc::new(keys.parse().unwrap());
        state.rate_limiter = Some(Arc::new(RateLimiter::new("1/1h".parse().unwrap())));
    });
    let get = async |path| service.send(Method::GET, path, &[], "").await;
    for path in ["/", "/play/wordgame", "/assets/site.css", "/docs/", "/favicon.ico", "/rulebook"] {
        assert_eq!(get(path).await.status, StatusCode::OK, "{path}");
    }
    // The lexicons are behind the key.
    assert_eq!(get("/").await.json()["lexicons"], json!([]));
    assert_eq!(get("/v1/lexicons").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(get("/v1/lexicons").await.status, StatusCode::TOO_MANY_REQUESTS);
}
