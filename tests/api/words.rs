//! The dictionary over HTTP.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::{get, post, post_ok, post_rejected, send};

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
async fn validation_takes_the_house_rules_of_the_game() {
    let validate = async |variant: &str, rules: Value| {
        let request = json!({"words": ["runs", "cat"], "variant": variant, "rules": rules});
        post_ok("/v1/words/validate", request).await
    };
    assert_eq!(validate("play-on-words", Value::Null).await["all_valid"], true);
    let strict = validate("play-on-words", json!({"plural": "strict", "version": "casual"})).await;
    let reason = &strict["results"][0]["reason"];
    assert_eq!((&reason["mark"], &reason["rule"]), (&json!("plural_s"), &json!("P9")));
    assert!(reason["detail"].as_str().unwrap().starts_with("RUNS: plural of RUN; its verb sense"));
    assert_eq!(strict["results"][1]["valid"], true);
    for (variant, rules) in [
        ("play-on-words", json!({})),
        ("wordgame", json!({"preset": "classic", "letter_values": {"Q": 12}})),
        ("my-word", json!({"strict_deck": false})),
        ("choose-your-words", json!({"letter_values": {"Q": 12}})),
        ("word-for-word", json!({"remainder": "stay"})),
    ] {
        assert_eq!(validate(variant, rules).await["all_valid"], true, "{variant}");
    }
    for (variant, rules, breaches) in [
        (json!("play-on-words"), json!({"plurals": "strict"}), ["unknown_field /rules/plurals"]),
        (json!("play-on-words"), json!({"plural": "loose"}), ["invalid_field /rules/plural"]),
        (json!("play-on-words"), json!({"plural": {}}), ["invalid_field /rules/plural"]),
        (json!("play-on-words"), json!(["strict"]), ["invalid_field /rules"]),
        (json!("wordgame"), json!({"plural": "strict"}), ["unknown_field /rules/plural"]),
        (
            json!("wordgame"),
            json!({"letter_values": {"Q": 1_001}}),
            ["out_of_bounds /rules/letter_values/Q"],
        ),
        (Value::Null, json!({"plural": "strict"}), ["conflicting_fields /rules"]),
    ] {
        let request = json!({"words": ["cat"], "variant": variant, "rules": rules});
        let rejected = post_rejected("/v1/words/validate", request).await;
        assert_eq!(rejected, breaches, "{variant} {rules}");
    }
    // Generated clients may send the members of all games.
    let rules = json!({"plural": "strict", "preset": null, "version": null});
    assert_eq!(validate("play-on-words", rules).await["all_valid"], false);
    let twice = r#"{"words": ["cat"], "variant": "play-on-words", "rules": {"plural": "strict", "plural": "strict"}}"#;
    let json = [("content-type", "application/json")];
    let response = send(Method::POST, "/v1/words/validate", &json, twice).await;
    assert_eq!(response.json()["breaches"][0]["pointer"], "/rules/plural");
}

/// RULEBOOK O10, O11: a category that requires proper nouns makes its words valid.
#[actix_web::test]
async fn validation_takes_the_category_of_the_round() {
    let validate = async |category: Value| {
        let request = json!({"words": ["obama", "cat"], "variant": "choose-your-words", "category": category});
        post_ok("/v1/words/validate", request).await["all_valid"].clone()
    };
    assert_eq!(validate(Value::Null).await, false);
    assert_eq!(validate(json!({"name": "oceanic"})).await, false);
    assert_eq!(validate(json!({"name": "us_presidents"})).await, true);
    assert_eq!(validate(json!({"words": ["OBAMA"], "proper_nouns": true})).await, true);
    assert_eq!(validate(json!({"words": ["OBAMA"]})).await, false);
    for (variant, category, breach) in [
        (json!("wordgame"), json!({"name": "oceanic"}), "conflicting_fields /category"),
        (Value::Null, json!({"name": "oceanic"}), "conflicting_fields /category"),
        (json!("word-for-word"), json!({"match": true}), "conflicting_fields /category/match"),
        (json!("word-for-word"), json!({}), "missing_field /category"),
    ] {
        let request = json!({"words": ["cat"], "variant": variant, "category": category});
        assert_eq!(post_rejected("/v1/words/validate", request).await, [breach], "{variant}");
    }
}

/// RULEBOOK C8: nothing in a quiet response depends on which word failed.
#[actix_web::test]
async fn quiet_validations_of_the_same_words_are_equal() {
    let validate = async |words: Value, overlay: Value| {
        let request = json!({"words": words, "quiet": true, "id": true, "overlay": overlay});
        post("/v1/words/validate", &request).await.body
    };
    let overlay = json!({"add": ["GOODE"], "remove": ["BADDE"]});
    let first = validate(json!(["goode", "badde"]), overlay.clone()).await;
    for words in [json!(["BADDE", "GOODE"]), json!(["badde", "goode", "BADDE"])] {
        assert_eq!(validate(words.clone(), overlay.clone()).await, first, "{words}");
    }
    // Which of the words is bad shows only in the digests of the overlay and of the ruling.
    let turned = json!({"add": ["BADDE"], "remove": ["GOODE"]});
    let second = validate(json!(["goode", "badde"]), turned).await;
    let without_digests = |body: &[u8]| {
        let mut response: Value = serde_json::from_slice(body).unwrap();
        assert!(response["id"].is_string());
        response["lexicon"]["overlay"] = Value::Null;
        response["id"] = Value::Null;
        response.to_string()
    };
    assert_ne!(second, first);
    assert_eq!(without_digests(&second), without_digests(&first));
    let good = validate(json!(["goode", "GOODE"]), overlay).await;
    assert_ne!(without_digests(&good), without_digests(&first));
}

#[actix_web::test]
async fn a_second_lexicon_judges_the_words_too() {
    let request = json!({"words": ["cat", "zzyxq"], "overlay": {"add": ["ZZYXQ"]}, "second_lexicon": "en", "variant": "wordgame"});
    let response = post_ok("/v1/words/validate", request).await;
    assert_eq!(response["all_valid"], true);
    assert_eq!(response["second_opinion"]["all_valid"], false);
    assert_eq!(response["second_opinion"]["lexicon"]["name"], "en");
}

/// RULEBOOK O10: no lexicon contains OMYWORD, and every response says which games allow it.
#[actix_web::test]
async fn the_games_that_allow_omyword_are_named() {
    let detail =
        "OMYWORD is not in the lexicon; it counts as a word in Choose Your Words and Word For Word";
    let page = get("/v1/words/omyword").await.json();
    assert_eq!((&page["valid"], &page["reason"]["detail"]), (&json!(false), &json!(detail)));
    let allowed = page["verdicts"].as_array().unwrap().iter();
    let allowed: Vec<&Value> = allowed.map(|verdict| &verdict["allowed"]).collect();
    assert_eq!(allowed, [true, true, false, false, false]);
    let validated = post_ok("/v1/words/validate", json!({"words": ["omyword"]})).await;
    assert_eq!(validated["results"][0]["reason"], page["reason"]);
    let other = get("/v1/words/zzyxq").await.json();
    assert_eq!(other["reason"]["detail"], "ZZYXQ is not in the lexicon");
    assert!(get("/v1/words/cat").await.json().get("reason").is_none());
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
