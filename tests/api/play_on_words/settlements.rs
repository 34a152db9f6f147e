//! Settlements of rounds.

use serde_json::{Value, json};

use super::{POW, play_on, table};
use crate::{post_ok, post_rejected};

#[actix_web::test]
async fn a_round_is_settled_with_muggins() {
    let request = |more: Value| {
        let mut request = json!({
            "went_out": "ann", "table": table(&["TAR"]),
            "players": [{"name": "ann", "points": 20}, {"name": "bob", "points": 30, "unplayed": ["S", "TH", "*"]}],
        });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let settled = post_ok(&format!("{POW}/settle"), request(json!({}))).await;
    assert_eq!(settled["results"][1]["total"], 26);
    assert_eq!((&settled["winners"], &settled["rounds"]), (&json!(["bob"]), &json!(4)));
    assert!(settled.get("game_over").is_none());
    let mug = |card: &str, word: &str| json!({"player": "ann", "from": "bob", "hand_cards": [card], "play_ons": [play_on(&[0], word)]});
    let settled = post_ok(
        &format!("{POW}/settle"),
        request(json!({"muggings": [mug("S", "RATS"), mug("*", "T A R *=Q")], "round": 4})),
    )
    .await;
    assert_eq!(
        settled["results"][0]["lines"],
        json!([{"rule": "P12", "label": "mugs S of bob", "amount": 2, "running_total": 22}])
    );
    assert_eq!(
        (&settled["muggings"][1]["points"], &settled["game_over"]),
        (&json!(0), &json!(true))
    );
    let twice = request(json!({"muggings": [mug("S", "RATS"), mug("S", "STAR")]}));
    let settled = post_ok(&format!("{POW}/settle"), twice).await;
    let [first, second] = [&settled["muggings"][0], &settled["muggings"][1]];
    assert_eq!((&first["points"], &second["points"]), (&json!(2), &json!(0)));
    assert_eq!((&first["breaches"], &second["words"][0]["valid"]), (&json!([]), &json!(false)));
    assert_eq!(second["breaches"][0]["pointer"], "/muggings/1/hand_cards/0");
    assert_eq!(settled["results"][0]["total"], 22);

    let casual =
        post_ok(&format!("{POW}/settle"), request(json!({"rules": {"version": "casual"}}))).await;
    assert_eq!(
        (&casual["results"][0]["total"], &casual["results"][1]["total"]),
        (&json!(21), &json!(30))
    );
    let nobody = post_ok(
        &format!("{POW}/settle"),
        json!({"players": [{"name": "ann", "points": -3, "unplayed": ["Q"]}, {"name": "bob", "points": -3, "unplayed": ["QU"]}]}),
    )
    .await;
    assert_eq!(
        nobody["results"][1]["lines"][0],
        json!({"rule": "P13", "label": "unplayed: QU", "amount": -2, "running_total": -5})
    );
    assert_eq!(nobody["winners"], json!(["ann"]));
}

#[actix_web::test]
async fn a_mugging_is_judged_word_by_word() {
    let settle = |more: Value| {
        let mut body = json!({
            "players": [{"name": "ann", "points": 50}, {"name": "bob", "points": 40, "unplayed": ["B", "A", "T", "ST", "Q"]}],
            "went_out": "ann",
            "table": [["R", "U", "N"]],
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let muggings = json!({"muggings": [{
        "player": "ann", "from": "bob", "hand_cards": ["B", "A", "T", "ST", "Q"], "new_word": ["B", "A", "T"],
        "play_ons": [{"onto": [0], "word": ["R", "U", "N", "ST", "Q"]}],
    }]});
    let settled = post_ok(&format!("{POW}/settle"), settle(muggings)).await;
    assert_eq!(
        (&settled["muggings"][0]["points"], &settled["muggings"][0]["cards"]),
        (&json!(6), &json!(["B", "A", "T"]))
    );
    assert_eq!(
        post_rejected(&format!("{POW}/settle"), settle(json!({"round": 5}))).await,
        ["out_of_bounds /round"]
    );
    let five: Vec<Value> = "abcde".chars().map(|name| json!({"name": name, "points": 0})).collect();
    assert_eq!(
        post_rejected(&format!("{POW}/settle"), json!({"players": five})).await,
        ["too_many /players"]
    );
}
