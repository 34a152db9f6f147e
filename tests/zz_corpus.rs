#![allow(warnings)]
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::header::HeaderMap;
use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use wordcourt::lexicon::source;
use wordcourt::registry::{LexiconRegistry, RetainedEdition, SearchPool};
use wordcourt::server::{State, routes};
fn state() -> web::Data<State> {
    static STATE: OnceLock<web::Data<State>> = OnceLock::new();
    STATE
        .get_or_init(|| {
            let edition = RetainedEdition::build(&source::embedded(), 1 << 20, || {}).unwrap();
            web::Data::new(State::new(
                Arc::new(LexiconRegistry::with_default(edition, 3)),
                SearchPool::bounded(2, 64),
            ))
        })
        .clone()
}
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
    let response = service.call(request.to_request()).await.expect("x");
    let (status, headers) = (response.status(), response.headers().clone());
    let body = test::read_body(response).await.to_vec();
    Response { status, headers, body }
}
async fn post(path: &str, body: &Value) -> Response {
    send(Method::POST, path, &[("content-type", "application/json")], body.to_string()).await
}
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
fn breaches_of(problem: &Value) -> Vec<String> {
    let breaches = problem["breaches"].as_array().expect("a problem with breaches");
    let text = |breach: &Value, field: &str| breach[field].as_str().unwrap().to_owned();
    breaches.iter().map(|breach| text(breach, "code") + " " + &text(breach, "pointer")).collect()
}
fn updating() -> bool {
    std::env::var_os("WORDCOURT_UPDATE").is_some()
}
#[path = "api/dice.rs"]
mod dice;
#[path = "oracle/wordgame_record/mod.rs"]
mod wordgame_record_oracle;
const WORDGAME: &str = "/v1/wordgame";
#[path = "api/wordgame"]
mod wordgame {
    pub const WORDGAME: &str = "/v1/wordgame";
    #[path = "records/mod.rs"]
    mod records;
}
