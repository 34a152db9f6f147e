//! Conventions that all operations follow: request ids, problems, methods, caching.

use std::collections::BTreeSet;
use std::path::Path;

use actix_web::http::{Method, StatusCode};
use serde_json::json;
use wordcourt::api::problem::ProblemCode;

use crate::{BODY_LIMIT, get, post, send, state};

const JSON: (&str, &str) = ("content-type", "application/json");
const VALIDATE: &str = "/v1/words/validate";

#[actix_web::test]
async fn every_response_has_a_request_id_and_problems_repeat_it() {
    let own = send(Method::GET, "/v1/lexicons", &[("x-request-id", "game-7.1")], "").await;
    assert_eq!(own.header("x-request-id"), "game-7.1");
    let problem = send(Method::GET, "/nowhere", &[("x-request-id", "game-7.2")], "").await;
    assert_eq!(problem.json()["request_id"], "game-7.2");
    assert_eq!(problem.header("x-request-id"), "game-7.2");
}

#[actix_web::test]
async fn only_plain_request_ids_are_accepted() {
    let id_for = async |id: &str| {
        let response = send(Method::GET, "/v1/lexicons", &[("x-request-id", id)], "").await;
        response.header("x-request-id").to_owned()
    };
    let (longest, too_long) = ("x".repeat(64), "x".repeat(65));
    for id in ["a1-B.c_2", &longest] {
        assert_eq!(id_for(id).await, id);
    }
    for bad in ["", "a b", "a\"b", &too_long] {
        let id = id_for(bad).await;
        assert!(!id.is_empty() && id != bad, "{bad}: {id}");
    }
    assert_ne!(id_for("").await, id_for("").await);
}

/// Bad requests: the method, path and body, and the code of the problem.
const ERRORS: [(&str, &str, &str, &str); 31] = [
    ("GET", "/nowhere", "", "not_found"),
    ("GET", "/v1/wordgame", "", "not_found"),
    ("GET", "/v1/words/validate/more", "", "not_found"),
    ("GET", "/problems/none", "", "not_found"),
    ("DELETE", "/v1/variants", "", "method_not_allowed"),
    ("PUT", "/v1/choose-your-words/score", "{}", "method_not_allowed"),
    ("DELETE", "/openapi.json", "", "method_not_allowed"),
    ("POST", "/docs/", "", "method_not_allowed"),
    ("POST", VALIDATE, "", "malformed_json"),
    ("POST", VALIDATE, r#"{"words": [}"#, "malformed_json"),
    ("POST", VALIDATE, r#"{"words": ["A"]} x"#, "malformed_json"),
    ("POST", VALIDATE, r#"{"wrods": []}"#, "invalid_request"),
    ("POST", VALIDATE, r#"[["CAT"], "wordgame"]"#, "invalid_request"),
    ("POST", VALIDATE, r#"{"words": ["A"], "variant": {"wordgame": null}}"#, "invalid_request"),
    ("POST", VALIDATE, r#"{"words": []}"#, "rules_breached"),
    ("POST", VALIDATE, r#"{"words": ["A"], "lexicon": "fr"}"#, "unknown_lexicon"),
    ("POST", VALIDATE, r#"{"words": ["A"], "lexicon": "en@0000"}"#, "lexicon_not_held"),
    ("POST", "/v1/words/validate?lexicon=club", r#"{"words": ["A"]}"#, "bad_request"),
    ("GET", "/v1/lexicons/fr", "", "unknown_lexicon"),
    ("GET", "/v1/lexicons/en@0000", "", "lexicon_not_held"),
    ("GET", "/v1/variants/chess", "", "unknown_variant"),
    ("GET", "/v1/rules/O99", "", "unknown_rule"),
    ("GET", "/v1/rules/O5?limit=1", "", "rules_breached"),
    ("GET", "/v1/rules?limit=1", "", "rules_breached"),
    ("GET", "/v1/words/cat?langage=en", "", "rules_breached"),
    ("GET", "/v1/words/cat?lexicon=fr", "", "unknown_lexicon"),
    ("GET", "/v1/words/cat?lexicon=en@0000", "", "lexicon_not_held"),
    ("GET", "/v1/lexicons?limit=1", "", "rules_breached"),
    ("GET", "/v1/lexicons/en?limit=1", "", "rules_breached"),
    ("GET", "/v1/variants?limit=1", "", "rules_breached"),
    ("GET", "/v1/variants/wordgame?limit=1", "", "rules_breached"),
];

/// Asserts that a request fails with a problem of this code.
async fn assert_problem(
    (method, path, body): (&str, &str, &str),
    header: (&str, &str),
    code: &str,
) {
    let method: Method = method.parse().unwrap();
    let response = send(method.clone(), path, &[header], body.to_owned()).await;
    let problem = response.json();
    let expected = ProblemCode::from_name(code).unwrap();
    assert_eq!(problem["code"], code, "{method} {path}");
    assert_eq!(response.status.as_u16(), expected.status(), "{method} {path}");
    assert_eq!(response.header("content-type"), "application/problem+json", "{method} {path}");
    assert_eq!(problem["status"], expected.status());
    assert_eq!(problem["title"], expected.title());
    let page = get(problem["type"].as_str().unwrap()).await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (StatusCode::OK, "text/html; charset=utf-8")
    );
}

#[actix_web::test]
async fn every_error_is_a_problem_with_the_right_status() {
    for (method, path, body, code) in ERRORS {
        assert_problem((method, path, body), JSON, code).await;
    }
    let too_large = "x".repeat(BODY_LIMIT + 1);
    assert_problem(("POST", VALIDATE, &too_large), JSON, "body_too_large").await;
    for header in
        [("content-type", "text/plain"), ("content-type", "application/jsonp"), ("x-none", "")]
    {
        assert_problem(("POST", VALIDATE, "{}"), header, "unsupported_media_type").await;
    }
}

#[actix_web::test]
async fn compressed_request_bodies_are_rejected() {
    let send_with = async |coding| {
        send(
            Method::POST,
            "/v1/words/validate",
            &[JSON, ("content-encoding", coding)],
            r#"{"words": ["AA"]}"#,
        )
        .await
    };
    assert_eq!(send_with("identity").await.status, StatusCode::OK);
    let problem = send_with("gzip").await.json();
    assert_eq!(problem["code"], "unsupported_media_type");
    assert_eq!(problem["detail"], r#"the body has Content-Encoding "gzip"; send it uncompressed"#);
}

#[actix_web::test]
async fn every_problem_has_a_page() {
    let list = String::from_utf8(get("/problems").await.body).unwrap();
    for code in ProblemCode::ALL {
        let path = format!("/problems/{}", code.name());
        let page = get(&path).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (StatusCode::OK, "text/html; charset=utf-8"),
            "{path}"
        );
        let text = String::from_utf8(page.body).unwrap();
        assert!(text.contains(code.title()) && text.contains(code.advice()), "{path}");
        assert!(list.contains(&format!("href=\"{path}\"")), "{path}");
    }
}

#[actix_web::test]
async fn every_rule_that_a_response_names_is_in_the_rulebook() {
    fn cited(directory: &Path, ids: &mut BTreeSet<String>) {
        for entry in directory.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                cited(&path, ids);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let is_id = |text: &&str| {
                let number = text.strip_prefix('F').map_or(*text, |rest| rest);
                let number = number.trim_start_matches(['W', 'O', 'P', 'G', 'M', 'C']);
                (1..=2).contains(&(text.len() - number.len()))
                    && !number.is_empty()
                    && number.bytes().all(|b| b.is_ascii_digit())
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
    assert!(page.contains("<table>"), "the table of barred classes is missing");
}

#[actix_web::test]
async fn responses_to_wrong_methods_and_options_list_the_allowed_methods() {
    let response = send(Method::PATCH, "/v1/variants/wordgame", &[], "").await;
    assert_eq!(response.header("allow"), "GET, HEAD, OPTIONS");
    let response = send(Method::GET, "/v1/word-for-word/best", &[], "").await;
    assert_eq!((response.status.as_u16(), response.header("allow")), (405, "OPTIONS, POST, QUERY"));
    let response = send(Method::OPTIONS, "/v1/word-for-word/best", &[], "").await;
    assert_eq!((response.status.as_u16(), response.header("allow")), (204, "OPTIONS, POST, QUERY"));
}

#[actix_web::test]
async fn malformed_json_is_reported_by_position_and_a_wrong_type_by_pointer() {
    let response =
        send(Method::POST, "/v1/words/validate", &[JSON], "{\n \"words\": [\"A\",]}").await.json();
    assert_eq!((&response["line"], &response["column"]), (&json!(2), &json!(16)));
    let response = post("/v1/choose-your-words/best", &json!({"hand": ["Gb", 7]})).await.json();
    assert_eq!(response["breaches"][0]["pointer"], "/hand/1");
    let response =
        post("/v1/choose-your-words/best", &json!({"hand": ["Gb"], "top": "3"})).await.json();
    assert_eq!(response["breaches"][0]["pointer"], "/top");
    let response = post("/v1/choose-your-words/best", &json!({"hand": null})).await.json();
    assert_eq!(response["breaches"][0]["code"], "invalid_field");
    let response = post("/v1/choose-your-words/best", &json!({"hands": ["Gb"]})).await.json();
    assert_eq!(response["breaches"][0]["code"], "unknown_field");
    let response =
        post("/v1/choose-your-words/score", &json!({"play": [], "rules": {"remainder": "x"}}))
            .await
            .json();
    assert_eq!(response["breaches"][0]["pointer"], "/rules/remainder");
    assert!(
        response["detail"].as_str().unwrap().contains("unknown value \"x\"; the values are stay, "),
        "{response}"
    );
    for (body, hint) in [
        ("", "the body is empty"),
        ("\u{feff}{}", "byte order mark"),
        ("{\"words\": [\"A\"", "the body ends before"),
    ] {
        let response = send(Method::POST, "/v1/words/validate", &[JSON], body).await.json();
        assert_eq!(response["code"], "malformed_json");
        assert!(response["detail"].as_str().unwrap().contains(hint), "{response}");
    }
}

#[actix_web::test]
async fn responses_to_get_have_a_strong_etag_and_if_none_match_gets_304() {
    for path in [
        "/v1/variants",
        "/v1/variants/my-word",
        "/v1/lexicons/en",
        "/v1/words/cat",
        "/openapi.json",
        "/problems",
    ] {
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
async fn metrics_are_labelled_by_route_method_and_status() {
    get("/v1/words/metrics").await;
    get("/somewhere/else").await;
    post("/v1/choose-your-words/best", &json!({"hand": ["Cb", "Ab", "Tb"]})).await;
    let state = state();
    let text = String::from_utf8(state.metrics.text(&state.registry, &state.search_pool)).unwrap();
    for expected in [
        r#"http_server_request_duration_seconds_count{method="GET",route="/v1/words/{word}",status="200"}"#,
        r#"http_server_request_duration_seconds_count{method="GET",route="unmatched",status="404"}"#,
        r#"wordcourt_search_duration_seconds_count{operation="best_choose_your_words"}"#,
        r#"wordcourt_lexicon_info{digest="sha256:"#,
        r#"wordcourt_lexicon_words{lexicon="en"}"#,
        r#"wordcourt_response_cache_bytes{lexicon="en"}"#,
        "http_server_active_requests ",
        "wordcourt_build_info",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[actix_web::test]
async fn allowed_methods_depend_on_the_path() {
    for (path, allow) in [
        ("/v1/words/anything", "GET, HEAD, OPTIONS"),
        // A word is in upper case, or at any other path.
        ("/v1/words/validate", "OPTIONS, POST, QUERY"),
        ("/v1/batch", "OPTIONS, POST, QUERY"),
        ("/mcp", "OPTIONS, POST"),
        ("/problems", "GET, HEAD, OPTIONS"),
    ] {
        let refused = send(Method::PUT, path, &[], "").await;
        assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, allow), "{path}");
    }
    let unknown = send(Method::PUT, "/v1/nothing", &[], "").await;
    assert_eq!((unknown.status.as_u16(), unknown.header("allow")), (404, ""));
}

#[actix_web::test]
async fn an_unknown_path_is_answered_with_the_nearest_known_one() {
    let digest = "a".repeat(64);
    let pinned = format!("/v1/lexicons/en@sha256:{digest}/");
    for (path, nearest) in [
        ("/v1/word/quiz", "/v1/words/quiz"),
        ("/v1/words/quiz/", "/v1/words/quiz"),
        ("//v1/words/validate", "/v1/words/validate"),
        ("/v1/Words/validate", "/v1/words/validate"),
        ("/word/quiz", "/words/quiz"),
        ("/wordgame/score", "/v1/wordgame/score"),
        ("/v1/wordgame/scores", "/v1/wordgame/score"),
        ("/v2/my-word/best", "/v1/my-word/best"),
        ("/lexicon/en/text", "/v1/lexicons/en/text"),
        ("/v1/rule/O5", "/v1/rules/O5"),
        ("/openapi.jsn", "/openapi.json"),
        ("/openapi-3.1.json", "/openapi-3.0.json"),
        ("/rulesbook", "/rulebook"),
        ("/play/wordgame/positions", "/play/wordgame/position"),
        ("/problem/not_found", "/problems/not_found"),
        ("/mpc", "/mcp"),
        (&(pinned.clone() + "txt"), &(pinned + "text")),
    ] {
        let problem = get(path).await.json();
        assert_eq!(problem["code"], "not_found", "{path}");
        let detail = problem["detail"].as_str().unwrap();
        let expected = format!("; the nearest known one is {nearest}; ");
        assert!(detail.contains(&expected), "{path}: {detail}");
    }
    // The work and the answer are bounded for long paths, and for paths with many parts.
    for path in ["/v1/".to_owned() + &"é".repeat(5_000), "/a".repeat(5_000)] {
        let path: String = path.replace('é', "%C3%A9");
        let response = get(&path).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND);
        assert!(response.body.len() < 3_000, "{} bytes", response.body.len());
    }
}
