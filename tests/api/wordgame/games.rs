//! Records of games.

use serde_json::{Value, json};

use super::WORDGAME;
use crate::{post, post_ok, post_rejected};

#[actix_web::test]
async fn a_replay_returns_the_corrected_record() {
    let path = format!("{WORDGAME}/games");
    // HELLOX is not a word and is taken back.
    let gcg = "#player1 ann Ann\n#player2 bob Bob\n>ann: EHLLOTU? 8D HELLO +13 13\n>bob: AEINRSTX 8D .....X +20 20\n\
        >bob: AEINRSTX -- -20 0\n>ann: TU - +0 13\n>bob: AEINRST - +0 0\n>ann: TU - +0 13\n>bob: AEINRST (AEINRST) -11 -11\n";
    let replay = post_ok(&path, json!({"gcg": gcg})).await;
    let kinds: Vec<&str> = replay["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["move", "move", "taken_back", "pass", "pass", "pass", "rack_lost"]);
    assert_eq!(replay["turns"][1]["legal"], false);
    assert_eq!(replay["turns"][1]["taken_back"], true);
    assert_eq!(replay["ended"], json!({"reason": "three_passes", "line": 8}));
    assert_eq!(
        replay["cgp"].as_str().unwrap().split(' ').next(),
        Some("15/15/15/15/15/15/15/3HELLO7/15/15/15/15/15/15/15")
    );
    let again = post_ok(&path, json!({"gcg": replay["gcg"]})).await;
    assert_eq!(again["agrees"], true, "the corrected record has no errors");
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
        assert_eq!(
            (&breach["code"], &breach["pointer"]),
            (&json!("invalid_record"), &json!("/gcg"))
        );
        assert!(breach["detail"].as_str().unwrap().starts_with(line), "{breach}");
    }
}

#[actix_web::test]
async fn a_corrected_record_has_the_same_totals() {
    let path = format!("{WORDGAME}/games");
    for (gcg, finals) in [
        // Nobody gets points for the opponent's tiles; they are deducted from their owner.
        (
            "#player1 ann\n#player2 bob\n>ann: EHLLO 8D HELLO +16 16\n>ann: AB (QZ) +24 40\n",
            [16, -12],
        ),
        // Nothing is deducted for a rack of blanks.
        ("#player1 ann\n#player2 bob\n>ann: EHLLO 8D HELLO +16 16\n>bob: (??) -2 -2\n", [16, 0]),
        // Deductions in the record are kept.
        ("#player1 ann\n#player2 bob\n>bob: QZ (QZ) -12 -12\n>bob: QZ (time) -10 -22\n", [0, -22]),
    ] {
        let replay = post_ok(&path, json!({"gcg": gcg})).await;
        let totals = |replay: &Value| {
            [0, 1].map(|seat: usize| replay["final"][seat]["final"].as_i64().unwrap())
        };
        assert_eq!(totals(&replay), finals, "{gcg}");
        let again = post_ok(&path, json!({"gcg": replay["gcg"]})).await;
        assert_eq!((totals(&again), &again["gcg"]), (finals, &replay["gcg"]), "{gcg}");
    }
}

#[actix_web::test]
async fn racks_that_follow_from_the_record_are_deducted() {
    let opening = "#player1 ann\n#player2 bob\n>ann: EHLLOTU? 8D HOTEL +14 14\n";
    for (events, finals) in [
        // The last passes state both racks; a final line repeats one of them.
        (
            ">bob: AEINRST? - +0 0\n>ann: ELU?QISA - +0 14\n>bob: AEINRST? - +0 0\n",
            [("AEILQSU?", -4), ("AEINRST?", -10)],
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: ELU?QISA - +0 14\n>bob: AEINRST? - +0 0\n>bob: (AEINRST?) -10 -10\n",
            [("AEILQSU?", -4), ("AEINRST?", -10)],
        ),
        // Nothing is deducted if the passes don't state whole racks.
        (">bob: AEINRST - +0 0\n>ann: - +0 14\n>bob: - +0 0\n", [("", 14), ("", 0)]),
        // Only one rack is known, so nothing is deducted.
        (">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: - +0 0\n", [("", 14), ("", 0)]),
        // The record stops before the game ends.
        (">bob: AEINRST? - +0 0\n", [("", 14), ("", 0)]),
        // A rack is deducted, but the game continues.
        (
            ">bob: AEINRST? - +0 0\n>bob: (AEINRST?) -10 -10\n>ann: - +0 14\n>bob: - +0 0\n",
            [("", 14), ("", 0)],
        ),
    ] {
        let replay = post_ok(
            &format!("{WORDGAME}/games"),
            json!({"gcg": format!("{opening}{events}"), "best": false}),
        )
        .await;
        for (seat, (rack, total)) in finals.into_iter().enumerate() {
            let score = &replay["final"][seat];
            assert_eq!(
                (score["rack"].as_str().unwrap_or(""), &score["final"]),
                (rack, &json!(total)),
                "{events}"
            );
        }
        assert_eq!(replay["winners"], json!(["ann"]), "{events}");
    }
    // After two opening passes both players have new racks, and the record doesn't state ann's.
    let gcg =
        "#player1 ann\n#player2 bob\n>ann: AEINRST? - +0 0\n>bob: ELU?QISA - +0 0\n>ann: - +0 0\n";
    let replay = post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg})).await;
    assert_eq!(
        (&replay["final"][0]["rack"], &replay["final"][1]["rack"]),
        (&Value::Null, &Value::Null)
    );
    // In the classic game, players exchange tiles instead.
    let gcg =
        "#player1 ann\n#player2 bob\n>ann: AEINRST - +0 0\n>bob: EEIOART - +0 0\n>ann: - +0 0\n";
    let replay =
        post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "rules": {"preset": "classic"}}))
            .await;
    assert_eq!(
        (&replay["final"][0]["rack"], &replay["turns"][1]["new_racks"]),
        (&json!("AEINRST"), &Value::Null)
    );
}

#[actix_web::test]
async fn contradictory_racks_in_a_record_are_breaches() {
    let opening = "#player1 ann\n#player2 bob\n>ann: EHLLOTU? 8D HOTEL +14 14\n";
    let passes = ">ann: - +0 14\n>bob: - +0 0\n";
    for (events, detail) in [
        (
            format!(">bob: AEINRST? - +0 0\n{passes}>bob: (AEI) -3 -3\n"),
            "the record deducts AEI; the rack is AEINRST?",
        ),
        (
            format!(">bob: AEI - +0 0\n{passes}>bob: (AEI) -3 -3\n"),
            "the record deducts AEI; the player has 8 tiles left",
        ),
        (
            format!(">bob: AEI - +0 0\n{passes}>ann: (AEI) +6 20\n"),
            "the record deducts AEI; the player has 8 tiles left",
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: EEEEEEEE - +0 0\n".to_owned(),
            "the record gives EEEEEEEE; the rack is AEINRST?",
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: ZZ - +0 0\n".to_owned(),
            "the record gives ZZ; the rack is AEINRST?",
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 14\n>bob: 9C BE +6 6\n".to_owned(),
            "the move is 9C BE; the rack is AEINRST?",
        ),
    ] {
        let gcg = format!("{opening}{events}");
        let replay =
            post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "best": false})).await;
        let breach = &replay["turns"].as_array().unwrap().last().unwrap()["breaches"][0];
        assert_eq!(breach["detail"], detail, "{events}");
    }
    for events in [
        ">bob: AEINRSQ? - +0 0\n>ann: EIUAQIS? - +0 14\n",
        ">bob: AEINRSQ? - +0 0\n>ann: 7C QI +9 23\n",
        ">bob: QQ - +0 0\n",
    ] {
        let breaches = post_rejected(
            &format!("{WORDGAME}/games"),
            json!({"gcg": format!("{opening}{events}")}),
        )
        .await;
        assert_eq!(breaches, ["invalid_record /gcg"], "there is one Q: {events}");
    }
}

#[actix_web::test]
async fn a_move_that_is_taken_back_has_no_effect() {
    let replay = post_ok(
        &format!("{WORDGAME}/games"),
        json!({"gcg": "#player1 ann\n#player2 bob\n>ann: - +0 0\n>bob: - +0 0\n>ann: AEINRST? 8D TRAENSI +12 12\n>ann: AEINRST? -- -12 0\n>ann: AEINRST? - +0 0\n"}),
    )
    .await;
    assert_eq!(
        replay["ended"],
        json!({"reason": "three_passes", "line": 7}),
        "the passes before it still count"
    );
    assert_eq!(replay["turns"][1]["new_racks"], true, "both opening moves were passes");
    assert_eq!(
        replay["turns"][2]["points_lost"], replay["turns"][2]["best"]["total"],
        "a move that is taken back scores nothing"
    );
    assert_eq!(
        replay["turns"][4]["points_lost"], replay["turns"][4]["best"]["total"],
        "a pass scores nothing"
    );
}

#[actix_web::test]
async fn breaches_in_a_record_name_the_rule() {
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
        let replay =
            post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "rules": rules})).await;
        let turn = replay["turns"].as_array().unwrap().last().unwrap();
        let breaches: Vec<String> = turn["breaches"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|breach| {
                format!("{} {}", breach["code"].as_str().unwrap(), breach["rule"].as_str().unwrap())
            })
            .collect();
        assert_eq!(breaches, expected, "{gcg}");
        assert_eq!(turn["legal"], expected.is_empty(), "{gcg}");
    }
    let too_many = "#player1 ann\n#player2 bob\n>ann: HELLO 8D HELLO +13 13\n>bob: (QQ) -14 -14\n";
    let breaches = post_rejected(&format!("{WORDGAME}/games"), json!({"gcg": too_many})).await;
    assert_eq!(breaches, ["invalid_record /gcg"], "there is one Q");
}
