//! Tests of the HTTP API, in process, through the same routes as in the binary.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access_log;
mod admin;
mod bad_input;
mod batches;
mod body_costs;
mod caching;
mod compatibility;
mod compression;
mod conventions;
mod costs;
mod dice;
mod dispatch;
mod document;
mod documented_numbers;
mod examples;
mod first_searches;
mod flow;
mod hints;
mod ids;
mod json;
mod lexicon_text;
mod max_tier;
mod mcp;
mod meanings;
mod middleware;
mod my_word;
mod older_document;
mod operations;
mod overdue;
mod overlay;
mod pages;
mod play_on_words;
mod problem_codes;
mod puzzles;
mod quiet;
mod rates;
mod response_cache;
mod rule_texts;
mod rulebook;
mod ruling_sheets;
mod rulings;
mod signatures;
mod stored_editions;
mod strict_json;
mod verification;
mod well_known;
mod word_poker;
mod word_search;
mod wordgame;
mod words;

#[path = "../oracle/word_search.rs"]
mod word_search_oracle;
#[path = "../oracle/wordgame_record/mod.rs"]
mod wordgame_record_oracle;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::header::HeaderMap;
use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::Value;
use wordcourt::api::openapi::Document;
use wordcourt::lexicon::source;
use wordcourt::registry::{LexiconRegistry, PoolLimits, RetainedEdition, SearchPool};
use wordcourt::server::{State, routes};
use wordcourt::signing::{ServiceKeys, SigningKey};

/// The maximum body size of the service under test, in bytes.
const BODY_LIMIT: usize = 1 << 20;

/// Returns the state of a service with the default lexicon, built once for all tests.
fn state() -> web::Data<State> {
    static STATE: OnceLock<web::Data<State>> = OnceLock::new();
    STATE
        .get_or_init(|| {
            let edition = RetainedEdition::build(&source::embedded(), 1 << 20, || {})
                .expect("the embedded lexicon is well-formed");
            shared_state(LexiconRegistry::with_default(edition, 3))
        })
        .clone()
}

/// Returns the state of a service with these lexicons and default settings.
fn shared_state(registry: LexiconRegistry) -> web::Data<State> {
    // On a busy machine, a search may wait long.
    let queue_timeout = Duration::from_mins(10);
    let limits = PoolLimits {
        concurrency: 2,
        queue_capacity: 64,
        queue_timeout,
        quota: None,
        search_budget: PoolLimits::SEARCH_BUDGET,
    };
    let state = State::new(Arc::new(registry), SearchPool::new(limits));
    state.signing.store(Some(Arc::new(signing_key())));
    web::Data::new(state)
}

/// Returns the keys of the services under test.
fn signing_key() -> ServiceKeys {
    let signing = SigningKey::new("club.example", &[7; 32]).unwrap();
    ServiceKeys { signing, earlier: Vec::new() }
}

fn document() -> &'static Document {
    state().get_ref().document
}

/// A response with its whole body.
#[derive(Debug)]
struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&self.body)))
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// Sends a request with headers and a body.
async fn send(
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<web::Bytes>,
) -> Response {
    let service = test::init_service(routes(state())).await;
    let mut request = test::TestRequest::default().method(method).uri(path).set_payload(body);
    for header in headers {
        request = request.insert_header(*header);
    }
    read(service.call(request.to_request()).await.expect("the routes respond to every request"))
        .await
}

async fn read(response: ServiceResponse<impl MessageBody>) -> Response {
    let (status, headers) = (response.status(), response.headers().clone());
    let body = test::read_body(response).await.to_vec();
    Response { status, headers, body }
}

async fn get(path: &str) -> Response {
    send(Method::GET, path, &[], "").await
}

async fn post(path: &str, body: &Value) -> Response {
    send(Method::POST, path, &[("content-type", "application/json")], body.to_string()).await
}

/// Posts a request, which must succeed, and returns the body of the response.
async fn post_ok(path: &str, body: Value) -> Value {
    let response = post(path, &body).await;
    assert_eq!(
        response.status,
        StatusCode::OK,
        "{path} {body}: {}",
        String::from_utf8_lossy(&response.body)
    );
    response.json()
}

/// Posts a request, which must be rejected, and returns its breaches, each as `code pointer`.
async fn post_rejected(path: &str, body: Value) -> Vec<String> {
    let response = post(path, &body).await;
    assert_eq!(
        response.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{path} {body}: {}",
        String::from_utf8_lossy(&response.body)
    );
    breaches_of(&response.json())
}

/// Returns the breaches of a problem, each as `code pointer`.
fn breaches_of(problem: &Value) -> Vec<String> {
    let breaches = problem["breaches"].as_array().expect("a problem with breaches");
    let text = |breach: &Value, field: &str| breach[field].as_str().unwrap().to_owned();
    breaches.iter().map(|breach| text(breach, "code") + " " + &text(breach, "pointer")).collect()
}

/// Returns true if tests update the committed files instead of comparing them: `WORDCOURT_UPDATE=1
/// cargo test`.
fn updating() -> bool {
    std::env::var_os("WORDCOURT_UPDATE").is_some()
}

/// Returns consequences without their texts, which every consequence must have.
fn without_texts(consequences: &serde_json::Value) -> serde_json::Value {
    let mut left = consequences.clone();
    let one = |consequence: &mut serde_json::Value| {
        let text = consequence.as_object_mut().unwrap().shift_remove("text");
        assert!(text.unwrap().as_str().unwrap().contains(' '), "{consequences}");
    };
    match &mut left {
        serde_json::Value::Array(list) => list.iter_mut().for_each(one),
        consequence => one(consequence),
    }
    left
}
