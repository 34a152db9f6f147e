//! Scores and best moves.

use serde_json::{Value, json};

use super::{WORDGAME, board, hello};
use crate::{post, post_ok, post_rejected};

#[actix_web::test]
async fn a_move_is_scored_word_by_word() {
    let score = post_ok(
        &format!("{WORDGAME}/score"),
        json!({"board": hello(), "move": "9F oX", "rack": "?XAEIOU"}),
    )
    .await;
    assert_eq!(
        (&score["legal"], &score["total"], &score["move"]),
        (&json!(false), &json!(32), &json!("9F oX"))
    );
    let words: Vec<(&str, &str, bool)> = score["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| {
            (
                word["word"].as_str().unwrap(),
                word["at"].as_str().unwrap(),
                word["valid"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(words, [("OX", "9F", true), ("EO", "F8", false), ("LX", "G8", false)]);
    assert!(score.get("cgp").is_none(), "an illegal move has no position after it");

    let score = post_ok(
        &format!("{WORDGAME}/score"),
        json!({"board": hello(), "move": "i8 .x", "rack": "AEI?"}),
    )
    .await;
    assert_eq!((&score["legal"], &score["total"]), (&json!(true), &json!(1)));
    assert_eq!(
        score["cgp"], "15/15/15/15/15/15/15/4HELlO6/8x6/15/15/15/15/15/15 /AEI 0/1 0",
        "the other player is on turn"
    );
}

#[actix_web::test]
async fn all_breaches_of_a_move_are_listed() {
    let breaches = post_rejected(
        &format!("{WORDGAME}/score"),
        json!({"board": hello(), "move": "12A Q.Z", "rack": "AEI"}),
    )
    .await;
    assert_eq!(breaches, ["gap /move", "not_connected /move", "tile_not_on_rack /move"]);
    let breaches = post_rejected(
        &format!("{WORDGAME}/score"),
        json!({"board": board(&[(8, "....HELLO"), (9, "é.............."), (1, "A..............")]), "move": "P8 X", "rack": "?????????"}),
    )
    .await;
    assert_eq!(
        breaches,
        ["too_few /board/7", "invalid_square /board/8", "too_many /rack", "invalid_move /move"]
    );
    let breaches = post_rejected(
        &format!("{WORDGAME}/best"),
        json!({"board": board(&[(8, "...QQQQQQ......")]), "rack": "AEINRST"}),
    )
    .await;
    assert_eq!(breaches, ["not_in_bag /board"]);
    let loose = json!({"board": board(&[(8, "...QQQQQQ......")]), "rack": "AEINRST", "rules": {"strict_bag": false}});
    post_ok(&format!("{WORDGAME}/best"), loose).await;
}

#[actix_web::test]
async fn a_move_is_ranked_among_all_moves_of_the_rack() {
    let best = post_ok(
        &format!("{WORDGAME}/best"),
        json!({"board": hello(), "rack": "AEINRST", "top": 1000}),
    )
    .await;
    let moves = best["moves"].as_array().unwrap();
    for place in [0, 3, moves.len() / 2] {
        let written = &moves[place]["move"];
        let score = post_ok(
            &format!("{WORDGAME}/score"),
            json!({"board": hello(), "rack": "AEINRST", "move": written, "rank": true}),
        )
        .await;
        let total = moves[place]["total"].as_u64().unwrap();
        let better = moves.iter().filter(|found| found["total"].as_u64().unwrap() > total).count();
        assert_eq!(score["rank"]["place"], better + 1);
        assert_eq!(score["rank"]["moves_found"], best["moves_found"]);
        assert_eq!(score["rank"]["points_lost"], moves[0]["total"].as_u64().unwrap() - total);
        assert_eq!(score["rank"]["best"]["move"], moves[0]["move"]);
    }
    let without_rack = json!({"board": hello(), "move": "i8 .x", "rank": true});
    let breaches = post_rejected(&format!("{WORDGAME}/score"), without_rack).await;
    assert_eq!(breaches, ["missing_field /rack"]);
}

#[actix_web::test]
async fn moves_found_counts_all_moves() {
    let request = |more: Value| {
        let mut request = json!({"board": hello(), "rack": "AEI?"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let path = format!("{WORDGAME}/best");
    let all = post_ok(&path, request(json!({"all": true, "limit": 10_000}))).await;
    assert_eq!(all["moves"].as_array().unwrap().len(), all["moves_found"]);
    assert!(all["moves"][0].get("words").is_none());
    let uncounted = post_ok(&path, request(json!({"count": false}))).await;
    assert!(uncounted.get("moves_found").is_none());
    let counted = post_ok(&path, request(json!({}))).await;
    assert_eq!(counted["moves"], uncounted["moves"], "both searches find the same moves");
    post_rejected(&path, request(json!({"all": true, "top": 3}))).await;
}

#[actix_web::test]
async fn a_cgp_and_a_board_describe_the_same_position() {
    let by_cgp = post_ok(
        &format!("{WORDGAME}/best"),
        json!({"cgp": "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15 AEINRST/ 0/0 0 lex en;"}),
    )
    .await;
    let by_rows =
        post_ok(&format!("{WORDGAME}/best"), json!({"board": hello(), "rack": "TSRNIEA"})).await;
    assert_eq!(by_cgp, by_rows);
    let both = json!({"board": hello(), "cgp": "15", "rack": "A"});
    post_rejected(&format!("{WORDGAME}/best"), both).await;
    let other_rack =
        json!({"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABC/", "rack": "ABD"});
    let breaches = post_rejected(&format!("{WORDGAME}/best"), other_rack).await;
    assert_eq!(breaches, ["conflicting_fields /rack"]);
}

#[actix_web::test]
async fn the_rules_select_the_classic_game_and_change_single_values() {
    let score = async |rules: Value| {
        let request = json!({"board": board(&[]), "move": "8D QUARTZY", "rules": rules});
        post_ok(&format!("{WORDGAME}/score"), request).await["total"].clone()
    };
    // Q10 U1 A1 R1 T1 Z10 Y4; 8D doubles the Q, 8H the word: (20 + 18) × 2 + 50.
    assert_eq!(score(json!({"preset": "classic"})).await, 126);
    // With a rack of eight tiles, seven tiles are not all.
    assert_eq!(score(json!({"preset": "classic", "rack_size": 8})).await, 76);
    assert_eq!(score(json!({"preset": "classic", "all_tiles_points": 35})).await, 111);
    assert_eq!(score(json!({"preset": "classic", "all_tiles": "double_main_word"})).await, 152);
    // Wordgame: Q7 U3 A1 R2 T1 Z5 Y5; the same squares.
    assert_eq!(score(json!({})).await, 62);
    assert_eq!(score(json!({"letter_values": {"Q": 0, "z": 9}, "rack_size": 7})).await, 84);
    assert_eq!(score(json!({"rack_size": 7, "all_tiles": "add", "all_tiles_points": 5})).await, 67);
    let mut layout = vec!["_".repeat(15); 15];
    layout[7] = "___T___D_______".to_owned();
    assert_eq!(score(json!({"premiums": layout})).await, 72);
    assert_eq!(score(json!({"premiums": layout, "word_bonus": "product"})).await, 144);
    for (rules, pointer) in [
        (json!({"all_tiles": "add"}), "/rules/all_tiles_points"),
        (json!({"all_tiles_points": 5}), "/rules/all_tiles_points"),
        (json!({"rack_size": 0}), "/rules/rack_size"),
        (json!({"first_word_min": 16}), "/rules/first_word_min"),
        (json!({"premiums": ["T"]}), "/rules/premiums"),
        (json!({"letter_values": {"A": 1001}}), "/rules/letter_values/A"),
    ] {
        let request = json!({"board": board(&[]), "move": "8D QUARTZY", "rules": rules});
        let breaches = post_rejected(&format!("{WORDGAME}/score"), request).await;
        assert_eq!(breaches[0].split(' ').nth(1), Some(pointer), "{breaches:?}");
    }
}

#[actix_web::test]
async fn a_move_cannot_lay_more_tiles_than_the_rack_or_the_bag_has() {
    let path = format!("{WORDGAME}/score");
    let empty = ["..............."; 15];
    let opponent_has_a_blank = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 /? 0/0 0";
    for (request, expected) in [
        (json!({"board": empty, "move": "8A RELATIONS"}), "too_many /move"),
        (json!({"board": empty, "move": "8H relation"}), "not_in_bag /move"),
        (json!({"cgp": opponent_has_a_blank, "move": "8H reLATION"}), "not_in_bag /move"),
    ] {
        assert_eq!(post_rejected(&path, request.clone()).await, [expected], "{request}");
        let ruling = post_ok(&format!("{WORDGAME}/challenge"), request).await;
        let code = expected.split(' ').next().unwrap();
        assert_eq!(
            (&ruling["upheld"], ruling["breaches"][0]["code"].as_str()),
            (&json!(true), Some(code))
        );
    }
    let loose = json!({"board": empty, "move": "8H relation", "rules": {"strict_bag": false}});
    assert_eq!(post_ok(&path, loose).await["legal"], true);
}

#[actix_web::test]
async fn missing_tiles_are_named() {
    let request = json!({"board": hello(), "move": "I8 .XeS", "rack": "XYZ"});
    let problem = post(&format!("{WORDGAME}/score"), &request).await.json();
    let breach = &problem["breaches"][0];
    assert_eq!(
        (&breach["code"], &breach["missing"]),
        (&json!("tile_not_on_rack"), &json!(["?", "S"]))
    );
}

/// The move forms OX, EO and LX. Whichever of them fails, the response is the same (RULEBOOK C8).
#[actix_web::test]
async fn a_quiet_score_tells_one_verdict() {
    let path = format!("{WORDGAME}/score");
    let quiet = async |failing: &str| {
        let added: Vec<&str> =
            ["OX", "EO", "LX"].into_iter().filter(|word| *word != failing).collect();
        let overlay = json!({"add": added, "remove": [failing]});
        let request = json!({"board": hello(), "move": "9F OX", "quiet": true, "overlay": overlay});
        let mut score = post_ok(&path, request).await;
        // The digest of the overlay tells no more than the request.
        score["lexicon"].as_object_mut().unwrap().remove("overlay");
        score
    };
    let score = quiet("OX").await;
    assert_eq!((&score["legal"], score.get("words")), (&json!(false), None));
    assert_eq!((&score, &score), (&quiet("EO").await, &quiet("LX").await));
    assert_eq!(quiet("ZA").await["legal"], true);

    let ranked =
        json!({"board": hello(), "move": "9F OX", "rack": "OX", "quiet": true, "rank": true});
    assert_eq!(post_rejected(&path, ranked).await, ["conflicting_fields /quiet"]);
}

/// The index of these words once took a thread for ever.
#[actix_web::test]
async fn a_search_with_a_blank_and_a_small_overlay_is_answered() {
    let best = post_ok(
        &format!("{WORDGAME}/best"),
        json!({
            "cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15",
            "rack": "AEINRS?",
            "top": 1,
            "overlay": {"add": ["GIMP", "INVITOR", "SWISSES"]},
        }),
    )
    .await;
    assert_eq!(best["moves"].as_array().map(Vec::len), Some(1), "{best}");
}
