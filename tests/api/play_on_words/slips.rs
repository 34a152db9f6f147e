//! The slips of a table: each is a breach of one player, and the others are ruled on (RULEBOOK W6).
//!
//! | slip | challenge | settle |
//! |---|---|---|
//! | wild or flip card without its letter | breach of the word | breach of the mugging |
//! | text that is not a card | breach of the word or hand | breach of the mugging or hand |
//! | too many cards in a hand | breach, the turn falls | breach, all cards count |
//! | more wilds than the deck has | breach, the turn falls | breach, all cards count |
//! | more of other cards than the deck has | remark | remark |
//! | card not in the hand | breach of the word | breach of the mugging |
//! | word with an apostrophe, empty word | breach of the word | breach of the mugging |
//! | table word that is not there | breach of the word | breach of the mugging |
//! | no word at all | refused: nothing is challenged | breach of the mugging |
//! | word that the turn does not make | refused: nobody can tell which is meant | takes no names |
//! | two players of one name | refused: nobody can tell them apart | refused |
//! | table word with an unreadable card | refused: no player is at fault | refused |
//! | cards beyond the deck, `strict_deck` | refused: nobody can tell whose they are | refused |

use serde_json::{Value, json};

use super::{POW, cards, play_on, table};
use crate::{post, post_ok, without_texts};

/// Returns the answer as a short text: its status, the verdict, and the code and place of each
/// breach.
async fn outcome(operation: &str, request: &Value) -> String {
    let response = post(&format!("{POW}/{operation}"), request).await;
    let answer = response.json();
    let of_muggings = answer["muggings"].as_array().into_iter().flatten();
    let lists = std::iter::once(&answer).chain(of_muggings).map(|of| &of["breaches"]);
    let breaches: Vec<String> = lists
        .flat_map(|list| list.as_array().into_iter().flatten())
        .map(|breach| {
            format!(" {} {}", breach["code"].as_str().unwrap(), breach["pointer"].as_str().unwrap())
        })
        .collect();
    let upheld = answer["upheld"].as_bool().map_or("", |is| if is { " upheld" } else { " failed" });
    format!("{}{upheld}{}", response.status.as_u16(), breaches.concat())
}

#[actix_web::test]
async fn challenges_rule_on_everything_that_can_be_understood() {
    let with = |hand: Value, more: Value| {
        let mut request = json!({"hand": hand, "table": table(&["TAR"]), "turn": {"new_word": cards("BAT")},
            "overlay": {"add": ["BAT", "STAR"]}});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let hand = |hand: &str| with(json!(cards(hand)), json!({}));
    let word = |word: Value| with(json!(cards("BAT*Q")), json!({"turn": {"new_word": word}}));
    let onto = |onto: Value| {
        let play_on = json!({"onto": onto, "word": cards("STAR")});
        with(json!(cards("SQ")), json!({"turn": {"play_ons": [play_on]}}))
    };
    for (what, request, expected) in [
        ("a good hand", hand("BATQ"), "200 failed"),
        ("an announced wild in the hand", hand("B A T *=E"), "200 failed"),
        ("a card beyond the deck", hand("BATQQ"), "200 failed"),
        (
            "an empty hand",
            with(json!([]), json!({})),
            "200 upheld card_not_in_hand /turn/new_word/0 card_not_in_hand /turn/new_word/1 card_not_in_hand /turn/new_word/2",
        ),
        ("nine cards", hand("BATEEEEEE"), "200 upheld too_many /hand"),
        ("three wilds", hand("BAT***"), "200 upheld not_in_deck /hand"),
        ("an unreadable card in the hand", hand("BAT9"), "200 upheld invalid_card /hand"),
        (
            "a long text in the hand",
            hand("B A T a-joker-with-a-hat"),
            "200 upheld invalid_card /hand",
        ),
        (
            "an empty text in the hand",
            with(json!(["B", "A", "T", ""]), json!({})),
            "200 upheld invalid_card /hand",
        ),
        (
            "a wild without its letter",
            word(json!(["B", "A", "*"])),
            "200 upheld unannounced_wild /turn/new_word/2",
        ),
        (
            "a flip card without its letter",
            word(json!(["B", "A", "J/X"])),
            "200 upheld unannounced_wild /turn/new_word/2",
        ),
        (
            "a flip card as another letter",
            word(json!(["B", "A", "J/X=T"])),
            "200 upheld invalid_card /turn/new_word/2",
        ),
        (
            "an unreadable card",
            word(json!(["B", "A", "the last T"])),
            "200 upheld invalid_card /turn/new_word/2",
        ),
        ("an apostrophe", word(json!(cards("BA'T"))), "200 upheld invalid_card /turn/new_word/2"),
        ("an empty word", word(json!([])), "200 upheld too_few /turn/new_word"),
        ("a word of two letters", word(json!(["A", "T"])), "200 upheld too_short /turn/new_word"),
        ("a word of 90 letters", word(json!(vec!["ST"; 45])), "200 upheld too_many /turn/new_word"),
        (
            "a card not in the hand",
            word(json!(["B", "A", "R"])),
            "200 upheld card_not_in_hand /turn/new_word/2",
        ),
        (
            "no such table word",
            onto(json!([25])),
            "200 upheld unknown_table_word /turn/play_ons/0/onto/0",
        ),
        (
            "a play-on to nothing",
            onto(json!([])),
            "200 upheld unknown_table_word /turn/play_ons/0/onto",
        ),
        ("no word", with(json!(["B"]), json!({"turn": {}})), "422 nothing_played /turn"),
        (
            "a word that is not made",
            with(json!(cards("BATQ")), json!({"words": ["RAT"]})),
            "422 invalid_word /words/0",
        ),
        (
            "a name twice",
            with(json!(cards("BATQ")), json!({"challengers": ["ann", "ann"]})),
            "422 duplicate_player /challengers/1",
        ),
        (
            "an unreadable table",
            with(json!(cards("BATQ")), json!({"table": [["T", "9", "R"]]})),
            "422 invalid_card /table/0/1",
        ),
        (
            "a strict deck",
            with(json!(cards("BATQQ")), json!({"rules": {"strict_deck": true}})),
            "422 not_in_deck ",
        ),
    ] {
        assert_eq!(outcome("challenge", &request).await, expected, "{what}");
    }
    let ruling = post_ok(&format!("{POW}/challenge"), hand("BATQQ")).await;
    let remarks = json!([{"code": "more_than_deck", "card": "Q", "count": 2, "deck": 1}]);
    assert_eq!(ruling["remarks"], remarks);
    let ruling = post_ok(&format!("{POW}/challenge"), hand("BAT9")).await;
    assert_eq!(
        (&ruling["returned"], &ruling["total"], &without_texts(&ruling["consequences"])),
        (
            &json!(["BAT"]),
            &json!(0),
            &json!([{"player": "challenged", "kind": "play_returned", "rule": "P17"}])
        )
    );
}

#[actix_web::test]
async fn the_id_of_a_ruling_covers_what_was_said() {
    let rule = async |hand: Value| {
        let request = json!({"hand": hand, "turn": {"new_word": cards("BAT")}, "grounds": true});
        let ruling = post_ok(&format!("{POW}/challenge"), request).await;
        let again = ruling["grounds"]["request"].clone();
        let mut again_with_grounds = again.clone();
        again_with_grounds["grounds"] = json!(true);
        let again = post_ok(&format!("{POW}/challenge"), again_with_grounds).await;
        assert_eq!(again, ruling, "the canonical request");
        ruling["id"].clone()
    };
    let first = rule(json!(["B", "9", "A", "t", "a-1"])).await;
    assert_eq!(rule(json!(["A-1", "A", "B", "9", "T"])).await, first);
    assert_ne!(rule(json!(["A-2", "A", "B", "9", "T"])).await, first);
}

#[actix_web::test]
async fn settlements_count_what_can_be_read() {
    let round = |unplayed: Value, mugging: Value, more: Value| {
        let mut mug = json!({"player": "ann", "from": "bob", "hand_cards": ["S"], "play_ons": [play_on(&[0], "STAR")]});
        mug.as_object_mut().unwrap().extend(mugging.as_object().unwrap().clone());
        let mut request = json!({
            "went_out": "ann", "table": table(&["TAR"]), "muggings": [mug], "overlay": {"add": ["STAR"]},
            "players": [{"name": "ann", "points": 20}, {"name": "bob", "points": 30, "unplayed": unplayed}],
        });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let hand = |unplayed: Value| round(unplayed, json!({}), json!({}));
    let mug = |mugging: Value| round(json!(["S", "E"]), mugging, json!({}));
    // The totals of ann, who mugs the S, and of bob.
    for (what, request, expected, totals) in [
        ("a good hand", hand(json!(["S", "TH"])), "200", [22, 27]),
        ("an announced wild", hand(json!(["S", "*=E"])), "200", [22, 28]),
        ("a card beyond the deck", hand(json!(["S", "Q", "Q"])), "200", [22, 27]),
        (
            "nine cards",
            hand(json!(cards("SEEEEEEEE"))),
            "200 too_many /players/1/unplayed",
            [22, 21],
        ),
        (
            "three wilds",
            hand(json!(cards("S***"))),
            "200 not_in_deck /players/1/unplayed",
            [22, 26],
        ),
        (
            "an unreadable card",
            hand(json!(["S", "9"])),
            "200 invalid_card /players/1/unplayed",
            [22, 29],
        ),
        ("an empty text", hand(json!(["S", ""])), "200 invalid_card /players/1/unplayed", [22, 29]),
        (
            "a card to mug that is not left",
            mug(json!({"hand_cards": ["S", "R"]})),
            "200 card_not_in_hand /muggings/0/hand_cards/1",
            [22, 28],
        ),
        (
            "an unreadable card to mug",
            mug(json!({"hand_cards": ["S", "9"]})),
            "200 invalid_card /muggings/0/hand_cards/1",
            [22, 28],
        ),
        (
            "an announced wild to mug",
            mug(json!({"hand_cards": ["S", "*=E"]})),
            "200 card_not_in_hand /muggings/0/hand_cards/1",
            [22, 28],
        ),
        (
            "no cards to mug",
            mug(json!({"hand_cards": []})),
            "200 card_not_in_hand /muggings/0/play_ons/0/word/0",
            [20, 28],
        ),
        (
            "an unreadable card in a word",
            mug(json!({"play_ons": [play_on(&[0], "ST9R")]})),
            "200 invalid_card /muggings/0/play_ons/0/word/2",
            [20, 28],
        ),
        (
            "a wild without its letter",
            mug(json!({"play_ons": [play_on(&[0], "ST*R")]})),
            "200 unannounced_wild /muggings/0/play_ons/0/word/2",
            [20, 28],
        ),
        (
            "an empty word",
            mug(json!({"play_ons": [], "new_word": []})),
            "200 too_few /muggings/0/new_word",
            [20, 28],
        ),
        ("no word", mug(json!({"play_ons": []})), "200 nothing_played /muggings/0", [20, 28]),
        (
            "no such table word",
            mug(json!({"play_ons": [play_on(&[30], "STAR")]})),
            "200 unknown_table_word /muggings/0/play_ons/0/onto/0",
            [20, 28],
        ),
    ] {
        assert_eq!(outcome("settle", &request).await, expected, "{what}");
        let settled = post_ok(&format!("{POW}/settle"), request).await;
        let found = [0, 1].map(|seat| settled["results"][seat]["total"].as_i64().unwrap());
        assert_eq!(found, totals, "{what}");
    }
    for (what, more, expected) in [
        ("a strict deck", json!({"rules": {"strict_deck": true}}), "422 not_in_deck "),
        ("an unreadable table", json!({"table": [["T", "9", "R"]]}), "422 invalid_card /table/0/1"),
        (
            "a name twice",
            json!({"players": [{"name": "ann", "points": 0}, {"name": "ann", "points": 0}]}),
            "422 duplicate_player /players/1/name unknown_player /muggings/0/from",
        ),
    ] {
        let request = round(json!(["S", "Q", "Q"]), json!({}), more);
        assert_eq!(outcome("settle", &request).await, expected, "{what}");
    }
    let settled = post_ok(&format!("{POW}/settle"), hand(json!(["S", "9", "a9", "Q", "Q"]))).await;
    assert_eq!(settled["results"][1]["unread"], json!(["9", "A9"]));
    assert_eq!(settled["results"][0].get("unread"), None);
    let remarks = json!([{"code": "more_than_deck", "card": "Q", "count": 2, "deck": 1}]);
    assert_eq!(settled["remarks"], remarks);
}
