//! The slips of a table: each is ruled on, or refused with the reason why it cannot be understood
//! (RULEBOOK W6).
//!
//! | slip | score and challenge | settle |
//! |---|---|---|
//! | wild without its letters, text that is not a card, in a call | breach | takes no cards |
//! | card not on the table, fewer than three cards | breach | takes no cards |
//! | word with an apostrophe, empty word or call | breach | takes no words |
//! | text on the table that is not a card | `unread` | takes no cards |
//! | the same, if the call may depend on it | refused: it may spell the word | takes no cards |
//! | more cards than the deck has | remark | all count |
//! | the same with `strict_deck` | refused: nobody is at fault | refused |
//! | text on the table of which the best calls are asked | refused: it may make a better one | takes no table |
//! | two players of one name | refused: nobody can tell them apart | refused |
//! | player not at the table | refused: nobody can tell who is meant | refused |

use serde_json::{Value, json};

use super::{MY_WORD, challenge};
use crate::{post, post_ok, post_rejected};

/// Returns the answer as a short text: its status, the verdict, and the code and place of each
/// breach.
async fn outcome(operation: &str, request: &Value) -> String {
    let response = post(&format!("{MY_WORD}/{operation}"), request).await;
    let answer = response.json();
    let breaches = answer["breaches"].as_array().into_iter().flatten().map(|breach| {
        format!(" {} {}", breach["code"].as_str().unwrap(), breach["pointer"].as_str().unwrap())
    });
    let valid = answer["valid"].as_bool().map_or("", |is| if is { " valid" } else { " not valid" });
    format!("{}{valid}{}", response.status.as_u16(), breaches.collect::<String>())
}

#[actix_web::test]
async fn calls_are_ruled_on_whatever_the_table_says() {
    let table = |table: Value| json!({"table": table, "word": "cat"});
    let call = |call: Value| json!({"table": ["C", "A", "T", "?"], "call": call});
    let sixty: Vec<&str> = ["C", "A", "T"].into_iter().chain([""; 57].map(|_| "E")).collect();
    for (what, said, expected) in [
        ("good cards", table(json!(["C", "A", "T"])), "200 valid"),
        ("an announced wild on the table", table(json!(["C", "A", "?=E"])), "200 valid"),
        ("three Z", table(json!(["C", "A", "T", "Z", "Z", "Z"])), "200 valid"),
        ("sixty cards", table(json!(sixty)), "200 valid"),
        (
            "a card beside the word that cannot be read",
            table(json!(["C", "A", "T", "9"])),
            "200 valid",
        ),
        ("a long text on the table", table(json!(["C", "A", "T", "the last card"])), "200 valid"),
        ("an empty text on the table", table(json!(["C", "A", "T", ""])), "200 valid"),
        ("a card that may be the T", table(json!(["C", "A", "9"])), "422 invalid_card /table"),
        ("an empty table", table(json!([])), "200 not valid word_not_on_table /word"),
        (
            "a card that may be called",
            json!({"table": ["C", "A", "9"], "call": ["C", "A", "T"]}),
            "422 invalid_card /table",
        ),
        (
            "two cards missing, one not read",
            json!({"table": ["C", "9"], "call": ["C", "A", "T"]}),
            "200 not valid card_not_on_table /call/1 card_not_on_table /call/2",
        ),
        (
            "no word, and a card not read",
            json!({"table": ["C", "A", "9"], "word": "caq"}),
            "200 not valid word_not_on_table /word",
        ),
        (
            "a wild without its letter",
            call(json!(["C", "A", "?"])),
            "200 not valid unannounced_wild /call/2",
        ),
        (
            "a wild as two letters",
            call(json!(["C", "A", "?=TS"])),
            "200 not valid invalid_card /call/2",
        ),
        (
            "a card of the call that cannot be read",
            call(json!(["C", "A", "the last T"])),
            "200 not valid invalid_card /call/2",
        ),
        (
            "a card not on the table",
            call(json!(["C", "A", "R"])),
            "200 not valid card_not_on_table /call/2",
        ),
        ("an empty call", call(json!([])), "200 not valid too_few /call"),
        ("an empty word", json!({"table": ["C"], "word": ""}), "200 not valid invalid_word /word"),
        (
            "an apostrophe",
            json!({"table": ["C"], "word": "can't"}),
            "200 not valid invalid_word /word",
        ),
        (
            "a strict deck",
            json!({"table": ["C", "A", "T", "Z", "Z"], "word": "cat", "rules": {"strict_deck": true}}),
            "422 not_in_deck /table",
        ),
        ("cards of more than two decks", table(json!(vec!["E"; 113])), "422 too_many /table"),
    ] {
        assert_eq!(outcome("score", &said).await, expected, "{what}");
        assert_eq!(outcome("challenge", &challenge(&said)).await, expected, "{what}");
    }
}

/// A card that nobody can read may make a better call, so the best calls are not known.
#[actix_web::test]
async fn a_wild_with_too_few_letters_is_no_fault_of_the_word() {
    let request = json!({"table": ["??", "C", "S", "H"], "call": ["C", "??=A", "S", "H"]});
    let answer = post_ok(&format!("{MY_WORD}/score"), request).await;
    assert_eq!((&answer["word"], &answer["reason"]), (&json!("CASH"), &Value::Null), "{answer}");
    assert_eq!(answer["breaches"][0]["code"], "invalid_card", "{answer}");
}

#[actix_web::test]
async fn the_best_calls_need_cards_that_can_be_read() {
    for (card, expected) in [
        ("7", "422 invalid_card /table/3"),
        ("", "422 invalid_card /table/3"),
        ("?=7", "422 invalid_card /table/3"),
    ] {
        let request = json!({"table": ["C", "A", "T", card]});
        assert_eq!(outcome("best", &request).await, expected, "{card}");
    }
}

#[actix_web::test]
async fn cards_that_cannot_be_read_can_be_taken() {
    let said = json!({"table": ["C", "a9", "9"], "word": "caq", "deck": 0});
    let ruling = post_ok(&format!("{MY_WORD}/challenge"), challenge(&said)).await;
    assert_eq!(ruling["unread"], json!(["9", "A9"]));
    let from: Vec<&Value> =
        ruling["consequences"].as_array().unwrap().iter().map(|taken| &taken["from"]).collect();
    assert_eq!(from, ["table", "table", "table"]);
    let with_grounds = |mut request: Value| {
        request["grounds"] = json!(true);
        request
    };
    let first = with_grounds(challenge(&said));
    let ruling = post_ok(&format!("{MY_WORD}/challenge"), first).await;
    let again = with_grounds(ruling["grounds"]["request"].clone());
    assert_eq!(post_ok(&format!("{MY_WORD}/challenge"), again).await, ruling);
    let quiet = challenge(&json!({"table": ["9", "C"], "word": "caq", "quiet": true}));
    let quiet = post_ok(&format!("{MY_WORD}/challenge"), quiet).await;
    assert_eq!(quiet.get("unread"), None);
}

#[actix_web::test]
async fn real_decks_differ() {
    let path = format!("{MY_WORD}/challenge");
    let said = |deck: u64, strict: bool| {
        challenge(
            &json!({"table": ["C"], "word": "cat", "deck": deck, "rules": {"strict_deck": strict}}),
        )
    };
    assert_eq!(post_ok(&path, said(60, false)).await["upheld"], true);
    assert_eq!(post_rejected(&path, said(56, true)).await, ["out_of_bounds /deck"]);
    assert_eq!(post_rejected(&path, said(113, false)).await, ["out_of_bounds /deck"]);
    let path = format!("{MY_WORD}/settle");
    let round = |names: [&str; 2], strict: bool| json!({"rounds": [[{"player": names[0], "cards": 57}, {"player": names[1], "cards": 1}]], "rules": {"strict_deck": strict}});
    assert_eq!(post_ok(&path, round(["ann", "bob"], false)).await["winners"], json!(["ann"]));
    assert_eq!(
        post_rejected(&path, round(["ann", "bob"], true)).await,
        ["out_of_bounds /rounds/0"]
    );
    assert_eq!(
        post_rejected(&path, round(["ann", "ann"], false)).await,
        ["duplicate_player /rounds/0/1/player"]
    );
}

#[actix_web::test]
async fn players_are_named_once() {
    let path = format!("{MY_WORD}/challenge");
    for (more, expected) in [
        (json!({"players": ["ann", "cid", "ann"]}), "duplicate_player /players/2"),
        (json!({"caller": "eve"}), "unknown_player /caller"),
        (json!({"dealer": "eve"}), "unknown_player /dealer"),
    ] {
        let mut request = challenge(&json!({"word": "cat"}));
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(post_rejected(&path, request).await, [expected]);
    }
}
