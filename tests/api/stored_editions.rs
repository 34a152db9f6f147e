//! Retained editions in their stored form: they answer like the active edition with the same texts,
//! and build the full index only for searches of a game.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::lexicon::source;
use wordcourt::registry::updater::{Draft, LexiconUpdater};
use wordcourt::registry::{LexiconRegistry, RetainedEdition};
use wordcourt::server::{State, routes};

use crate::{Response, read, shared_state};

/// Returns a service whose active edition has a few words, and which retains the embedded one.
fn service() -> web::Data<State> {
    let edition = RetainedEdition::build(&source::embedded(), 0, || {}).unwrap();
    let registry = Arc::new(LexiconRegistry::with_default(edition, 3));
    let updater = LexiconUpdater::new(Arc::clone(&registry), None, 0, || {});
    let draft = Draft {
        name: source::DEFAULT_NAME.to_owned(),
        edition: Some("few".to_owned()),
        words: Some("CAT\n".to_owned().into()),
        categories: None,
    };
    updater.install(draft).unwrap();
    // Waits until the edition that was replaced has been put into its stored form.
    drop(updater);
    shared_state(Arc::into_inner(registry).unwrap())
}

/// Sends an example of the documentation to a service, with the embedded edition pinned.
async fn send(state: &web::Data<State>, example: &Value) -> Response {
    let pinned = format!("en@{}", source::DEFAULT_EDITION);
    let path = example["path"].as_str().unwrap();
    let mut request = test::TestRequest::default();
    if example["method"] == "GET" {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let others = query.split('&').filter(|pair| !pair.starts_with("lexicon="));
        let selector = format!("lexicon={}", pinned.replace('@', "%40").replace('+', "%2B"));
        let query: Vec<&str> = others.chain([selector.as_str()]).collect();
        request = request.method(Method::GET).uri(&format!("{path}?{}", query.join("&")));
    } else {
        let mut body = example["request"].clone();
        body["lexicon"] = json!(pinned);
        request = request.method(Method::POST).uri(path).set_json(body);
    }
    let service = test::init_service(routes(state.clone())).await;
    read(test::call_service(&service, request.to_request()).await).await
}

#[actix_web::test]
async fn a_retained_edition_answers_without_its_full_index() {
    let retaining = service();
    let edition = || {
        let selector = format!("en@{}", source::DEFAULT_EDITION);
        retaining.registry.retained(Some(&selector)).unwrap()
    };
    assert!(!edition().lexicon.is_loaded());
    let examples: Value =
        serde_json::from_str(include_str!("../../openapi/examples.json")).unwrap();
    let mut answered = 0;
    for (operation, example) in examples.as_object().unwrap() {
        let is_answered = ["validate_words", "get_word", "search_words"]
            .contains(&operation.as_str())
            || operation.starts_with("challenge")
            || operation.starts_with("category_challenge");
        if !is_answered {
            continue;
        }
        let [retained, active] =
            [send(&retaining, example).await, send(&crate::state(), example).await];
        assert_eq!(retained.status, 200, "{operation}: {}", retained.json());
        assert_eq!(retained.json(), active.json(), "{operation}");
        assert!(!edition().lexicon.is_loaded(), "{operation}");
        answered += 1;
    }
    assert!(answered >= 9, "{answered}");

    let best = &examples["best_my_word"];
    let [retained, active] = [send(&retaining, best).await, send(&crate::state(), best).await];
    assert_eq!(retained.json(), active.json());
    assert!(edition().lexicon.is_loaded(), "a game was searched");
}
