//! Challenges of turns.

use serde_json::{Value, json};

use super::{POW, cards, play_on, table};
use crate::{post, post_ok, post_rejected, without_texts};

#[actix_web::test]
async fn a_challenge_returns_words_that_are_not_allowed_and_play_ons_onto_them() {
    let request = json!({
        "hand": ["Z", "A", "R", "Q", "T", "E"], "table": table(&["CAT"]),
        "turn": {"new_word": cards("ZAR"), "play_ons": [play_on(&[1], "RAZE"), play_on(&[0], "CATTQ")]},
        "rules": {"play_on_new_word": true}, "challenged": "bob", "challenger": "ann",
    });
    let response = post_ok(&format!("{POW}/challenge"), request.clone()).await;
    assert_eq!(response["upheld"], true, "{response}");
    assert_eq!(response["words"][2]["valid"], false);
    let illegal: Vec<&str> = response["words"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|word| word["valid"] == false)
        .map(|word| word["word"].as_str().unwrap())
        .collect();
    assert_eq!(illegal, ["ZAR", "CATTQ"]);
    assert_eq!(response["returned"], json!(["ZAR", "RAZE", "CATTQ"]));
    assert_eq!(
        without_texts(&response["consequences"]),
        json!([{"player": "bob", "kind": "play_returned", "amount": 31, "rule": "P17"}])
    );
    assert_eq!((&response["total"], &response["breaches"]), (&json!(0), &json!([])));

    let mut named = request.clone();
    named["words"] = json!(["raze"]);
    let response = post_ok(&format!("{POW}/challenge"), named.clone()).await;
    assert_eq!(
        (&response["upheld"], &response["returned"], &without_texts(&response["consequences"])),
        (&json!(false), &json!([]), &json!([]))
    );
    named["words"] = json!(["toe"]);
    assert_eq!(post_rejected(&format!("{POW}/challenge"), named).await, ["invalid_word /words/0"]);
}

#[actix_web::test]
async fn a_ruling_does_not_depend_on_case_or_the_order_of_the_hand() {
    let id = |hand: [&'static str; 3], word: [&'static str; 3]| async move {
        let body = json!({"hand": hand, "table": [], "turn": {"new_word": word}});
        post_ok(&format!("{POW}/challenge"), body).await["id"].clone()
    };
    let first = id(["B", "A", "T"], ["B", "A", "T"]).await;
    assert_eq!(id(["T", "A", "B"], ["B", "A", "T"]).await, first);
    assert_eq!(id(["b", "a", "t"], ["b", "a", "t"]).await, first);
    assert_ne!(id(["B", "A", "T"], ["T", "A", "B"]).await, first);
}

#[actix_web::test]
async fn what_cannot_be_laid_is_not_allowed() {
    for (hand, word, code, missing) in [
        (vec!["ST", "A", "R"], cards("STAR"), "torn_combo", None),
        (vec!["A", "T"], cards("AT"), "too_short", None),
        (vec!["D", "O", "N", "T"], cards("DON'T"), "invalid_card", None),
        (vec!["S", "A", "R"], cards("STAR"), "card_not_in_hand", Some(json!(["T"]))),
    ] {
        let request = json!({"hand": hand, "turn": {"new_word": word}});
        let ruling = post_ok(&format!("{POW}/challenge"), request).await;
        assert_eq!((&ruling["upheld"], &ruling["total"]), (&json!(true), &json!(0)), "{ruling}");
        assert_eq!(
            (&ruling["returned"][0], &ruling["words"][0]["word"]),
            (&json!(word.concat()), &json!(word.concat()))
        );
        assert_eq!(ruling["words"][0]["valid"], false);
        let breach = &ruling["breaches"][0];
        assert_eq!((&breach["code"], breach.get("missing")), (&json!(code), missing.as_ref()));
        assert!(breach["pointer"].as_str().unwrap().starts_with("/turn/new_word"), "{breach}");
        assert_eq!(
            without_texts(&ruling["consequences"]),
            json!([{"player": "challenged", "kind": "play_returned", "rule": "P17"}]),
        );
    }
    let magi = json!({"hand": ["I"], "table": table(&["GAME"]), "turn": {"play_ons": [play_on(&[0], "MAGI")]}, "words": ["magi"]});
    let ruling = post_ok(&format!("{POW}/challenge"), magi).await;
    assert_eq!(ruling["breaches"][0]["missing"], json!(["E"]));
    assert_eq!(ruling["breaches"][0]["pointer"], "/turn/play_ons/0/word");
}

#[actix_web::test]
async fn a_challenge_that_cannot_be_understood_is_refused() {
    let challenge = |turn: Value| json!({"hand": ["C", "A", "T", "*"], "turn": turn});
    for (turn, expected) in [
        (json!({}), vec!["nothing_played /turn"]),
        (json!({"new_word": ["C", "A", "T".repeat(65)]}), vec!["out_of_bounds /turn/new_word/2"]),
        (
            json!({"play_ons": [{"onto": vec![0; 25], "word": ["A"]}, {"onto": [], "word": vec!["A"; 46]}]}),
            vec!["too_many /turn/play_ons/0/onto", "too_many /turn/play_ons/1/word"],
        ),
    ] {
        assert_eq!(post_rejected(&format!("{POW}/challenge"), challenge(turn)).await, expected);
    }
}

#[actix_web::test]
async fn several_players_challenge_together_and_nobody_need_be_named() {
    let challenge = |more: Value| {
        let mut body = json!({"hand": cards("HENSQ"), "turn": {"new_word": cards("HENS")}});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (more, player) in [
        (json!({"challengers": ["ann", "cid"], "challenged": "bob"}), "bob"),
        (json!({"challenger": "ann"}), "challenged"),
    ] {
        let ruling = post_ok(&format!("{POW}/challenge"), challenge(more)).await;
        assert_eq!(
            (&ruling["upheld"], &ruling["consequences"][0]["player"]),
            (&json!(true), &json!(player))
        );
    }
    let both = json!({"challenger": "ann", "challengers": ["ann", "cid"]});
    assert_eq!(
        post_rejected(&format!("{POW}/challenge"), challenge(both)).await,
        ["conflicting_fields /challengers"]
    );
    let own = json!({"challengers": ["ann", "bob"], "challenged": "bob"});
    assert_eq!(
        post_rejected(&format!("{POW}/challenge"), challenge(own)).await,
        ["duplicate_player /challenged"]
    );
}

#[actix_web::test]
async fn a_second_lexicon_gives_its_opinion_without_changing_the_ruling() {
    let request = json!({
        "hand": cards("ZYXQ"), "turn": {"new_word": cards("ZYX")},
        "overlay": {"add": ["ZYX"]}, "second_lexicon": "en",
    });
    let ruling = post_ok(&format!("{POW}/challenge"), request).await;
    assert_eq!(
        (&ruling["upheld"], &ruling["second_opinion"]["valid"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(ruling["second_opinion"]["lexicon"]["name"], "en");
}

#[actix_web::test]
async fn a_quiet_ruling_does_not_tell_which_word_is_not_allowed() {
    let rule =
        |request: Value| async move { post(&format!("{POW}/challenge"), &request).await.body };
    // (good, bad) and (bad, good): RATE is allowed, HENS is not.
    let play_ons = [play_on(&[0], "HENS"), play_on(&[1], "RATE")];
    let request = |play_ons: [&Value; 2], words: Value| json!({"hand": ["S", "E"], "table": table(&["HEN", "TAR"]), "turn": {"play_ons": play_ons}, "words": words, "quiet": true});
    let [hens, rate] = &play_ons;
    let first = rule(request([hens, rate], json!(["HENS", "RATE"]))).await;
    let ruling: Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(
        (&ruling["upheld"], &without_texts(&ruling["consequences"])),
        (&json!(true), &json!([{"player": "challenged", "kind": "play_returned", "rule": "P17"}]))
    );
    let members: Vec<&String> = ruling.as_object().unwrap().keys().collect();
    assert_eq!(members, ["upheld", "consequences", "lexicon", "rulebook", "id"]);
    assert_eq!(rule(request([rate, hens], json!(["rate", "hens", "rate"]))).await, first);
    let play_ons = [play_on(&[0], "RATE"), play_on(&[1], "HENS")];
    let other_table = json!({"hand": ["E", "S"], "table": table(&["TAR", "HEN"]), "turn": {"play_ons": play_ons}, "words": ["HENS", "RATE"], "quiet": true});
    assert_eq!(rule(other_table).await, first);
    let request = |play_ons: [Value; 2]| json!({"hand": ["S", "E"], "table": table(&["TAR", "TAR"]), "turn": {"play_ons": play_ons}, "quiet": true});
    let first = rule(request([play_on(&[0], "STAR"), play_on(&[1], "TARE")])).await;
    let second = rule(request([play_on(&[0], "TARE"), play_on(&[1], "STAR")])).await;
    assert_eq!(second, first, "equal table words");

    // Which of two words fails changes nothing but the digest of the overlay and the id.
    let request = |removed: &str| json!({"hand": cards("BATHE"), "table": table(&["TAR"]), "turn": {"new_word": cards("BAT"), "play_ons": [play_on(&[0], "RATE")]}, "overlay": {"remove": [removed]}, "quiet": true});
    let rulings = [rule(request("BAT")).await, rule(request("RATE")).await];
    let [bat, rate] = rulings.map(|body| {
        let mut ruling: Value = serde_json::from_slice(&body).unwrap();
        ruling["lexicon"]["overlay"] = json!(null);
        ruling["id"] = json!(null);
        ruling
    });
    assert_eq!(bat, rate);
    assert_eq!(bat["upheld"], true);
}
