//! Overlays in requests: their bounds, and their effect on rulings, caching and replays.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use serde_json::{Value, json};

use crate::{breaches_of, get, post_ok, post_rejected};

/// A board without tiles, in CGP.
const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[actix_web::test]
async fn all_breaches_of_an_overlay_in_a_query_are_listed() {
    for path in ["/v1/words/AA", "/v1/words"] {
        let response = get(&format!("{path}?add=G1,AB,&remove=AA,ab")).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(
            breaches_of(&response.json()),
            ["invalid_word /add/0", "invalid_word /add/2", "conflicting_fields /remove/1"],
            "{path}"
        );
    }
    let next =
        get("/v1/words?starts=qu&add=GRRL").await.json()["next"].as_str().unwrap().to_owned();
    assert_eq!(
        get(&format!("/v1/words?starts=qu&add=GRRL&cursor={next}")).await.status,
        StatusCode::OK
    );
    let other = get(&format!("/v1/words?starts=qu&add=GRRLS&cursor={next}")).await;
    assert_eq!(other.json()["breaches"][0]["pointer"], "/cursor");
}

#[actix_web::test]
async fn a_replay_respects_the_overlay() {
    let gcg = "#player1 ann Ann\n#player2 bob Bob\n>ann: GRRLAEI 8F GRRL +10 10\n";
    let request = |overlay: Value| json!({"gcg": gcg, "overlay": overlay, "best": true});
    let turn = |response: Value| response["turns"][0].clone();
    let without = turn(post_ok("/v1/wordgame/games", request(json!({}))).await);
    let with = turn(post_ok("/v1/wordgame/games", request(json!({"add": ["grrl"]}))).await);
    assert_eq!(
        (&without["words"][0]["valid"], &with["words"][0]["valid"]),
        (&json!(false), &json!(true))
    );
}

#[actix_web::test]
async fn a_ruling_and_its_id_depend_on_the_overlay() {
    let seats = json!([{"name": "ann"}, {"name": "bob"}]);
    let challenge = async |overlay: Value| {
        let request = json!({
            "word": "grrl", "challenger": "ann", "challenged": "bob", "pot": 100, "players": seats, "overlay": overlay,
        });
        post_ok("/v1/choose-your-words/challenge", request).await
    };
    let plain = challenge(json!({})).await;
    assert_eq!((&plain["upheld"], plain["lexicon"].get("overlay")), (&json!(true), None));
    let overlaid = challenge(json!({"add": ["GRRL", "ZZZ"]})).await;
    assert_eq!(overlaid["upheld"], false);
    let alike = challenge(json!({"add": ["zzz", "grrl", "GRRL"], "remove": []})).await;
    assert_eq!(overlaid, alike, "order and case of the words don't matter");
    let other = challenge(json!({"add": ["GRRL"], "remove": ["ZZZ"]})).await;
    assert_eq!(other["upheld"], false);
    let ids: BTreeSet<&str> =
        [&plain, &overlaid, &other].map(|ruling| ruling["id"].as_str().unwrap()).into();
    assert_eq!(ids.len(), 3);
}

#[actix_web::test]
async fn cached_responses_depend_on_the_overlay() {
    let request = |overlay: Value| json!({"hand": ["Gb", "Rb", "Rr", "Lb", "*", "*", "*"], "overlay": overlay});
    let plain = post_ok("/v1/choose-your-words/best", request(json!({}))).await;
    for _ in 0..2 {
        let overlaid =
            post_ok("/v1/choose-your-words/best", request(json!({"add": ["GRRLRR"]}))).await;
        assert_eq!(
            overlaid["words_found"].as_u64().unwrap(),
            plain["words_found"].as_u64().unwrap() + 1
        );
        assert_ne!(overlaid["lexicon"], plain["lexicon"]);
        assert_eq!(plain, post_ok("/v1/choose-your-words/best", request(json!({}))).await);
    }
}

#[actix_web::test]
async fn all_breaches_of_an_overlay_are_listed() {
    let long = vec!["AA"; 1_001];
    let found = post_rejected(
        "/v1/words/validate",
        json!({"words": ["AA"], "overlay": {"add": ["G1", "AB", ""], "remove": ["AA", "ab"]}}),
    )
    .await;
    let expected = [
        "invalid_word /overlay/add/0",
        "invalid_word /overlay/add/2",
        "conflicting_fields /overlay/remove/1",
    ];
    assert_eq!(found, expected);
    let found =
        post_rejected("/v1/my-word/best", json!({"table": ["A"], "overlay": {"remove": long}}))
            .await;
    assert_eq!(found, ["too_many /overlay/remove"]);
    let found =
        post_rejected("/v1/my-word/best", json!({"table": ["A"], "overlay": {"plus": []}})).await;
    assert_eq!(found, ["unknown_field /overlay/plus"]);
}

/// A word that the lexicon has keeps its marks: to add HENS doesn't make it another word (RULEBOOK
/// P9). Searches and rulings agree about it.
#[actix_web::test]
async fn an_added_word_keeps_its_marks() {
    let overlay = json!({"add": ["HENS"]});
    let validate = json!({"words": ["HENS"], "variant": "play-on-words"});
    let plain = post_ok("/v1/words/validate", validate.clone()).await;
    let mut added = validate;
    added["overlay"] = overlay.clone();
    let added = post_ok("/v1/words/validate", added).await;
    assert_eq!(added["results"], plain["results"]);
    assert_eq!(added["results"][0]["reason"]["mark"], "plural_s");

    let (path, request) = ("/v1/play-on-words/best", json!({"hand": ["H", "E", "N", "S"]}));
    let mut added = request.clone();
    added["overlay"] = overlay;
    let (plain, added) = (post_ok(path, request).await, post_ok(path, added).await);
    assert_eq!(added["turns"], plain["turns"]);
    for query in ["anagram_of=HENS&variant=play-on-words", "anagram_of=HENS&marks=plural_s"] {
        let found = async |more: &str| get(&format!("/v1/words?{query}{more}")).await.json();
        assert_eq!(found("&add=HENS").await["words"], found("").await["words"], "{query}");
    }
}

/// A table that adds a proper noun wants it to count.
#[actix_web::test]
async fn an_added_word_of_a_barred_class_is_allowed() {
    for (path, list, request) in [
        ("choose-your-words", "plays", json!({"hand": ["Bb", "Eb", "Rb", "Nb"]})),
        ("my-word", "calls", json!({"table": ["B", "E", "R", "N"]})),
        ("play-on-words", "turns", json!({"hand": ["B", "E", "R", "N"]})),
        ("wordgame", "moves", json!({"cgp": EMPTY, "rack": "BERN"})),
    ] {
        let validate = json!({"words": ["BERN"], "variant": path});
        let mut added = validate.clone();
        added["overlay"] = json!({"add": ["BERN"]});
        let plain = post_ok("/v1/words/validate", validate).await;
        let added = post_ok("/v1/words/validate", added).await;
        let valid = |answer: &Value| answer["results"][0]["valid"].clone();
        assert_eq!((valid(&plain), valid(&added)), (json!(false), json!(true)), "{path}");

        let mut added = request.clone();
        added["overlay"] = json!({"add": ["BERN"]});
        let path = format!("/v1/{path}/best");
        let (plain, added) = (post_ok(&path, request).await, post_ok(&path, added).await);

        assert_ne!(added[list], plain[list], "{path}: {added}");
    }
}
