//! Ruling sheets: rulings as pages.

use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use wordcourt::api::openapi;
use wordcourt::api::verification::Record;

use crate::{Response, send};

const HTML: (&str, &str) = ("accept", "text/html");
const JSON: (&str, &str) = ("content-type", "application/json");

async fn ask(path: &str, accept: (&str, &str), body: &Value) -> Response {
    send(Method::POST, path, &[JSON, accept], body.to_string()).await
}

fn example(operation: &str) -> (String, Value) {
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    let example = &examples[operation];
    (example["path"].as_str().unwrap().to_owned(), example["request"].clone())
}

/// Returns the record of a sheet.
fn record(page: &str) -> &str {
    let (_, record) = page.split_once("-----BEGIN WORDCOURT RECORD-----\n").unwrap();
    record.split_once("\n-----END WORDCOURT RECORD-----").unwrap().0
}

#[actix_web::test]
async fn every_ruling_has_a_sheet_with_its_record() {
    for operation in [
        "challenge_wordgame",
        "challenge_choose_your_words",
        "category_challenge_choose_your_words",
        "challenge_word_for_word",
        "category_challenge_word_for_word",
        "challenge_play_on_words",
        "challenge_my_word",
    ] {
        let (path, request) = example(operation);
        let page = ask(&path, HTML, &request).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
        assert!(page.header("vary").contains("accept"), "{}", page.header("vary"));
        let html = String::from_utf8(page.body).unwrap();
        assert!(html.contains("<svg ") && !html.contains("style="), "{html}");
        let record: Record<'_> = serde_json::from_str(record(&html)).unwrap();
        assert_eq!(record.operation, operation);
        assert_eq!(serde_json::from_str::<Value>(record.request.get()).unwrap(), request);
        let answer = ask(&path, ("accept", "application/json"), &request).await;
        assert_eq!(answer.header("content-type"), "application/json");
        let shown: Value = serde_json::from_str(record.answer.get()).unwrap();
        assert_eq!(shown, answer.json());
        let signed =
            send(Method::POST, &path, &[JSON, ("prefer", "signature")], request.to_string());
        let note = wordcourt::signing::from_header(signed.await.header("ruling-signature"));
        assert_eq!(record.signature.as_deref(), note.as_deref());
    }
}

#[actix_web::test]
async fn only_requests_that_prefer_html_get_a_sheet() {
    let (path, request) = example("challenge_my_word");
    for (accept, is_sheet) in [
        ("text/html", true),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
        ("application/json;q=0.5, text/html", true),
        ("text/html;q=0.5, application/json", false),
        ("application/json", false),
        ("*/*", false),
        ("", false),
    ] {
        let response = ask(&path, ("accept", accept), &request).await;
        let is_html = response.header("content-type").starts_with("text/html");
        assert_eq!(is_html, is_sheet, "{accept}");
    }
    let problem = ask(&path, HTML, &json!({})).await;
    assert_eq!(problem.header("content-type"), "application/problem+json");
    let (path, request) = example("score_my_word");
    let score = ask(&path, HTML, &request).await;
    assert_eq!(score.header("content-type"), "application/json", "a score is no ruling");
}

#[actix_web::test]
async fn texts_of_a_request_are_only_text_on_a_sheet() {
    let (path, mut request) = example("challenge_my_word");
    let name = "<b>&\"-----END";
    request["reference"] = "</pre><script>alert(1)</script>&amp;".into();
    request["caller"] = name.into();
    request["players"][0] = name.into();
    request["players"][1] = "bob".into();
    let page = ask(&path, HTML, &request).await;
    let html = String::from_utf8(page.body).unwrap();
    assert!(!html.contains("<script>") && !html.contains("<b>"), "{html}");
    let record: Value = serde_json::from_str(record(&html)).unwrap();
    assert_eq!(record["request"], request);
}

/// A table can say anything, also a line that divides the parts of a sheet.
#[actix_web::test]
async fn a_word_cannot_divide_a_sheet() {
    let (path, mut request) = example("challenge_my_word");
    for word in ["-----END WORDCOURT RECORD-----", "-----BEGIN WORDCOURT RECORD-----", "------"] {
        request["word"] = word.into();
        let page = ask(&path, HTML, &request).await;
        assert_eq!(page.status, StatusCode::OK);
        let html = String::from_utf8(page.body).unwrap();
        assert_eq!(html.matches("-----BEGIN WORDCOURT RECORD-----").count(), 1, "{html}");
        assert_eq!(html.matches("-----END WORDCOURT RECORD-----").count(), 1, "{html}");
        let record: Value = serde_json::from_str(record(&html)).unwrap();
        assert_eq!(record["request"], request);
    }
}

/// A word that a table says must not change how the rest of the sheet looks.
#[actix_web::test]
async fn characters_that_are_not_seen_are_escaped() {
    let (path, mut request) = example("challenge_my_word");
    request["word"] = "CAT\u{202e}\u{200b}\u{e0041}\u{7f}".into();
    let page = ask(&path, HTML, &request).await;
    let html = String::from_utf8(page.body).unwrap();
    assert!(html.contains(r"CAT\u{202e}\u{200b}\u{e0041}\u{7f}</td>"), "{html}");
    assert!(!html.contains(|char| char != '\n' && wordcourt::rules::labels::is_hidden(char)));
    let record: Value = serde_json::from_str(record(&html)).unwrap();
    assert_eq!(record["request"], request);
}

/// A sheet says what follows in sentences, and draws what was ruled on.
#[actix_web::test]
async fn a_sheet_draws_the_board_or_the_cards() {
    let mut board = vec![".".repeat(15); 15];
    board[7] = "....HELlO......".to_owned();
    let sides = json!([{"name": "ann"}, {"name": "bob"}]);
    for (game, drawing, request) in [
        (
            "wordgame",
            "<table class=\"board\"",
            json!({"board": board, "move": "J7 QA", "challenger": "ann", "challenged": "bob"}),
        ),
        (
            "choose-your-words",
            "<ul class=\"drawn\"><li>Qb</li><li>Xr</li></ul>",
            json!({"play": ["Qb", "Xr"], "challenger": "ann", "challenged": "bob", "pot": 10, "players": sides}),
        ),
    ] {
        let path = format!("/v1/{game}/challenge");
        let html = String::from_utf8(ask(&path, HTML, &request).await.body).unwrap();
        assert!(html.contains(drawing), "{html}");
        let answer = ask(&path, ("accept", "application/json"), &request).await.json();
        let consequences = answer["consequences"].as_array().unwrap();
        assert!(!consequences.is_empty());
        for consequence in consequences {
            let text = consequence["text"].as_str().unwrap();
            assert!(html.contains(&format!("<li>{text} (")), "{text}: {html}");
        }
    }
}

/// A saved page looks the same without the server, and nobody else's styles change it.
#[actix_web::test]
async fn a_sheet_loads_nothing() {
    let (path, request) = example("challenge_my_word");
    let page = ask(&path, HTML, &request).await;
    let policy = page.header("content-security-policy").to_owned();
    let html = String::from_utf8(page.body).unwrap();
    let (_, style) = html.split_once("<style>").unwrap();
    let (style, _) = style.split_once("</style>").unwrap();
    let digest = wordcourt::lexicon::Digest::of(&[style.as_bytes()]).bytes();
    let digest = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, digest);
    assert!(policy.contains(&format!("style-src 'sha256-{digest}';")), "{policy}");
    for loaded in ["<img", "<script", "stylesheet", "url(", "@import"] {
        assert!(!html.contains(loaded), "{loaded}");
    }
    let version = format!("Rendered by Wordcourt {}.", env!("CARGO_PKG_VERSION"));
    assert!(html.contains(&version), "{html}");
}

/// Replaces a text everywhere in a value; returns true if it was there.
fn replace_text(value: &mut Value, from: &str, to: &str) -> bool {
    match value {
        Value::String(text) if text == from => {
            to.clone_into(text);
            true
        }
        Value::Array(items) => {
            items.iter_mut().fold(false, |found, item| replace_text(item, from, to) | found)
        }
        Value::Object(members) => {
            members.values_mut().fold(false, |found, item| replace_text(item, from, to) | found)
        }
        _ => false,
    }
}

/// Every name of a player in a request, wherever it is, is one that can be printed.
#[actix_web::test]
async fn names_that_look_like_others_are_refused_in_every_operation() {
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    let mut count = 0;
    for (operation, example) in examples.as_object().unwrap() {
        for name in ["ann", "bob", "cid", "dot"] {
            let mut request = example["request"].clone();
            if !replace_text(&mut request, name, &format!("{name}\u{200b}")) {
                continue;
            }
            let path = example["path"].as_str().unwrap();
            let refused = ask(path, ("accept", "application/json"), &request).await;
            assert_eq!(refused.status.as_u16(), 422, "{operation}: {request}");
            let breach = &refused.json()["breaches"][0];
            assert!(breach["pointer"].as_str().unwrap().starts_with('/'), "{breach}");
            assert!(breach["detail"].as_str().unwrap().contains("U+200B"), "{breach}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[actix_web::test]
async fn references_and_categories_can_be_printed() {
    const BAD: [&str; 8] = [
        "table\u{202e}7",
        "table\n7",
        "table\u{1b}[2K7",
        "table 7 ",
        "table  7",
        "table\u{a0}7",
        "-----end wordcourt record-----",
        "table\u{e0037}",
    ];
    let (path, mut request) = example("category_challenge_choose_your_words");
    for bad in BAD {
        for (member, pointer) in
            [("/reference", "/reference"), ("/category/name", "/category/name")]
        {
            let mut changed = request.clone();
            changed["reference"] = "table 7".into();
            *changed.pointer_mut(member).unwrap() = bad.into();
            let refused = ask(&path, HTML, &changed).await;
            assert_eq!(refused.status.as_u16(), 422, "{changed}");
            assert_eq!(refused.json()["breaches"][0]["pointer"], pointer, "{bad:?}");
        }
    }
    request["reference"] = "Table 7 – Zoë & «Ñandú» 🦊".into();
    assert_eq!(ask(&path, HTML, &request).await.status.as_u16(), 200);
}
