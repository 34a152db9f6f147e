//! Scores and best turns.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{POW, cards, play_on, table};
use crate::{post, post_ok, post_rejected};

#[actix_web::test]
async fn a_turn_is_scored_word_by_word() {
    let request = json!({
        "hand": ["S", "B", "ST", "A", "*"],
        "table": table(&["TALE", "TAR", "RAT"]),
        "turn": {"new_word": ["*=E", "A", "ST"], "play_ons": [play_on(&[0], "STABLE")]},
    });
    let score = post_ok(&format!("{POW}/score"), request).await;
    assert_eq!(
        (&score["total"], &score["valid"], &score["went_out"]),
        (&json!(27), &json!(true), &json!(true))
    );
    assert_eq!(score["bonuses"], json!({"going_out": 7, "initial_hand": 0}));
    assert_eq!(
        score["parts"][1],
        json!({"word": "STABLE", "kind": "play_on", "rearranged": false, "points_per_letter": 2, "points": 12, "valid": true, "rule": "P7"})
    );
    assert_eq!(score["lines"].as_array().unwrap().last().unwrap()["running_total"], 27);

    assert_eq!(
        score["table_after"],
        json!([cards("STABLE"), cards("TAR"), cards("RAT"), ["*=E", "A", "ST"]])
    );

    let plural = json!({"hand": ["S", "E"], "table": table(&["HEN"]), "turn": {"play_ons": [play_on(&[0], "HENS")]}});
    let score = post_ok(&format!("{POW}/score"), plural).await;
    assert_eq!(
        (&score["valid"], &score["parts"][0]["reason"]["mark"]),
        (&json!(false), &json!("plural_s"))
    );
    assert_eq!(score["hand_left"], json!(["E"]));
}

#[actix_web::test]
async fn rules_and_stages_change_the_score_of_a_turn() {
    let request = |more: Value| {
        let mut request =
            json!({"hand": cards("CONTINUE"), "turn": {"new_word": cards("CONTINUE")}});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    for (more, total, went_out) in [
        (json!({}), 23, true),
        (json!({"first_turn": true}), 43, true),
        (json!({"last_play": true}), 16, false),
        (json!({"first_turn": true, "last_play": true}), 16, false),
        (json!({"first_turn": true, "rules": {"version": "full_deck"}}), 16, false),
        (json!({"first_turn": true, "rules": {"version": "casual"}}), 0, true),
        (json!({"last_play": true, "rules": {"version": "casual"}}), 0, false),
    ] {
        let score = post_ok(&format!("{POW}/score"), request(more.clone())).await;
        assert_eq!(
            (&score["total"], &score["went_out"]),
            (&json!(total), &json!(went_out)),
            "{more}"
        );
        let best = post_ok(&format!("{POW}/best"), {
            let mut request = request(more.clone());
            request.as_object_mut().unwrap().remove("turn");
            request
        })
        .await;
        let turn = &best["turns"][0];
        assert_eq!(
            (&turn["total"], &turn["went_out"]),
            (&json!(total), &json!(went_out)),
            "{more}"
        );
    }
}

#[actix_web::test]
async fn house_rules_change_the_verdict_on_a_turn() {
    let runs = |rules: Value| json!({"hand": cards("RUNSQ"), "turn": {"new_word": cards("RUNS")}, "rules": rules});
    assert_eq!(post_ok(&format!("{POW}/score"), runs(json!({}))).await["valid"], true);
    let strict = post_ok(&format!("{POW}/score"), runs(json!({"plural": "strict"}))).await;
    let reason = &strict["parts"][0]["reason"];
    assert_eq!((&strict["valid"], &reason["rule"]), (&json!(false), &json!("P9")));
    assert!(reason["detail"].as_str().unwrap().contains("plural of RUN"), "{reason}");
    let on_new = |rules: Value| json!({"hand": cards("TAREQ"), "turn": {"new_word": cards("TAR"), "play_ons": [play_on(&[0], "RATE")]}, "rules": rules});
    assert_eq!(
        post_rejected(&format!("{POW}/score"), on_new(json!({}))).await,
        ["table_word_taken /turn/play_ons/0/onto/0"]
    );
    assert_eq!(
        post_ok(&format!("{POW}/score"), on_new(json!({"play_on_new_word": true}))).await["total"],
        14
    );
    let change = |rules: Value| json!({"hand": ["E", "Q"], "table": [["C", "A", "*=T"]], "turn": {"play_ons": [play_on(&[0], "C A *=R E")]}, "rules": rules});
    assert_eq!(
        post_rejected(&format!("{POW}/score"), change(json!({}))).await,
        ["choice_changed /turn/play_ons/0/word"]
    );
    assert_eq!(
        post_ok(&format!("{POW}/score"), change(json!({"table_cards": "change"}))).await["total"],
        4
    );
}

#[actix_web::test]
async fn best_turns_are_scored_as_reported_for_any_order_of_the_hand() {
    let table = table(&["TALE", "NOW", "MOST", "B A TH", "J/X=J U ST"]);
    let request = |hand: &[&str]| json!({"hand": hand, "table": table, "top": 40});
    let best = post_ok(&format!("{POW}/best"), request(&["S", "R", "E", "CK", "*", "V/Z"])).await;
    let again = post_ok(&format!("{POW}/best"), request(&["V/Z", "*", "R", "CK", "E", "S"])).await;
    assert_eq!(best, again);
    assert_eq!(best["exhaustive"], true);
    let turns = best["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 40);
    for turn in turns {
        let request = json!({"hand": ["S", "R", "E", "CK", "*", "V/Z"], "table": table, "turn": turn["turn"]});
        let score = post_ok(&format!("{POW}/score"), request).await;
        for field in ["total", "parts", "went_out", "bonuses", "hand_left", "table_after"] {
            assert_eq!(score[field], turn[field], "{turn}");
        }
        assert_eq!(score["valid"], true);
    }
    assert!(turns.is_sorted_by(|one, other| one["total"].as_u64() >= other["total"].as_u64()));
}

#[actix_web::test]
async fn a_full_hand_may_discard_if_nothing_can_be_played() {
    let eight = json!({"hand": vec!["Q"; 8], "rules": {"strict_deck": false}});
    let best = post_ok(&format!("{POW}/best"), eight).await;
    assert_eq!((&best["turns"], &best["discard_allowed"]), (&json!([]), &json!(true)));
    let best = post_ok(&format!("{POW}/best"), json!({"hand": ["Q"]})).await;
    assert_eq!(best["discard_allowed"], false);
    let best = post_ok(&format!("{POW}/best"), json!({"hand": cards("CAT")})).await;
    assert!(best.get("discard_allowed").is_none());
}

#[actix_web::test]
async fn a_search_that_is_cut_short_still_finds_good_turns() {
    let table = vec![["E", "R", "S"]; 24];
    let best = |table: &[[&str; 3]]| {
        let hand = ["A", "I", "N", "T", "O", "L", "*", "*"];
        let rules = json!({"strict_deck": false});
        let body = json!({"hand": hand, "table": table, "rules": rules, "top": 5});
        async move { post_ok(&format!("{POW}/best"), body).await }
    };
    let total = |best: &Value| best["turns"][0]["total"].as_u64().unwrap();
    let (some, all) = (best(&table[..2]).await, best(&table).await);
    assert_eq!((&some["exhaustive"], &all["exhaustive"]), (&json!(true), &json!(false)));
    assert!(total(&all) >= total(&some), "more words on the table never lower the best total");
    assert_eq!(all["turns"].as_array().unwrap().len(), 5);

    for top in [1, 1_000] {
        let hand = ["*", "*", "E", "A", "O", "I", "N", "D"];
        let body =
            json!({"hand": hand, "table": [], "rules": {"play_on_new_word": true}, "top": top});
        assert_eq!(
            total(&post_ok(&format!("{POW}/best"), body).await),
            37,
            "the best total doesn't depend on `top`"
        );
    }
}

#[actix_web::test]
async fn hands_and_tables_have_no_more_cards_than_the_deck() {
    let score = |hand: &[&str], words: &[&str]| json!({"hand": hand, "table": table(words), "turn": {"new_word": cards("TAR")}});
    let mut request = score(&["T", "A", "R", "QU", "J/X"], &["QU I T", "J/X=J E T", "BUZZ"]);
    request["rules"] = json!({"strict_deck": true});
    let refused = post_rejected(&format!("{POW}/score"), request).await;
    assert_eq!(refused, ["not_in_deck ", "not_in_deck ", "not_in_deck "], "Z, QU and J/X");
    let three_wilds = score(&["T", "A", "R", "*"], &["*=T A *=R"]);
    assert_eq!(post_rejected(&format!("{POW}/score"), three_wilds).await, ["not_in_deck "]);
    // RULEBOOK W7: only the number of wilds is printed; other cards are only a remark.
    let allowed = score(&["T", "A", "R", "QU"], &["QU I T", "BUZZ"]);
    let scored = post_ok(&format!("{POW}/score"), allowed).await;
    assert_eq!((&scored["total"], scored["remarks"].as_array().unwrap().len()), (&json!(6), 2));
    assert_eq!(scored["remarks"][0]["code"], "more_than_deck");
    let best = json!({"hand": ["K", "K"], "rules": {"strict_deck": true}});
    assert_eq!(post_rejected(&format!("{POW}/best"), best).await, ["not_in_deck "]);
}

#[actix_web::test]
async fn a_breach_says_which_cards_are_missing() {
    let request = json!({"hand": ["A"], "table": table(&["GAME"]), "turn": {"new_word": cards("TAR"), "play_ons": [play_on(&[0], "MAGI")]}});
    let problem = post(&format!("{POW}/score"), &request).await.json();
    let missing: Vec<&Value> =
        problem["breaches"].as_array().unwrap().iter().map(|breach| &breach["missing"]).collect();
    assert_eq!(missing, [&json!(["T"]), &json!(["R"]), &json!(["E"]), &json!(["I"])]);
}

#[actix_web::test]
async fn a_quiet_score_has_one_verdict_that_does_not_depend_on_the_order_of_the_words() {
    let play_ons = [play_on(&[0], "HENS"), play_on(&[1], "RATE")];
    let request = |play_ons: [&Value; 2]| json!({"hand": ["S", "E", "Q"], "table": table(&["HEN", "TAR"]), "turn": {"play_ons": play_ons}, "quiet": true, "id": true});
    let [hens, rate] = &play_ons;
    let first = post_ok(&format!("{POW}/score"), request([hens, rate])).await;
    assert_eq!((&first["valid"], &first["total"]), (&json!(false), &json!(4 + 8)));
    for part in first["parts"].as_array().unwrap() {
        assert!(part.get("valid").is_none() && part.get("reason").is_none(), "{part}");
    }
    let second = post(&format!("{POW}/score"), &request([rate, hens])).await;
    assert_eq!(second.json(), first);
}

/// An app redraws the table from the response alone: no card appears or disappears, and the table
/// can be the table of the next request.
#[actix_web::test]
async fn the_table_after_a_turn_has_all_cards_and_can_be_played_on() {
    let hand = ["S", "R", "ST", "E", "V/Z"];
    let before = table(&["NOW", "MOST", "T A *=L E", "B A TH"]);
    let face = |card: &str| card.split('=').next().unwrap().to_owned();
    let sorted = |cards: Vec<String>| {
        let mut cards = cards;
        cards.sort_unstable();
        cards
    };
    let all: Vec<String> = before.iter().flatten().map(|card| face(card)).collect();
    let all = sorted([all, hand.map(str::to_owned).to_vec()].concat());
    let request = json!({"hand": hand, "table": before, "top": 100});
    let best = post_ok(&format!("{POW}/best"), request).await;
    let turns = best["turns"].as_array().unwrap();
    let mut words_on_table = BTreeSet::new();
    for turn in turns {
        let after: Vec<Vec<String>> = serde_json::from_value(turn["table_after"].clone()).unwrap();
        let left: Vec<String> = serde_json::from_value(turn["hand_left"].clone()).unwrap();
        words_on_table.insert(after.len());
        let shown = after.iter().flatten().map(|card| face(card)).chain(left).collect();
        assert_eq!(sorted(shown), all, "{turn}");
        // The words of the turn are on the table.
        for part in turn["parts"].as_array().unwrap() {
            let spelled = |word: &Vec<String>| -> String {
                word.iter().map(|card| card.split('=').next_back().unwrap()).collect()
            };
            let word = part["word"].as_str().unwrap();
            assert!(after.iter().any(|on_table| spelled(on_table) == word), "{turn}");
        }
        let next =
            json!({"hand": cards("CAT"), "table": after, "turn": {"new_word": cards("CAT")}});
        let next = post_ok(&format!("{POW}/score"), next).await;
        assert_eq!(next["table_after"][after.len()], json!(cards("CAT")));
    }
    assert!(words_on_table.len() > 1, "only {words_on_table:?} words on the table");
}
