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
