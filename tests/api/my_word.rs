//! My Word! over HTTP.

use serde_json::{Value, json};

use crate::{post, post_ok};

const MY_WORD: &str = "/v1/my-word";

#[actix_web::test]
async fn a_call_scores_one_point_per_card() {
    let path = format!("{MY_WORD}/score");
    let score =
        post_ok(&path, json!({"table": ["sh", "k", "??", "m"], "call": ["m", "??=as", "k"]})).await;
    assert_eq!(
        (&score["word"], &score["points"], &score["legal"]),
        (&json!("MASK"), &json!(3), &json!(true))
    );
    assert_eq!(score["call"], json!(["M", "??=AS", "K"]));
    assert_eq!(
        score["lines"][1],
        json!({"rule": "M3", "label": "?? as AS", "points": 1, "cards": [1], "running_total": 2})
    );
    // A word outside the lexicon is placed, but scores nothing.
    let score = post_ok(&path, json!({"table": ["Q", "Q", "?"], "call": ["Q", "?=Z", "Q"]})).await;
    assert_eq!(
        (&score["valid"], &score["legal"], &score["points"]),
        (&json!(false), &json!(false), &json!(0))
    );
    assert_eq!((&score["reason"]["code"], &score["lines"]), (&json!("not_in_lexicon"), &json!([])));
    // A word that is only foreign is barred.
    let score = post_ok(&path, json!({"table": ["C", "O", "M", "M", "E"], "word": "comme"})).await;
    assert_eq!(score["valid"], false, "{score}");
}

#[actix_web::test]
async fn a_word_is_placed_with_the_most_cards_and_the_fewest_wilds() {
    let placed = async |table: Value, word: &str| {
        post_ok(&format!("{MY_WORD}/score"), json!({"table": table, "word": word})).await["call"]
            .clone()
    };
    assert_eq!(placed(json!(["E", "ND", "N", "D"]), "end").await, json!(["E", "N", "D"]));
    assert_eq!(placed(json!(["E", "ND", "N", "?"]), "end").await, json!(["E", "N", "?=D"]));
    assert_eq!(placed(json!(["S", "E", "N", "ND"]), "send").await, json!(["S", "E", "ND"]));
    assert_eq!(
        placed(json!(["??", "?", "M", "A", "S", "K"]), "mask").await,
        json!(["M", "A", "S", "K"])
    );
    assert_eq!(placed(json!(["?", "?", "??"]), "cats").await, json!(["?=C", "?=A", "??=TS"]));
}

#[actix_web::test]
async fn best_calls_are_scored_as_reported() {
    let table = json!(["ER", "S", "?", "T", "A", "??", "IN", "?", "E", "D", "QU"]);
    let best = post_ok(&format!("{MY_WORD}/best"), json!({"table": table, "top": 200})).await;
    let calls = best["calls"].as_array().unwrap();
    assert_eq!(calls.len(), 200);
    for call in calls.iter().step_by(9) {
        let by_cards =
            post_ok(&format!("{MY_WORD}/score"), json!({"table": table, "call": call["call"]}))
                .await;
        let by_word =
            post_ok(&format!("{MY_WORD}/score"), json!({"table": table, "word": call["word"]}))
                .await;
        assert_eq!(by_cards, by_word);
        assert_eq!((&by_cards["legal"], &by_cards["points"]), (&json!(true), &call["points"]));
    }
    let ten = post_ok(&format!("{MY_WORD}/best"), json!({"table": table})).await;
    assert_eq!(ten["calls"].as_array().unwrap()[..], calls[..10]);
    let mut turned = table.as_array().unwrap().clone();
    turned.reverse();
    assert_eq!(
        post_ok(&format!("{MY_WORD}/best"), json!({"table": turned})).await,
        ten,
        "the order of the cards doesn't matter"
    );
    assert_eq!(post_ok(&format!("{MY_WORD}/best"), json!({"table": []})).await["calls"], json!([]));
}

fn challenge(more: &Value) -> Value {
    let mut request = json!({"table": ["SH", "U"], "caller": "cid", "players": ["ann", "bob", "cid", "dot"], "dealer": "ann", "deck": 0});
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    request
}

#[actix_web::test]
async fn a_call_that_is_not_allowed_gives_cards_to_the_other_players() {
    let path = format!("{MY_WORD}/challenge");
    let ruling = post_ok(&path, challenge(&json!({"word": "hues", "deck": 0}))).await;
    assert_eq!((&ruling["upheld"], &ruling["valid"]), (&json!(true), &json!(true)));
    assert!(ruling.get("call").is_none(), "the table can't spell it");
    assert_eq!(ruling["breaches"][0]["code"], "word_not_on_table");
    assert_eq!(
        ruling["consequences"],
        json!([
            {"player": "dot", "kind": "takes_free_card", "cards": 1, "from": "table", "rule": "M4"},
            {"player": "ann", "kind": "takes_free_card", "cards": 1, "from": "table", "rule": "M4"},
            {"player": "bob", "kind": "takes_nothing", "rule": "M4"},
        ])
    );
    let with_deck = post_ok(&path, challenge(&json!({"word": "hues", "deck": 1}))).await;
    assert_eq!(
        with_deck["consequences"][2],
        json!({"player": "bob", "kind": "takes_free_card", "cards": 1, "from": "deck", "rule": "M4"})
    );
    assert_ne!(ruling["id"], with_deck["id"]);

    // Calls that are not allowed: two cards, cards that aren't on the table, a word outside the
    // lexicon.
    for (more, codes, valid) in [
        (json!({"table": ["E", "ND"], "call": ["E", "ND"]}), json!(["too_few"]), true),
        (
            json!({"table": ["E", "ND"], "call": ["E", "N", "D"]}),
            json!(["card_not_on_table", "card_not_on_table"]),
            true,
        ),
        (json!({"table": ["Q", "Q", "Q"], "word": "qqq"}), json!([]), false),
    ] {
        let ruling = post_ok(&path, challenge(&more)).await;
        let found: Vec<&Value> =
            ruling["breaches"].as_array().unwrap().iter().map(|breach| &breach["code"]).collect();
        assert_eq!(
            (json!(found), &ruling["valid"], &ruling["upheld"]),
            (codes, &json!(valid), &json!(true)),
            "{more}"
        );
    }
}

#[actix_web::test]
async fn an_allowed_call_collects_its_cards() {
    let path = format!("{MY_WORD}/challenge");
    let request =
        |table: Value| challenge(&json!({"table": table, "word": "mask", "caller": "ann"}));
    let ruling = post_ok(&path, request(json!(["M", "K", "??", "SH"]))).await;
    assert_eq!(ruling["upheld"], false);
    assert_eq!(ruling["call"], json!(["M", "??=AS", "K"]));
    assert_eq!(
        ruling["consequences"],
        json!([{"player": "ann", "kind": "collects", "cards": 3, "from": "table", "rule": "M3"}]),
        "the dealer plays like everybody else"
    );
    let again = post_ok(&path, request(json!(["SH", "??", "K", "M"]))).await;
    assert_eq!(ruling, again, "a ruling doesn't depend on the order of the cards");
    let other = post_ok(&path, request(json!(["M", "K", "??", "TH"]))).await;
    assert_ne!(ruling["id"], other["id"]);
}

#[actix_web::test]
async fn rounds_are_added_up() {
    let path = format!("{MY_WORD}/settle");
    let round = |ann: u32, bob: u32| json!([{"player": "ann", "cards": ann}, {"player": "bob", "cards": bob}]);
    let settled = post_ok(&path, json!({"rounds": [round(9, 4), round(3, 8)]})).await;
    assert_eq!(
        settled,
        json!({"totals": [{"player": "ann", "points": 12}, {"player": "bob", "points": 12}],
            "winners": ["ann", "bob"], "rounds_left": 0})
    );
    // With the players in another order, and before the last round.
    let turned = json!([{"player": "bob", "cards": 5}, {"player": "ann", "cards": 0}]);
    let settled = post_ok(&path, json!({"rounds": [turned], "lexicon": "en"})).await;
    assert_eq!((&settled["winners"], &settled["rounds_left"]), (&json!(["bob"]), &json!(1)));
    assert_eq!(post(&path, &json!({"rounds": [round(1, 1)], "lexicon": "xx"})).await.status, 404);
}

#[actix_web::test]
async fn a_lexicon_can_be_named_or_pinned() {
    let request =
        |lexicon: &str| json!({"table": ["M", "A", "SK"], "word": "mask", "lexicon": lexicon});
    let digest =
        post_ok(&format!("{MY_WORD}/score"), request("en")).await["lexicon"]["digest"].clone();
    let pinned = format!("en@{}", digest.as_str().unwrap());
    assert_eq!(post_ok(&format!("{MY_WORD}/score"), request(&pinned)).await["points"], 3);
    assert_eq!(post(&format!("{MY_WORD}/score"), &request("en@sha256:00000000")).await.status, 409);
}
