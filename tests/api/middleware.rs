//! API keys, rate limits, CORS, overload and the method QUERY.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode};
use actix_web::{test as actix, web};
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use wordcourt::lexicon::Digest;
use wordcourt::lexicon::source::Source;
use wordcourt::registry::{
    Caller, CpuQuota, LexiconRegistry, PoolLimits, RetainedEdition, SearchPool,
};
use wordcourt::server::middleware::{ApiKeys, ApiKeysError, RateLimiter};
use wordcourt::server::{State, routes};

use crate::{Response, get, read, send};

pub(super) const JSON: (&str, &str) = ("content-type", "application/json");
const BODY: &str = r#"{"words": ["AA"], "quiet": true}"#;

/// A service with a small lexicon and its own settings.
pub(super) struct Service(web::Data<State>);

impl Service {
    pub(super) fn new(search_pool: SearchPool, configure: impl FnOnce(&mut State)) -> Self {
        let source = Source {
            name: "en".to_owned(),
            edition: "1".to_owned(),
            words: "AA\n".into(),
            categories: "".into(),
        };
        let edition = RetainedEdition::build(&source, 0, || {}).unwrap();
        let registry = LexiconRegistry::with_default(edition, 1);
        let mut state = State::new(Arc::new(registry), search_pool);
        configure(&mut state);
        Self(web::Data::new(state))
    }

    pub(super) fn with(configure: impl FnOnce(&mut State)) -> Self {
        Self::new(SearchPool::bounded(1, 1), configure)
    }

    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &'static str,
    ) -> Response {
        self.send_late(method, path, headers, || body).await
    }

    /// Sends a request whose body is made when the service reads it.
    pub(super) async fn send_late(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl FnOnce() -> &'static str + 'static,
    ) -> Response {
        let service = actix::init_service(routes(self.0.clone())).await;
        let peer = "192.0.2.7:4711".parse().unwrap();
        let mut request = actix::TestRequest::default().method(method).uri(path).peer_addr(peer);
        for header in headers {
            request = request.insert_header(*header);
        }
        let body = stream::once(async { Ok(web::Bytes::from_static(body().as_bytes())) });
        let payload = Payload::Stream { payload: body.boxed_local() };
        let (request, _) = request.to_request().replace_payload(payload);
        read(actix::call_service(&service, request).await).await
    }

    /// Returns the lines of the access log that were not read before.
    pub(super) fn log(&self) -> String {
        let mut log = Vec::new();
        self.0.access_log.flush(&mut log).unwrap();
        String::from_utf8(log).unwrap()
    }

    pub(super) fn metrics(&self) -> String {
        let text = self.0.metrics.text(&self.0.registry, &self.0.search_pool);
        String::from_utf8(text).unwrap()
    }

    pub(super) async fn validate(&self, headers: &[(&str, &str)]) -> Response {
        self.send(Method::POST, "/v1/words/validate", &[headers, &[JSON]].concat(), BODY).await
    }
}

/// Returns a key file in which `wc_1` is the key of ann.
pub(super) fn key_file() -> String {
    format!("# staff\n\nann {}\n", Digest::of(&[b"wc_1"]).to_hex())
}

fn with_keys() -> Service {
    Service::with(|state| state.api_keys = Arc::new(key_file().parse().unwrap()))
}

pub(super) fn with_rate_limit(state: &mut State, rate: &str) {
    let header = "x-forwarded-for".parse().unwrap();
    let limiter = RateLimiter::new(rate.parse().unwrap());
    state.address_header = Some(header);
    state.rate_limiter = Some(Arc::new(limiter));
}

#[actix_web::test]
async fn requests_need_an_api_key_if_any_are_configured() {
    let service = with_keys();
    let refused = service.validate(&[]).await;
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (StatusCode::UNAUTHORIZED, &json!("unauthorized"))
    );
    assert!(refused.header("www-authenticate").starts_with("Bearer"));
    for wrong in
        [("x-api-key", "wc_2"), ("x-api-key", "wc_"), ("authorization", "Basic wc_1"), ("a", "b")]
    {
        assert_eq!(service.validate(&[wrong]).await.status, StatusCode::UNAUTHORIZED, "{wrong:?}");
    }
    assert_eq!(service.validate(&[("x-api-key", "wc_1")]).await.status, StatusCode::OK);
    assert_eq!(service.validate(&[("authorization", "Bearer wc_1")]).await.status, StatusCode::OK);
    let both = [("x-api-key", "wc_2"), ("authorization", "bearer wc_1")];
    assert_eq!(service.validate(&both).await.status, StatusCode::OK);
    let log = service.log();
    assert_eq!(log.matches(r#""client":"ann""#).count(), 3);
    assert!(!log.contains("wc_1"));
}

#[actix_web::test]
async fn requests_are_counted_by_client_and_by_game() {
    let service = with_keys();
    let key = ("x-api-key", "wc_1");
    service.validate(&[key]).await;
    service.validate(&[]).await;
    service.validate(&[("x-api-key", "wc_2")]).await;
    let cut = "/v1/word-for-word/cut";
    service.send(Method::POST, cut, &[key, JSON], "{}").await;
    let batch = concat!(r#"{"operation": "cut_word_for_word", "request": {}}"#, "\n");
    let lines = ("content-type", "application/x-ndjson");
    service.send(Method::POST, "/v1/batch", &[key, lines], batch).await;
    let metrics = service.metrics();
    for expected in [
        r#"wordcourt_client_requests_total{client="ann",status="200"} 2"#,
        r#"wordcourt_client_requests_total{client="ann",status="422"} 1"#,
        r#"wordcourt_client_requests_total{client="no key",status="401"} 2"#,
        r#"wordcourt_game_requests_total{game="word-for-word",status="422"} 2"#,
    ] {
        assert!(metrics.contains(expected), "{expected}\n{metrics}");
    }
    assert!(!metrics.contains("wc_"), "{metrics}");
}

#[actix_web::test]
async fn methods_that_a_route_does_not_accept_share_one_label() {
    let service = Service::with(|_| ());
    for method in ["PUT", "DELETE", "PATCH", "BREW", "POST", "QUERY"] {
        let method = method.parse().unwrap();
        assert_eq!(service.send(method, "/v1/words/aa", &[], "").await.status, 405);
    }
    // Not the word, but the operation at this path.
    service.send(Method::GET, "/v1/words/validate", &[], "").await;
    let metrics = service.metrics();
    let counts = metrics.lines().filter(|line| line.contains("request_duration_seconds_count"));
    let counts: Vec<&str> = counts.collect();
    assert_eq!(
        counts,
        [
            r#"http_server_request_duration_seconds_count{method="_OTHER",route="/v1/words/validate",status="405"} 1"#,
            r#"http_server_request_duration_seconds_count{method="_OTHER",route="/v1/words/{word}",status="405"} 6"#,
        ]
    );
}

#[actix_web::test]
async fn only_public_pages_are_open_without_a_key() {
    let service = with_keys();
    // The router decodes percent-encoded letters, so the check of the key must do so too.
    for closed in [
        "/v1/words/aa",
        "/%761/words/aa",
        "/%76%31/words/aa",
        "//v1/words/aa",
        "/v1",
        "/nowhere",
        "/docs.json",
    ] {
        let refused = service.send(Method::GET, closed, &[], "").await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{closed}");
    }
    for open in [
        "/",
        "/openapi.json",
        "/docs/",
        "/%64ocs/",
        "/problems/unauthorized",
        "/rulebook",
        "/v1/keys",
        "/v1/%6beys",
    ] {
        assert_eq!(service.send(Method::GET, open, &[], "").await.status, StatusCode::OK, "{open}");
    }
}

#[test]
fn malformed_api_key_files_are_rejected() {
    let keys = key_file();
    assert!(!keys.parse::<ApiKeys>().unwrap().is_empty());
    assert!(keys.replace("ann ", "ann sha256:").parse::<ApiKeys>().is_ok());
    assert!(keys.to_uppercase().parse::<ApiKeys>().is_ok());
    assert!("# nobody\n".parse::<ApiKeys>().unwrap().is_empty());
    let digest = Digest::of(&[b"wc_1"]).to_hex();
    for malformed in ["ann", "ann 12", &format!("ann {digest} x"), &format!("ann {digest}0")] {
        let error = malformed.parse::<ApiKeys>().unwrap_err();
        assert_eq!(error, ApiKeysError::Malformed(1), "{malformed}");
    }
    let twice = format!("{keys}bob {digest}\n").parse::<ApiKeys>();
    assert_eq!(twice.unwrap_err(), ApiKeysError::Duplicate(4));
}

#[actix_web::test]
async fn every_response_states_the_remaining_quota_and_exceeding_it_is_a_problem() {
    let service = Service::with(|state| {
        state.origins = vec!["*".to_owned()];
        with_rate_limit(state, "2/1h");
    });
    let first = service.validate(&[]).await;
    assert_eq!(
        (first.status, first.header("ratelimit-policy")),
        (StatusCode::OK, "\"default\";q=2;w=3600")
    );
    assert_eq!(first.header("ratelimit"), "\"default\";r=1;t=1800");
    let bad = service.send(Method::GET, "/nowhere", &[], "").await;
    assert_eq!((bad.status.as_u16(), bad.header("ratelimit")), (404, "\"default\";r=0;t=3600"));
    let refused = service.validate(&[("origin", "https://game.example")]).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (429, &json!("quota_exceeded")));
    assert_eq!(refused.header("content-type"), "application/problem+json");
    assert_eq!(
        refused.header("access-control-allow-origin"),
        "*",
        "web pages can read the problem"
    );
    assert!(!refused.header("x-request-id").is_empty());
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1_700..=1_800).contains(&wait), "{wait}");
}

#[actix_web::test]
async fn every_key_and_every_address_has_its_own_quota() {
    let service = Service::with(|state| {
        state.api_keys = Arc::new(key_file().parse().unwrap());
        with_rate_limit(state, "2/1h");
    });
    let remaining = async |header: (&str, &str)| {
        let response = service.validate(&[header]).await;
        (response.status.as_u16(), response.header("ratelimit").to_owned())
    };
    let (one, none) = ("\"default\";r=1;t=1800".to_owned(), "\"default\";r=0;t=3600".to_owned());
    assert_eq!(remaining(("x-api-key", "wc_1")).await, (200, one.clone()));
    assert_eq!(remaining(("x-api-key", "wc_1")).await, (200, none.clone()));
    assert_eq!(remaining(("x-api-key", "wc_1")).await.0, 429);
    // Requests without a valid key are rejected but still count for their address.
    assert_eq!(remaining(("x-api-key", "wc_2")).await, (401, one.clone()));
    assert_eq!(remaining(("x-api-key", "wc_3")).await, (401, none.clone()));
    assert_eq!(remaining(("x-api-key", "wc_4")).await.0, 429);
    // Only the last entry counts, which the proxy has appended.
    let forwarded = async |addresses| remaining(("x-forwarded-for", addresses)).await.1;
    assert_eq!(forwarded("203.0.113.9").await, one);
    assert_eq!(forwarded("198.51.100.1, 203.0.113.9").await, none);
    assert_eq!(forwarded("192.0.2.99:4711").await, one, "some proxies add the port");
    assert_eq!(forwarded("2001:db8:1:2::1").await, one);
    assert_eq!(forwarded("2001:db8:1:2:ffff::").await, none, "the same /64 network");
}

#[actix_web::test]
async fn times_in_the_headers_of_the_quota_are_rounded_up() {
    let service = Service::with(|state| with_rate_limit(state, "7/1m"));
    // A request becomes available every 8.57 s.
    assert_eq!(service.validate(&[]).await.header("ratelimit"), "\"default\";r=6;t=9");
}

#[actix_web::test]
async fn preflights_do_not_count_towards_the_quota_and_pages_have_their_own() {
    let service = Service::with(|state| with_rate_limit(state, "9/1h"));
    let send = async |method: Method, path: &str, headers: &[(&str, &str)]| {
        service.send(method, path, headers, "").await.header("ratelimit").to_owned()
    };
    let preflight = [("access-control-request-method", "POST")];
    let path = "/v1/words/quiz";
    assert_eq!(send(Method::OPTIONS, path, &preflight).await, "");
    assert_eq!(send(Method::GET, "/", &[]).await, "\"pages\";r=299;t=12");
    assert_eq!(send(Method::OPTIONS, path, &[]).await, "\"default\";r=8;t=400");
    assert_eq!(send(Method::GET, path, &preflight).await, "\"default\";r=7;t=800");
    assert_eq!(send(Method::GET, path, &[]).await, "\"default\";r=6;t=1200");
    assert_eq!(send(Method::GET, "/assets/site.css", &[]).await, "\"pages\";r=298;t=24");
}

#[actix_web::test]
async fn the_pages_of_one_address_have_a_limit() {
    let service = Service::with(|state| with_rate_limit(state, "40/1h"));
    let get = async |path: &str, address: &str| {
        service.send(Method::GET, path, &[("x-forwarded-for", address)], "").await
    };
    let paths = ["/assets/viewer/scalar.js", "/openapi.json", "/docs/guide/words", "/rulebook"];
    for path in paths.iter().cycle().take(400) {
        let response = get(path, "192.0.2.1").await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        assert_eq!(response.header("ratelimit-policy"), "\"pages\";q=400;w=3600");
    }
    for path in paths {
        let mut refused = get(path, "192.0.2.1").await;
        // A slow machine gets another request every nine seconds.
        for _ in 0..20 {
            if refused.status != StatusCode::OK {
                break;
            }
            refused = get(path, "192.0.2.1").await;
        }
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{path}");
        assert_eq!(refused.json()["code"], "quota_exceeded");
        let seconds: u64 = refused.header("retry-after").parse().unwrap();
        assert!((1..=9).contains(&seconds), "{seconds}");
        assert_eq!(get(path, "192.0.2.2").await.status, StatusCode::OK, "{path}");
    }
    // Operations are counted apart.
    assert_eq!(get("/v1/words/quiz", "192.0.2.1").await.status, StatusCode::OK);
}

#[actix_web::test]
async fn web_pages_of_allowed_origins_may_send_requests() {
    let service = Service::with(|state| state.origins = vec!["https://game.example".to_owned()]);
    let ours = ("origin", "https://game.example");
    let preflight = async |method, header| {
        let headers = [
            ours,
            ("access-control-request-method", method),
            ("access-control-request-headers", header),
        ];
        service.send(Method::OPTIONS, "/v1/words/validate", &headers, "").await
    };
    let response = preflight("POST", "content-type").await;
    assert!(response.status.is_success());
    assert_eq!(response.header("access-control-allow-origin"), "https://game.example");
    assert!(preflight("QUERY", "tracestate").await.status.is_success());
    let response = service.validate(&[ours]).await;
    assert_eq!(response.header("access-control-allow-origin"), "https://game.example");
    assert!(response.header("access-control-expose-headers").contains("ratelimit"));
    let problem = service.send(Method::GET, "/nowhere", &[ours], "").await;
    assert_eq!(
        (problem.status.as_u16(), problem.header("access-control-allow-origin")),
        (404, "https://game.example")
    );
    assert_eq!(problem.json()["code"], "not_found");
    let other = service.validate(&[("origin", "https://other.example")]).await;
    assert_eq!(other.header("access-control-allow-origin"), "");
    let without_origins = Service::with(|_| {}).validate(&[ours]).await;
    assert_eq!(without_origins.header("access-control-allow-origin"), "");
}

#[actix_web::test]
async fn a_full_search_pool_returns_503_with_retry_after() {
    let service = Service::new(SearchPool::bounded(0, 0), |_| {});
    let body = r#"{"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "AA??"}"#;
    let refused = service.send(Method::POST, "/v1/wordgame/best", &[JSON], body).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("overloaded")));
    assert_eq!(refused.header("retry-after"), "1");
}

#[actix_web::test]
async fn long_bodies_wait_for_their_turn_and_callers_take_turns() {
    let service = Service::new(SearchPool::bounded(1, 1), |state| {
        // Each caller may read one of two bodies at a time, and none waits.
        state.body_readers = SearchPool::bounded(2, 0);
    });
    let long = json!({"words": vec!["AA"; 500]}).to_string().leak();
    let send = async |body| service.send(Method::POST, "/v1/words/validate", &[JSON], body).await;
    let own = Caller::Address("192.0.2.7".parse().unwrap());
    let busy = service.0.body_readers.enter(own).await.unwrap();
    let refused = send(long).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("overloaded")));
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(send(BODY).await.status, StatusCode::OK);
    drop(busy);
    let other = service.0.body_readers.enter(Caller::Unknown).await.unwrap();
    assert_eq!(send(long).await.status, StatusCode::OK);
    drop(other);
}

#[actix_web::test]
async fn a_caller_over_its_search_quota_gets_429_with_retry_after() {
    let quota = CpuQuota { time: Duration::from_nanos(1), period: Duration::from_hours(1) };
    let limits = PoolLimits {
        concurrency: 1,
        queue_capacity: 1,
        queue_timeout: PoolLimits::QUEUE_TIMEOUT,
        quota: Some(quota),
        search_budget: PoolLimits::SEARCH_BUDGET,
    };
    let service = Service::new(SearchPool::new(limits), |state| {
        state.api_keys = Arc::new(key_file().parse().unwrap());
    });
    let body = r#"{"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "AA??"}"#;
    let search = async || {
        let headers = [JSON, ("x-api-key", "wc_1")];
        service.send(Method::POST, "/v1/wordgame/best", &headers, body).await
    };
    assert_eq!(search().await.status, StatusCode::OK);
    let refused = search().await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (429, &json!("quota_exceeded")));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 1);
    assert_eq!(service.validate(&[("x-api-key", "wc_1")]).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn no_page_can_be_framed_by_another() {
    for path in ["/problems", "/problems/overloaded", "/rulebook", "/docs/", "/docs/guide/"] {
        let page = get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[actix_web::test]
async fn query_is_handled_like_post() {
    let query = Method::from_bytes(b"QUERY").unwrap();
    let posted = send(Method::POST, "/v1/words/validate", &[JSON], BODY).await;
    let queried = send(query.clone(), "/v1/words/validate", &[JSON], BODY).await;
    assert_eq!((posted.status, &posted.body), (StatusCode::OK, &queried.body));
    let options = send(Method::OPTIONS, "/v1/words/validate", &[], "").await;
    assert_eq!(options.header("accept-query"), "application/json");
    let refused = send(query, "/v1/variants", &[JSON], BODY).await;
    assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.json()["detail"], "/v1/variants accepts GET, HEAD, OPTIONS, not QUERY");
}

#[actix_web::test]
async fn keys_expire_and_open_only_their_scopes() {
    let digest = |key: &str| Digest::of(&[key.as_bytes()]).to_hex();
    let file = format!(
        "old {} expires=2020-01-01\nnew {} expires=2999-01-01\nplayer {} scopes=games\nreader {} scopes=words,admin\n",
        digest("old"),
        digest("new"),
        digest("player"),
        digest("reader")
    );
    let service = Service::with(|state| state.api_keys = Arc::new(file.parse().unwrap()));
    let get = async |key: &'static str, path: &str| {
        service.send(Method::GET, path, &[("x-api-key", key)], "").await.status.as_u16()
    };
    let expired = service.send(Method::GET, "/v1/words/aa", &[("x-api-key", "old")], "").await;
    assert_eq!(expired.status.as_u16(), 401);
    assert!(expired.header("www-authenticate").starts_with("Bearer"));
    let problem = expired.json();
    assert_eq!(problem["code"], "key_expired");
    assert_eq!(problem["detail"], "the API key expired on 2020-01-01; use a new one");
    let line: Value = serde_json::from_str(&service.log()).unwrap();
    assert_eq!((&line["problem"], &line["client"]), (&json!("key_expired"), &json!("old")));
    let counter = "wordcourt_client_requests_total{client=\"old\",status=\"401\"} 1";
    assert!(service.metrics().contains(counter));
    assert_eq!(get("new", "/v1/words/aa").await, 200);
    assert_eq!(get("new", "/v1/variants").await, 200);
    assert_eq!(get("player", "/v1/words/aa").await, 403);
    assert_eq!(get("player", "/%76%31/words/aa").await, 403);
    assert_eq!(get("player", "/v1/variants").await, 200);
    assert_eq!(get("player", "/rulebook").await, 200);
    assert_eq!(get("reader", "/v1/lexicons").await, 200);
    assert_eq!(get("reader", "/v1/variants").await, 403);
    for bad in [
        "expires=soon",
        "scopes=all",
        "scopes=",
        "expires",
        "expires=2999-01-01 expires=2999-01-01",
        "scopes=words scopes=games",
        "scopes=chess",
        "rate=fast",
        "rate=1/1s rate=1/1s",
    ] {
        let line = format!("ann {} {bad}\n", digest("ann"));
        assert_eq!(line.parse::<ApiKeys>().unwrap_err(), ApiKeysError::Malformed(1), "{bad}");
    }
}

#[actix_web::test]
async fn keys_open_single_games() {
    let file = format!("ann {} scopes=my-word,wordgame\n", Digest::of(&[b"wc_1"]).to_hex());
    let service = Service::with(|state| state.api_keys = Arc::new(file.parse().unwrap()));
    let key = [("x-api-key", "wc_1"), ("content-type", "application/json")];
    let best = async |game: &str, body: &'static str| {
        service.send(Method::POST, &format!("/v1/{game}/best"), &key, body).await
    };
    assert_eq!(best("my-word", r#"{"table": ["C", "A", "T"]}"#).await.status, StatusCode::OK);
    let refused = best("play-on-words", r#"{"hand": ["C", "A", "T"]}"#).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let detail = "the API key lacks the scope \"play-on-words\"; use a key that has it";
    assert_eq!(refused.json()["detail"], detail);
    assert_eq!(service.send(Method::GET, "/v1/variants", &key, "").await.status, StatusCode::OK);
    let words = service.send(Method::GET, "/v1/words/aa", &key, "").await;
    assert_eq!(words.status, StatusCode::FORBIDDEN);
}

/// A key with a rate has its own quota, with and without a limit for everybody.
#[actix_web::test]
async fn keys_have_rates_of_their_own() {
    let line = |client: &str, more: &str| {
        format!("{client} {}{more}\n", Digest::of(&[client.as_bytes()]).to_hex())
    };
    let file = line("ann", " rate=3/1h") + &line("bob", " rate=3/1h") + &line("cid", "");
    for limit in [None, Some("5/1h")] {
        let service = Service::with(|state| {
            state.api_keys = Arc::new(file.parse().unwrap());
            if let Some(limit) = limit {
                with_rate_limit(state, limit);
            }
        });
        let allowed = async |client: &str| {
            let mut allowed = 0;
            for _ in 0..7 {
                let response = service.validate(&[("x-api-key", client)]).await;
                allowed += u32::from(response.status == StatusCode::OK);
            }
            allowed
        };
        assert_eq!(allowed("ann").await, 3);
        assert_eq!(allowed("bob").await, 3, "clients are counted by themselves");
        assert_eq!(allowed("cid").await, if limit.is_some() { 5 } else { 7 });
        let refused = service.validate(&[("x-api-key", "ann")]).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.header("ratelimit-policy"), "\"default\";q=3;w=3600");
    }
}

#[actix_web::test]
async fn keys_can_be_replaced_while_the_service_runs() {
    let keys: Arc<ApiKeys> = Arc::new(key_file().parse().unwrap());
    let service = Service::with(|state| state.api_keys = Arc::clone(&keys));
    assert_eq!(service.validate(&[("x-api-key", "wc_1")]).await.status, StatusCode::OK);
    let line = format!("ann {}\n", Digest::of(&[b"wc_2"]).to_hex());
    keys.replace(&line.parse().unwrap());
    let old = service.validate(&[("x-api-key", "wc_1")]).await;
    assert_eq!(old.status, StatusCode::UNAUTHORIZED);
    assert_eq!(service.validate(&[("x-api-key", "wc_2")]).await.status, StatusCode::OK);
}

/// Otherwise, the removal of the last key would open the administration to every local request.
#[test]
fn keys_for_the_administration_are_remembered() {
    let keys = |scopes: &str| -> ApiKeys {
        format!("ann {} scopes={scopes}\n", Digest::of(&[b"wc_1"]).to_hex()).parse().unwrap()
    };
    let current = keys("words");
    assert!(!current.has_admin());
    current.replace(&keys("admin"));
    assert!(current.has_admin());
    current.replace(&keys("words"));
    assert!(current.has_admin());
}

#[actix_web::test]
async fn a_48_network_has_the_quota_of_16_callers() {
    let service = Service::with(|state| with_rate_limit(state, "2/1h"));
    let mut allowed = 0;
    for subnet in 0..100 {
        let address = format!("2001:db8:1:{subnet:x}::1");
        let response = service.validate(&[("x-forwarded-for", &address)]).await;
        if response.status == StatusCode::OK {
            allowed += 1;
        } else {
            // The network regains one of its 32 requests every 112.5 s.
            let wait: u64 = response.header("retry-after").parse().unwrap();
            assert!((1..=113).contains(&wait), "{wait}");
        }
    }
    assert_eq!(allowed, 32);
    let other = service.validate(&[("x-forwarded-for", "2001:db8:2::1")]).await;
    assert_eq!(other.status, StatusCode::OK);
    for last in 0..100 {
        let address = format!("192.0.2.{last}");
        let response = service.validate(&[("x-forwarded-for", &address)]).await;
        assert_eq!(response.status, StatusCode::OK, "{address}");
    }
}
