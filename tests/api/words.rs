//! The dictionary over HTTP.

use serde_json::{Value, json};

use crate::{get, post_ok, post_rejected};

#[actix_web::test]
async fn a_word_page_has_marks_verdicts_and_hooks() {
    let page = get("/v1/words/camels").await.json();
    assert_eq!(
        (&page["word"], &page["valid"], &page["lemma"]),
        (&json!("CAMELS"), &json!(true), &json!("CAMEL"))
    );
    assert_eq!(page["marks"], json!(["plural_s"]));
    let edition = page["lexicon"]["edition"].as_str().unwrap();
    assert!(edition.contains('+'), "this test needs an edition with a plus sign: {edition}");
    let pinned = get(&format!("/v1/words/cats?lexicon=en@{edition}")).await.json();
    assert_eq!(pinned["lexicon"], page["lexicon"]);
    let verdicts = page["verdicts"].as_array().unwrap();
    let allowed: Vec<&Value> = verdicts
        .iter()
        .filter(|verdict| verdict["allowed"] == true)
        .map(|verdict| &verdict["variant"])
        .collect();
    assert_eq!(allowed, ["choose-your-words", "word-for-word", "wordgame", "my-word"]);
    assert_eq!(verdicts[2]["reason"]["rule"], "P9");
    assert_eq!(get("/v1/words/at").await.json()["hooks"]["front"], "BCEFGHKLMNOPQRSTVW");
    assert_eq!(page["hooks"]["inner"], json!({"back": "CAMEL"}));
    assert_eq!(
        get("/v1/words/braver").await.json()["hooks"]["inner"],
        json!({"front": "RAVER", "back": "BRAVE"})
    );
    assert_eq!(get("/v1/words/quiz").await.json()["hooks"]["inner"], json!({}));
}

#[actix_web::test]
async fn long_words_without_near_misses_at_one_edit_get_those_at_two() {
    let near = async |text: &str| get(&format!("/v1/words/{text}")).await.json()["near"].clone();
    assert_eq!(near("dificulti").await, json!(["DIFFICULT", "DIFFICULTY"]));
    assert_eq!(
        near("dificulti").await,
        json!(["DIFFICULT", "DIFFICULTY"]),
        "the cached response is the same"
    );
    assert_eq!(near("qqqqqqqq").await, json!([]));
    assert_eq!(near("zzyxq").await, json!([]), "five letters have too many words within two edits");
    let response = get("/v1/words/dificulti").await;
    assert!(response.header("etag").starts_with('"'), "{response:?}");
}

#[actix_web::test]
async fn a_text_that_is_not_a_word_has_a_page_of_the_same_shape() {
    let page = get("/v1/words/ZZYXQ").await.json();
    assert_eq!((&page["valid"], &page["near"]), (&json!(false), &json!([])));
    let page = get("/v1/words/don%27t").await.json();
    assert_eq!((&page["valid"], &page["reason"]["code"]), (&json!(false), &json!("not_letters")));
    assert_eq!(page["verdicts"].as_array().unwrap().len(), 5);
    let near = get("/v1/words/teh").await.json();
    assert!(near["near"].as_array().unwrap().contains(&json!("THE")));
}

#[actix_web::test]
async fn ten_thousand_words_are_validated_in_one_request() {
    let mut words = vec!["quiz"; 9_999];
    words.push("zzyxq");
    let response = post_ok("/v1/words/validate", json!({ "words": words })).await;
    assert_eq!(response["all_valid"], false);
    assert_eq!(response["results"].as_array().unwrap().len(), 10_000);
    assert_eq!(response["results"][0], json!({"word": "QUIZ", "valid": true}));
    assert_eq!(response["results"][9_999]["reason"]["code"], "not_in_lexicon");
}

#[actix_web::test]
async fn a_quiet_validation_returns_only_all_valid() {
    let response =
        post_ok("/v1/words/validate", json!({"words": ["AA", "ZZYXQ"], "quiet": true})).await;
    assert_eq!(response["all_valid"], false);
    assert!(response.get("results").is_none());
    let response =
        post_ok("/v1/words/validate", json!({"words": ["AA", "quiz"], "quiet": true})).await;
    assert_eq!(response["all_valid"], true);
}

#[actix_web::test]
async fn a_variant_adds_its_barred_classes_and_its_lengths() {
    let reason = async |word: &str, variant: &str| {
        let response =
            post_ok("/v1/words/validate", json!({"words": [word], "variant": variant})).await;
        response["results"][0]["reason"]["code"].clone()
    };
    assert_eq!(reason("hens", "play-on-words").await, "barred_class");
    assert_eq!(reason("runs", "play-on-words").await, Value::Null);
    assert_eq!(reason("cats", "wordgame").await, Value::Null);
    assert_eq!(reason("elephant", "choose-your-words").await, "too_long");
    assert_eq!(reason("at", "my-word").await, "too_short");
    let one = post_ok("/v1/words/validate", json!({"words": ["a"], "variant": "my-word"})).await;
    assert_eq!(
        one["results"][0]["reason"]["detail"],
        "A has 1 letter; My Word! requires at least 3"
    );
    assert_eq!(reason("bonjour", "my-word").await, "barred_class");
    assert_eq!(reason("turkey", "wordgame").await, Value::Null);
    assert_eq!(reason("omyword", "word-for-word").await, Value::Null);
    assert_eq!(reason("omyword", "wordgame").await, "not_in_lexicon");
}

#[actix_web::test]
async fn requests_out_of_bounds_are_rejected() {
    assert_eq!(post_rejected("/v1/words/validate", json!({"words": []})).await, ["too_few /words"]);
    assert_eq!(
        post_rejected("/v1/words/validate", json!({"words": vec!["A"; 10_001]})).await,
        ["too_many /words"]
    );
    let long = "A".repeat(65);
    assert_eq!(
        post_rejected("/v1/words/validate", json!({"words": ["A", long, "B", long]})).await,
        ["out_of_bounds /words/1", "out_of_bounds /words/3"]
    );
}
