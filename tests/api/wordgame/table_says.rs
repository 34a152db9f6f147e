//! What a table says, operation by operation: it is ruled on, or refused with the reason why it cannot
//! be understood (RULEBOOK W6).

use serde_json::{Value, json};

use super::{WORDGAME, hello, with};
use crate::post;

/// The rack `?` marks the place where a case writes its rack.
const CGP: &str = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15 RACK/ 0/0 0";

/// Returns the answer as a short text: its status, and the code and place of each breach.
async fn outcome(operation: &str, request: &Value) -> String {
    let response = post(&format!("{WORDGAME}/{operation}"), request).await;
    let answer = response.json();
    let mut breaches: Vec<Value> = Vec::new();
    for found in [&answer["breaches"], &answer["turns"][1]["breaches"]] {
        breaches.extend(found.as_array().into_iter().flatten().cloned());
    }
    let breaches = breaches.iter().map(|breach| {
        format!(" {} {}", breach["code"].as_str().unwrap(), breach["pointer"].as_str().unwrap())
    });
    let upheld = answer["upheld"].as_bool().map_or("", |is| if is { " upheld" } else { " failed" });
    format!("{}{upheld}{}", response.status.as_u16(), breaches.collect::<String>())
}

#[actix_web::test]
async fn challenges_rule_on_everything_that_can_be_understood() {
    let on_board = |written: &str| json!({"board": hello(), "move": written});
    let with_rack = |rack: &str| json!({"cgp": CGP.replace("RACK", rack), "move": "9F OX"});
    let parties = |more: Value| with(with_rack("AEIOX?"), more);
    let both =
        |racks: &str| json!({"cgp": CGP.replace("RACK/", racks), "move": "9H OX", "words": ["OX"]});
    let five_z = json!({"cgp": CGP.replace("HELlO", "ZZZZZ").replace("RACK", ""), "move": "9H AX", "words": ["AX"]});
    let mut rows = hello();
    rows[7] = "....ZZZZZ......".into();
    let rows_of_z = json!({"board": rows, "move": "9H AX", "words": ["AX"]});
    let six_rows = json!({"board": vec![super::EMPTY; 6], "move": "9F OX"});
    for (what, request, expected) in [
        ("a good rack", with_rack("AEIOX?"), "200 upheld"),
        ("no rack", with_rack(""), "200 upheld"),
        ("an unreadable tile", with_rack("AEIOX9"), "200 upheld invalid_tile /cgp"),
        ("too many tiles", with_rack("AAEEIIOOX"), "200 upheld too_many /cgp"),
        ("more tiles than the bag", with_rack("OXX"), "200 upheld not_in_bag /cgp"),
        ("a tile not on the rack", with_rack("AEIO"), "200 upheld tile_not_on_rack /move"),
        ("a word with an apostrophe", on_board("9F DON'T"), "200 upheld invalid_move /move"),
        ("a word of two parts", on_board("9F CO OP"), "200 upheld invalid_move /move"),
        ("a letter outside A to Z", on_board("9F \u{d6}X"), "200 upheld invalid_move /move"),
        ("a digit", on_board("9F 0X"), "200 upheld invalid_move /move"),
        ("an unassigned blank", on_board("9F O?"), "200 upheld invalid_move /move"),
        ("a move off the board", on_board("8N HELLO"), "200 upheld off_the_board /move"),
        ("no such square", on_board("16A HELLO"), "200 upheld invalid_move /move"),
        ("a torn off word", on_board("1A HELLO"), "200 upheld not_connected /move"),
        ("an empty move", on_board(""), "422 invalid_move /move"),
        ("no word", on_board("9F"), "422 invalid_move /move"),
        ("no coordinate", on_board("HELLO"), "422 invalid_move /move"),
        (
            "a word not formed",
            with(on_board("9F OX"), json!({"words": ["AX"]})),
            "422 invalid_word /words/0",
        ),
        (
            "a name twice",
            parties(json!({"challengers": ["ann", "ann"]})),
            "422 duplicate_player /challengers/1",
        ),
        (
            "one's own move",
            parties(json!({"challenger": "ann", "challenged": "ann"})),
            "422 duplicate_player /challenged",
        ),
        ("an unreadable tile of another", both("AEIOX?/Q9"), "200 failed invalid_tile /cgp"),
        ("too many tiles of another", both("OX/AAEEIIOOX"), "200 failed too_many /cgp"),
        ("a Q of each", both("OXQ/Q"), "200 failed not_in_bag /cgp"),
        ("both racks", both("OX9/8"), "200 upheld invalid_tile /cgp invalid_tile /cgp"),
        ("a board beyond the bag", five_z, "200 failed not_in_bag /cgp"),
        ("rows beyond the bag", rows_of_z, "200 failed not_in_bag /board"),
        ("half a board", six_rows, "422 too_few /board"),
    ] {
        assert_eq!(outcome("challenge", &request).await, expected, "{what}");
    }
}

/// A position that cannot be is its own canonical form.
#[actix_web::test]
async fn rulings_on_positions_that_cannot_be_can_be_repeated() {
    for (racks, word) in [("OX9/8", "HELlO"), ("AEI/Q9", "HELlO"), ("/", "ZZZZZ"), ("Z/7", "ZZZZZ")]
    {
        let cgp = CGP.replace("RACK/", racks).replace("HELlO", word);
        let request = json!({"cgp": cgp.replace(' ', "  "), "move": "9H OX", "grounds": true});
        let ruling = post(&format!("{WORDGAME}/challenge"), &request).await.json();
        let again = with(ruling["grounds"]["request"].clone(), json!({"grounds": true}));
        let again = post(&format!("{WORDGAME}/challenge"), &again).await.json();
        assert_eq!(again, ruling, "{racks}");
        assert!(!ruling["breaches"].as_array().unwrap().is_empty(), "{ruling}");
    }
}

#[actix_web::test]
async fn settlements_count_what_the_players_have() {
    let players = |ann: Value| json!({"players": [with(json!({"name": "ann", "points": 50}), ann), {"name": "bob", "points": 9, "rack": "AE"}]});
    for (what, ann, expected) in [
        ("a good rack", json!({"rack": "QZ"}), "200"),
        ("too many tiles", json!({"rack": "ABCDEFGHI"}), "200 too_many /players/0/rack"),
        ("an unreadable tile", json!({"rack": "Q9"}), "200 invalid_tile /players/0/rack"),
        ("more tiles than the bag", json!({"rack": "QQ"}), "200 not_in_bag /players"),
        ("three blanks", json!({"rack": "???"}), "200 not_in_bag /players"),
        ("a name twice", json!({"name": "bob"}), "422 duplicate_player /players/1/name"),
        ("a text", json!({"rack": "Q".repeat(65)}), "422 out_of_bounds /players/0/rack"),
    ] {
        assert_eq!(outcome("settle", &players(ann)).await, expected, "{what}");
    }
    let settled = post(&format!("{WORDGAME}/settle"), &players(json!({"rack": "ABCDEFGHI"}))).await;
    assert_eq!(settled.json()["results"][0]["deducted"], 27, "all tiles count");
    let settled = post(&format!("{WORDGAME}/settle"), &players(json!({"rack": "Q9"}))).await;
    assert_eq!(settled.json()["racks_unknown"], json!(["ann"]), "the rack is unknown");
    for rack in ["Q9", "abcdefghi"] {
        let request = with(players(json!({"rack": rack})), json!({"grounds": true}));
        let settled = post(&format!("{WORDGAME}/settle"), &request).await.json();
        let again = with(settled["grounds"]["request"].clone(), json!({"grounds": true}));
        let again = post(&format!("{WORDGAME}/settle"), &again).await.json();
        assert_eq!(again, settled, "the canonical request");
    }
}

#[actix_web::test]
async fn replays_judge_every_line() {
    let game = |line: &str| {
        let gcg =
            format!("#player1 ann\n#player2 bob\n>ann: EHLLOTU 8D HELLO +24 24\n>bob: {line}\n");
        json!({"gcg": gcg, "best": false, "rules": {"preset": "classic"}})
    };
    for (what, line, expected) in [
        ("a good line", "AEINRST E7 A. +0 0", "200"),
        ("an unreadable tile on the rack", "AEI9RST 9C AT +4 4", "200"),
        ("too many tiles on the rack", "AEINRSTTTT 9C AT +4 4", "200"),
        ("a tile not on the rack", "EEE 9C AT +4 4", "200"),
        ("a word with an apostrophe", "AEINRST 9C DON'T +4 4", "200 invalid_record /gcg"),
        ("an unassigned blank", "AEINRS? 9C A? +4 4", "200 invalid_record /gcg"),
        ("an empty move", "", "200 invalid_record /gcg"),
        ("no word", "AEINRST 9C", "200 invalid_record /gcg"),
        ("no such square", "AEINRST 16A AT +4 4", "200 invalid_record /gcg"),
        ("a move off the board", "AEINRST 9N STAIN +4 4", "200 off_the_board /gcg"),
        ("a torn off word", "AEINRST 1A AT +4 4", "200 not_connected /gcg"),
        ("more tiles than the bag", "QQQ 9C QQ +4 4", "200 not_in_bag /gcg"),
    ] {
        assert_eq!(outcome("games", &game(line)).await, expected, "{what}");
    }
    let twice = json!({"gcg": "#player1 ann\n#player2 ann\n>ann: - +0 0\n"});
    assert_eq!(outcome("games", &twice).await, "422 invalid_record /gcg");
}

#[actix_web::test]
async fn a_score_needs_a_move_that_can_be_made() {
    for (written, expected) in [
        ("9F OX", "200"),
        ("9F O?", "200"),
        ("9F DON'T", "422 invalid_move /move"),
        ("8N HELLO", "422 off_the_board /move"),
        ("", "422 invalid_move /move"),
    ] {
        let request = json!({"board": hello(), "move": written});
        assert_eq!(outcome("score", &request).await, expected, "{written}");
    }
}
