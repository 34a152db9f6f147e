//! `"texts": true`: the texts of the rules that a response names.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use wordcourt::api::{self, Method, OperationId, openapi};
use wordcourt::rules::rulebook;

use crate::{get, post, post_ok, state};

/// Returns the rules that a value names, at any depth.
fn named(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Object(members) => {
            let own = members.get("rule").and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(members.values().flat_map(named)).collect()
        }
        Value::Array(items) => items.iter().flat_map(named).collect(),
        _ => BTreeSet::new(),
    }
}

/// Asserts that a response has the texts of exactly the rules that it names, and returns it without
/// them.
fn without_texts(mut response: Value) -> Value {
    let texts = response.as_object_mut().unwrap().shift_remove("texts").expect("texts");
    let texts = texts.as_object().unwrap();
    let ids: BTreeSet<String> = texts.keys().cloned().collect();
    assert_eq!(ids, named(&response), "every rule of a response is in the rulebook: {response}");
    for (id, text) in texts {
        assert_eq!(text.as_str().unwrap(), rulebook::rule(id).unwrap().text, "{id}");
    }
    response
}

#[test]
fn every_example_has_the_texts_of_its_rules_and_the_same_id() {
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    let mut with_rules = 0;
    for operation in OperationId::ALL.iter().filter(|one| one.method() == Method::Post) {
        let mut request = examples[operation.name()]["request"].clone();
        request["id"] = true.into();
        let ask = |request: &Value| -> Value {
            let answer = api::answer(*operation, request.to_string().as_bytes(), &**state());
            serde_json::from_slice(&answer.unwrap().body).unwrap()
        };
        let plain = ask(&request);
        request["texts"] = false.into();
        assert_eq!(ask(&request), plain);
        request["texts"] = true.into();
        let explained = without_texts(ask(&request));
        with_rules += usize::from(!named(&explained).is_empty());
        assert_eq!(explained, plain, "{operation:?}");
    }
    assert!(with_rules >= 15, "{with_rules} examples name rules");
}

#[actix_web::test]
async fn a_ruling_names_its_rules_with_their_texts() {
    let ruling = post_ok(
        "/v1/choose-your-words/challenge",
        json!({"word": "bigger", "challenger": "ann", "challenged": "bob", "pot": 100, "texts": true,
            "players": [{"name": "ann", "chips": 40}, {"name": "bob"}, {"name": "cid"}, {"name": "dot"}]}),
    )
    .await;
    let text = ruling["texts"]["O13"].as_str().unwrap();
    assert!(text.starts_with("Dictionary challenge (rule 8). If the word is legal, "), "{text}");
    assert_eq!(ruling["texts"].as_object().unwrap().len(), 1);
    without_texts(ruling);
}

#[actix_web::test]
async fn texts_leave_out_the_rules_of_lines_that_are_left_out() {
    let request = |lines: bool| json!({"play": ["Bb","Ib","Gb","Gb","Eb","Rb"], "lines": lines, "texts": true});
    let path = "/v1/choose-your-words/score";
    let explained = without_texts(post_ok(path, request(true)).await);
    assert!(!named(&explained).is_empty());
    assert_eq!(post_ok(path, request(false)).await["texts"], json!({}));
}

#[actix_web::test]
async fn problems_have_the_texts_of_the_rules_that_are_broken() {
    let mut request =
        json!({"hand": ["S","E"], "table": [["C","A","T"]], "turn": {"new_word": ["S","E"]}});
    let path = "/v1/play-on-words/score";
    let plain = post(path, &request).await;
    assert_eq!(plain.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(plain.json().get("texts").is_none());
    request["texts"] = true.into();
    let problem = without_texts(post(path, &request).await.json());
    assert_eq!(named(&problem), BTreeSet::from(["P4".to_owned()]));
}

#[actix_web::test]
async fn words_and_games_have_the_texts_of_rules_by_a_parameter() {
    for path in ["/v1/words/hens", "/v1/variants", "/v1/variants/wordgame"] {
        let plain = get(path).await;
        let explained = get(&format!("{path}?texts=true")).await;
        assert_eq!(without_texts(explained.json()), plain.json(), "{path}");
        assert_eq!(get(&format!("{path}?texts=false")).await.body, plain.body, "{path}");
        let refused = get(&format!("{path}?texts=yes")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert_eq!(refused.json()["breaches"][0]["pointer"], "/texts");
    }
}

#[test]
fn texts_keep_tables_lists_and_code_and_join_wrapped_lines() {
    let w4 = &rulebook::rule("W4").unwrap().text;
    assert!(w4.contains("classes:\n| variant | barred |\n|---|---|\n"), "{w4}");
    assert!(w4.contains(" |\n\nA class bars a word only if "), "{w4}");
    let c7 = &rulebook::rule("C7").unwrap().text;
    assert_eq!(c7.lines().filter(|line| line.starts_with("- ")).count(), c7.lines().count() - 1);
    let g3 = &rulebook::rule("G3").unwrap().text;
    assert!(g3.contains("2x.\n```\nT__d___T___d__T   T word ×3 (red)"), "{g3}");
    assert!(g3.ends_with("(row 8)\n```"), "{g3}");
    assert!(!rulebook::rule("O20").unwrap().text.contains("BIGGER uses"));
}
