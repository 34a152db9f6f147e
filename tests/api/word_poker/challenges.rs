//! Challenges of words and of their categories, and look-ups.

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{post_ok, without_texts};

fn players(chips: u64) -> Value {
    json!([{"name": "ann", "chips": chips}, {"name": "bob"}, {"name": "cid"}, {"name": "dot"}])
}

fn challenge(word: &str, chips: u64) -> Value {
    json!({"word": word, "challenger": "ann", "challenged": "bob", "pot": 100, "players": players(chips)})
}

#[actix_web::test]
async fn the_loser_of_a_challenge_owes_chips_or_folds() {
    let path = format!("{CYW}/challenge");
    let lost = post_ok(&path, challenge("bigger", 40)).await;
    assert_eq!((&lost["upheld"], &lost["valid"]), (&json!(false), &json!(true)));
    assert_eq!(
        without_texts(&lost["consequences"]),
        json!([{"player": "ann", "kind": "owes_next_pot", "amount": 25, "rule": "O13"}])
    );
    let broke = post_ok(&path, challenge("bigger", 20)).await;
    assert_eq!(
        without_texts(&broke["consequences"]),
        json!([{"player": "ann", "kind": "eliminated", "amount": 20, "rule": "O13"}])
    );
    let won = post_ok(&path, challenge("zzyxq", 40)).await;
    assert_eq!((&won["upheld"], &won["reason"]["code"]), (&json!(true), &json!("not_in_lexicon")));
    assert_eq!(
        without_texts(&won["consequences"]),
        json!([{"player": "bob", "kind": "folds", "rule": "O13"}])
    );
    let omyword = post_ok(&path, challenge("omyword", 40)).await;
    assert_eq!((&omyword["upheld"], &omyword["challengeable"]), (&json!(false), &json!(false)));
    assert_eq!(without_texts(&omyword["consequences"]), json!([]));
}

#[actix_web::test]
async fn the_id_of_a_ruling_depends_on_the_request() {
    let path = format!("{WFW}/challenge");
    let first = post_ok(&path, challenge("bigger", 40)).await;
    assert!(first["id"].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(first["id"], post_ok(&path, challenge("BIGGER", 40)).await["id"]);
    assert_ne!(first["id"], post_ok(&path, challenge("bigger", 41)).await["id"]);
    assert_ne!(first["id"], post_ok(&path, challenge("big", 40)).await["id"]);
}

#[actix_web::test]
async fn looking_up_another_word_makes_the_offender_fold() {
    let mut request = challenge("bigger", 40);
    request["look_ups"] =
        json!([{"player": "cid", "word": "biggest"}, {"player": "ann", "word": "bigger"}]);
    let ruling = post_ok(&format!("{CYW}/challenge"), request).await;
    assert_eq!(
        without_texts(&ruling["consequences"][1]),
        json!({"player": "cid", "kind": "folds", "rule": "O15"})
    );
    assert_eq!(ruling["consequences"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn the_challenger_wins_a_tied_vote_and_a_lost_vote_has_no_penalty() {
    let vote = async |votes_for: u32, against: u32| {
        let request = json!({"word": "eel", "category": {"name": "oceanic"}, "challenger": "ann", "challenged": "bob",
            "votes_for_challenger": votes_for, "votes_against": against});
        post_ok(&format!("{CYW}/category-challenge"), request).await
    };
    let tied = vote(2, 2).await;
    assert_eq!((&tied["upheld"], &tied["listed"]), (&json!(true), &json!(true)));
    let expected =
        json!([{"player": "bob", "kind": "loses_category_bonus", "amount": 10, "rule": "O14"}]);
    assert_eq!(without_texts(&tied["consequences"]), expected);
    let lost = vote(1, 2).await;
    assert_eq!(
        (&lost["upheld"], &without_texts(&lost["consequences"])),
        (&json!(false), &json!([]))
    );
}

#[actix_web::test]
async fn a_challenge_of_anything_that_is_said_is_ruled_on() {
    let path = format!("{WFW}/challenge");
    let rule = async |member: &str, said: Value, challengers: Value| {
        let request =
            json!({member: said, "challengers": challengers, "pot": 100, "players": players(40)});
        post_ok(&path, request).await
    };
    let ruling = rule("word", json!("don't"), json!(["ann", "cid"])).await;
    assert_eq!((&ruling["upheld"], &ruling["valid"]), (&json!(true), &json!(false)));
    assert_eq!(
        (&ruling["word"], &ruling["reason"]["code"]),
        (&json!("DON'T"), &json!("not_letters"))
    );
    assert_eq!(ruling["breaches"][0]["pointer"], "/word");
    let folds = json!([{"player": "challenged", "kind": "folds", "rule": "O13"}]);
    assert_eq!(without_texts(&ruling["consequences"]), folds);
    for (cards, code, pointer) in [
        (json!(["Ab"]), "too_few", "/play"),
        (json!(["Cb", "*", "Tb"]), "unannounced_wild", "/play/1"),
        (json!(["Ab", "Eb", "Ib", "Ob", "Ub", "Ab", "Eb", "Ib"]), "too_many", "/play"),
    ] {
        let ruling = rule("play", cards.clone(), json!(["ann"])).await;
        assert_eq!(
            (&ruling["upheld"], &without_texts(&ruling["consequences"])),
            (&json!(true), &folds),
            "{cards}"
        );
        let breaches = ruling["breaches"].as_array().unwrap();
        assert_eq!(breaches.len(), 1, "{cards}");
        assert_eq!(
            (&breaches[0]["code"], &breaches[0]["pointer"]),
            (&json!(code), &json!(pointer))
        );
    }
    let failed = rule("word", json!("cat"), json!(["ann", "cid"])).await;
    let owes =
        |name: &str| json!({"player": name, "kind": "owes_next_pot", "amount": 25, "rule": "O13"});
    assert_eq!(without_texts(&failed["consequences"]), json!([owes("ann"), owes("cid")]));
    assert_eq!(failed["breaches"], json!([]));
}

#[actix_web::test]
async fn a_possible_play_gets_the_ruling_of_its_word() {
    let path = format!("{CYW}/challenge");
    let mut by_play = challenge("cat", 40);
    by_play.as_object_mut().unwrap().remove("word");
    by_play["play"] = json!(["Cb", "*=Ar", "Tb"]);
    assert_eq!(post_ok(&path, by_play).await, post_ok(&path, challenge("CAT", 40)).await);
}

#[actix_web::test]
async fn look_ups_without_a_challenge_need_only_the_players() {
    let request = json!({
        "players": players(40),
        "look_ups": [{"player": "bob", "word": "don't"}, {"player": "bob", "word": "omyword"}],
    });
    let ruling = post_ok(&format!("{CYW}/challenge"), request).await;
    assert_eq!(
        without_texts(&ruling["consequences"]),
        json!([{"player": "bob", "kind": "folds", "rule": "O15"}])
    );
    for absent in ["upheld", "word", "valid", "challengeable", "breaches"] {
        assert_eq!(ruling.get(absent), None);
    }
    assert!(ruling["id"].is_string());
}

#[actix_web::test]
async fn a_quiet_ruling_does_not_tell_why_the_word_failed() {
    let path = format!("{CYW}/challenge");
    let quiet = async |word: &str| {
        let mut request = challenge(word, 40);
        request["quiet"] = json!(true);
        request["grounds"] = json!(true);
        post_ok(&path, request).await
    };
    let mut first = quiet("zzyxq").await;
    for hidden in ["valid", "reason", "breaches"] {
        assert_eq!(first.get(hidden), None, "{hidden}");
    }
    assert_eq!(first["grounds"]["request"], json!({}));
    // Words that fail for different reasons get the same ruling.
    let mut second = quiet("don't").await;
    for ruling in [&mut first, &mut second] {
        ruling.as_object_mut().unwrap().remove("word");
        ruling.as_object_mut().unwrap().remove("id");
    }
    assert_eq!(first, second);
    let request = json!({"play": ["Zb", "Qb"], "quiet": true, "id": true});
    let score = post_ok(&format!("{CYW}/score"), request).await;
    assert_eq!((&score["valid"], score.get("reason")), (&json!(false), None));
}

#[actix_web::test]
async fn a_second_lexicon_gives_its_opinion_without_changing_the_ruling() {
    let path = format!("{CYW}/challenge");
    let mut request = challenge("cat", 40);
    request["overlay"] = json!({"remove": ["CAT"]});
    request["second_lexicon"] = json!("en");
    let ruling = post_ok(&path, request.clone()).await;
    assert_eq!(
        (&ruling["upheld"], &ruling["second_opinion"]["valid"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(ruling["second_opinion"]["lexicon"]["name"], "en");
    request["word"] = json!("don't");
    assert_eq!(post_ok(&path, request).await["second_opinion"]["valid"], false);
}

#[actix_web::test]
async fn the_dealer_can_choose_a_category_by_name() {
    let vote = async |category: Value, votes_against: u32| {
        let request = json!({"word": "hoe", "category": category, "challenged": "bob",
            "votes_for_challenger": 1, "votes_against": votes_against});
        post_ok(&format!("{WFW}/category-challenge"), request).await
    };
    let ruling = vote(json!({"name": "picnic"}), 1).await;
    assert_eq!((&ruling["category"], ruling.get("listed")), (&json!("picnic"), None));
    assert_eq!(
        (&ruling["upheld"], &ruling["consequences"][0]["player"]),
        (&json!(true), &json!("bob"))
    );
    let ruling = vote(json!({"name": "picnic", "words": ["HOE"]}), 2).await;
    assert_eq!((&ruling["category"], &ruling["listed"]), (&json!("picnic"), &json!(true)));
    assert_eq!(ruling["upheld"], false);

    let proper = async |category: Value| {
        let mut request = challenge("kirghiz", 40);
        request["category"] = category;
        post_ok(&format!("{CYW}/challenge"), request).await
    };
    let ruling = proper(json!({"name": "languages", "own": true, "proper_nouns": true})).await;
    assert_eq!((&ruling["valid"], &ruling["category"]), (&json!(true), &json!("languages")));
    assert_eq!(proper(json!({"name": "languages", "own": true})).await["valid"], false);
}
