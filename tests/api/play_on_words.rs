//! Play On Words over HTTP.

use serde_json::{Value, json};

use crate::{ask, post, refused};

const POW: &str = "/v1/play-on-words";

fn cards(text: &str) -> Vec<String> {
    if text.contains(' ') {
        text.split(' ').map(str::to_owned).collect()
    } else {
        text.chars().map(String::from).collect()
    }
}

fn table(words: &[&str]) -> Vec<Vec<String>> {
    words.iter().map(|word| cards(word)).collect()
}

fn play_on(onto: &[usize], word: &str) -> Value {
    json!({"onto": onto, "word": cards(word)})
}

#[actix_web::test]
async fn a_turn_is_told_word_by_word() {
    let request = json!({
        "hand": ["S", "B", "ST", "A", "*"],
        "table": table(&["TALE", "TAR", "RAT"]),
        "turn": {"new_word": ["*=E", "A", "ST"], "play_ons": [play_on(&[0], "STABLE")]},
    });
    let score = ask(&format!("{POW}/score"), request).await;
    assert_eq!((&score["total"], &score["valid"], &score["went_out"]), (&json!(27), &json!(true), &json!(true)));
    assert_eq!(score["bonuses"], json!({"going_out": 7, "initial_hand": 0}));
    assert_eq!(
        score["parts"][1],
        json!({"word": "STABLE", "kind": "play_on", "rearranged": false, "points_per_letter": 2, "points": 12, "valid": true, "rule": "P7"})
    );
    assert_eq!(score["lines"].as_array().unwrap().last().unwrap()["running_total"], 27);

    let plural = json!({"hand": ["S", "E"], "table": table(&["CAT"]), "turn": {"play_ons": [play_on(&[0], "CATS")]}});
    let score = ask(&format!("{POW}/score"), plural).await;
    assert_eq!((&score["valid"], &score["parts"][0]["reason"]["mark"]), (&json!(false), &json!("plural_s")));
    assert_eq!(score["hand_left"], json!(["E"]));
}

#[actix_web::test]
async fn house_rules_and_stages_change_what_a_turn_earns() {
    let request = |more: Value| {
        let mut request = json!({"hand": cards("CONTINUE"), "turn": {"new_word": cards("CONTINUE")}});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    for (more, total, went_out) in [
        (json!({}), 23, true),
        (json!({"first_turn": true}), 43, true),
        (json!({"last_play": true}), 16, true),
        (json!({"first_turn": true, "rules": {"version": "full_deck"}}), 16, false),
        (json!({"first_turn": true, "rules": {"version": "casual"}}), 0, true),
    ] {
        let score = ask(&format!("{POW}/score"), request(more.clone())).await;
        assert_eq!((&score["total"], &score["went_out"]), (&json!(total), &json!(went_out)), "{more}");
        let best = ask(&format!("{POW}/best"), {
            let mut request = request(more.clone());
            request.as_object_mut().unwrap().remove("turn");
            request
        })
        .await;
        assert_eq!(best["turns"][0]["total"], total, "{more}");
    }
    let runs = |rules: Value| json!({"hand": cards("RUNSQ"), "turn": {"new_word": cards("RUNS")}, "rules": rules});
    assert_eq!(ask(&format!("{POW}/score"), runs(json!({}))).await["valid"], false);
    assert_eq!(ask(&format!("{POW}/score"), runs(json!({"plural": "lenient"}))).await["valid"], true);
    let on_new = |rules: Value| json!({"hand": cards("TAREQ"), "turn": {"new_word": cards("TAR"), "play_ons": [play_on(&[0], "RATE")]}, "rules": rules});
    assert_eq!(refused(&format!("{POW}/score"), on_new(json!({}))).await, ["table_word_taken /turn/play_ons/0/onto/0"]);
    assert_eq!(ask(&format!("{POW}/score"), on_new(json!({"play_on_new_word": true}))).await["total"], 14);
    let change = |rules: Value| json!({"hand": ["E", "Q"], "table": [["C", "A", "*=T"]], "turn": {"play_ons": [play_on(&[0], "C A *=R E")]}, "rules": rules});
    assert_eq!(refused(&format!("{POW}/score"), change(json!({}))).await, ["choice_changed /turn/play_ons/0/word"]);
    assert_eq!(ask(&format!("{POW}/score"), change(json!({"table_cards": "change"}))).await["total"], 4);
}

#[actix_web::test]
async fn every_turn_found_scores_what_it_is_said_to_whatever_the_order_of_the_hand() {
    let table = table(&["TALE", "NOW", "MOST", "B A TH", "J/X=J U ST"]);
    let request = |hand: &[&str]| json!({"hand": hand, "table": table, "top": 40});
    let best = ask(&format!("{POW}/best"), request(&["S", "R", "E", "CK", "*", "V/Z"])).await;
    let again = ask(&format!("{POW}/best"), request(&["V/Z", "*", "R", "CK", "E", "S"])).await;
    assert_eq!(best, again);
    assert_eq!(best["exhaustive"], true);
    let turns = best["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 40);
    for turn in turns {
        let request = json!({"hand": ["S", "R", "E", "CK", "*", "V/Z"], "table": table, "turn": turn["turn"]});
        let score = ask(&format!("{POW}/score"), request).await;
        for field in ["total", "parts", "went_out", "bonuses", "hand_left"] {
            assert_eq!(score[field], turn[field], "{turn}");
        }
        assert_eq!(score["valid"], true);
    }
    assert!(turns.is_sorted_by(|one, other| one["total"].as_u64() >= other["total"].as_u64()));
}

#[actix_web::test]
async fn with_nothing_to_play_a_full_hand_may_discard() {
    let best = ask(&format!("{POW}/best"), json!({"hand": vec!["Q"; 8]})).await;
    assert_eq!((&best["turns"], &best["discard_allowed"]), (&json!([]), &json!(true)));
    let best = ask(&format!("{POW}/best"), json!({"hand": ["Q"]})).await;
    assert_eq!(best["discard_allowed"], false);
    let best = ask(&format!("{POW}/best"), json!({"hand": cards("CAT")})).await;
    assert!(best.get("discard_allowed").is_none());
}

#[actix_web::test]
async fn a_challenge_takes_back_what_is_not_allowed_and_what_rests_on_it() {
    let request = json!({
        "hand": ["Z", "A", "R", "Q", "T", "E"], "table": table(&["CAT"]),
        "turn": {"new_word": cards("ZAR"), "play_ons": [play_on(&[1], "RAZE"), play_on(&[0], "CATTQ")]},
        "rules": {"play_on_new_word": true}, "challenged": "bob", "challenger": "ann",
    });
    let answer = post(&format!("{POW}/challenge"), &request).await.json();
    assert_eq!(answer["upheld"], true, "{answer}");
    assert_eq!(answer["words"][2]["valid"], false);
    let illegal: Vec<&str> = answer["words"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|word| word["valid"] == false)
        .map(|word| word["word"].as_str().unwrap())
        .collect();
    assert_eq!(illegal, ["ZAR", "CATTQ"]);
    assert_eq!(answer["returned"], json!(["ZAR", "RAZE", "CATTQ"]));
    assert_eq!(
        answer["consequences"],
        json!([{"player": "bob", "kind": "play_returned", "amount": 31, "rule": "P17"}])
    );
    assert_eq!(answer["total"], 0);

    let mut named = request.clone();
    named["words"] = json!(["raze"]);
    let answer = ask(&format!("{POW}/challenge"), named.clone()).await;
    assert_eq!(
        (&answer["upheld"], &answer["returned"], &answer["consequences"]),
        (&json!(false), &json!([]), &json!([]))
    );
    named["words"] = json!(["toe"]);
    assert_eq!(refused(&format!("{POW}/challenge"), named).await, ["invalid_word /words/0"]);
}

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
    let settled = ask(&format!("{POW}/settle"), request(json!({}))).await;
    assert_eq!(settled["final"][1]["final"], 26);
    assert_eq!((&settled["winners"], &settled["rounds"]), (&json!(["bob"]), &json!(4)));
    assert!(settled.get("game_over").is_none());
    let mug = |card: &str, word: &str| json!({"player": "ann", "from": "bob", "hand_cards": [card], "play_ons": [play_on(&[0], word)]});
    let settled = ask(
        &format!("{POW}/settle"),
        request(json!({"muggings": [mug("S", "RATS"), mug("*", "T A R *=S")], "round": 4})),
    )
    .await;
    assert_eq!(
        settled["final"][0]["lines"],
        json!([{"rule": "P12", "label": "mugs S of bob", "points": 2, "running_total": 22}])
    );
    assert_eq!((&settled["muggings"][1]["points"], &settled["game_over"]), (&json!(0), &json!(true)));
    let twice = request(json!({"muggings": [mug("S", "RATS"), mug("S", "STAR")]}));
    assert_eq!(refused(&format!("{POW}/settle"), twice).await, ["card_not_in_hand /muggings/1/hand_cards/0"]);

    let casual = ask(&format!("{POW}/settle"), request(json!({"rules": {"version": "casual"}}))).await;
    assert_eq!((&casual["final"][0]["final"], &casual["final"][1]["final"]), (&json!(21), &json!(30)));
    let nobody = ask(
        &format!("{POW}/settle"),
        json!({"players": [{"name": "ann", "points": -3, "unplayed": ["Q"]}, {"name": "bob", "points": -3, "unplayed": ["QU"]}]}),
    )
    .await;
    assert_eq!(
        nobody["final"][1]["lines"][0],
        json!({"rule": "P13", "label": "unplayed: QU", "points": -2, "running_total": -5})
    );
    assert_eq!(nobody["winners"], json!(["ann"]));
}

#[actix_web::test]
async fn every_breach_is_listed_with_its_place() {
    for (path, body, expected) in [
        (
            "score",
            json!({"hand": ["*=E", "J/X", "XX", "*", "*", "*", "A", "A", "A"], "table": [["C", "A", "*"], [], ["J/X=A"]], "first_turn": true, "last_play": true,
                "turn": {"new_word": ["*"], "play_ons": [{"onto": [0], "word": []}]}}),
            &[
                "conflicting_fields /last_play",
                "too_many /hand",
                "unannounced_wild /table/0/2",
                "too_few /table/1",
                "invalid_card /table/2/0",
                "unannounced_wild /turn/new_word/0",
                "too_few /turn/play_ons/0/word",
            ][..],
        ),
        (
            "score",
            json!({"hand": ["*=E", "J/X", "XX"], "turn": {}}),
            &["announced_wild /hand/0", "invalid_card /hand/2"],
        ),
        ("score", json!({"hand": ["*", "*", "*"], "turn": {}}), &["too_many /hand"]),
        ("score", json!({"hand": ["A"], "turn": {}}), &["nothing_played /turn"]),
        (
            "score",
            json!({"hand": ["A"], "table": table(&["AT", "*=A *=B *=C *=D *=E"]), "turn": {"new_word": cards("CAT")}}),
            &["too_short /table/0", "too_many /table"],
        ),
        (
            "score",
            json!({"hand": ["A"], "table": vec![cards("CAT"); 25], "turn": {"new_word": ["A"]}}),
            &["too_many /table"],
        ),
        (
            "score",
            json!({"hand": ["A"], "table": table(&["CAT"]), "turn": {"play_ons": [{"onto": [0, 9], "word": vec!["A"; 46]}, {"onto": vec![0; 25], "word": vec!["ST"; 30]}]}}),
            &["too_many /turn/play_ons/0/word", "too_many /turn/play_ons/1/onto", "too_many /turn/play_ons/1/word"],
        ),
        ("best", json!({"hand": [], "top": 0}), &["out_of_bounds /top", "too_few /hand"]),
        (
            "challenge",
            json!({"hand": ["A"], "turn": {"new_word": ["A"]}, "words": [], "challenger": "", "challenged": ""}),
            &[
                "out_of_bounds /challenger",
                "out_of_bounds /challenged",
                "duplicate_player /challenged",
                "too_few /words",
                "too_short /turn/new_word",
            ],
        ),
        (
            "settle",
            json!({"went_out": "eve", "round": 0, "players": [{"name": "ann", "points": 1_000_000_001}, {"name": "ann", "points": 0, "unplayed": ["?"]}],
                "muggings": [{"player": "eve", "from": "ann", "hand_cards": ["*=A"], "new_word": ["*"]}]}),
            &[
                "duplicate_player /players/1/name",
                "out_of_bounds /players/0/points",
                "invalid_card /players/1/unplayed/0",
                "unknown_player /went_out",
                "out_of_bounds /round",
                "unknown_player /muggings/0/player",
                "announced_wild /muggings/0/hand_cards/0",
                "unannounced_wild /muggings/0/new_word/0",
            ],
        ),
        (
            "settle",
            json!({"went_out": "ann", "rules": {"version": "full_deck"}, "players": [{"name": "ann", "points": 0, "unplayed": ["A"]}, {"name": "bob", "points": 0}],
                "muggings": [{"player": "ann", "from": "ann", "hand_cards": ["A"], "new_word": ["A"]}]}),
            &[
                "conflicting_fields /went_out",
                "conflicting_fields /players/0/unplayed",
                "conflicting_fields /muggings/0/from",
                "too_short /muggings/0/new_word",
            ],
        ),
    ] {
        assert_eq!(refused(&format!("{POW}/{path}"), body.clone()).await, expected, "{path} {body}");
    }
}

#[actix_web::test]
async fn a_search_that_is_cut_short_still_finds_good_turns() {
    let words = "CITO CEDI OOH LUMP CADI RIGG ESSE TSKS SOJA VIER EATS YERD RUB OTTO SORE SALP DEAN TOIT SERS ALAS JUT PIT TOW CASK";
    let table: Vec<Vec<String>> = words.split(' ').map(|word| word.chars().map(String::from).collect()).collect();
    let best = |table: &[Vec<String>]| {
        let hand = ["TH", "L", "SH", "G", "M", "A", "O", "S"];
        let body = json!({"hand": hand, "table": table, "top": 5});
        async move { ask(&format!("{POW}/best"), body).await }
    };
    let total = |best: &Value| best["turns"][0]["total"].as_u64().unwrap();
    let (some, all) = (best(&table[..16]).await, best(&table).await);
    assert_eq!((&some["exhaustive"], &all["exhaustive"]), (&json!(true), &json!(false)));
    assert!(total(&all) >= total(&some), "more words on the table allow for more");
    assert_eq!(all["turns"].as_array().unwrap().len(), 5);

    for top in [1, 1_000] {
        let hand = ["*", "*", "E", "A", "O", "I", "N", "D"];
        let body = json!({"hand": hand, "table": [], "rules": {"play_on_new_word": true}, "top": top});
        assert_eq!(
            total(&ask(&format!("{POW}/best"), body).await),
            37,
            "the best is the best however many are asked for"
        );
    }
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
    let settled = ask(&format!("{POW}/settle"), settle(muggings)).await;
    assert_eq!(
        (&settled["muggings"][0]["points"], &settled["muggings"][0]["cards"]),
        (&json!(6), &json!(["B", "A", "T"]))
    );
    assert_eq!(refused(&format!("{POW}/settle"), settle(json!({"round": 5}))).await, ["out_of_bounds /round"]);
    let five: Vec<Value> = "abcde".chars().map(|name| json!({"name": name, "points": 0})).collect();
    assert_eq!(refused(&format!("{POW}/settle"), json!({"players": five})).await, ["too_many /players"]);
}

#[actix_web::test]
async fn a_ruling_does_not_depend_on_how_cards_are_written() {
    let id = |hand: [&'static str; 3], word: [&'static str; 3]| async move {
        let body = json!({"hand": hand, "table": [], "turn": {"new_word": word}});
        ask(&format!("{POW}/challenge"), body).await["id"].clone()
    };
    let first = id(["B", "A", "T"], ["B", "A", "T"]).await;
    assert_eq!(id(["T", "A", "B"], ["B", "A", "T"]).await, first);
    assert_eq!(id(["b", "a", "t"], ["b", "a", "t"]).await, first);
    assert_ne!(id(["B", "A", "T"], ["T", "A", "B"]).await, first);
}
