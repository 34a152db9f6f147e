//! Batches: each line gets the response that it would get alone, in the order of the requests.

use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use wordcourt::api::openapi::EXAMPLES;
use wordcourt::lexicon::Digest;
use wordcourt::registry::SearchPool;
use wordcourt::server::middleware::ApiKeys;

use crate::middleware::{Service, with_rate_limit};
use crate::{Response, document, send};

const LINES: (&str, &str) = ("content-type", "application/x-ndjson");

async fn batch(lines: impl Into<String>) -> Response {
    send(Method::POST, "/v1/batch", &[LINES], lines.into()).await
}

/// Returns the lines of a response.
fn lines(response: &Response) -> Vec<Value> {
    assert_eq!(response.status, StatusCode::OK, "{}", String::from_utf8_lossy(&response.body));
    assert_eq!(response.header("content-type"), "application/x-ndjson");
    let text = std::str::from_utf8(&response.body).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn statuses(response: &Response) -> Vec<u64> {
    lines(response).iter().map(|line| line["status"].as_u64().unwrap()).collect()
}

fn line(id: &str, operation: &str, request: &Value) -> String {
    json!({"id": id, "operation": operation, "request": request}).to_string() + "\n"
}

#[actix_web::test]
async fn each_answer_is_byte_for_byte_the_response_to_the_request_alone() {
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    let posts: Vec<_> =
        examples.iter().filter(|(_, example)| example["request"].is_object()).collect();
    assert!(posts.len() > 20);
    let mut requests = String::new();
    let mut expected = String::new();
    for (operation, example) in &posts {
        requests += &line(operation, operation, &example["request"]);
        let (path, body) = (example["path"].as_str().unwrap(), example["request"].to_string());
        let alone =
            send(Method::POST, path, &[("content-type", "application/json")], body).await.body;
        let answer = std::str::from_utf8(&alone).unwrap();
        let start = format!("{{\"id\":\"{operation}\",\"status\":200,\"answer\":");
        expected += &[&start, answer, "}\n"].concat();
    }
    assert_eq!(std::str::from_utf8(&batch(requests).await.body).unwrap(), expected);
}

#[actix_web::test]
async fn operations_with_parameters_take_them_as_members() {
    let requests = line("1", "get_word", &json!({"word": "quiz"}))
        + &line("2", "search_words", &json!({"pattern": "QUI?", "limit": 3}));
    let answered = lines(&batch(requests).await);
    assert_eq!(answered[0]["answer"]["word"], "QUIZ");
    assert_eq!(answered[1]["answer"]["words"].as_array().unwrap().len(), 3);
}

#[actix_web::test]
async fn a_line_with_a_problem_does_not_affect_the_others() {
    let good = r#"{"operation": "validate_words", "request": {"words": ["AA"], "quiet": true}}"#;
    let long_id = format!(r#"{{"id": "{}", "operation": "x", "request": {{}}}}"#, "é".repeat(129));
    let cases = [
        (good, 200, ""),
        ("{", 400, "malformed_json"),
        ("7", 422, "invalid_request"),
        (r#"["1", "validate_words", {"words": ["AA"]}]"#, 422, "invalid_request"),
        (r#"{"operation": "validate_words"}"#, 422, "invalid_request"),
        (r#"{"operation": "validate_words", "request": {}, "more": 1}"#, 422, "invalid_request"),
        (
            r#"{"operation": "validate_words", "request": {}, "request": {}}"#,
            422,
            "invalid_request",
        ),
        (r#"{"operation": "judge", "request": {}}"#, 404, "not_found"),
        (r#"{"operation": "answer_batch", "request": {}}"#, 404, "not_found"),
        (r#"{"operation": "validate_words", "request": {"words": 7}}"#, 422, "invalid_request"),
        (
            r#"{"operation": "validate_words", "request": {"words": ["AA"], "lexicon": "no"}}"#,
            404,
            "unknown_lexicon",
        ),
        (&long_id, 422, "rules_breached"),
        (good, 200, ""),
    ];
    // Blank lines and carriage returns are not requests.
    let requests: Vec<&str> = cases.iter().map(|(line, ..)| *line).collect();
    let response = batch("\n  \r\n".to_owned() + &requests.join("\r\n\n")).await;
    let answered = lines(&response);
    assert_eq!(answered.len(), cases.len());
    for ((request, status, code), line) in cases.iter().zip(&answered) {
        assert_eq!(line["status"], *status, "{request}: {line}");
        assert_eq!(
            line["problem"]["code"].as_str().unwrap_or_default(),
            *code,
            "{request}: {line}"
        );
        if *status != 200 {
            assert_eq!(line["problem"]["request_id"], response.header("x-request-id"));
        }
    }
    assert_eq!(answered[0], answered[12]);
    assert_eq!(answered[11]["problem"]["breaches"][0]["pointer"], "/id");
}

#[actix_web::test]
async fn a_batch_is_limited_in_lines_and_declared_as_lines() {
    let line = "{\"operation\": \"list_variants\", \"request\": {}}\n";
    assert_eq!(lines(&batch(line.repeat(1_000)).await).len(), 1_000);
    let refused = batch(line.repeat(1_001)).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (413, &json!("body_too_large")));
    assert!(lines(&batch("").await).is_empty());
    for (media_type, status) in
        [("application/jsonl; charset=utf-8", 200), ("application/json", 422), ("text/plain", 415)]
    {
        let headers = [("content-type", media_type)];
        let response = send(Method::POST, "/v1/batch", &headers, line).await;
        assert_eq!(response.status.as_u16(), status, "{media_type}");
    }
    let get = send(Method::GET, "/v1/batch", &[], "").await;
    assert_eq!((get.status.as_u16(), get.header("allow")), (405, "OPTIONS, POST, QUERY"));
}

#[actix_web::test]
async fn long_answers_are_sent_whole() {
    let request = json!({
        "cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "AEINS?",
        "all": true, "limit": 2_000,
    });
    let alone = crate::post_ok("/v1/wordgame/best", request.clone()).await;
    let requests = [
        line("1", "best_wordgame", &request),
        line("2", "validate_words", &json!({"words": ["AA"]})),
        line("3", "best_wordgame", &request),
    ];
    let answered = lines(&batch(requests.concat()).await);
    assert_eq!((&answered[0]["answer"], &answered[2]["answer"]), (&alone, &alone));
    assert_eq!((&answered[1]["id"], &answered[1]["status"]), (&json!("2"), &json!(200)));
}

const JSON: (&str, &str) = ("content-type", "application/json");

/// Returns the body of a batch as a list in one object.
fn list(lines: &str) -> String {
    let requests: Vec<&str> = lines.lines().filter(|line| !line.trim().is_empty()).collect();
    format!("{{\"requests\": [{}]}}", requests.join(","))
}

/// Sends a batch in both forms, and asserts that both have the same responses.
async fn in_both_forms(lines: &str) {
    let text = batch(lines).await.body;
    let response = send(Method::POST, "/v1/batch", &[JSON], list(lines)).await;
    assert_eq!(response.header("content-type"), "application/json");
    let lines = String::from_utf8(text).unwrap();
    let joined: Vec<&str> = lines.lines().collect();
    let expected = format!("{{\"responses\":[{}]}}\n", joined.join("\n,") + "\n");
    // The id of the request differs.
    let without_id = |text: &str| {
        let parts =
            text.split("\"request_id\":\"").map(|part| part.trim_start_matches(char::is_numeric));
        parts.collect::<String>()
    };
    let expected = if joined.is_empty() { "{\"responses\":[]}\n".to_owned() } else { expected };
    assert_eq!(without_id(&String::from_utf8(response.body).unwrap()), without_id(&expected));
}

#[actix_web::test]
async fn a_list_in_one_object_gets_the_same_responses_as_lines() {
    in_both_forms("").await;
    in_both_forms(TWO).await;
    let bad = r#"7
{"operation": "judge", "request": {}}
{"operation": "validate_words", "request": {}, "request": {}}
{"id": "a", "operation": "validate_words", "request": {"words": 7}}
"#;
    in_both_forms(bad).await;
    let request = json!({
        "cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "AEINS?",
        "all": true, "limit": 2_000,
    });
    let long = line("1", "best_wordgame", &request);
    in_both_forms(&(long.clone() + TWO + &long)).await;
    in_both_forms(&TWO.repeat(500)).await;
}

/// The type of the body decides the form, whatever the client accepts.
#[actix_web::test]
async fn the_response_has_the_form_of_the_body() {
    let lines = ("accept", "application/x-ndjson");
    let response = send(Method::POST, "/v1/batch", &[JSON, lines], list(TWO)).await;
    assert_eq!(response.header("content-type"), "application/json");
    assert_eq!(response.json()["responses"].as_array().unwrap().len(), 2);
    let json = ("accept", "application/json");
    let response = send(Method::POST, "/v1/batch", &[LINES, json], TWO).await;
    assert_eq!(statuses(&response), [200, 200]);
    let operation = &document().value()["paths"]["/v1/batch"]["post"];
    let example = |content: &Value| content["content"]["application/json"]["example"].clone();
    let body = example(&operation["requestBody"]).to_string();
    let response = send(Method::POST, "/v1/batch", &[JSON], body).await;
    assert_eq!(response.json(), example(&operation["responses"]["200"]));
    let options = send(Method::OPTIONS, "/v1/batch", &[], "").await;
    assert_eq!(options.header("accept-query"), "application/x-ndjson, application/json");
}

#[actix_web::test]
async fn an_object_without_a_list_of_requests_is_refused_whole() {
    let one = line("1", "validate_words", &json!({"words": ["AA"]}));
    let many = |count| list(&one.repeat(count));
    for (body, status, code) in [
        (String::new(), 400, "malformed_json"),
        ("{\"requests\": [".to_owned(), 400, "malformed_json"),
        ("[[]]".to_owned(), 422, "invalid_request"),
        ("{}".to_owned(), 422, "invalid_request"),
        ("{\"requests\": {}}".to_owned(), 422, "invalid_request"),
        ("{\"requests\": [], \"requests\": []}".to_owned(), 422, "invalid_request"),
        ("{\"requests\": [], \"more\": 1}".to_owned(), 422, "invalid_request"),
        (many(1_001), 413, "body_too_large"),
    ] {
        let start = body[..body.len().min(40)].to_owned();
        let response = send(Method::POST, "/v1/batch", &[JSON], body).await;
        let problem = response.json();
        assert_eq!(
            (response.status.as_u16(), problem["code"].as_str().unwrap()),
            (status, code),
            "{start}: {problem}"
        );
    }
    let most = send(Method::POST, "/v1/batch", &[JSON], many(1_000)).await.json();
    assert_eq!(most["responses"].as_array().unwrap().len(), 1_000);
}

const TWO: &str = r#"{"operation": "validate_words", "request": {"words": ["AA"]}}
{"operation": "score_my_word", "request": {"table": ["A", "A"], "word": "AA"}}
"#;

#[actix_web::test]
async fn each_line_counts_towards_the_rate_limit() {
    let service = Service::with(|state| with_rate_limit(state, "5/1h"));
    let send = async || service.send(Method::POST, "/v1/batch", &[LINES], TWO).await;
    let first = send().await;
    assert_eq!(statuses(&first), [200, 200]);
    assert!(first.header("ratelimit").contains("r=4"), "counted when the batch began");
    assert_eq!(statuses(&send().await), [200, 200]);
    assert_eq!(statuses(&send().await), [200, 429]);
    assert_eq!(send().await.status, StatusCode::TOO_MANY_REQUESTS);
    // The items of a list count alike.
    let service = Service::with(|state| with_rate_limit(state, "3/1h"));
    let body: &'static str = list(&TWO.repeat(2)).leak();
    let response = service.send(Method::POST, "/v1/batch", &[JSON], body).await.json();
    let status = |response: &Value| response["status"].as_u64().unwrap();
    let items: Vec<u64> = response["responses"].as_array().unwrap().iter().map(status).collect();
    assert_eq!(items, [200, 200, 200, 429]);
}

#[actix_web::test]
async fn each_line_needs_the_scope_of_its_operation() {
    let digest = Digest::of(&[b"wc_1"]).to_hex();
    let file = format!("ann {digest} scopes=words\n");
    let service = Service::with(|state| state.api_keys = Arc::new(file.parse().unwrap()));
    let headers = [LINES, ("x-api-key", "wc_1")];
    let response = service.send(Method::POST, "/v1/batch", &headers, TWO).await;
    assert_eq!(statuses(&response), [200, 403]);
    let without = service.send(Method::POST, "/v1/batch", &[LINES], TWO).await;
    assert_eq!(without.status, StatusCode::UNAUTHORIZED);
}

#[actix_web::test]
async fn a_key_that_is_removed_while_the_lines_arrive_keeps_its_scopes() {
    let line = |key: &[u8]| format!("ann {} scopes=words\n", Digest::of(&[key]).to_hex());
    let keys: Arc<ApiKeys> = Arc::new(line(b"wc_1").parse().unwrap());
    for origins in [&[][..], &["https://game.example".to_owned()]] {
        keys.replace(&line(b"wc_1").parse().unwrap());
        let service = Service::with(|state| {
            state.api_keys = Arc::clone(&keys);
            state.origins = origins.to_vec();
        });
        let (replaced, other) = (Arc::clone(&keys), line(b"wc_2").parse().unwrap());
        let headers = [LINES, ("x-api-key", "wc_1")];
        let late = move || {
            replaced.replace(&other);
            TWO
        };
        let response = service.send_late(Method::POST, "/v1/batch", &headers, late).await;
        assert_eq!(statuses(&response), [200, 403]);
        let again = service.send(Method::POST, "/v1/batch", &headers, TWO).await;
        assert_eq!(again.status, StatusCode::UNAUTHORIZED);
    }
}

#[actix_web::test]
async fn a_line_whose_search_finds_the_queue_full_has_the_status_503() {
    let service = Service::new(SearchPool::bounded(0, 0), |_| {});
    let requests = r#"{"operation": "best_wordgame", "request": {"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "AA??"}}
{"operation": "validate_words", "request": {"words": ["AA"]}}
"#;
    let response = service.send(Method::POST, "/v1/batch", &[LINES], requests).await;
    assert_eq!(statuses(&response), [503, 200]);
}
