//! The service over HTTP, in process, through the routes that the binary runs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

mod answers;
mod bad_input;
mod compatibility;
mod conventions;
mod document;
mod examples;
mod manners;
mod my_word;
mod oh_my_word;
mod overlay;
mod play_on_words;
mod word_search;
mod wordgame;
mod words;

#[path = "../oracle/word_search.rs"]
mod word_search_oracle;

use std::sync::{Arc, OnceLock};

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::header::HeaderMap;
use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::Value;
use wordcourt::court::{Court, Edition, Searches};
use wordcourt::http::access_log::{AccessLog, LogFormat};
use wordcourt::http::body::BodyLimits;
use wordcourt::http::gate::Gate;
use wordcourt::http::metrics::Metrics;
use wordcourt::http::openapi::Document;
use wordcourt::http::{State, document, routes};
use wordcourt::lexicon::source;

/// The longest body that the service under test reads.
const BODY_LIMIT: usize = 1 << 20;

/// The state of a court with the default lexicon, built once for all tests.
fn state() -> web::Data<State> {
    static STATE: OnceLock<web::Data<State>> = OnceLock::new();
    STATE
        .get_or_init(|| {
            let edition = Edition::build(&source::embedded(), 1 << 20).expect("the embedded lexicon is well-formed");
            sitting(Court::convene(edition, 3))
        })
        .clone()
}

/// The state of a court that anybody may ask.
fn sitting(court: Court) -> web::Data<State> {
    web::Data::new(State {
        court: Arc::new(court),
        searches: Searches::bounded(2, 64),
        metrics: Metrics::new(),
        access_log: AccessLog::new(LogFormat::Json),
        origins: Vec::new(),
        gate: Gate::default(),
        body_limits: BodyLimits { bytes: BODY_LIMIT, ..BodyLimits::default() },
    })
}

fn the_document() -> web::Data<Document> {
    static DOCUMENT: OnceLock<web::Data<Document>> = OnceLock::new();
    DOCUMENT.get_or_init(|| web::Data::new(document())).clone()
}

/// An answer, read to its end.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&self.body)))
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// Sends a request with headers and a body.
async fn send(method: Method, path: &str, headers: &[(&str, &str)], body: impl Into<web::Bytes>) -> Answer {
    let service = test::init_service(routes(state(), the_document())).await;
    let mut request = test::TestRequest::default().method(method).uri(path).set_payload(body);
    for header in headers {
        request = request.insert_header(*header);
    }
    read(service.call(request.to_request()).await.expect("the routes answer everything")).await
}

async fn read(response: ServiceResponse<impl MessageBody>) -> Answer {
    let (status, headers) = (response.status(), response.headers().clone());
    let body = test::read_body(response).await.to_vec();
    Answer { status, headers, body }
}

async fn get(path: &str) -> Answer {
    send(Method::GET, path, &[], "").await
}

async fn post(path: &str, body: &Value) -> Answer {
    send(Method::POST, path, &[("content-type", "application/json")], body.to_string()).await
}

/// Posts and expects an answer.
async fn ask(path: &str, body: Value) -> Value {
    let answer = post(path, &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{path} {body}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

/// Posts and expects a refusal; answers its breaches as `code pointer`.
async fn refused(path: &str, body: Value) -> Vec<String> {
    let answer = post(path, &body).await;
    assert_eq!(
        answer.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{path} {body}: {}",
        String::from_utf8_lossy(&answer.body)
    );
    let problem = answer.json();
    let breaches = problem["breaches"].as_array().expect("breaches");
    breaches
        .iter()
        .map(|breach| format!("{} {}", breach["code"].as_str().unwrap(), breach["pointer"].as_str().unwrap()))
        .collect()
}

/// Whether committed files are to be brought up to date instead of compared: `WORDCOURT_UPDATE=1 cargo test`.
fn updating() -> bool {
    std::env::var_os("WORDCOURT_UPDATE").is_some()
}
