//! Odds and exchanges over HTTP.

use actix_web::http::StatusCode;
use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{breaches_of, post, post_ok};

fn odds() -> String {
    format!("{WFW}/odds")
}

fn exchange() -> String {
    format!("{CYW}/exchange")
}

/// Returns a value with some members changed.
fn with(mut value: Value, members: &Value) -> Value {
    for (name, member) in members.as_object().unwrap() {
        value[name] = member.clone();
    }
    value
}

fn whole_board(opponents: u32) -> Value {
    let board = ["Ir", "Tr", "Bb", "Gb", "Dr"];
    json!({"thought": ["Ib", "Yb"], "board": board, "opponents": opponents, "seen": ["Eb", "Zr", "Ab"]})
}

#[actix_web::test]
async fn the_order_of_cards_makes_no_difference() {
    for opponents in [1, 2, 4] {
        let request = whole_board(opponents);
        let other = json!({
            "thought": ["Yb", "Ib"], "board": ["Dr", "Gb", "Bb", "Tr", "Ir"], "seen": ["Zr", "Ab", "Eb"],
        });
        let answer = post_ok(&odds(), request.clone()).await;
        assert_eq!(post_ok(&odds(), with(request, &other)).await, answer);
    }
    let hand = json!({"hand": ["Ib", "Yb", "*", "Tr", "Bb"], "max": 3, "discarded": ["Ab", "Eb"], "deals": 5});
    let other = json!({"hand": ["*", "Bb", "Ib", "Tr", "Yb"], "discarded": ["Eb", "Ab"]});
    let answer = post_ok(&exchange(), hand.clone()).await;
    assert_eq!(post_ok(&exchange(), with(hand, &other)).await, answer);
}

#[actix_web::test]
async fn a_sample_follows_from_its_seed() {
    let thought = json!({"deals": 200, "thought": ["*", "Zb"]});
    let request = with(whole_board(3), &thought);
    let default = post_ok(&odds(), request.clone()).await;
    assert_eq!((&default["method"], &default["deals"]), (&json!("sampled"), &json!(200)));
    let seeded = with(request.clone(), &json!({"seed": default["seed"]}));
    assert_eq!(post_ok(&odds(), seeded).await, default);
    let other = with(request.clone(), &json!({"seed": "0f".repeat(32)}));
    assert_ne!(post_ok(&odds(), other).await["wins"], default["wins"]);
    // The default seed depends on the request, but not on how it is written.
    let same = with(request.clone(), &json!({"rules": {}, "max_tier": 100}));
    assert_eq!(post_ok(&odds(), same).await, default);
    let other = with(request, &json!({"deals": 201}));
    assert_ne!(post_ok(&odds(), other).await["seed"], default["seed"]);
}

#[actix_web::test]
async fn exact_results_do_not_depend_on_a_sample() {
    let sample = json!({"deals": 7, "seed": "ab".repeat(32)});
    for opponents in [1, 2] {
        let answer = post_ok(&odds(), whole_board(opponents)).await;
        assert_eq!(answer["method"], "exact");
        assert!(answer.get("seed").is_none() && answer.get("standard_error_ppm").is_none());
        assert_eq!(post_ok(&odds(), with(whole_board(opponents), &sample)).await, answer);
    }
    let hand = json!({"hand": ["Ib", "Yb", "Tr", "Bb"], "max": 1});
    let answer = post_ok(&exchange(), hand.clone()).await;
    assert_eq!(answer["options"][0]["method"], "exact");
    assert_eq!(post_ok(&exchange(), with(hand, &sample)).await, answer);
}

#[actix_web::test]
async fn the_best_hand_that_can_be_held_is_not_beaten() {
    let request =
        json!({"thought": ["*", "Zr"], "board": ["Bb", "Ib", "Gb", "Eb", "Rb"], "opponents": 1});
    let answer = post_ok(&odds(), request.clone()).await;
    assert_eq!((&answer["mine"], &answer["word"]), (&json!(125), &json!("GIZZ")));
    assert_eq!((&answer["by_word"], &answer["deals"]), (&json!(true), &json!(5_460)));
    let held = json!({"thought": answer["nuts"]["cards"], "board": request["board"], "top": 1});
    let best = post_ok(&format!("{WFW}/best"), held).await;
    let best = &best["plays"][0];
    assert_eq!(
        (&best["total"], &best["word"]),
        (&answer["nuts"]["total"], &answer["nuts"]["word"])
    );
    // Without the cards that beat it, the same hand wins or ties every deal.
    let deck = ["*", "Zr", "Bb", "Ib", "Gb", "Eb", "Rb", "Ab", "Ab", "Cb", "Or"];
    let answer = post_ok(&odds(), with(request, &json!({"deck": deck}))).await;
    assert_eq!((&answer["deals"], &answer["wins"]), (&json!(6), &json!(6)));
    assert_eq!(answer["share_ppm"], 1_000_000);
}

#[actix_web::test]
async fn a_common_vocabulary_makes_fewer_words() {
    let request = whole_board(1);
    let all = post_ok(&odds(), request.clone()).await;
    let common = post_ok(&odds(), with(request, &json!({"max_tier": 10}))).await;
    assert!(common["nuts"]["total"].as_u64() < all["nuts"]["total"].as_u64());
    // A word that an overlay adds counts in any case.
    let overlay = json!({"max_tier": 10, "overlay": {"add": ["DIBGITY"]}});
    let added = post_ok(&odds(), with(whole_board(1), &overlay)).await;
    assert_eq!(added["word"], "DIBGITY");
    assert!(added["wins"].as_u64() > common["wins"].as_u64());
}

#[actix_web::test]
async fn cards_beyond_the_deck_are_a_remark() {
    let request = with(whole_board(1), &json!({"seen": ["Zr", "Zr"]}));
    let answer = post_ok(&odds(), request.clone()).await;
    let remark = json!({"code": "more_than_deck", "card": "Zr", "count": 2, "deck": 1});
    assert_eq!((&answer["remarks"][0], &answer["deals"]), (&remark, &json!(104 * 103 / 2)));
    let strict = with(request, &json!({"rules": {"strict_deck": true}}));
    let breaches = breaches_of(&post(&odds(), &strict).await.json());
    assert_eq!(breaches, ["not_in_deck /seen"]);
    let hand = json!({"hand": ["Zr", "Zr", "Ab"], "max": 1, "rules": {"strict_deck": true}});
    let breaches = breaches_of(&post(&exchange(), &hand).await.json());
    assert_eq!(breaches, ["not_in_deck /hand"]);
}

#[actix_web::test]
async fn impossible_requests_are_refused() {
    let hand = json!({"hand": ["Ib", "Yb", "Tr", "Bb"], "max": 2});
    let seven = ["Ib", "Yb", "Ir", "Tr", "Bb", "Gb", "Dr"];
    let cases = [
        (odds(), with(whole_board(1), &json!({"opponents": 0})), "out_of_bounds", "/opponents"),
        (odds(), with(whole_board(1), &json!({"opponents": 12})), "out_of_bounds", "/opponents"),
        (odds(), with(whole_board(3), &json!({"deals": 100_001})), "out_of_bounds", "/deals"),
        (
            odds(),
            json!({"thought": ["Ab", "Eb"], "opponents": 3, "deals": 50_001}),
            "out_of_bounds",
            "/deals",
        ),
        (odds(), with(whole_board(3), &json!({"seed": "ab"})), "invalid_field", "/seed"),
        (odds(), with(whole_board(1), &json!({"board": ["Ab", "Bb"]})), "too_few", "/board"),
        (odds(), with(whole_board(1), &json!({"thought": ["Ab"]})), "too_few", "/thought"),
        (odds(), with(whole_board(1), &json!({"deck": []})), "too_few", "/deck"),
        (odds(), with(whole_board(1), &json!({"deck": seven})), "too_few", ""),
        (exchange(), with(hand.clone(), &json!({"max": 5})), "out_of_bounds", "/max"),
        (exchange(), with(hand.clone(), &json!({"hand": []})), "too_few", "/hand"),
        (exchange(), with(hand.clone(), &json!({"deals": 501})), "out_of_bounds", "/deals"),
        (exchange(), with(hand, &json!({"deck": seven[..4]})), "too_few", ""),
    ];
    for (path, request, code, pointer) in cases {
        let refused = post(&path, &request).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{request}");
        assert_eq!(breaches_of(&refused.json()), [format!("{code} {pointer}")], "{request}");
    }
}
