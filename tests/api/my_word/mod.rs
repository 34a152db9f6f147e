//! My Word! over HTTP.

mod slips;
mod whole_games;

use serde_json::{Value, json};

use crate::{post, post_ok, post_rejected, without_texts};

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
    let score = post_ok(&path, json!({"table": ["Q", "X", "?"], "call": ["Q", "?=Z", "X"]})).await;
    assert_eq!(
        (&score["valid"], &score["legal"], &score["points"]),
        (&json!(false), &json!(false), &json!(0))
    );
    assert_eq!((&score["reason"]["code"], &score["lines"]), (&json!("not_in_lexicon"), &json!([])));
    // A word that is only foreign is barred.
    let score = post_ok(&path, json!({"table": ["C", "O", "M", "?", "E"], "word": "comme"})).await;
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
    assert_eq!((&ruling["upheld"], &ruling["valid"]), (&json!(true), &json!(false)));
    assert!(ruling.get("call").is_none(), "the table can't spell it");
    assert_eq!(ruling["breaches"][0]["code"], "word_not_on_table");
    assert_eq!(
        without_texts(&ruling["consequences"]),
        json!([
            {"player": "dot", "kind": "takes_free_card", "cards": 1, "from": "table", "rule": "M4"},
            {"player": "ann", "kind": "takes_free_card", "cards": 1, "from": "table", "rule": "M4"},
            {"player": "bob", "kind": "takes_nothing", "rule": "M4"},
        ])
    );
    let with_deck = post_ok(&path, challenge(&json!({"word": "hues", "deck": 1}))).await;
    assert_eq!(
        without_texts(&with_deck["consequences"][2]),
        json!({"player": "bob", "kind": "takes_free_card", "cards": 1, "from": "deck", "rule": "M4"})
    );
    assert_ne!(ruling["id"], with_deck["id"]);

    // Calls that are not allowed: two cards, cards that aren't on the table, a word outside the
    // lexicon.
    for (more, codes) in [
        (json!({"table": ["E", "ND"], "call": ["E", "ND"]}), json!(["too_few"])),
        (
            json!({"table": ["E", "ND"], "call": ["E", "N", "D"]}),
            json!(["card_not_on_table", "card_not_on_table"]),
        ),
        (json!({"table": ["Q", "X", "Z"], "word": "qxz"}), json!([])),
    ] {
        let ruling = post_ok(&path, challenge(&more)).await;
        let found: Vec<&Value> =
            ruling["breaches"].as_array().unwrap().iter().map(|breach| &breach["code"]).collect();
        assert_eq!(
            (json!(found), &ruling["valid"], &ruling["upheld"]),
            (codes, &json!(false), &json!(true)),
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
        without_texts(&ruling["consequences"]),
        json!([{"player": "ann", "kind": "collects", "cards": 3, "from": "table", "rule": "M3"}]),
        "the dealer plays like everybody else"
    );
    let again = post_ok(&path, request(json!(["SH", "??", "K", "M"]))).await;
    assert_eq!(ruling, again, "a ruling doesn't depend on the order of the cards");
    let other = post_ok(&path, request(json!(["M", "K", "??", "TH"]))).await;
    assert_ne!(ruling["id"], other["id"]);
}

/// Returns the code, rule and place of each breach.
fn breaches(response: &Value) -> Vec<String> {
    let breaches = response["breaches"].as_array().unwrap().iter();
    breaches
        .map(|breach| {
            let text = |member: &str| breach[member].as_str().unwrap();
            format!("{} {} {}", text("code"), text("rule"), text("pointer"))
        })
        .collect()
}

/// RULEBOOK W6: a call gets a score and a ruling, whatever the player says.
#[actix_web::test]
async fn impossible_calls_get_a_ruling() {
    let table = json!(["C", "O", "O", "P", "?", "SH", "U"]);
    for (call, word, code, expected) in [
        (json!({"word": "co-op"}), "CO-OP", json!("not_letters"), vec!["invalid_word W1 /word"]),
        (json!({"word": "don't"}), "DON'T", json!("not_letters"), vec!["invalid_word W1 /word"]),
        (json!({"word": ""}), "", json!("too_short"), vec!["invalid_word W1 /word"]),
        (json!({"word": "hues"}), "HUES", Value::Null, vec!["word_not_on_table M3 /word"]),
        (
            json!({"call": ["c", "?", "op", "sh\""]}),
            "C?OPSH\"",
            json!("not_letters"),
            vec![
                "unannounced_wild M2 /call/1",
                "card_not_on_table M3 /call/2",
                "invalid_card M2 /call/3",
            ],
        ),
        (json!({"call": ["SH", "?=E"]}), "SHE", Value::Null, vec!["too_few M2 /call"]),
        (json!({"call": []}), "", json!("too_short"), vec!["too_few M2 /call"]),
    ] {
        let mut request = call.clone();
        request["table"] = table.clone();
        let score = post_ok(&format!("{MY_WORD}/score"), request.clone()).await;
        assert_eq!((&score["word"], &score["legal"]), (&json!(word), &json!(false)), "{call}");
        assert_eq!((&score["points"], &score["lines"]), (&json!(0), &json!([])), "{call}");
        assert_eq!(score["reason"]["code"], code, "{call}");
        assert_eq!(breaches(&score), expected, "{call}");
        let ruling = post_ok(&format!("{MY_WORD}/challenge"), challenge(&request)).await;
        assert_eq!((&ruling["word"], &ruling["upheld"]), (&json!(word), &json!(true)), "{call}");
        assert_eq!((&ruling["reason"], &ruling["valid"]), (&score["reason"], &score["valid"]));
        assert_eq!(ruling["breaches"], score["breaches"]);
        assert_eq!(ruling["consequences"].as_array().unwrap().len(), 3, "{call}");
    }
}

#[actix_web::test]
async fn breaches_name_what_is_missing() {
    let missing = async |request: Value| {
        let score = post_ok(&format!("{MY_WORD}/score"), request).await;
        let breaches = score["breaches"].as_array().unwrap().clone();
        json!(breaches.iter().map(|breach| breach["missing"].clone()).collect::<Vec<_>>())
    };
    let table = json!(["R", "O", "K", "ND"]);
    assert_eq!(missing(json!({"table": table, "word": "rock"})).await, json!([["C"]]));
    let by_cards = json!({"table": table, "call": ["R", "?=O", "C", "K"]});
    assert_eq!(missing(by_cards).await, json!([["?"], ["C"]]));
    assert_eq!(missing(json!({"table": ["E", "ND"], "word": "end"})).await, json!([null]));
}

#[actix_web::test]
async fn a_table_has_the_cards_of_the_deck() {
    let path = format!("{MY_WORD}/best");
    let request = |rules: Value| json!({"table": ["?", "?", "?", "SK"], "rules": rules, "top": 1});
    assert_eq!(
        post_rejected(&path, request(json!({"strict_deck": true}))).await,
        ["not_in_deck /table", "not_in_deck /table"]
    );
    // RULEBOOK W7: the sheet prints no counts, so a card too many is only a remark.
    for rules in [Value::Null, json!({}), json!({"strict_deck": false})] {
        let best = post_ok(&path, request(rules)).await;
        assert_eq!(best["calls"][0]["points"], 4);
        assert_eq!(
            best["remarks"],
            json!([{"code": "more_than_deck", "card": "SK", "count": 1, "deck": 0},
                {"code": "more_than_deck", "card": "?", "count": 3, "deck": 2}])
        );
    }
}

/// RULEBOOK C8: a quiet response has only one verdict.
#[actix_web::test]
async fn quiet_responses_have_one_verdict() {
    let table = json!(["M", "K", "??", "SH", "U", "E"]);
    let members = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for (word, legal) in [("mask", true), ("hues", false), ("zzyxq", false), ("don't", false)] {
        let request = json!({"table": table, "word": word, "quiet": true});
        let score = post_ok(&format!("{MY_WORD}/score"), request.clone()).await;
        assert_eq!(members(&score), ["word", "valid", "legal", "points", "lexicon", "rulebook"]);
        assert_eq!(score["legal"], legal, "{word}");
        let ruling = post_ok(&format!("{MY_WORD}/challenge"), challenge(&request)).await;
        let expected = ["upheld", "word", "valid", "consequences", "lexicon", "rulebook", "id"];
        assert_eq!(members(&ruling), expected);
        assert_eq!(ruling["upheld"], !legal, "{word}");
    }
}

#[actix_web::test]
async fn a_second_lexicon_has_an_opinion_that_changes_nothing() {
    let request = |more: Value| {
        let mut request = challenge(&json!({"table": ["Q", "Z", "X"], "word": "qzx"}));
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let path = format!("{MY_WORD}/challenge");
    let added = json!({"overlay": {"add": ["QZX"]}, "second_lexicon": "en"});
    let ruling = post_ok(&path, request(added)).await;
    assert_eq!((&ruling["upheld"], &ruling["valid"]), (&json!(false), &json!(true)));
    assert_eq!(ruling["second_opinion"]["valid"], false);
    assert_eq!(ruling["second_opinion"]["lexicon"]["name"], "en");
    assert!(ruling["second_opinion"]["lexicon"]["overlay"].is_null());
    let unknown = request(json!({"second_lexicon": "xx"}));
    assert_eq!(post(&path, &unknown).await.status, 404);
}

#[actix_web::test]
async fn rounds_are_added_up() {
    let path = format!("{MY_WORD}/settle");
    let round = |ann: u32, bob: u32| json!([{"player": "ann", "cards": ann}, {"player": "bob", "cards": bob}]);
    let settled = post_ok(&path, json!({"rounds": [round(9, 4), round(3, 8)]})).await;
    assert_eq!(
        settled["totals"],
        json!([{"player": "ann", "points": 12}, {"player": "bob", "points": 12}])
    );
    assert_eq!((&settled["winners"], &settled["rounds_left"]), (&json!(["ann", "bob"]), &json!(0)));
    assert_eq!(
        settled["results"][1],
        json!({"player": "bob", "lines": [
            {"rule": "M3", "label": "round 1: 4 cards", "amount": 4, "running_total": 4},
            {"rule": "M3", "label": "round 2: 8 cards", "amount": 8, "running_total": 12},
        ], "total": 12})
    );
    // With the players in another order, and before the last round.
    let turned = json!([{"player": "bob", "cards": 5}, {"player": "ann", "cards": 0}]);
    let settled = post_ok(&path, json!({"rounds": [turned], "lexicon": "en"})).await;
    assert_eq!((&settled["winners"], &settled["rounds_left"]), (&json!(["bob"]), &json!(1)));
    assert_eq!(post(&path, &json!({"rounds": [round(1, 1)], "lexicon": "xx"})).await.status, 404);
    // Two decks.
    let rounds = json!({"rounds": [round(40, 30)], "rules": {"strict_deck": false}});
    assert_eq!(post_ok(&path, rounds).await["winners"], json!(["ann"]));
}

#[actix_web::test]
async fn a_lexicon_can_be_named_or_pinned() {
    let request =
        |lexicon: &str| json!({"table": ["M", "A", "S", "K"], "word": "mask", "lexicon": lexicon});
    let digest =
        post_ok(&format!("{MY_WORD}/score"), request("en")).await["lexicon"]["digest"].clone();
    let pinned = format!("en@{}", digest.as_str().unwrap());
    assert_eq!(post_ok(&format!("{MY_WORD}/score"), request(&pinned)).await["points"], 4);
    assert_eq!(post(&format!("{MY_WORD}/score"), &request("en@sha256:00000000")).await.status, 409);
}
