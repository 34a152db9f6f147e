//! The slips of a table: each is a breach of one player, and the others are ruled on (RULEBOOK W6).
//!
//! | slip | challenge | settle | category-challenge |
//! |---|---|---|---|
//! | wild without its colour | breach | breach | takes a word, not cards |
//! | unreadable card | breach | breach | takes a word, not cards |
//! | too many cards in a word | breach | breach | takes a word, not cards |
//! | too many or too few cards in a hand | takes no hand | breach | takes no hand |
//! | card not in the hand | takes no hand | breach | takes no hand |
//! | word with an apostrophe | breach | takes cards, not words | the vote decides |
//! | empty word | breach | breach | the vote decides |
//! | two players of one name | refused: nobody can tell them apart | refused | has no players |
//! | a challenger twice | refused: each is ruled on once | has no challengers | has one challenger |
//! | with `strict_deck`, more cards than the deck in one word | breach | breach | takes a word |
//! | the same in the cards of several players | takes one word | refused: nobody is at fault | takes a word |

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{post_ok, post_rejected};

/// A declared word, and the code of its breach.
const PLAYS: [(&[&str], &str); 6] = [
    (&["Cb", "*=A", "Tb"], "unannounced_wild"),
    (&["Cb", "*", "Tb"], "unannounced_wild"),
    (&["Cb", "A", "Tb"], "invalid_card"),
    (&["Cb", "blue A", "Tb"], "invalid_card"),
    (&["Cb", "Ab", "Tb", "Cb", "Ab", "Tb", "Cb", "Ab"], "too_many"),
    (&[], "too_few"),
];

const BOARD: [&str; 5] = ["Db", "Ob", "Gb", "Cb", "Ab"];

fn codes(breaches: &Value) -> Vec<&str> {
    breaches.as_array().into_iter().flatten().filter_map(|breach| breach["code"].as_str()).collect()
}

/// Settles a round of a player against Bob, who declares DOG.
async fn settle(path: &str, ann: Value) -> Value {
    let mut request =
        json!({"pot": 10, "players": [ann, {"name": "bob", "play": ["Db", "Ob", "Gb"]}]});
    if path == WFW {
        request["board"] = json!(BOARD);
    }
    post_ok(&format!("{path}/settle"), request).await
}

#[actix_web::test]
async fn a_slip_in_a_challenged_word_makes_it_fall() {
    for path in [CYW, WFW] {
        let challenge = async |mut said: Value| {
            said["pot"] = json!(10);
            said["players"] = json!([{"name": "ann"}, {"name": "bob"}]);
            said["challenged"] = json!("ann");
            post_ok(&format!("{path}/challenge"), said).await
        };
        let said = PLAYS.map(|(play, code)| (json!({"play": play}), code));
        let words = [("don't", "invalid_word"), ("", "invalid_word"), ("elephants", "too_many")];
        let words = words.map(|(word, code)| (json!({"word": word}), code));
        for (said, code) in said.into_iter().chain(words) {
            let ruling = challenge(said.clone()).await;
            assert!(codes(&ruling["breaches"]).contains(&code), "{said} {ruling}");
            assert_eq!(
                (&ruling["upheld"], &ruling["valid"]),
                (&json!(true), &json!(false)),
                "{said}"
            );
            assert_eq!(ruling["consequences"][0]["kind"], "folds", "{said}");
        }
    }
}

#[actix_web::test]
async fn a_slip_at_a_showdown_loses_the_round_of_its_player_only() {
    for path in [CYW, WFW] {
        let (member, good) = if path == WFW {
            ("thought", json!(["Tb", "Eb"]))
        } else {
            ("hand", json!(["Cb", "Ab", "Tb", "*", "Db", "Ob", "Gb"]))
        };
        let mut cases: Vec<(Value, &str)> =
            PLAYS.map(|(play, code)| (json!({"name": "ann", "play": play}), code)).to_vec();
        let with_hand = |hand: Value| {
            let mut ann = json!({"name": "ann", "play": ["Cb", "Ab", "Tb"]});
            ann[member] = hand;
            ann
        };
        cases
            .push((with_hand(json!(["Cb", "Ab", "Tb", "Db", "Ob", "Gb", "Eb", "Rb"])), "too_many"));
        cases.push((with_hand(json!([])), "too_few"));
        cases.push((with_hand(json!(["Tb", "7b"])), "invalid_card"));
        if path == WFW {
            cases.push((with_hand(json!(["Cb", "Ab", "Tb"])), "too_many"));
            cases.push((with_hand(json!(["Tb"])), "too_few"));
        }
        let mut other = with_hand(good.clone());
        other["play"] = json!(["Cb", "Ar", "Tb"]);
        cases.push((other, "card_not_in_hand"));
        for (ann, code) in cases {
            let settled = settle(path, ann.clone()).await;
            let score = &settled["scores"][0];
            assert!(codes(&score["breaches"]).contains(&code), "{path} {ann} {score}");
            assert_eq!(
                (&score["standing"], &score["rule"]),
                (&json!("fell"), &json!("W6")),
                "{ann}"
            );
            assert_eq!(settled["winners"], json!(["bob"]), "{ann}");
        }
        // A wild on the board is a wild, whatever is announced for it there.
        for wild in ["*", "*=Tb", "*=T"] {
            let mut round = json!({"pot": 10, "board": ["Db", "Ob", "Gb", wild, "Ab"], "players": [
                {"name": "ann", "play": ["Cb", "Ab", "*=Tb"], "thought": ["Cb", "Eb"]},
                {"name": "bob", "play": []}]});
            if path == CYW {
                round = json!({"pot": 10, "players": [
                    {"name": "ann", "play": ["Cb", "Ab", "*=Tb"], "hand": ["Cb", "Ab", wild]},
                    {"name": "bob", "play": []}]});
            }
            let settled = post_ok(&format!("{path}/settle"), round).await;
            assert_eq!(settled["winners"], json!(["ann"]), "{path} {wild} {settled}");
        }
        let settled = settle(path, with_hand(good)).await;
        assert_eq!(settled["scores"][0]["standing"], "stands", "{settled}");
    }
}

#[actix_web::test]
async fn a_vote_decides_whatever_was_said() {
    for path in [CYW, WFW] {
        for word in ["don't", "", "elephants"] {
            let request = json!({"word": word, "category": {"name": "animals"},
                "votes_for_challenger": 1, "votes_against": 2});
            let ruling = post_ok(&format!("{path}/category-challenge"), request).await;
            assert_eq!(ruling["upheld"], false, "{word}");
        }
    }
}

#[actix_web::test]
async fn what_cannot_be_understood_is_refused() {
    let names = json!({"pot": 1, "players": [{"name": "ann"}, {"name": "ann"}]});
    let refused = post_rejected(&format!("{CYW}/settle"), names).await;
    assert_eq!(refused, ["duplicate_player /players/1/name"]);
    let twice = json!({"word": "cat", "pot": 1, "players": [{"name": "ann"}, {"name": "bob"}],
        "challengers": ["ann", "ann"], "challenged": "bob"});
    let refused = post_rejected(&format!("{CYW}/challenge"), twice).await;
    assert_eq!(refused, ["duplicate_player /challengers/1"]);
    // RULEBOOK W7: two players show the only red Z of a strict deck.
    let player = |name: &str, card: &str| json!({"name": name, "play": ["Zr", card]});
    let table = json!({"pot": 1, "players": [player("ann", "Ab"), player("bob", "Ob")],
        "rules": {"strict_deck": true}});
    let refused = post_rejected(&format!("{CYW}/settle"), table).await;
    assert_eq!(refused, ["not_in_deck /players/1/play"]);
    // RULEBOOK O1: a showdown has five board cards. Where all others have folded, there is none.
    for board in
        [json!(null), json!([]), json!(["Db", "Ob", "Gb"]), json!(["Db", "Ob", "Gb", "Cb"])]
    {
        let mut round = json!({"pot": 10, "board": board,
            "players": [{"name": "ann"}, {"name": "bob", "play": ["Db", "Ob", "Gb"]}]});
        let refused = post_rejected(&format!("{WFW}/settle"), round.clone()).await;
        assert_eq!(refused, ["too_few /board"]);
        round["players"][0]["folded"] = json!(true);
        let settled = post_ok(&format!("{WFW}/settle"), round).await;
        assert_eq!(settled["winners"], json!(["bob"]), "{settled}");
    }
    let players: Vec<Value> = (0..13).map(|seat| json!({"name": format!("p{seat}")})).collect();
    let refused =
        post_rejected(&format!("{CYW}/settle"), json!({"pot": 1, "players": players})).await;
    assert_eq!(refused, ["too_many /players"]);
}

/// RULEBOOK O13: who is left alone has won. Each challenger is ruled on alone (W9).
#[actix_web::test]
async fn a_challenge_that_leaves_one_player_names_the_winner() {
    let challenge = async |ann: u64, cid: u64| {
        let request = json!({"word": "cat", "pot": 90, "challengers": ["ann", "cid"], "challenged": "bob",
            "players": [{"name": "ann", "chips": ann}, {"name": "bob", "chips": 50}, {"name": "cid", "chips": cid}]});
        post_ok(&format!("{CYW}/challenge"), request).await
    };
    let ruling = challenge(29, 29).await;
    assert_eq!(ruling["game_winner"], "bob");
    let ruling = challenge(29, 30).await;
    assert_eq!(ruling.get("game_winner"), None);
    assert_eq!(ruling["consequences"][1]["kind"], "owes_next_pot");
}

#[actix_web::test]
async fn a_reason_names_the_game() {
    for (path, title) in [(CYW, "Choose Your Words"), (WFW, "Word For Word")] {
        let request =
            json!({"word": "gonna", "pot": 10, "players": [{"name": "ann"}, {"name": "bob"}]});
        let ruling = post_ok(&format!("{path}/challenge"), request).await;
        let detail = ruling["reason"]["detail"].as_str().unwrap();
        assert!(detail.contains(&format!("{title} bars")), "{detail}");
    }
}
