//! Word searches over HTTP.

mod bad_queries;
mod cursors;
mod results;

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::{test, web};
use serde_json::Value;
use wordcourt::lexicon::source::Source;
use wordcourt::registry::{LexiconRegistry, RetainedEdition};
use wordcourt::server::{State, routes};

use crate::{Response, breaches_of, get, read, shared_state};

pub(super) fn edition(name: &str, number: &str, words: &str, categories: &str) -> RetainedEdition {
    let source = Source {
        name: name.into(),
        edition: number.into(),
        words: words.to_owned().into(),
        categories: categories.to_owned().into(),
    };
    RetainedEdition::build(&source, 1 << 20, || {}).unwrap()
}

/// Returns the state of a separate service, whose lexicons a test may change.
pub(super) fn state_with(default: RetainedEdition) -> web::Data<State> {
    shared_state(LexiconRegistry::with_default(default, 2))
}

async fn get_from(state: &web::Data<State>, path: &str) -> Response {
    let service = test::init_service(routes(state.clone())).await;
    read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await).await
}

fn words_of(page: &Value) -> Vec<String> {
    let words = page["words"].as_array().unwrap_or_else(|| panic!("{page}"));
    words.iter().map(|found| found["word"].as_str().unwrap().to_owned()).collect()
}

/// Asserts that a query is rejected with exactly these breaches.
async fn assert_rejected(query: &str, expected: &[&str]) {
    let response = get(&format!("/v1/words?{query}")).await;
    assert_eq!(
        response.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{query}: {}",
        String::from_utf8_lossy(&response.body)
    );
    let problem = response.json();
    let breaches: BTreeSet<String> = breaches_of(&problem).into_iter().collect();
    let expected: BTreeSet<String> = expected.iter().map(|&breach| breach.to_owned()).collect();
    assert_eq!(breaches, expected, "{query}");
    assert!(!problem["detail"].as_str().unwrap().is_empty());
}
