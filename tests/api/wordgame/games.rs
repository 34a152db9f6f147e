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
    assert_eq!(again["results"], replay["results"]);

    // RULEBOOK C7: only a record that cannot be understood is refused, with the lines.
    for (gcg, line) in [
        ("#player1 ann\nnonsense\n", "line 2:"),
        ("#player1 ann\n>ann EHLLO 8D HELLO +1 1\n", "line 2:"),
        ("#player1 ann\n>ann: - +0 0\n>bob: - +0 0\n>bob: -\n", "line 3:"),
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
        // Tiles are counted only at the end.
        (
            "#player1 ann\n#player2 bob\n>ann: EHLLO 8D HELLO +32 32\n>ann: AB (QZ) +24 56\n",
            [32, 0],
        ),
        // The player who ends the game gains nothing; nothing is deducted for a rack of blanks.
        (
            "#player1 ann\n#player2 bob\n>ann: EHLLOAB? 8D HELLO +32 32\n>bob: ?? - +0 0\n>ann: AB?CDEFG - +0 32\n>bob: ?? - +0 0\n",
            [10, 0],
        ),
        // The rules have no penalty for time.
        ("#player1 ann\n#player2 bob\n>bob: QZ (time) -10 -10\n", [0, 0]),
    ] {
        let replay = post_ok(&path, json!({"gcg": gcg})).await;
        let totals = |replay: &Value| {
            [0, 1].map(|seat: usize| replay["results"][seat]["total"].as_i64().unwrap())
        };
        assert_eq!(totals(&replay), finals, "{gcg}");
        let again = post_ok(&path, json!({"gcg": replay["gcg"]})).await;
        assert_eq!((totals(&again), &again["gcg"]), (finals, &replay["gcg"]), "{gcg}");
    }
}

#[actix_web::test]
async fn racks_that_follow_from_the_record_are_deducted() {
    let opening = "#player1 ann\n#player2 bob\n>ann: EHLLOTU? 8D HOTEL +28 28\n";
    let both = [("AEILQSU?", 10), ("AEINRST?", -10)];
    let of_bob = [("", 28), ("AEINRST?", -10)];
    let none = [("", 28), ("", 0)];
    for (events, finals, winners, unknown) in [
        // The last passes state both racks; a final line repeats one of them.
        (
            ">bob: AEINRST? - +0 0\n>ann: ELU?QISA - +0 28\n>bob: AEINRST? - +0 0\n",
            both,
            json!(["ann"]),
            Value::Null,
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: ELU?QISA - +0 28\n>bob: AEINRST? - +0 0\n>bob: (AEINRST?) -10 -10\n",
            both,
            json!(["ann"]),
            Value::Null,
        ),
        // Nothing is deducted for a rack that no pass states as a whole, and nobody wins.
        (
            ">bob: AEINRST - +0 0\n>ann: - +0 28\n>bob: - +0 0\n",
            none,
            json!([]),
            json!(["ann", "bob"]),
        ),
        (">bob: AEINRST? - +0 0\n>ann: - +0 28\n>bob: - +0 0\n", of_bob, json!([]), json!(["ann"])),
        // The record stops before the game ends.
        (">bob: AEINRST? - +0 0\n", none, json!([]), Value::Null),
        // A line deducts a rack before the game ends, which is a breach of that line.
        (
            ">bob: AEINRST? - +0 0\n>bob: (AEINRST?) -10 -10\n>ann: - +0 28\n>bob: - +0 0\n",
            of_bob,
            json!([]),
            json!(["ann"]),
        ),
    ] {
        let replay = post_ok(
            &format!("{WORDGAME}/games"),
            json!({"gcg": format!("{opening}{events}"), "best": false}),
        )
        .await;
        for (seat, (rack, total)) in finals.into_iter().enumerate() {
            let score = &replay["results"][seat];
            assert_eq!(
                (score["rack"].as_str().unwrap_or(""), &score["total"]),
                (rack, &json!(total)),
                "{events}"
            );
        }
        assert_eq!(
            (&replay["winners"], &replay["racks_unknown"]),
            (&winners, &unknown),
            "{events}"
        );
    }
    // After two opening passes both players have new racks, and the record doesn't state ann's.
    let gcg =
        "#player1 ann\n#player2 bob\n>ann: AEINRST? - +0 0\n>bob: ELU?QISA - +0 0\n>ann: - +0 0\n";
    let replay = post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg})).await;
    assert_eq!(
        (&replay["results"][0]["rack"], &replay["results"][1]["rack"]),
        (&Value::Null, &Value::Null)
    );
    // In the classic game, players keep their racks, and the game ends after six passes.
    let passes = ">ann: AEINRST - +0 0\n>bob: EEIOART - +0 0\n".repeat(3);
    let gcg = format!("#player1 ann\n#player2 bob\n{passes}");
    let replay =
        post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "rules": {"preset": "classic"}}))
            .await;
    assert_eq!(
        (&replay["results"][0]["rack"], &replay["turns"][1]["new_racks"]),
        (&json!("AEINRST"), &Value::Null)
    );
}

#[actix_web::test]
async fn contradictory_racks_in_a_record_are_remarks() {
    let opening = "#player1 ann\n#player2 bob\n>ann: EHLLOTU? 8D HOTEL +28 28\n";
    let passes = ">ann: - +0 28\n>bob: - +0 0\n";
    for (events, note, breach) in [
        (
            format!(">bob: AEINRST? - +0 0\n{passes}>bob: (AEI) -3 -3\n"),
            "the rack AEI is ignored: the player has 8 tiles left",
            json!("the change for the tiles left is -10 points"),
        ),
        (
            format!(">bob: AEI - +0 0\n{passes}>bob: (AEI) -3 -3\n"),
            "the rack AEI is ignored: the player has 8 tiles left",
            json!("the change for the tiles left is +0 points"),
        ),
        (
            format!(">bob: AEI - +0 0\n{passes}>ann: (AEI) +6 34\n"),
            "the rack AEI is ignored: the player has 8 tiles left",
            json!("under these rules, nobody gains points for the tiles left on a rack"),
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 28\n>bob: EEEEEEEE - +0 0\n".to_owned(),
            "the record gives the rack EEEEEEEE, but the rack was AEINRST?",
            Value::Null,
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 28\n>bob: ZZ - +0 0\n".to_owned(),
            "the record gives the rack ZZ, but the rack was AEINRST?",
            Value::Null,
        ),
        (
            ">bob: AEINRST? - +0 0\n>ann: - +0 28\n>bob: 9C BE +16 16\n".to_owned(),
            "the move is 9C BE, but the rack was AEINRST?",
            Value::Null,
        ),
        (
            ">bob: QQ - +0 0\n".to_owned(),
            "the rack QQ is ignored: too many Q tiles: 2 on the board and the racks, 1 in the bag; give the tiles of another bag in rules.bag, or set rules.strict_bag to false",
            Value::Null,
        ),
    ] {
        let gcg = format!("{opening}{events}");
        let replay =
            post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "best": false})).await;
        let turn = replay["turns"].as_array().unwrap().last().unwrap();
        assert_eq!(turn["notes"][0], note, "{events}");
        assert_eq!(turn["breaches"][0]["detail"], breach, "{events}");
        assert_eq!(turn["legal"], breach.is_null(), "{events}");
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
        (json!({}), "\n>bob: (challenge) +5 5".to_owned(), vec!["not_allowed C5"]),
        (classic.clone(), "\n>bob: (challenge) +5 5".to_owned(), vec!["not_allowed C5"]),
        (classic.clone(), "\n>ann: (challenge) +5 31".to_owned(), vec![]),
        (json!({}), "\n>bob: AEINRST? -AE +0 0".to_owned(), vec!["not_allowed G9"]),
        (classic.clone(), "\n>bob: AEINRST -AE +0 0".to_owned(), vec![]),
        (classic.clone(), "\n>bob: AEINRST -7 +0 0".to_owned(), vec![]),
        (classic, "\n>bob: AEINRST -EE +0 0".to_owned(), vec![]),
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
}

/// The results are those of the lines, however large the numbers are.
#[actix_web::test]
async fn time_penalties_of_any_size_are_settled_as_they_are_judged() {
    let penalty = json!({"points": 1, "per_seconds": 86_400});
    let rules = json!({"preset": "classic", "time_penalty": penalty});
    let gcg = "#player1 ann\n#player2 bob\n>ann: (time) -1000000000 -1000000000\n";
    let replay = post_ok(&format!("{WORDGAME}/games"), json!({"gcg": gcg, "rules": rules})).await;
    let result = &replay["results"][0];
    assert_eq!(
        (&result["total"], &result["time_penalty"]),
        (&json!(-1_000_000_000), &json!(1_000_000_000))
    );
    assert_eq!(replay["turns"][0]["total"], result["total"]);
}

/// Wordgame is for two (RULEBOOK G1); the classic game is for up to four (C1).
#[actix_web::test]
async fn a_record_has_at_most_as_many_players_as_the_game() {
    let path = format!("{WORDGAME}/games");
    let passes = ">bob: AEINRST - +0 0\n>cid: AEIOUQZ - +0 0\n>ann: ADEINRT - +0 24\n".repeat(2);
    let gcg = format!(
        "#player1 ann\n#player2 bob\n#player3 cid\n>ann: HELLO 8D HELLO +24 24\n{passes}\
         >cid: AEIOUQZ (AEIOUQZ) -25 -25\n"
    );
    assert_eq!(post_rejected(&path, json!({"gcg": gcg})).await, ["too_many /gcg"]);
    let classic = json!({"gcg": gcg, "rules": {"preset": "classic"}, "best": false});
    let replay = post_ok(&path, classic).await;
    assert_eq!(replay["agrees"], true);
    assert_eq!(replay["ended"], json!({"reason": "six_scoreless", "line": 10}));
    let totals: Vec<&Value> =
        replay["results"].as_array().unwrap().iter().map(|result| &result["total"]).collect();
    assert_eq!(totals, [24 - 8, -7, -25]);
    assert_eq!(replay["winners"], json!(["ann"]));
}
