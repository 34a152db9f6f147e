//! Categories by name (RULEBOOK W8, O19): a typo never decides a round.

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{breaches_of, post, post_ok};

#[actix_web::test]
async fn a_category_has_its_name_and_its_title() {
    for name in [
        "us_presidents",
        "US Presidents",
        "us-presidents",
        "names of united states PRESIDENTS",
        "  US  Presidents ",
        "us\tpresidents\n",
    ] {
        let challenge = json!({"word": "obama", "category": {"name": name}, "pot": 100,
            "players": [{"name": "ann"}, {"name": "bob"}], "challenger": "ann", "challenged": "bob"});
        let ruling = post_ok(&format!("{CYW}/challenge"), challenge).await;
        assert_eq!(
            (&ruling["upheld"], &ruling["category"]),
            (&json!(false), &json!("us_presidents"))
        );
        let vote = json!({"word": "obama", "category": {"name": name},
            "votes_for_challenger": 1, "votes_against": 2});
        let ruling = post_ok(&format!("{WFW}/category-challenge"), vote).await;
        assert_eq!(
            (&ruling["listed"], &ruling["category"]),
            (&json!(true), &json!("us_presidents"))
        );
    }
    let round = json!({"pot": 9, "category": {"name": "OCEANIC"}, "players": [
        {"name": "ann", "play": ["Eb", "Er", "Lb"]}, {"name": "bob", "play": ["Cb", "Ab", "Tb"]}]});
    let settled = post_ok(&format!("{CYW}/settle"), round).await;
    assert_eq!(settled["winners"], json!(["ann"]));
}

/// Requests with a category that the lexicon lacks.
fn requests(category: &Value) -> [(String, Value); 5] {
    let plays = json!([{"name": "ann", "play": ["Eb", "Er", "Lb"]}, {"name": "bob"}]);
    let requests = [
        ("choose-your-words/score", json!({"play": ["Eb", "Er", "Lb"]})),
        ("word-for-word/best", json!({"thought": ["Eb", "Lb"]})),
        (
            "choose-your-words/challenge",
            json!({"word": "eel", "pot": 9, "players": [{"name": "ann"}, {"name": "bob"}]}),
        ),
        ("choose-your-words/settle", json!({"pot": 9, "players": plays})),
        ("words/validate", json!({"words": ["eel"], "variant": "word-for-word"})),
    ];
    requests.map(|(path, mut request)| {
        request["category"] = category.clone();
        (format!("/v1/{path}"), request)
    })
}

#[actix_web::test]
async fn an_unknown_category_is_refused_with_the_nearest_names() {
    for (path, request) in requests(&json!({"name": "ocaenic"})) {
        let response = post(&path, &request).await;
        let problem = response.json();
        assert_eq!(breaches_of(&problem), ["unknown_category /category/name"], "{path}");
        assert_eq!(problem["breaches"][0]["nearest"][0], "oceanic", "{path}");
    }
}

/// A vote on one word doesn't make a typo the dealer's own category: the other words would lose the
/// bonus of the list, and its proper nouns would fall.
#[actix_web::test]
async fn a_mistyped_category_takes_no_pot_although_there_is_a_vote() {
    let settle = |category: Value| {
        json!({"pot": 9, "category": category, "players": [
            {"name": "ann", "play": ["Eb", "Er", "Lb"]},
            {"name": "bob", "play": ["Cb", "Ab", "Tb"], "category_match": false}]})
    };
    let votes = |category: Value| {
        json!({"word": "eel", "category": category,
            "votes_for_challenger": 1, "votes_against": 2})
    };
    for name in ["ocaenic", "Oceanik", "OCEAN", "names of united states presidnts", "us-presdent"] {
        let voted = json!({"name": name, "match": true});
        for (path, request) in [
            ("settle", settle(json!({"name": name}))),
            ("category-challenge", votes(json!({"name": name}))),
            ("score", json!({"play": ["Eb", "Er", "Lb"], "category": voted})),
            (
                "challenge",
                json!({"word": "obama", "pot": 9, "category": voted,
                    "players": [{"name": "ann"}, {"name": "bob"}]}),
            ),
        ] {
            let problem = post(&format!("{CYW}/{path}"), &request).await.json();
            assert_eq!(breaches_of(&problem), ["unknown_category /category/name"], "{path} {name}");
        }
        let own = json!({"name": name, "own": true});
        let settled = post_ok(&format!("{CYW}/settle"), settle(own.clone())).await;
        assert_eq!(settled["winners"], json!(["bob"]), "{name}: nobody voted for EEL");
        post_ok(&format!("{CYW}/category-challenge"), votes(own)).await;
    }
    let settled = post_ok(&format!("{CYW}/settle"), settle(json!({"name": "oceanic"}))).await;
    assert_eq!(settled["winners"], json!(["ann"]));
    for name in ["our street", "our picnic", "things in the attic", "sky"] {
        post_ok(&format!("{CYW}/settle"), settle(json!({"name": name}))).await;
        post_ok(&format!("{CYW}/category-challenge"), votes(json!({"name": name}))).await;
    }
}

/// Only a name that is printed as it was given has to be a label.
#[actix_web::test]
async fn the_name_of_the_dealers_own_category_is_a_label() {
    for category in [
        json!({"name": "our  street", "own": true}),
        json!({"name": " us presidents", "own": true}),
        json!({"name": "our street ", "words": ["EEL"]}),
    ] {
        for (path, request) in requests(&category) {
            let problem = post(&path, &request).await.json();
            assert_eq!(
                breaches_of(&problem),
                ["invalid_label /category/name"],
                "{path} {category}"
            );
        }
    }
    let vote = json!({"word": "eel", "category": {"name": "our street\u{200b}"},
        "votes_for_challenger": 1, "votes_against": 2});
    let problem = post(&format!("{CYW}/category-challenge"), &vote).await.json();
    assert_eq!(breaches_of(&problem), ["invalid_label /category/name"]);
}

#[actix_web::test]
async fn the_dealers_own_category_says_so() {
    for (path, request) in requests(&json!({"name": "our street", "own": true})) {
        let status = post(&path, &request).await.status;
        // Without words or a vote, nothing tells what to score.
        let needs_words = path.ends_with("score") || path.ends_with("best");
        assert_eq!(status, if needs_words { 422 } else { 200 }, "{path}");
    }
    for (path, request) in requests(&json!({"name": "our street", "words": ["EEL"]})) {
        post_ok(&path, request).await;
    }
}
