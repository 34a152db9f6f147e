//! Records that other programs write, and records of games by other rules (RULEBOOK C7).

use std::fs;

use serde_json::{Value, json};

use super::{WORDGAME, with};
use crate::post_ok;

fn record(name: &str) -> (String, Value) {
    let path = format!("{}/tests/data/records/{name}", env!("CARGO_MANIFEST_DIR"));
    let expected = fs::read_to_string(format!("{path}.json")).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    (fs::read_to_string(format!("{path}.gcg")).unwrap(), expected["rules"].clone())
}

async fn replay(gcg: &str, rules: Value) -> Value {
    let request = json!({"gcg": gcg, "rules": rules, "best": false});
    post_ok(&format!("{WORDGAME}/games"), request).await
}

/// A short game whose turns are read without fault.
const OPENING: &str = "#player1 ann\n#player2 bob\n>ann: EHLLOTU 8D HELLO +24 24\n";

#[actix_web::test]
async fn a_game_without_a_bag_ends_as_its_record_says() {
    for name in [
        "01-out",
        "02-out-again",
        "04-gain-once",
        "05-gain-once-half-closed",
        "06-keep",
        "07-six-passes",
        "13-three-passes",
        "15-time-penalty",
        "80-wordgame-out",
        "81-wordgame-three-passes",
    ] {
        let (gcg, rules) = record(name);
        let counted = replay(&gcg, rules.clone()).await;
        let uncounted = replay(&gcg, with(rules, json!({"strict_bag": false}))).await;
        for member in ["results", "winners", "racks_unknown", "agrees"] {
            assert_eq!(uncounted[member], counted[member], "{name}: {member}");
        }
        assert_eq!(uncounted["ended"]["reason"], counted["ended"]["reason"], "{name}");
    }
}

#[actix_web::test]
async fn lost_points_are_read_as_programs_write_them() {
    let (gcg, rules) = record("07-six-passes");
    for minus in ["+-", "\u{2212}", "+\u{2212}", "\u{2013}"] {
        let dialect = gcg.replace(" -23 ", &format!(" {minus}23 "));
        assert_ne!(dialect, gcg);
        let replay = replay(&dialect, rules.clone()).await;
        assert_eq!(
            (&replay["agrees"], &replay["turns"][15]["recorded"]),
            (&json!(true), &json!(-23))
        );
        assert_eq!(replay["turns"][15]["kind"], "rack_lost");
    }
    let taken_back =
        "#player1 ann\n#player2 bob\n>ann: EHLLOXU 8D HELLOX +42 42\n>ann: EHLLOXU -- +-42 0\n";
    let rules = json!({"preset": "classic"});
    assert_eq!(replay(taken_back, rules).await["turns"][1]["recorded"], -42);
}

#[actix_web::test]
async fn pragmas_that_change_the_game_are_remarks() {
    for (pragma, part) in [
        ("#game-type wordsmog", "the game type \"wordsmog\""),
        ("#Game-Type wordsmog", "the game type \"wordsmog\""),
        ("#board-layout SuperCrosswordGame", "the board layout \"SuperCrosswordGame\""),
        ("#tile-distribution polish", "the tile distribution \"polish\""),
        ("#lexicon CSW24", "the lexicon \"CSW24\""),
        ("#note BoardLayout: Super", "the board layout \"Super\""),
        ("#note Variant: wordsmog", "the variant \"wordsmog\""),
    ] {
        let (gcg, rules) = record("01-out");
        let replay = replay(&format!("{pragma}\n{gcg}"), rules).await;
        let notes = replay["notes"].as_array().unwrap();
        assert!(notes.len() == 1 && notes[0].as_str().unwrap().contains(part), "{notes:?}");
        assert_eq!(replay["agrees"], true);
        let lexicon = pragma.strip_prefix("#lexicon ").map_or(Value::Null, Value::from);
        assert_eq!(replay["record_lexicon"], lexicon);
    }
    let (gcg, rules) = record("01-out");
    let replay = replay(&gcg, rules).await;
    assert_eq!((&replay["notes"], &replay["record_lexicon"]), (&Value::Null, &Value::Null));
}

#[actix_web::test]
async fn racks_that_contradict_the_record_are_remarks_wherever_they_are() {
    let classic = json!({"preset": "classic"});
    let (passes, _) = record("07-six-passes");
    let (out, _) = record("01-out");
    let last_gain = out.lines().last().unwrap();
    let (nick, gain) = last_gain.split_once(": ").unwrap();
    let of_line = |replay: &Value, turn: usize| replay["turns"][turn]["notes"].clone();
    for (gcg, turn) in [
        // A move that is taken back, with another rack than before.
        (format!("{OPENING}>bob: AEINRSX 8D .....X +18 18\n>bob: ABCDEFG -- -18 0\n"), 2),
        (format!("{OPENING}>bob: AEINRSX 8D .....X +18 18\n>bob: AEINRSXXX -- -18 0\n"), 2),
        (format!("{OPENING}>bob: (challenge) +5 5\n>ann: ZZZ (challenge) +5 29\n"), 2),
        // Closing lines.
        (passes.replace("CEILMQY (CEILMQY) -23", "ABCDEFG (CEILMQY) -23"), 15),
        (passes.replace("CEILMQY (CEILMQY) -23", "CEILMQY (ABCDEFG) -23"), 15),
        (passes.replace("CEILMQY (CEILMQY) -23", "(ABCDEFG) -23"), 15),
        (passes.replace(">ann: CEILMQY (CEILMQY)", ">ann: XQ (time) -10 115\n>ann: (CEILMQY)"), 15),
    ] {
        let replay = replay(&gcg, classic.clone()).await;
        assert!(!of_line(&replay, turn).as_array().unwrap().is_empty(), "{gcg}\n{replay}");
    }
    let gcg = out.replace(last_gain, &format!("{nick}: QZ {gain}"));
    let replayed = replay(&gcg, classic.clone()).await;
    let turns = replayed["turns"].as_array().unwrap();
    assert!(turns.last().unwrap()["notes"][0].as_str().unwrap().contains("QZ"));
    assert_eq!(replayed["agrees"], true, "a remark is no breach");

    for (pragma, has_remark) in [
        ("#rack1 CEILMQY", false),
        ("#rack2 AAGIPST", false),
        ("#rack1 CEIL", false),
        ("#rack1 AAGIPST", true),
        ("#rack2 AAGIPSTX", true),
        ("#rack2 A9", true),
        ("#rack3 QQQ", false),
        ("#racket QQQ", false),
    ] {
        for gcg in [format!("{pragma}\n{passes}"), format!("{passes}{pragma}\n")] {
            let replay = replay(&gcg, classic.clone()).await;
            assert_eq!(replay["notes"].is_array(), has_remark, "{gcg}");
            assert_eq!(replay["agrees"], true);
        }
    }
}

/// Ann keeps T and U.
#[actix_web::test]
async fn a_rack_without_the_tiles_that_were_kept_is_a_remark() {
    let last_notes = async |lines: &str| {
        let gcg = format!("{OPENING}>bob: AEINRST - +0 0\n{lines}");
        let replay = replay(&gcg, json!({"preset": "classic"})).await;
        let turn = replay["turns"].as_array().unwrap().last().unwrap()["notes"].clone();
        if lines.starts_with('#') { replay["notes"].clone() } else { turn }
    };
    for (lines, is_remark) in [
        (">ann: AEINRTU - +0 24\n", false),
        (">ann: AEINRSX - +0 24\n", true),
        (">ann: AEINRST - +0 24\n", true),
        (">ann: AEINR - +0 24\n", false),
        (">ann: AEINRS - +0 24\n", true),
        (">ann: - +0 24\n>bob: - +0 0\n>ann: AEINRSX - +0 24\n", true),
        (">ann: AEINRTU 9C AT +4 28\n>bob: - +0 0\n>ann: EINRSXX - +0 28\n", true),
        (">ann: AEINRTU 9C AT +4 28\n>ann: EINRSUX -- -4 24\n", true),
        (">ann: AEINRTU -TU +0 24\n>bob: - +0 0\n>ann: AEINRSX - +0 24\n", false),
        (">ann: AEINRTU -AE +0 24\n>bob: - +0 0\n>ann: AEINRSX - +0 24\n", true),
        (">ann: AEINRTU -2 +0 24\n>bob: - +0 0\n>ann: AEGIJSX - +0 24\n", false),
        ("#rack1 AEINRSX\n", true),
        ("#rack1 AEINRTU\n", false),
        ("#rack1 AEINR\n", false),
    ] {
        assert_eq!(last_notes(lines).await.is_array(), is_remark, "{lines}");
    }
}

#[actix_web::test]
async fn a_line_that_cannot_be_understood_is_a_breach_of_that_line() {
    for (line, player) in [
        (">bob: AEINRST 8D H3LLO +20 20", "bob"),
        (">bob: AEINRST 16D HELLO +20 20", "bob"),
        (">bob: AEINRST 9E", "bob"),
        (">bob: AEINRST 9E \u{c4}T +2 2", "bob"),
        (">bob:", "bob"),
        (">bob AEINRST 9E AT +2 2", "bob"),
        (">BOB AEINRST 9E AT +2 2", "bob"),
        (">bib: AEINRST 9E AT +2 2", "bib"),
        (">bib", "bib"),
        (">", ""),
    ] {
        let gcg = format!("{OPENING}{line}\n#note what?\n>ann: TU I7 TU +2 26\n");
        let replayed = replay(&gcg, json!({"preset": "classic"})).await;
        let unread = &replayed["turns"][1];
        assert_eq!((&unread["kind"], &unread["player"]), (&json!("unread"), &json!(player)));
        assert_eq!((&unread["line"], &unread["score"]), (&json!(4), &json!(0)));
        assert_eq!(unread["breaches"][0]["code"], "invalid_record", "{unread}");
        assert_eq!(unread["breaches"][0]["pointer"], "/gcg");
        assert_eq!((&unread["agrees"], &unread["notes"]), (&json!(false), &json!(["what?"])));
        let next = &replayed["turns"][2];
        assert_eq!(next["breaches"], Value::Null, "{line}: {next}");
        assert_eq!(replayed["agrees"], false);
        let again = replay(replayed["gcg"].as_str().unwrap(), json!({"preset": "classic"})).await;
        assert_eq!(again["gcg"], replayed["gcg"]);
        assert_eq!(again["turns"][1]["breaches"], unread["breaches"]);
    }
    // A move is missing, so nobody can count the tiles: the closing line says who went out.
    let (gcg, rules) = record("01-out");
    let counted = replay(&gcg, rules.clone()).await;
    let lines: Vec<&str> = gcg.lines().collect();
    let last_move = lines[lines.len() - 2];
    let garbled = gcg.replace(last_move, &last_move.replacen(' ', " ?!? ", 1));
    let replayed = replay(&garbled, rules).await;
    assert_eq!(replayed["winners"], counted["winners"]);
    assert_eq!(replayed["ended"]["reason"], "out_of_tiles");
}
