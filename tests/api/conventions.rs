//! What holds for every request: ids, problems, methods, caching.

use std::collections::BTreeSet;
use std::path::Path;

use actix_web::http::{Method, StatusCode};
use serde_json::json;
use wordcourt::http::problem::ProblemCode;

use crate::{BODY_LIMIT, get, post, send, state, the_document};

const JSON: (&str, &str) = ("content-type", "application/json");

#[actix_web::test]
async fn every_answer_bears_the_request_id_and_problems_repeat_it() {
    let own = send(Method::GET, "/v1/lexicons", &[("x-request-id", "game-7.1")], "").await;
    assert_eq!(own.header("x-request-id"), "game-7.1");
    let strange = send(Method::GET, "/v1/lexicons", &[("x-request-id", "a b\"")], "").await;
    assert!(!strange.header("x-request-id").is_empty() && strange.header("x-request-id") != "a b\"");
    let problem = send(Method::GET, "/nowhere", &[("x-request-id", "game-7.2")], "").await;
    assert_eq!(problem.json()["request_id"], "game-7.2");
    assert_eq!(problem.header("x-request-id"), "game-7.2");
}

#[actix_web::test]
async fn whatever_goes_wrong_is_a_problem_of_the_right_status() {
    let too_large = "x".repeat(BODY_LIMIT + 1);
    let cases = [
        (Method::GET, "/nowhere", JSON, "", "not_found"),
        (Method::GET, "/v1/wordgame", JSON, "", "not_found"),
        (Method::GET, "/v1/words/validate/more", JSON, "", "not_found"),
        (Method::DELETE, "/v1/variants", JSON, "", "method_not_allowed"),
        (Method::PUT, "/v1/choose-your-words/score", JSON, "{}", "method_not_allowed"),
        (Method::POST, "/v1/words/validate", ("content-type", "text/plain"), "{}", "unsupported_media_type"),
        (Method::POST, "/v1/words/validate", ("x-none", ""), "{}", "unsupported_media_type"),
        (Method::POST, "/v1/words/validate", ("content-type", "application/jsonp"), "{}", "unsupported_media_type"),
        (Method::POST, "/v1/words/validate", JSON, &too_large, "body_too_large"),
        (Method::POST, "/v1/words/validate", JSON, "", "malformed_json"),
        (Method::POST, "/v1/words/validate", JSON, "{\"words\": [}", "malformed_json"),
        (Method::POST, "/v1/words/validate", JSON, "{\"words\": [\"A\"]} x", "malformed_json"),
        (Method::POST, "/v1/words/validate", JSON, "{\"wrods\": []}", "invalid_request"),
        (Method::POST, "/v1/words/validate", JSON, "[[\"CAT\"], \"wordgame\"]", "invalid_request"),
        (
            Method::POST,
            "/v1/words/validate",
            JSON,
            "{\"words\": [\"A\"], \"variant\": {\"wordgame\": null}}",
            "invalid_request",
        ),
        (Method::DELETE, "/openapi.json", JSON, "", "method_not_allowed"),
        (Method::POST, "/docs/", JSON, "", "method_not_allowed"),
        (Method::POST, "/v1/words/validate", JSON, "{\"words\": []}", "rules_breached"),
        (Method::POST, "/v1/words/validate", JSON, "{\"words\": [\"A\"], \"lexicon\": \"fr\"}", "unknown_lexicon"),
        (
            Method::POST,
            "/v1/words/validate",
            JSON,
            "{\"words\": [\"A\"], \"lexicon\": \"en@0000\"}",
            "lexicon_not_held",
        ),
        (Method::GET, "/v1/lexicons/fr", JSON, "", "unknown_lexicon"),
        (Method::GET, "/v1/lexicons/en@0000", JSON, "", "lexicon_not_held"),
        (Method::GET, "/v1/variants/chess", JSON, "", "unknown_variant"),
        (Method::GET, "/v1/words/cat?langage=en", JSON, "", "rules_breached"),
        (Method::GET, "/v1/lexicons?limit=1", JSON, "", "bad_request"),
        (Method::GET, "/v1/lexicons/en?limit=1", JSON, "", "bad_request"),
        (Method::GET, "/v1/variants?limit=1", JSON, "", "bad_request"),
        (Method::GET, "/v1/variants/wordgame?limit=1", JSON, "", "bad_request"),
        (Method::POST, "/v1/words/validate?lexicon=club", JSON, "{\"words\": [\"A\"]}", "bad_request"),
        (Method::GET, "/problems/none", JSON, "", "not_found"),
    ];
    for (method, path, header, body, code) in cases {
        let answer = send(method.clone(), path, &[header], body.to_owned()).await;
        let problem = answer.json();
        let expected = ProblemCode::from_name(code).unwrap();
        assert_eq!(problem["code"], code, "{method} {path}");
        assert_eq!(answer.status, expected.status(), "{method} {path}");
        assert_eq!(answer.header("content-type"), "application/problem+json", "{method} {path}");
        assert_eq!(problem["status"], expected.status().as_u16());
        assert_eq!(problem["title"], expected.title());
        let page = get(problem["type"].as_str().unwrap()).await;
        assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
    }
}

#[actix_web::test]
async fn packed_bodies_are_refused() {
    let coded = async |coding| {
        send(Method::POST, "/v1/words/validate", &[JSON, ("content-encoding", coding)], r#"{"words": ["AA"]}"#).await
    };
    assert_eq!(coded("identity").await.status, StatusCode::OK);
    let refused = coded("gzip").await.json();
    assert_eq!(refused["code"], "unsupported_media_type");
    assert_eq!(refused["detail"], r#"the body is announced as packed, by "gzip"; send it as it is"#);
}

#[actix_web::test]
async fn every_problem_has_a_page() {
    let list = String::from_utf8(get("/problems").await.body).unwrap();
    for code in ProblemCode::ALL {
        let path = format!("/problems/{}", code.name());
        let page = get(&path).await;
        assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"), "{path}");
        let text = String::from_utf8(page.body).unwrap();
        assert!(text.contains(code.title()) && text.contains(code.advice()), "{path}");
        assert!(list.contains(&format!("href=\"{path}\"")), "{path}");
    }
}

#[actix_web::test]
async fn every_rule_that_answers_name_is_in_the_rulebook() {
    fn cited(directory: &Path, ids: &mut BTreeSet<String>) {
        for entry in directory.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                cited(&path, ids);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let is_id = |text: &&str| {
                text.len() > 1
                    && text.starts_with(['W', 'O', 'P', 'G', 'M'])
                    && text[1..].bytes().all(|b| b.is_ascii_digit())
            };
            ids.extend(text.split('"').filter(is_id).map(str::to_owned));
        }
    }
    let mut ids = BTreeSet::new();
    cited(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut ids);
    assert!(ids.contains("O5") && ids.len() > 40, "{ids:?}");
    let page = String::from_utf8(get("/rulebook").await.body).unwrap();
    for id in ids {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(page.contains("<table>"), "the barred classes");
}

#[actix_web::test]
async fn a_wrong_method_learns_the_right_ones() {
    let answer = send(Method::PATCH, "/v1/variants/wordgame", &[], "").await;
    assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
    let answer = send(Method::GET, "/v1/word-for-word/best", &[], "").await;
    assert_eq!((answer.status.as_u16(), answer.header("allow")), (405, "OPTIONS, POST, QUERY"));
    let answer = send(Method::OPTIONS, "/v1/word-for-word/best", &[], "").await;
    assert_eq!((answer.status.as_u16(), answer.header("allow")), (204, "OPTIONS, POST, QUERY"));
}

#[actix_web::test]
async fn malformed_json_is_placed_and_a_wrong_shape_pointed_to() {
    let answer = send(Method::POST, "/v1/words/validate", &[JSON], "{\n \"words\": [\"A\",]}").await.json();
    assert_eq!((&answer["line"], &answer["column"]), (&json!(2), &json!(16)));
    let answer = post("/v1/choose-your-words/best", &json!({"hand": ["Gb", 7]})).await.json();
    assert_eq!(answer["breaches"][0]["pointer"], "/hand/1");
    let answer = post("/v1/choose-your-words/best", &json!({"hand": ["Gb"], "top": null})).await.json();
    assert_eq!(answer["breaches"][0]["pointer"], "/top");
    let answer = post("/v1/choose-your-words/best", &json!({"hands": ["Gb"]})).await.json();
    assert_eq!(answer["breaches"][0]["code"], "unknown_field");
    let answer = post("/v1/choose-your-words/score", &json!({"play": [], "rules": {"remainder": "x"}})).await.json();
    assert_eq!(answer["breaches"][0]["pointer"], "/rules/remainder");
    assert!(answer["detail"].as_str().unwrap().starts_with("unknown value `x`, expected `stay` or"), "{answer}");
    for (body, hint) in [("", "the body is empty"), ("\u{feff}{}", "byte order mark")] {
        let answer = send(Method::POST, "/v1/words/validate", &[JSON], body).await.json();
        assert_eq!(answer["code"], "malformed_json");
        assert!(answer["detail"].as_str().unwrap().contains(hint), "{answer}");
    }
}

#[actix_web::test]
async fn answers_to_get_carry_a_strong_tag_and_a_known_one_is_304() {
    for path in
        ["/v1/variants", "/v1/variants/my-word", "/v1/lexicons/en", "/v1/words/cat", "/openapi.json", "/problems"]
    {
        let first = get(path).await;
        let tag = first.header("etag");
        assert!(tag.starts_with('"') && tag.len() > 10, "{path}: {tag}");
        let again = send(Method::GET, path, &[("if-none-match", tag)], "").await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
        let other = send(Method::GET, path, &[("if-none-match", "\"other\"")], "").await;
        assert_eq!(other.status, StatusCode::OK, "{path}");
        let head = send(Method::HEAD, path, &[], "").await;
        assert_eq!((head.status, head.header("etag")), (StatusCode::OK, tag), "{path}");
    }
}

#[actix_web::test]
async fn metrics_count_by_route_method_and_status() {
    get("/v1/words/metrics").await;
    get("/somewhere/else").await;
    post("/v1/choose-your-words/best", &json!({"hand": ["Cb", "Ab", "Tb"]})).await;
    let state = state();
    let text = String::from_utf8(state.metrics.text(&state.court, &state.searches)).unwrap();
    for expected in [
        r#"http_server_request_duration_seconds_count{method="GET",route="/v1/words/{word}",status="200"}"#,
        r#"http_server_request_duration_seconds_count{method="GET",route="unmatched",status="404"}"#,
        r#"wordcourt_search_duration_seconds_count{operation="best_oh_my_word"}"#,
        r#"wordcourt_lexicon_info{digest="sha256:"#,
        r#"wordcourt_lexicon_words{lexicon="en"}"#,
        r#"wordcourt_answer_cache_bytes{lexicon="en"}"#,
        "http_server_active_requests ",
        "wordcourt_build_info",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn every_path_of_the_document_knows_its_methods() {
    let document = the_document();
    assert_eq!(document.allowed_methods("/v1/words/anything").as_deref(), Some("GET, HEAD, OPTIONS"));
    assert_eq!(document.allowed_methods("/v1/words/validate").as_deref(), Some("GET, HEAD, OPTIONS, POST, QUERY"));
    assert_eq!(document.allowed_methods("/v1/nothing"), None);
}
