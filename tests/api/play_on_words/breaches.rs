//! Requests with several breaches.

use serde_json::{Value, json};

use super::{POW, cards, table};
use crate::post_rejected;

/// Asserts that a request is rejected with exactly these breaches, in this order.
async fn assert_breaches(operation: &str, body: Value, expected: &[&str]) {
    let shown = body.to_string();
    let found = post_rejected(&format!("{POW}/{operation}"), body).await;
    assert_eq!(found, expected, "{operation} {shown}");
}

#[actix_web::test]
async fn all_breaches_of_a_score_are_listed() {
    let malformed = json!({
        "hand": ["*=E", "J/X", "XX", "*", "*", "*", "A", "A", "A"],
        "table": [["C", "A", "*"], [], ["J/X=A"]],
        "first_turn": true,
        "last_play": true,
        "turn": {"new_word": ["*"], "play_ons": [{"onto": [0], "word": []}]},
    });
    let expected = [
        "too_many /hand",
        "unannounced_wild /table/0/2",
        "too_few /table/1",
        "invalid_card /table/2/0",
        "unannounced_wild /turn/new_word/0",
        "too_few /turn/play_ons/0/word",
    ];
    assert_breaches("score", malformed, &expected).await;
    let malformed_hand = json!({"hand": ["*=E", "J/X", "XX"], "turn": {}});
    let expected = ["announced_wild /hand/0", "invalid_card /hand/2", "nothing_played /turn"];
    assert_breaches("score", malformed_hand, &expected).await;
    let three_wilds = json!({"hand": ["*", "*", "*"], "turn": {}});
    assert_breaches("score", three_wilds, &["not_in_deck /hand", "nothing_played /turn"]).await;
    let empty_turn = json!({"hand": ["A"], "turn": {}});
    assert_breaches("score", empty_turn, &["nothing_played /turn"]).await;
}

#[actix_web::test]
async fn a_score_with_too_many_cards_or_table_words_is_rejected() {
    let words = table(&["AT", "*=A *=B *=C *=D *=E"]);
    let five_wilds = json!({"hand": ["A"], "table": words, "turn": {"new_word": cards("CAT")}});
    assert_breaches("score", five_wilds, &["too_short /table/0", "not_in_deck /table"]).await;
    let words = vec![cards("CAT"); 25];
    let long_table = json!({"hand": ["A"], "table": words, "turn": {"new_word": ["A"]}});
    assert_breaches("score", long_table, &["too_many /table"]).await;
    let play_ons = json!([
        {"onto": [0, 9], "word": vec!["A"; 46]},
        {"onto": vec![0; 25], "word": ["A"]},
    ]);
    let long_words =
        json!({"hand": ["A"], "table": table(&["CAT"]), "turn": {"play_ons": play_ons}});
    let expected = ["too_many /turn/play_ons/0/word", "too_many /turn/play_ons/1/onto"];
    assert_breaches("score", long_words, &expected).await;
    let sixty_letters = json!({"hand": ["A"], "turn": {"new_word": vec!["ST"; 30]}});
    assert_breaches("score", sixty_letters, &["too_many /turn/new_word"]).await;
}

#[actix_web::test]
async fn all_breaches_of_a_search_and_a_challenge_are_listed() {
    let search = json!({"hand": [], "top": 0});
    assert_breaches("best", search, &["out_of_bounds /top", "too_few /hand"]).await;
    let challenge = json!({
        "hand": ["A"],
        "turn": {"new_word": ["A"]},
        "words": [],
        "challenger": "",
        "challenged": "",
    });
    let expected = ["out_of_bounds /challenger", "out_of_bounds /challenged", "too_few /words"];
    assert_breaches("challenge", challenge, &expected).await;
}

#[actix_web::test]
async fn all_breaches_of_a_settlement_are_listed() {
    let malformed = json!({
        "went_out": "eve",
        "round": 0,
        "players": [
            {"name": "ann", "points": 1_000_000_001},
            {"name": "ann", "points": 0, "unplayed": ["?".repeat(65)]},
        ],
        "muggings": [{"player": "eve", "from": "ann", "hand_cards": vec!["A"; 46], "new_word": ["*".repeat(65)]}],
    });
    let expected = [
        "duplicate_player /players/1/name",
        "out_of_bounds /players/0/points",
        "out_of_bounds /players/1/unplayed/0",
        "unknown_player /went_out",
        "out_of_bounds /round",
        "unknown_player /muggings/0/player",
        "too_many /muggings/0/hand_cards",
        "out_of_bounds /muggings/0/new_word/0",
    ];
    assert_breaches("settle", malformed, &expected).await;
    let full_deck = json!({
        "went_out": "ann",
        "round": 2,
        "rules": {"version": "full_deck"},
        "players": [
            {"name": "ann", "points": 0, "unplayed": ["A"]},
            {"name": "bob", "points": 0},
        ],
    });
    assert_breaches("settle", full_deck.clone(), &["out_of_bounds /round"]).await;
    let mut one_round = full_deck;
    one_round["round"] = json!(1);
    let expected = ["conflicting_fields /went_out", "conflicting_fields /players/0/unplayed"];
    assert_breaches("settle", one_round, &expected).await;
}
