//! The response cache: equal requests hit it however they are written, until a new edition is
//! installed.

use std::convert::Infallible;

use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::lexicon::source::{self, Source};
use wordcourt::registry::{Change, LexiconRegistry, RetainedEdition};
use wordcourt::server::{State, routes};

use crate::{post, read, shared_state};

async fn post_to(state: &web::Data<State>, path: &str, body: &Value) -> Value {
    let service = test::init_service(routes(state.clone())).await;
    let request = test::TestRequest::post().uri(path).set_json(body);
    let response = read(test::call_service(&service, request.to_request()).await).await;
    assert_eq!(response.status, 200, "{path} {body}");
    response.json()
}

/// Returns the numbers of cache hits and misses so far.
fn counts(state: &State) -> (u64, u64) {
    let snapshot = state.registry.snapshot();
    let counts = snapshot.entry("en").unwrap().counts();
    (counts.hits(), counts.misses())
}

/// Returns the path of each search, and the same request written in two ways.
fn equal_requests() -> [(&'static str, Value, Value); 5] {
    let rows = |row: &str| {
        let mut rows = vec![".".repeat(15); 15];
        rows[7] = format!("{row:.^15}");
        rows
    };
    [
        (
            "/v1/choose-your-words/best",
            json!({"hand": ["Ab", "*", "Tr", "*", "*", "Zr", "*"]}),
            json!({"hand": ["*", "Zr", "*", "Ab", "*", "Tr", "*"], "top": 10}),
        ),
        (
            "/v1/word-for-word/best",
            json!({"thought": ["*", "Zb"], "board": ["*", "*", "Ar", "*", "Tr"]}),
            json!({"thought": ["Tr", "*"], "board": ["Zb", "Ar", "*", "*", "*"]}),
        ),
        (
            "/v1/play-on-words/best",
            json!({"hand": ["A", "ST", "*", "R", "E"], "table": [["C", "A", "T"]]}),
            json!({"hand": ["*", "R", "E", "A", "ST"], "table": [["C", "A", "T"]], "top": 5}),
        ),
        (
            "/v1/my-word/best",
            json!({"table": ["M", "K", "??", "SH", "A", "?", "ER", "T"], "top": 1000}),
            json!({"table": ["ER", "?", "SH", "M", "A", "T", "K", "??"], "top": 1000}),
        ),
        (
            "/v1/wordgame/best",
            json!({"board": rows("CAT"), "rack": "AEINR?T", "rules": {"strict_bag": false}}),
            json!({"cgp": "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15", "rack": "?TRNIEA", "top": 10, "rules": {"strict_bag": false}}),
        ),
    ]
}

/// Installs an edition of the embedded lexicon without the words that begin with Z.
fn install_without_z(state: &State) {
    let embedded = source::embedded();
    let words: String = embedded
        .words
        .lines()
        .filter(|line| !line.starts_with('Z'))
        .fold(String::new(), |text, line| text + line + "\n");
    let source = Source { words: words.into(), edition: "2".to_owned(), ..embedded };
    let edition = RetainedEdition::build(&source, 1 << 24, || {}).unwrap();
    state.registry.change::<Infallible>(Change::Install(edition), |_| Ok(())).unwrap();
}

#[actix_web::test]
async fn repeated_requests_get_the_response_of_the_active_edition() {
    let edition = RetainedEdition::build(&source::embedded(), 1 << 24, || {}).unwrap();
    let state = shared_state(LexiconRegistry::with_default(edition, 3));
    for (path, body, _) in &equal_requests() {
        let (hits, misses) = counts(&state);
        let first = post_to(&state, path, body).await;
        for _ in 0..3 {
            assert_eq!(post_to(&state, path, body).await, first, "{path}");
        }
        assert_eq!(counts(&state), (hits + 3, misses + 1), "{path}");
    }
    let embedded = state.registry.retained(None).unwrap().id.digest.clone();
    install_without_z(&state);
    for (path, body, _) in &equal_requests() {
        for _ in 0..3 {
            assert_eq!(post_to(&state, path, body).await["lexicon"]["edition"], "2", "{path}");
        }
    }
    let restored = format!("en@{embedded}");
    state.registry.change::<Infallible>(Change::Restore(&restored), |_| Ok(())).unwrap();
    for (path, body, _) in &equal_requests() {
        assert_eq!(post_to(&state, path, body).await["lexicon"]["digest"], embedded, "{path}");
    }
}

#[actix_web::test]
async fn equal_bytes_are_a_different_request_to_another_operation() {
    let hand = json!({"hand": ["*", "*", "*"]});
    for _ in 0..3 {
        assert_eq!(post("/v1/choose-your-words/best", &hand).await.status, 200);
        assert_eq!(post("/v1/play-on-words/best", &hand).await.status, 422, "there is no table");
    }
}

#[actix_web::test]
async fn equal_requests_hit_the_cache_until_a_new_edition_is_installed() {
    let edition = RetainedEdition::build(&source::embedded(), 1 << 24, || {}).unwrap();
    let state = shared_state(LexiconRegistry::with_default(edition, 3));
    for (path, one, other) in &equal_requests() {
        let (hits, misses) = counts(&state);
        let first = post_to(&state, path, one).await;
        assert_eq!(counts(&state), (hits, misses + 1), "{path}");
        assert_eq!(post_to(&state, path, other).await, first, "{path}");
        assert_eq!(counts(&state), (hits + 1, misses + 1), "{path}");
    }
    install_without_z(&state);
    for (path, one, _) in &equal_requests() {
        let (hits, misses) = counts(&state);
        let response = post_to(&state, path, one).await;
        assert_eq!(counts(&state), (hits, misses + 1), "{path}");
        assert_eq!(response["lexicon"]["edition"], "2", "{path}");
    }
}
