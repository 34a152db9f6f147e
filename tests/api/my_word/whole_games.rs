//! Whole games of My Word!: real cards and bots.

use serde_json::{Value, json};

use crate::{post_ok, post_rejected};

const START: &str = "/v1/my-word/start";
const APPLY: &str = "/v1/my-word/apply";

/// Returns the request to start a game with real cards, of which some are on top.
async fn real_cards(top: &[&str]) -> Value {
    let players = json!([{"name": "ann"}, {"name": "bob"}]);
    let seeded = post_ok(START, json!({"players": players, "seed": "0".repeat(64)})).await;
    let mut deck = seeded["state"]["deck"].as_array().unwrap().clone();
    for card in top.iter().rev() {
        let place = deck.iter().position(|other| other == card).unwrap();
        let card = deck.remove(place);
        deck.insert(0, card);
    }
    json!({"players": players, "deck": deck})
}

/// RULEBOOK FM6: a game begins with a shuffle, and so does each round in the action that ends the one
/// before.
#[actix_web::test]
async fn real_cards_come_with_the_start_and_with_the_end_of_a_round() {
    let mut start = real_cards(&[]).await;
    let deck = start["deck"].clone();
    let state = post_ok(START, start.clone()).await["state"].clone();
    assert_eq!((&state["deck"], &state["seed"]), (&deck, &Value::Null));
    assert_eq!((&state["rounds"], &state["dealer"]), (&json!(2), &json!("ann")));

    let mut actions = vec![json!({"kind": "time_out", "player": "ann"}); 57];
    let request = json!({"state": state, "actions": actions});
    assert_eq!(post_rejected(APPLY, request).await, ["missing_field /actions/56/order"]);
    let order: Vec<&Value> = deck.as_array().unwrap().iter().rev().collect();
    actions[56]["order"] = json!(order);
    let after = post_ok(APPLY, json!({"state": state, "actions": actions})).await;
    assert_eq!(after["state"]["deck"], json!(order));
    assert_eq!(after["next"]["actions"], json!([{"kind": "deal", "player": "bob"}]));

    start["deck"] = json!([]);
    assert_eq!(post_rejected(START, start.clone()).await, ["not_in_deck /deck"]);
    start["deck"] = json!(["9"]);
    assert_eq!(post_rejected(START, start).await, ["invalid_card /deck/0"]);
}

/// RULEBOOK F14: a bot makes the call of its rank, or does nothing.
#[actix_web::test]
async fn a_bot_calls_or_does_nothing() {
    let start = real_cards(&["C", "A", "T"]).await;
    let state = post_ok(START, start).await["state"].clone();
    let bot = json!({"kind": "bot", "player": "bob", "max_tier": 50, "note": "quick"});
    let deal = json!({"kind": "deal", "player": "ann"});
    let actions = json!([bot, deal, deal, bot, deal, bot]);
    let after = post_ok(APPLY, json!({"state": state, "actions": actions})).await;
    let call = json!({"kind": "call", "player": "bob", "call": ["A", "C", "T"], "note": "quick"});
    assert_eq!(after["applied"], json!([deal, deal, deal, call]));
    let events = after["events"].as_array().unwrap();
    let counts: Vec<usize> = events.iter().map(|list| list.as_array().unwrap().len()).collect();
    assert_eq!(counts, [0, 1, 1, 0, 1, 2], "events of a bot that does nothing are empty");
    assert_eq!(after["state"]["players"][1]["collected"], json!(["A", "C", "T"]));
    assert_eq!(after["state"]["ply"], 4);

    let wild = json!({"kind": "bot", "player": "bob", "rank": 0});
    let request = json!({"state": state, "actions": [wild]});
    assert_eq!(post_rejected(APPLY, request).await, ["out_of_bounds /actions/0/rank"]);
}

/// RULEBOOK FM4: of calls that were made together, one is heard.
#[actix_web::test]
async fn calls_that_were_made_together_are_one_action() {
    let start = real_cards(&["C", "A", "T"]).await;
    let state = post_ok(START, start).await["state"].clone();
    let deal = json!({"kind": "deal", "player": "ann"});
    let together = json!({
        "kind": "calls", "player": "ann", "first": "bob",
        "calls": [{"player": "ann", "word": "cat"}, {"player": "bob", "call": ["A", "C", "T"]}],
    });
    let actions = json!([deal, deal, deal, together]);
    let after = post_ok(APPLY, json!({"state": state, "actions": actions})).await;
    let events = after["events"][3].as_array().unwrap();
    assert_eq!(events[0], json!({"kind": "not_heard", "players": ["ann"], "rule": "FM4"}));
    let ruling = json!({
        "kind": "ruling", "player": "bob", "word": "ACT", "allowed": true, "rule": "FM3",
    });
    assert_eq!(events[1], ruling);
    let collected = &events[2];
    assert_eq!(
        (&collected["kind"], &collected["cards"], &collected["rule"]),
        (&json!("collected"), &json!(["A", "C", "T"]), &json!("M3"))
    );
    assert_eq!(collected["lines"].as_array().unwrap().len(), 3);
}
