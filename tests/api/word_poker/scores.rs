//! Scores and best words.

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{post, post_ok};

#[actix_web::test]
async fn the_example_of_the_rule_sheet_scores_sixty_as_a_play_and_as_a_word() {
    let by_play =
        post_ok(&format!("{CYW}/score"), json!({"play": ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"]}))
            .await;
    let by_word = post_ok(
        &format!("{CYW}/score"),
        json!({"word": "bigger", "hand": ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"]}),
    )
    .await;
    let on_the_board = post_ok(
        &format!("{WFW}/score"),
        json!({"word": "BIGGER", "thought": ["*", "Zr"], "board": ["Bb", "Ib", "Gb", "Eb", "Rb"]}),
    )
    .await;
    assert_eq!(by_play["total"], 60);
    assert_eq!(by_play, by_word);
    assert_eq!(by_play, on_the_board);
    let lines = by_play["lines"].as_array().unwrap();
    assert_eq!(lines.last().unwrap()["running_total"], 60);
    let pair = lines.iter().find(|line| line["rule"] == "O5").unwrap();
    assert_eq!(
        (&pair["cards"], &pair["multiplier"], &pair["running_total"]),
        (&json!([2, 3]), &json!(3), &json!(26))
    );
}

#[actix_web::test]
async fn a_word_outside_the_lexicon_is_still_scored() {
    let score = post_ok(&format!("{CYW}/score"), json!({"play": ["Zb", "Zr", "Qb"]})).await;
    assert_eq!((&score["valid"], &score["total"]), (&json!(false), &json!(75)));
    assert_eq!(score["reason"]["code"], "not_in_lexicon");
    let score = post_ok(
        &format!("{CYW}/score"),
        json!({"play": ["Ob", "Mb", "Yb", "Wb", "Ob", "Rb", "Db"]}),
    )
    .await;
    assert_eq!((&score["valid"], &score["total"]), (&json!(true), &json!(204)));
}

#[actix_web::test]
async fn a_category_is_given_by_name_by_list_or_by_vote() {
    let total = async |category: Value| {
        let play = ["Eb", "Eb", "Lb"];
        post_ok(&format!("{CYW}/score"), json!({"play": play, "category": category})).await["total"]
            .clone()
    };
    assert_eq!(total(json!({"name": "oceanic"})).await, 16);
    assert_eq!(total(json!({"name": "dimensions"})).await, 6);
    assert_eq!(total(json!({"words": ["eel"]})).await, 16);
    assert_eq!(total(json!({"words": ["cod"]})).await, 6);
    assert_eq!(total(json!({"match": true})).await, 16);
    assert_eq!(total(json!({"name": "oceanic", "match": false})).await, 6);
}

#[actix_web::test]
async fn a_category_of_proper_nouns_makes_its_words_valid() {
    let nixon = ["Nb", "Ib", "Xb", "Ob", "Nr"];
    let score = async |category: Value| {
        let score =
            post_ok(&format!("{CYW}/score"), json!({"play": nixon, "category": category})).await;
        (score["valid"].clone(), score["bonuses"]["category"].clone())
    };
    assert_eq!(score(json!({"name": "us_presidents"})).await, (json!(true), json!(10)));
    assert_eq!(score(json!({"name": "oceanic"})).await, (json!(false), json!(0)));
    assert_eq!(score(json!({"words": ["NIXON"]})).await, (json!(false), json!(10)));
    assert_eq!(
        score(json!({"words": ["NIXON"], "proper_nouns": true})).await,
        (json!(true), json!(10))
    );
    let best = post_ok(
        &format!("{CYW}/best"),
        json!({"hand": nixon, "category": {"name": "us_presidents"}, "top": 1}),
    )
    .await;
    assert_eq!(best["plays"][0]["word"], "NIXON");
}

#[actix_web::test]
async fn a_category_of_proper_nouns_allows_the_proper_nouns_of_the_lexicon() {
    let wilds = ["*"; 7];
    let score = async |category: Value| {
        let request = json!({"word": "KIRGHIZ", "hand": wilds, "category": category, "rules": {"strict_deck": false}});
        post_ok(&format!("{CYW}/score"), request).await["valid"].clone()
    };
    assert_eq!(score(json!({"name": "oceanic"})).await, false);
    assert_eq!(score(json!({"name": "us_presidents"})).await, true);
    let found = async |category: Value| {
        let request =
            json!({"hand": wilds, "category": category, "top": 1, "rules": {"strict_deck": false}});
        post_ok(&format!("{CYW}/best"), request).await["words_found"].as_u64().unwrap()
    };
    assert!(
        found(json!({"name": "us_presidents"})).await > found(json!({"name": "oceanic"})).await
    );
}

#[actix_web::test]
async fn equal_hands_get_identical_responses_in_any_order() {
    let best = async |hand: Value| {
        post(&format!("{CYW}/best"), &json!({"hand": hand, "top": 100})).await.body
    };
    let first = best(json!(["*", "*", "*", "Ar", "Tb", "Er", "Sb"])).await;
    let again = best(json!(["Sb", "*", "Er", "*", "Tb", "Ar", "*"])).await;
    assert_eq!(first, again);
    let on_board = post(
        &format!("{WFW}/best"),
        &json!({"thought": ["Tb", "*"], "board": ["*", "Sb", "*", "Er", "Ar"], "top": 100}),
    )
    .await;
    assert_eq!(first, on_board.body);
}

#[actix_web::test]
async fn card_points_are_returned_if_no_word_is_possible() {
    let best = post_ok(&format!("{CYW}/best"), json!({"hand": ["Zb", "Qr", "Vb"]})).await;
    assert_eq!(
        (&best["plays"], &best["words_found"], &best["card_points"]),
        (&json!([]), &json!(0), &json!(35))
    );
    let best = post_ok(&format!("{WFW}/best"), json!({"thought": ["Ab", "Tb"]})).await;
    assert_eq!((&best["plays"][0]["word"], best.get("card_points")), (&json!("AT"), None));
}

#[actix_web::test]
async fn a_miss_says_what_is_missing() {
    let request = json!({"word": "catsup", "hand": ["Cb", "Ab", "*"]});
    let response = post(&format!("{CYW}/score"), &request).await.json();
    assert_eq!(response["breaches"][0]["missing"], json!(["S", "U", "P"]));
    let request = json!({"play": ["Cb", "*=Ab"], "hand": ["Cb", "Ab"]});
    let response = post(&format!("{CYW}/score"), &request).await.json();
    assert_eq!(response["breaches"][0]["missing"], json!(["*"]));
}
