//! Wordgame over HTTP.

use serde_json::{Value, json};

use crate::{ask, post, refused};

const WORDGAME: &str = "/v1/wordgame";
const EMPTY: &str = "...............";

/// A board with some rows filled, counted from 1.
fn board(rows: &[(usize, &str)]) -> Vec<String> {
    let mut board = vec![EMPTY.to_owned(); 15];
    for (number, row) in rows {
        (*row).clone_into(&mut board[number - 1]);
    }
    board
}

fn hello() -> Vec<String> {
    board(&[(8, "....HELlO......")])
}

#[actix_web::test]
async fn a_move_is_told_word_by_word() {
    let score = ask(&format!("{WORDGAME}/score"), json!({"board": hello(), "move": "9F oX", "rack": "?XAEIOU"})).await;
    assert_eq!((&score["legal"], &score["total"], &score["move"]), (&json!(false), &json!(32), &json!("9F oX")));
    let words: Vec<(&str, &str, bool)> = score["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| (word["word"].as_str().unwrap(), word["at"].as_str().unwrap(), word["valid"].as_bool().unwrap()))
        .collect();
    assert_eq!(words, [("OX", "9F", true), ("EO", "F8", false), ("LX", "G8", false)]);
    assert!(score.get("cgp").is_none(), "an illegal move has no position after it");

    let score = ask(&format!("{WORDGAME}/score"), json!({"board": hello(), "move": "i8 .x", "rack": "AEI?"})).await;
    assert_eq!((&score["legal"], &score["total"]), (&json!(true), &json!(1)));
    assert_eq!(
        score["cgp"], "15/15/15/15/15/15/15/4HELlO6/8x6/15/15/15/15/15/15 /AEI 0/1 0",
        "the other player is on turn"
    );
}

#[actix_web::test]
async fn a_move_that_breaks_the_rules_is_refused_with_all_breaches() {
    let breaches =
        refused(&format!("{WORDGAME}/score"), json!({"board": hello(), "move": "12A Q.Z", "rack": "AEI"})).await;
    assert_eq!(breaches, ["gap /move", "not_connected /move", "tile_not_on_rack /move"]);
    let breaches = refused(
        &format!("{WORDGAME}/score"),
        json!({"board": board(&[(8, "....HELLO"), (9, "é.............."), (1, "A..............")]), "move": "P8 X", "rack": "????"}),
    )
    .await;
    assert_eq!(breaches, ["too_few /board/7", "invalid_square /board/8", "too_many /rack", "invalid_move /move"]);
    let breaches =
        refused(&format!("{WORDGAME}/best"), json!({"board": board(&[(8, "...QQQQQQ......")]), "rack": "AEINRST"}))
            .await;
    assert_eq!(breaches, ["not_in_bag /board"]);
    let loose = json!({"board": board(&[(8, "...QQQQQQ......")]), "rack": "AEINRST", "rules": {"strict_bag": false}});
    ask(&format!("{WORDGAME}/best"), loose).await;
}

#[actix_web::test]
async fn the_rank_of_a_move_is_among_all_moves_of_the_rack() {
    let best = ask(&format!("{WORDGAME}/best"), json!({"board": hello(), "rack": "AEINRST", "top": 1000})).await;
    let moves = best["moves"].as_array().unwrap();
    for place in [0, 3, moves.len() / 2] {
        let written = &moves[place]["move"];
        let score = ask(
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
    let breaches = refused(&format!("{WORDGAME}/score"), without_rack).await;
    assert_eq!(breaches, ["missing_field /rack"]);
}

#[actix_web::test]
async fn all_moves_are_as_many_as_are_counted() {
    let request = |more: Value| {
        let mut request = json!({"board": hello(), "rack": "AEI?"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let path = format!("{WORDGAME}/best");
    let all = ask(&path, request(json!({"all": true}))).await;
    assert_eq!(all["moves"].as_array().unwrap().len(), all["moves_found"]);
    assert!(all["moves"][0].get("words").is_none());
    let uncounted = ask(&path, request(json!({"count": false}))).await;
    assert!(uncounted.get("moves_found").is_none());
    let counted = ask(&path, request(json!({}))).await;
    assert_eq!(counted["moves"], uncounted["moves"], "both searches find the same moves");
    refused(&path, request(json!({"all": true, "top": 3}))).await;
}

#[actix_web::test]
async fn a_cgp_is_a_position_like_any_other() {
    let by_cgp = ask(
        &format!("{WORDGAME}/best"),
        json!({"cgp": "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15 AEINRST/ 5/0 0 lex en;"}),
    )
    .await;
    let by_rows = ask(&format!("{WORDGAME}/best"), json!({"board": hello(), "rack": "TSRNIEA"})).await;
    assert_eq!(by_cgp, by_rows);
    let both = json!({"board": hello(), "cgp": "15", "rack": "A"});
    refused(&format!("{WORDGAME}/best"), both).await;
    let other_rack = json!({"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABC/", "rack": "ABD"});
    let breaches = refused(&format!("{WORDGAME}/best"), other_rack).await;
    assert_eq!(breaches, ["conflicting_fields /rack"]);
}

#[actix_web::test]
async fn the_classic_game_is_one_rules_object_away() {
    let score = async |rules: Value| {
        let request = json!({"board": board(&[]), "move": "8D QUARTZY", "rules": rules});
        ask(&format!("{WORDGAME}/score"), request).await["total"].clone()
    };
    // Q10 U1 A1 R1 T1 Z10 Y4; 8D doubles the Q, 8H the word: (20 + 18) × 2 + 50.
    assert_eq!(score(json!({"preset": "classic"})).await, 126);
    // The same with eight tiles on a rack: seven are not all.
    assert_eq!(score(json!({"preset": "classic", "rack_size": 8})).await, 76);
    assert_eq!(score(json!({"preset": "classic", "all_tiles_points": 35})).await, 111);
    assert_eq!(score(json!({"preset": "classic", "all_tiles": "double_main_word"})).await, 152);
    // Wordgame: Q7 U3 A1 R2 T1 Z5 Y5, no bonus in the centre.
    assert_eq!(score(json!({})).await, 31);
    assert_eq!(score(json!({"letter_values": {"Q": 0, "z": 9}, "rack_size": 7})).await, 42);
    assert_eq!(score(json!({"rack_size": 7, "all_tiles": "add", "all_tiles_points": 5})).await, 36);
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
        let breaches = refused(&format!("{WORDGAME}/score"), request).await;
        assert_eq!(breaches[0].split(' ').nth(1), Some(pointer), "{breaches:?}");
    }
}

#[actix_web::test]
async fn a_challenge_is_about_the_words_that_it_names() {
    let path = format!("{WORDGAME}/challenge");
    let challenge = |more: Value| {
        let mut request = json!({"board": hello(), "move": "9F Ox", "challenger": "ann", "challenged": "bob"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let ruling = ask(&path, challenge(json!({}))).await;
    assert_eq!(ruling["upheld"], true);
    assert_eq!(ruling["consequences"], json!([{"player": "bob", "kind": "move_refused", "rule": "G8"}]));
    let named = ask(&path, challenge(json!({"words": ["ox"]}))).await;
    assert_eq!((&named["upheld"], &named["consequences"]), (&json!(false), &json!([])));
    assert_ne!(ruling["id"], named["id"]);
    assert_eq!(ruling, ask(&path, challenge(json!({}))).await, "a ruling can be reproduced");
    let breaches = refused(&path, challenge(json!({"words": ["OX", "AXE"]}))).await;
    assert_eq!(breaches, ["invalid_word /words/1"]);
}

#[actix_web::test]
async fn a_game_is_replayed_and_written_again() {
    let path = format!("{WORDGAME}/games");
    // Three Ls on the rack, one of them a phony's: HELLOX is taken back.
    let gcg = "#player1 ann Ann\n#player2 bob Bob\n>ann: EHLLOTU? 8D HELLO +13 13\n>bob: AEINRSTX 8D .....X +20 20\n\
        >bob: AEINRSTX -- -20 0\n>ann: TU - +0 13\n>bob: AEINRST - +0 0\n>ann: TU - +0 13\n>bob: AEINRST (AEINRST) -11 -11\n";
    let replay = ask(&path, json!({"gcg": gcg})).await;
    let kinds: Vec<&str> =
        replay["turns"].as_array().unwrap().iter().map(|turn| turn["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["move", "move", "taken_back", "pass", "pass", "pass", "rack_lost"]);
    assert_eq!(replay["turns"][1]["legal"], false);
    assert_eq!(replay["turns"][1]["taken_back"], true);
    assert_eq!(replay["ended"], json!({"reason": "three_passes", "line": 8}));
    assert_eq!(
        replay["cgp"].as_str().unwrap().split(' ').next(),
        Some("15/15/15/15/15/15/15/3HELLO7/15/15/15/15/15/15/15")
    );
    let again = ask(&path, json!({"gcg": replay["gcg"]})).await;
    assert_eq!(again["agrees"], true, "what is written again is right");
    assert_eq!(again["gcg"], replay["gcg"]);
    assert_eq!(again["final"], replay["final"]);

    for (gcg, line) in [
        (">ann: ABC 8D CAB +1 1\n", "line 1:"),
        ("#player1 ann\n>ann: ABCD 8D CAB +1 1\n", "line 2:"),
        ("#player1 ann\n>ann: EHLLO 8D HELLO +1 1\n>ann: X 8C X +1 1\n", "line 3:"),
        ("#player1 ann\n>ann: EHLLO -- -1 1\n", "line 2:"),
        ("#player1 ann\nnonsense\n", "line 2:"),
    ] {
        let problem = post(&path, &json!({"gcg": gcg})).await.json();
        let breach = &problem["breaches"][0];
        assert_eq!((&breach["code"], &breach["pointer"]), (&json!("invalid_record"), &json!("/gcg")));
        assert!(breach["detail"].as_str().unwrap().starts_with(line), "{breach}");
    }
}

#[actix_web::test]
async fn nothing_goes_to_an_opponent_at_the_end() {
    let settle = async |players: Value| ask(&format!("{WORDGAME}/settle"), json!({"players": players})).await;
    let settled = settle(json!([{"name": "ann", "points": 100, "rack": "QZ?"}, {"name": "bob", "points": 88}])).await;
    assert_eq!(settled["final"][0], json!({"player": "ann", "points": 100, "deducted": 12, "final": 88}));
    assert_eq!((&settled["winners"], &settled["draw"]), (&json!(["ann", "bob"]), &json!(true)));
    let players = json!([{"name": "ann", "points": 1}, {"name": "bob", "points": 2}]);
    let settled = ask(&format!("{WORDGAME}/settle"), json!({"players": players, "lexicon": "en"})).await;
    assert_eq!(settled["winners"], json!(["bob"]));
    let unknown = post(&format!("{WORDGAME}/settle"), &json!({"players": players, "lexicon": "none"})).await;
    assert_eq!(unknown.json()["code"], "unknown_lexicon");
}

#[actix_web::test]
async fn a_corrected_record_keeps_its_meaning() {
    let path = format!("{WORDGAME}/games");
    for (gcg, finals) in [
        // Points for the opponent's tiles: nobody gets any, and the tiles count against their owner.
        ("#player1 ann\n#player2 bob\n>ann: EHLLO 8D HELLO +16 16\n>ann: AB (QZ) +24 40\n", [16, -12]),
        // A rack of blanks takes nothing off.
        ("#player1 ann\n#player2 bob\n>ann: EHLLO 8D HELLO +16 16\n>bob: (??) -2 -2\n", [16, 0]),
        // What is taken off stays off.
        ("#player1 ann\n#player2 bob\n>bob: QZ (QZ) -12 -12\n>bob: QZ (time) -10 -22\n", [0, -22]),
    ] {
        let replay = ask(&path, json!({"gcg": gcg})).await;
        let totals = |replay: &Value| [0, 1].map(|seat: usize| replay["final"][seat]["final"].as_i64().unwrap());
        assert_eq!(totals(&replay), finals, "{gcg}");
        let again = ask(&path, json!({"gcg": replay["gcg"]})).await;
        assert_eq!((totals(&again), &again["gcg"]), (finals, &replay["gcg"]), "{gcg}");
    }
}

#[actix_web::test]
async fn racks_that_a_record_leaves_no_doubt_of_are_taken_off() {
    let opening = "#player1 ann\n#player2 bob\n>ann: EHLLOTU? 8D HOTEL +14 14\n";
    for (events, finals) in [
        // The last passes tell the racks; a line at the end tells the same.
        (
            ">bob: AEINRST? - +0 0\n>ann: ELU?QISA - +0 14\n>bob: AEINRST? - +0 0\n",
            [("AEILQSU?", -4), ("AEINRST?", -10)],
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: ELU?QISA - +0 14\n>bob: AEINRST? - +0 0\n>bob: (AEINRST?) -10 -10\n",
            [("AEILQSU?", -4), ("AEINRST?", -10)],
        ),
        // What passes haven't told isn't taken off.
        (">bob: AEINRST - +0 0\n>ann: - +0 14\n>bob: - +0 0\n", [("", 14), ("", 0)]),
        // One of them alone would pay: nobody does.
        (">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: - +0 0\n", [("", 14), ("", 0)]),
        // The record stops before the end.
        (">bob: AEINRST? - +0 0\n", [("", 14), ("", 0)]),
        // What was taken off before the game went on.
        (">bob: AEINRST? - +0 0\n>bob: (AEINRST?) -10 -10\n>ann: - +0 14\n>bob: - +0 0\n", [("", 14), ("", 0)]),
    ] {
        let replay =
            ask(&format!("{WORDGAME}/games"), json!({"gcg": format!("{opening}{events}"), "best": false})).await;
        for (seat, (rack, total)) in finals.into_iter().enumerate() {
            let told = &replay["final"][seat];
            assert_eq!((told["rack"].as_str().unwrap_or(""), &told["final"]), (rack, &json!(total)), "{events}");
        }
        assert_eq!(replay["winners"], json!(["ann"]), "{events}");
    }
    // After two opening passes there are new racks, and ann's isn't told.
    let gcg = "#player1 ann\n#player2 bob\n>ann: AEINRST? - +0 0\n>bob: ELU?QISA - +0 0\n>ann: - +0 0\n";
    let replay = ask(&format!("{WORDGAME}/games"), json!({"gcg": gcg})).await;
    assert_eq!((&replay["final"][0]["rack"], &replay["final"][1]["rack"]), (&Value::Null, &Value::Null));
    // In the classic game tiles are exchanged instead.
    let gcg = "#player1 ann\n#player2 bob\n>ann: AEINRST - +0 0\n>bob: EEIOART - +0 0\n>ann: - +0 0\n";
    let replay = ask(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "rules": {"preset": "classic"}})).await;
    assert_eq!((&replay["final"][0]["rack"], &replay["turns"][1]["new_racks"]), (&json!("AEINRST"), &Value::Null));
}

#[actix_web::test]
async fn what_a_record_says_of_racks_must_agree() {
    let opening = "#player1 ann\n#player2 bob\n>ann: EHLLOTU? 8D HOTEL +14 14\n";
    let passes = ">ann: - +0 14\n>bob: - +0 0\n";
    for (events, detail) in [
        (format!(">bob: AEINRST? - +0 0\n{passes}>bob: (AEI) -3 -3\n"), "AEI is taken off; the rack is AEINRST?"),
        (format!(">bob: AEI - +0 0\n{passes}>bob: (AEI) -3 -3\n"), "AEI is taken off; the player has 8 tiles left"),
        (format!(">bob: AEI - +0 0\n{passes}>ann: (AEI) +6 20\n"), "AEI is taken off; the player has 8 tiles left"),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: EEEEEEEE - +0 0\n".to_owned(),
            "the record tells EEEEEEEE; the rack is AEINRST?",
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: ZZ - +0 0\n".to_owned(),
            "the record tells ZZ; the rack is AEINRST?",
        ),
        (">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: 9C BE +6 6\n".to_owned(), "9C BE is laid; the rack is AEINRST?"),
    ] {
        let gcg = format!("{opening}{events}");
        let replay = ask(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "best": false})).await;
        let told = &replay["turns"].as_array().unwrap().last().unwrap()["breaches"][0];
        assert_eq!(told["detail"], detail, "{events}");
    }
    for events in [
        ">bob: AEINRSQ? - +0 0\n>ann: EIUAQIS? - +0 14\n",
        ">bob: AEINRSQ? - +0 0\n>ann: 7C QI +9 23\n",
        ">bob: QQ - +0 0\n",
    ] {
        let breaches = refused(&format!("{WORDGAME}/games"), json!({"gcg": format!("{opening}{events}")})).await;
        assert_eq!(breaches, ["invalid_record /gcg"], "there is one Q: {events}");
    }
}

#[actix_web::test]
async fn no_move_lays_more_than_a_rack_or_the_bag_holds() {
    let empty = ["..............."; 15];
    for (path, cgp, written, expected) in [
        ("score", None, "8A RELATIONS", "too_many /move"),
        ("challenge", None, "8A RELATIONS", "too_many /move"),
        ("score", None, "8H relation", "not_in_bag /move"),
        ("challenge", None, "8H relation", "not_in_bag /move"),
        // The opponent has a blank.
        ("score", Some("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 /? 0/0 0"), "8H reLATION", "not_in_bag /move"),
    ] {
        let mut request = json!({"move": written});
        match cgp {
            Some(cgp) => request["cgp"] = json!(cgp),
            None => request["board"] = json!(empty),
        }
        if path == "challenge" {
            request["challenger"] = json!("bob");
            request["challenged"] = json!("ann");
        }
        assert_eq!(refused(&format!("{WORDGAME}/{path}"), request).await, [expected], "{path} {written}");
    }
    let loose = json!({"board": empty, "move": "8H relation", "rules": {"strict_bag": false}});
    assert_eq!(ask(&format!("{WORDGAME}/score"), loose).await["legal"], true);
}

#[actix_web::test]
async fn a_refused_move_did_not_happen() {
    let replay = ask(
        &format!("{WORDGAME}/games"),
        json!({"gcg": "#player1 ann\n#player2 bob\n>ann: - +0 0\n>bob: - +0 0\n>ann: AEINRST? 8D TRAENSI +12 12\n>ann: AEINRST? -- -12 0\n>ann: AEINRST? - +0 0\n"}),
    )
    .await;
    assert_eq!(replay["ended"], json!({"reason": "three_passes", "line": 7}), "the passes before it count on");
    assert_eq!(replay["turns"][1]["new_racks"], true, "both opening moves were passes");
    assert_eq!(
        replay["turns"][2]["points_lost"], replay["turns"][2]["best"]["total"],
        "what was taken back earned nothing"
    );
    assert_eq!(replay["turns"][4]["points_lost"], replay["turns"][4]["best"]["total"], "nor does a pass");
}

#[actix_web::test]
async fn a_record_may_break_more_rules_than_those_of_words() {
    let classic = json!({"preset": "classic"});
    let passes = "\n>ann: - +0 13\n>bob: - +0 0\n>ann: - +0 13";
    for (rules, events, expected) in [
        (json!({}), "\n>ann: AEINRST? - +0 13".to_owned(), vec!["out_of_turn G1"]),
        (json!({}), format!("\n>bob: - +0 0{passes}\n>bob: - +0 0"), vec!["game_over G9"]),
        (json!({}), "\n>ann: HELLO -- -13 0".to_owned(), vec!["not_allowed G8"]),
        (json!({}), "\n>bob: (challenge) +5 5".to_owned(), vec!["not_allowed G8"]),
        (classic.clone(), "\n>bob: (challenge) +5 5".to_owned(), vec![]),
        (json!({}), "\n>bob: AEINRST? -AE +0 0".to_owned(), vec!["not_allowed G9"]),
        (classic.clone(), "\n>bob: AEINRST -AE +0 0".to_owned(), vec![]),
        (classic.clone(), "\n>bob: AEINRST -7 +0 0".to_owned(), vec![]),
        (classic.clone(), "\n>bob: AEINRST -EE +0 0".to_owned(), vec!["tile_not_on_rack G9"]),
        (classic, "\n>bob: AEI -4 +0 0".to_owned(), vec!["tile_not_on_rack G9"]),
        (json!({}), "\n>ann: (QZ) +24 37".to_owned(), vec!["not_allowed G10"]),
    ] {
        let gcg = format!("#player1 ann\n#player2 bob\n>ann: HELLO 8D HELLO +13 13{events}\n");
        let replay = ask(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "rules": rules})).await;
        let turn = replay["turns"].as_array().unwrap().last().unwrap();
        let told: Vec<String> = turn["breaches"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|breach| format!("{} {}", breach["code"].as_str().unwrap(), breach["rule"].as_str().unwrap()))
            .collect();
        assert_eq!(told, expected, "{gcg}");
        assert_eq!(turn["legal"], expected.is_empty(), "{gcg}");
    }
    let too_many = "#player1 ann\n#player2 bob\n>ann: HELLO 8D HELLO +13 13\n>bob: (QQ) -14 -14\n";
    let breaches = refused(&format!("{WORDGAME}/games"), json!({"gcg": too_many})).await;
    assert_eq!(breaches, ["invalid_record /gcg"], "there is one Q");
}
