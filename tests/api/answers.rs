//! The answer cache: equal questions hit however they are put, and nothing survives a swap.

use std::convert::Infallible;

use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::court::{Change, Court, Edition};
use wordcourt::http::{State, routes};
use wordcourt::lexicon::source::{self, Source};

use crate::{read, sitting, the_document};

async fn ask(state: &web::Data<State>, path: &str, body: &Value) -> Value {
    let service = test::init_service(routes(state.clone(), the_document())).await;
    let request = test::TestRequest::post().uri(path).set_json(body);
    let answer = read(test::call_service(&service, request.to_request()).await).await;
    assert_eq!(answer.status, 200, "{path} {body}");
    answer.json()
}

/// Hits and misses so far.
fn counts(state: &State) -> (u64, u64) {
    let roster = state.court.roster();
    let counts = roster.holding("en").unwrap().counts();
    (counts.hits(), counts.misses())
}

#[actix_web::test]
async fn equal_questions_hit_in_any_order_and_nothing_survives_a_swap() {
    let embedded = source::embedded();
    let court = Court::convene(Edition::build(&embedded, 1 << 24).unwrap(), 3);
    let state = sitting(court);
    let rows = |row: &str| {
        let mut rows = vec![".".repeat(15); 15];
        rows[7] = format!("{row:.^15}");
        rows
    };
    // Each pair is one question put in two ways.
    let pairs = [
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
    ];
    for (path, one, other) in &pairs {
        let (hits, misses) = counts(&state);
        let first = ask(&state, path, one).await;
        assert_eq!(counts(&state), (hits, misses + 1), "{path}");
        assert_eq!(ask(&state, path, other).await, first, "{path}");
        assert_eq!(counts(&state), (hits + 1, misses + 1), "{path}");
    }
    let words: String = embedded
        .words
        .lines()
        .filter(|line| !line.starts_with('Z'))
        .fold(String::new(), |text, line| text + line + "\n");
    let without_z = Source { words: words.into(), edition: "2".to_owned(), ..embedded };
    state.court.change::<Infallible>(Change::Enact(Edition::build(&without_z, 1 << 24).unwrap()), |_| Ok(())).unwrap();
    for (path, one, _) in &pairs {
        let (hits, misses) = counts(&state);
        let answer = ask(&state, path, one).await;
        assert_eq!(counts(&state), (hits, misses + 1), "{path}");
        assert_eq!(answer["lexicon"]["edition"], "2", "{path}");
    }
}
