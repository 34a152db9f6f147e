//! Who may ask and how often, web pages of other origins, packed answers, QUERY.

use std::io::Read as _;
use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::court::{Court, Edition, Searches};
use wordcourt::http::access_log::{AccessLog, LogFormat};
use wordcourt::http::body::BodyLimits;
use wordcourt::http::gate::Gate;
use wordcourt::http::metrics::Metrics;
use wordcourt::http::{State, routes};
use wordcourt::lexicon::Digest;
use wordcourt::lexicon::source::Source;

use crate::{Answer, get, read, send, the_document};

const JSON: (&str, &str) = ("content-type", "application/json");
const BODY: &str = r#"{"words": ["AA"], "quiet": true}"#;

/// A service with a small lexicon, a gate and origins.
struct House(web::Data<State>);

impl House {
    fn new(gate: Gate, origins: &[&str]) -> Self {
        Self::with(gate, origins, Searches::bounded(1, 1))
    }

    fn with(gate: Gate, origins: &[&str], searches: Searches) -> Self {
        let source =
            Source { name: "en".to_owned(), edition: "1".to_owned(), words: "AA\n".into(), categories: "".into() };
        Self(web::Data::new(State {
            court: Arc::new(Court::convene(Edition::build(&source, 0).unwrap(), 1)),
            searches,
            metrics: Metrics::new(),
            access_log: AccessLog::new(LogFormat::Json),
            origins: origins.iter().map(|&origin| origin.to_owned()).collect(),
            gate,
            body_limits: BodyLimits::default(),
        }))
    }

    async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: &'static str) -> Answer {
        let service = test::init_service(routes(self.0.clone(), the_document())).await;
        let peer = "192.0.2.7:4711".parse().unwrap();
        let mut request = test::TestRequest::default().method(method).uri(path).peer_addr(peer).set_payload(body);
        for header in headers {
            request = request.insert_header(*header);
        }
        read(test::call_service(&service, request.to_request()).await).await
    }

    async fn judge(&self, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::POST, "/v1/words/validate", &[headers, &[JSON]].concat(), BODY).await
    }
}

#[actix_web::test]
async fn where_there_are_keys_nobody_asks_without_one() {
    let house = House::new(Gate::new(&format!("ann {}\n", Digest::of(&[b"wc_1"]).to_hex()), None, None).unwrap(), &[]);
    let refused = house.judge(&[]).await;
    assert_eq!((refused.status, &refused.json()["code"]), (StatusCode::UNAUTHORIZED, &json!("unauthorized")));
    assert!(refused.header("www-authenticate").starts_with("Bearer"));
    assert_eq!(house.judge(&[("x-api-key", "wc_2")]).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.judge(&[("x-api-key", "wc_1")]).await.status, StatusCode::OK);
    assert_eq!(house.judge(&[("authorization", "Bearer wc_1")]).await.status, StatusCode::OK);
    let both = [("x-api-key", "wc_2"), ("authorization", "bearer wc_1")];
    assert_eq!(house.judge(&both).await.status, StatusCode::OK);
    // The router reads encoded letters as letters; so must the gate.
    for closed in
        ["/v1/words/aa", "/%761/words/aa", "/%76%31/words/aa", "//v1/words/aa", "/v1", "/nowhere", "/docs.json"]
    {
        let refused = house.send(Method::GET, closed, &[], "").await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{closed}");
    }
    for open in ["/openapi.json", "/docs/", "/%64ocs/", "/problems/unauthorized", "/rulebook"] {
        assert_eq!(house.send(Method::GET, open, &[], "").await.status, StatusCode::OK, "{open}");
    }
    let mut log = Vec::new();
    house.0.access_log.flush(&mut log).unwrap();
    let log = String::from_utf8(log).unwrap();
    assert_eq!(log.matches(r#""client":"ann""#).count(), 3);
    assert!(!log.contains("wc_1"));
}

#[actix_web::test]
async fn a_quota_is_told_with_every_answer_and_its_end_is_a_problem() {
    let header = "x-forwarded-for".parse().unwrap();
    let house = House::new(Gate::new("", Some("2/1h".parse().unwrap()), Some(header)).unwrap(), &["*"]);
    let first = house.judge(&[]).await;
    assert_eq!((first.status, first.header("ratelimit-policy")), (StatusCode::OK, "\"default\";q=2;w=3600"));
    assert_eq!(first.header("ratelimit"), "\"default\";r=1;t=1800");
    let bad = house.send(Method::GET, "/nowhere", &[], "").await;
    assert_eq!((bad.status.as_u16(), bad.header("ratelimit")), (404, "\"default\";r=0;t=3600"));
    let refused = house.judge(&[("origin", "https://game.example")]).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (429, &json!("quota_exceeded")));
    assert_eq!(refused.header("content-type"), "application/problem+json");
    assert_eq!(refused.header("access-control-allow-origin"), "*", "a web page has to learn why");
    assert!(!refused.header("x-request-id").is_empty());
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1_700..=1_800).contains(&wait), "{wait}");
    // Others have a quota of their own; what a caller writes before the balancer's word counts for nothing.
    let other = [("x-forwarded-for", "203.0.113.9")];
    assert_eq!(house.judge(&other).await.header("ratelimit"), "\"default\";r=1;t=1800");
    let same = [("x-forwarded-for", "198.51.100.1, 203.0.113.9")];
    assert_eq!(house.judge(&same).await.header("ratelimit"), "\"default\";r=0;t=3600");
    let with_port = [("x-forwarded-for", "192.0.2.99:4711")];
    assert_eq!(house.judge(&with_port).await.header("ratelimit"), "\"default\";r=1;t=1800");
    let network = |end: &str| format!("2001:db8:1:2:{end}");
    let (one, two) = (network(":1"), network("ffff::"));
    assert_eq!(house.judge(&[("x-forwarded-for", &one)]).await.header("ratelimit"), "\"default\";r=1;t=1800");
    assert_eq!(house.judge(&[("x-forwarded-for", &two)]).await.header("ratelimit"), "\"default\";r=0;t=3600");
}

#[actix_web::test]
async fn web_pages_of_the_given_origins_may_ask() {
    let house = House::new(Gate::default(), &["https://game.example"]);
    let ours = ("origin", "https://game.example");
    let preflight =
        [ours, ("access-control-request-method", "POST"), ("access-control-request-headers", "content-type")];
    let answer = house.send(Method::OPTIONS, "/v1/words/validate", &preflight, "").await;
    assert!(answer.status.is_success());
    let query = [ours, ("access-control-request-method", "QUERY"), ("access-control-request-headers", "tracestate")];
    assert!(house.send(Method::OPTIONS, "/v1/words/validate", &query, "").await.status.is_success());
    assert_eq!(answer.header("access-control-allow-origin"), "https://game.example");
    let answer = house.judge(&[ours]).await;
    assert_eq!(answer.header("access-control-allow-origin"), "https://game.example");
    assert!(answer.header("access-control-expose-headers").contains("ratelimit"));
    let problem = house.send(Method::GET, "/nowhere", &[ours], "").await;
    assert_eq!((problem.status.as_u16(), problem.header("access-control-allow-origin")), (404, "https://game.example"));
    assert_eq!(problem.json()["code"], "not_found");
    let stranger = house.judge(&[("origin", "https://other.example")]).await;
    assert_eq!(stranger.header("access-control-allow-origin"), "");
    let closed = House::new(Gate::default(), &[]).judge(&[ours]).await;
    assert_eq!(closed.header("access-control-allow-origin"), "");
}

#[actix_web::test]
async fn who_finds_all_searchers_busy_learns_when_to_come_back() {
    let house = House::with(Gate::default(), &[], Searches::bounded(0, 0));
    let body = r#"{"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "AA??"}"#;
    let refused = house.send(Method::POST, "/v1/wordgame/best", &[JSON], body).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("overloaded")));
    assert_eq!(refused.header("retry-after"), "1");
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    match answer.header("content-encoding") {
        "gzip" => drop(flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut plain).unwrap()),
        "zstd" => plain = zstd::stream::decode_all(&answer.body[..]).unwrap(),
        other => panic!("packed as {other:?}"),
    }
    plain
}

#[actix_web::test]
async fn long_answers_are_packed_for_those_who_can_unpack_them() {
    for path in ["/v1/variants", "/openapi.json", "/docs/swagger-ui.css"] {
        let plain = get(path).await;
        assert_eq!((plain.header("content-encoding"), plain.header("vary")), ("", "accept-encoding"), "{path}");
        let mut tags = vec![plain.header("etag").to_owned()];
        for (accepts, packing) in [("gzip", "gzip"), ("gzip, zstd", "zstd"), ("zstd;q=0.5, gzip", "gzip")] {
            let packed = send(Method::GET, path, &[("accept-encoding", accepts)], "").await;
            assert_eq!(packed.header("content-encoding"), packing, "{path} {accepts}");
            assert!(packed.body.len() < plain.body.len() / 2);
            assert_eq!(unpacked(&packed), plain.body);
            let tag = packed.header("etag");
            tags.push(tag.to_owned());
            let again = send(Method::GET, path, &[("accept-encoding", accepts), ("if-none-match", tag)], "").await;
            assert_eq!((again.status, again.header("etag")), (StatusCode::NOT_MODIFIED, tag));
            assert_eq!(again.header("vary"), "accept-encoding");
        }
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 3, "plain, gzip and zstd have tags of their own");
        for accepts in ["br", "identity", "gzip;q=0"] {
            assert_eq!(
                send(Method::GET, path, &[("accept-encoding", accepts)], "").await.header("content-encoding"),
                ""
            );
        }
    }
    let short = send(Method::GET, "/v1/words/quiz", &[("accept-encoding", "gzip")], "").await;
    assert!(short.body.len() < 2 << 10);
    assert_eq!((short.header("content-encoding"), short.header("vary")), ("", ""));
}

#[actix_web::test]
async fn long_problems_are_packed_too() {
    let body = json!({"words": ["AA"], "overlay": {"add": vec!["1"; 100]}}).to_string();
    let packed = send(Method::POST, "/v1/words/validate", &[JSON, ("accept-encoding", "gzip")], body).await;
    assert_eq!(packed.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        (packed.header("content-encoding"), packed.header("content-type")),
        ("gzip", "application/problem+json")
    );
    let problem: Value = serde_json::from_slice(&unpacked(&packed)).unwrap();
    assert_eq!(
        (problem["breaches"].as_array().unwrap().len(), &problem["request_id"]),
        (100, &packed.header("x-request-id").into())
    );
}

#[actix_web::test]
async fn query_asks_what_post_asks() {
    let query = Method::from_bytes(b"QUERY").unwrap();
    let posted = send(Method::POST, "/v1/words/validate", &[JSON], BODY).await;
    let queried = send(query.clone(), "/v1/words/validate", &[JSON], BODY).await;
    assert_eq!((posted.status, &posted.body), (StatusCode::OK, &queried.body));
    let options = send(Method::OPTIONS, "/v1/words/validate", &[], "").await;
    assert_eq!(options.header("accept-query"), "application/json");
    let refused = send(query, "/v1/variants", &[JSON], BODY).await;
    assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.json()["detail"], "/v1/variants takes GET, HEAD, OPTIONS, not QUERY");
}
