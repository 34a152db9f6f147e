//! Settlements.

use serde_json::{Value, json};

use super::{WORDGAME, with};
use crate::{post, post_ok, post_rejected};

fn path() -> String {
    format!("{WORDGAME}/settle")
}

#[actix_web::test]
async fn the_opponent_gets_no_points_for_tiles_left() {
    let players =
        json!([{"name": "ann", "points": 100, "rack": "QZ?"}, {"name": "bob", "points": 88}]);
    let settled = post_ok(&path(), json!({"players": players})).await;
    assert_eq!(
        settled["results"][0],
        json!({
            "player": "ann", "points": 100, "deducted": 12, "gained": 0, "time_penalty": 0,
            "lines": [{"rule": "G10", "label": "tiles left: QZ?", "amount": -12, "running_total": 88}],
            "total": 88,
        })
    );
    assert_eq!(settled["results"][1]["lines"], json!([]));
    assert_eq!((&settled["winners"], &settled["draw"]), (&json!(["ann", "bob"]), &json!(true)));
    let players = json!([{"name": "ann", "points": 1}, {"name": "bob", "points": 2}]);
    let settled = post_ok(&path(), json!({"players": players, "lexicon": "en"})).await;
    assert_eq!(settled["winners"], json!(["bob"]));
    let unknown = post(&path(), &json!({"players": players, "lexicon": "none"})).await;
    assert_eq!(unknown.json()["code"], "unknown_lexicon");
}

#[actix_web::test]
async fn the_classic_game_pays_twice_and_takes_time_penalties() {
    let players = json!([
        {"name": "ann", "points": 340, "rack": "", "overtime_seconds": 61},
        {"name": "bob", "points": 345, "rack": "KE"},
        {"name": "cid", "points": -5, "rack": "?"},
    ]);
    let request = json!({"players": players, "went_out": "ann", "rules": {"preset": "classic"}});
    let settled = post_ok(&path(), request.clone()).await;
    assert_eq!(
        settled["results"][0],
        json!({
            "player": "ann", "points": 340, "deducted": 0, "gained": 12, "time_penalty": 20,
            "lines": [
                {"rule": "C2", "label": "tiles left of bob: EK, twice", "amount": 12, "running_total": 352},
                {"rule": "C2", "label": "tiles left of cid: ?, twice", "amount": 0, "running_total": 352},
                {"rule": "C6", "label": "overtime of 61 seconds", "amount": -20, "running_total": 332},
            ],
            "total": 332,
        })
    );
    assert_eq!(
        (&settled["results"][2]["total"], &settled["winners"]),
        (&json!(-5), &json!(["bob"]))
    );
    let once = with(request, json!({"rules": {"preset": "classic", "end": "gain_once"}}));
    let totals: Vec<Value> = post_ok(&path(), once).await["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["total"].clone())
        .collect();
    assert_eq!(totals, [340 + 6 - 20, 345 - 6, -5]);
}

#[actix_web::test]
async fn settlements_that_contradict_themselves_are_refused() {
    let players = |first: Value| json!([with(json!({"name": "ann", "points": 1}), first), {"name": "bob", "points": 2, "rack": "AE"}]);
    let classic = json!({"preset": "classic"});
    for (request, expected) in [
        (json!({"players": players(json!({})), "went_out": "bob"}), "conflicting_fields /went_out"),
        (
            json!({"players": players(json!({"rack": null})), "went_out": "ann"}),
            "conflicting_fields /went_out",
        ),
        (
            json!({"players": players(json!({"rack": "A", "rack_unknown": true}))}),
            "conflicting_fields /players/0/rack_unknown",
        ),
        (json!({"players": players(json!({})), "went_out": "cid"}), "unknown_player /went_out"),
        (
            json!({"players": players(json!({"overtime_seconds": 1}))}),
            "not_allowed /players/0/overtime_seconds",
        ),
        (
            json!({"players": players(json!({"overtime_seconds": 86401})), "rules": classic}),
            "out_of_bounds /players/0/overtime_seconds",
        ),
        (
            json!({"players": players(json!({"points": -1_000_000_001})), "rules": classic}),
            "out_of_bounds /players/0/points",
        ),
    ] {
        assert_eq!(post_rejected(&path(), request.clone()).await, [expected], "{request}");
    }
    let no_overtime = json!({"players": players(json!({"overtime_seconds": 0}))});
    post_ok(&path(), no_overtime).await;
}

#[actix_web::test]
async fn an_unknown_rack_leaves_no_winner_and_differs_from_an_empty_one() {
    let settle_with = async |rack: Value| {
        let ann = with(json!({"name": "ann", "points": 9}), rack);
        let players = json!([ann, {"name": "bob", "points": 8}]);
        post_ok(&path(), json!({"players": players, "grounds": true})).await
    };
    let settle = async |rack: Value| settle_with(json!({"rack": rack})).await;
    let unknown = settle(Value::Null).await;
    assert_eq!(settle_with(json!({"rack_unknown": true})).await, unknown);
    assert_eq!((&unknown["winners"], &unknown["draw"]), (&json!([]), &json!(false)));
    assert_eq!(unknown["racks_unknown"], json!(["ann"]));
    let empty = settle(json!("")).await;
    assert_eq!((&empty["winners"], empty.get("racks_unknown")), (&json!(["ann"]), None));
    for settled in [&unknown, &empty] {
        let again = with(settled["grounds"]["request"].clone(), json!({"grounds": true}));
        assert_eq!(&post_ok(&path(), again).await, settled, "the canonical request");
    }
}
