//! The switches `bag` and `connected`, racks of many blanks, and moves with open blanks.

use std::fs;

use serde_json::{Value, json};
use wordcourt::rules::limits;

use super::{EMPTY, WORDGAME, board, hello, with};
use crate::{get, post_ok, post_rejected};

/// A bag in Dutch.
fn dutch() -> Value {
    json!({
        "A": 6, "B": 2, "C": 2, "D": 5, "E": 18, "F": 2, "G": 3, "H": 2, "I": 4, "J": 2, "K": 3,
        "L": 3, "M": 3, "N": 10, "O": 6, "P": 2, "Q": 1, "R": 5, "S": 5, "T": 5, "U": 3, "V": 2,
        "W": 2, "X": 1, "Y": 1, "Z": 2, "?": 2
    })
}

#[actix_web::test]
async fn a_bag_decides_how_many_tiles_there_are() {
    let path = format!("{WORDGAME}/score");
    let many = board(&[(8, "..EEEEEEEEEEEEE"), (9, "EEE............")]);
    let request = |rules: Value| json!({"board": many, "move": "9C EE", "rules": rules});
    let refused = post_rejected(&path, request(json!({"preset": "classic"}))).await;
    assert_eq!(refused, ["not_in_bag /board"]);
    let rules = json!({"preset": "classic", "bag": dutch()});
    let written = json!({"board": many, "move": "10A EE", "rules": rules, "grounds": true});
    let score = post_ok(&path, written).await;
    // The answer rests on the whole bag.
    let canonical = &score["grounds"]["request"]["rules"];
    assert_eq!((&canonical["bag"], &canonical["strict_bag"]), (&dutch(), &json!(true)));
    let rules = json!({"preset": "classic", "bag": {"e": 18}});
    let canonical =
        post_ok(&path, json!({"board": many, "move": "10A EE", "rules": rules, "grounds": true}))
            .await;
    let bag = &canonical["grounds"]["request"]["rules"]["bag"];
    assert_eq!((&bag["E"], &bag["A"], &bag["?"]), (&json!(18), &json!(9), &json!(2)));

    for (bag, expected) in [
        (json!({"E": 41}), vec!["out_of_bounds /rules/bag/E"]),
        (json!({"?": 11}), vec!["out_of_bounds /rules/bag/?"]),
        (json!({"EE": 1}), vec!["out_of_bounds /rules/bag/EE"]),
        (json!({"\u{c9}": 1}), vec!["out_of_bounds /rules/bag/\u{c9}"]),
        (json!({"E": 1, "e": 1}), vec!["conflicting_fields /rules/bag/e"]),
    ] {
        assert_eq!(post_rejected(&path, request(json!({"bag": bag}))).await, expected, "{bag}");
    }
    let mut few: Value = dutch();
    for (_, count) in few.as_object_mut().unwrap() {
        *count = json!(0);
    }
    for (tiles, is_enough) in [(15, false), (16, true)] {
        few["A"] = json!(tiles);
        let request = json!({"board": board(&[]), "move": "8E AAAA", "rules": {"bag": few}});
        if is_enough {
            post_ok(&path, request).await;
        } else {
            assert_eq!(post_rejected(&path, request).await, ["too_few /rules/bag"]);
        }
    }
    let both = json!({"bag": {"E": 20}, "strict_bag": false});
    assert_eq!(post_rejected(&path, request(both)).await, ["conflicting_fields /rules/bag"]);

    let published = get("/v1/variants/wordgame").await.json();
    let rules = published.get("rules").unwrap_or(&published);
    let presets = rules["presets"].as_array().unwrap();
    assert_eq!(
        (&presets[0]["rules"]["bag"]["E"], &presets[1]["rules"]["bag"]["E"]),
        (&json!(13), &json!(12))
    );
}

#[actix_web::test]
async fn games_with_another_bag_are_settled_and_replayed_in_full() {
    let bag = json!({"preset": "classic", "bag": {"Q": 2}});
    let request = |rules: &Value| json!({"players": [{"name": "ann", "points": 9, "rack": "QQ"}, {"name": "bob", "points": 8}], "went_out": "bob", "rules": rules});
    let settled = post_ok(&format!("{WORDGAME}/settle"), request(&bag)).await;
    assert_eq!((settled.get("breaches"), &settled["results"][1]["gained"]), (None, &json!(40)));

    // The record of a game of the classic bag, as if it were given with all its counts.
    let gcg =
        fs::read_to_string(format!("{}/tests/data/records/01-out.gcg", env!("CARGO_MANIFEST_DIR")))
            .unwrap();
    let path = format!("{WORDGAME}/games");
    let replay = async |rules: Value| {
        post_ok(&path, json!({"gcg": gcg, "rules": rules, "best": false})).await
    };
    let plain = replay(json!({"preset": "classic"})).await;
    let larger = replay(json!({"preset": "classic", "bag": {"E": 40}})).await;
    assert_eq!(plain["ended"]["reason"], "out_of_tiles");
    assert_eq!(larger["ended"], Value::Null, "a tile is still in the bag");
    // Racks of blanks.
    let blanks = "#player1 ann\n#player2 bob\n>ann: ???HELO 8D HElLo +20 20\n>bob: ???? - +0 0\n";
    let rules = json!({"preset": "classic", "bag": {"?": 10}});
    let replay = post_ok(&path, json!({"gcg": blanks, "rules": rules})).await;
    assert_eq!(
        (&replay["turns"][0]["notes"], &replay["turns"][1]["notes"]),
        (&Value::Null, &Value::Null)
    );
    assert!(replay["turns"][0]["best"]["total"].as_u64().unwrap() > 60);
}

#[actix_web::test]
async fn racks_of_blanks_are_searched_exactly_or_say_that_they_are_not() {
    let path = format!("{WORDGAME}/best");
    let rules = json!({"bag": {"?": 10}});
    let best = async |rack: &str, more: Value| {
        let request = json!({"board": hello(), "rack": rack, "rules": rules, "top": 3});
        post_ok(&path, with(request, more)).await
    };
    // Two tiles more are found by both ways of the search.
    let few = best("???", json!({})).await;
    assert_eq!(few.get("exhaustive"), None);
    assert_eq!(best("???", json!({"count": false})).await["moves"], few["moves"]);
    assert!(few["moves_found"].as_u64().unwrap() > 1_000);
    for rack in ["????????", "ABCDE???", "QJXZ????", "EEEE????"] {
        let found = best(rack, json!({})).await;
        let uncounted = best(rack, json!({"count": false})).await;
        assert!(found["moves"][0]["total"].as_u64().unwrap() > 0, "{rack}");
        if found.get("exhaustive").is_none() {
            assert_eq!(uncounted["moves"], found["moves"], "{rack}");
        }
        assert_eq!(best(rack, json!({})).await, found, "{rack}: the same again");
    }
    let without_bag = json!({"board": hello(), "rack": "???"});
    assert_eq!(post_rejected(&path, without_bag).await, ["not_in_bag /rack"]);
}

/// Single tiles everywhere leave room for more moves than any other board, above all if a blank may
/// stand for another letter in each word.
#[actix_web::test]
async fn a_search_ends_at_the_limit_with_few_blanks_too() {
    let row: String = ".A..E..S..T..R.".to_owned();
    let board: Vec<_> =
        (0..15).map(|at| if at % 3 == 1 { row.clone() } else { ".".repeat(15) }).collect();
    let request = |rack: &str, blank_letter: &str| {
        let bag = json!({"A": 40, "E": 40, "S": 40, "T": 40, "R": 40, "?": 10});
        let rules = json!({"bag": bag, "blank_letter": blank_letter, "connected": false});
        json!({"board": board, "rack": rack, "rules": rules, "top": 1})
    };
    let path = format!("{WORDGAME}/best");
    let exact = post_ok(&path, request("AEINST??", "one")).await;
    assert_eq!(exact.get("exhaustive"), None);
    let limited = post_ok(&path, request("AEINS???", "per_word")).await;
    assert_eq!(limited["exhaustive"], false);
    let moves = limited["moves_found"].as_u64().unwrap();
    assert!(moves <= limits::BLANK_SEARCH_STEPS as u64, "{moves}");
}

#[actix_web::test]
async fn a_puzzle_may_have_tiles_anywhere() {
    let puzzle = board(&[(2, "HELLO.........."), (12, "..........CAT..")]);
    let cgp = "15/HELLO10/15/15/15/15/15/15/15/15/15/10CAT2/15/15/15 AEINRST/ 0/0 0";
    let loose = json!({"connected": false});
    for (operation, more) in [
        ("score", json!({"move": "1A SH"})),
        ("best", json!({"rack": "AEINRST"})),
        ("challenge", json!({"move": "1A SH"})),
    ] {
        let path = format!("{WORDGAME}/{operation}");
        let request = with(json!({"board": puzzle}), more.clone());
        assert_eq!(post_rejected(&path, request.clone()).await, ["floating_tiles /board"]);
        let answer = post_ok(&path, with(request, json!({"rules": loose, "grounds": true}))).await;
        assert_eq!(answer["grounds"]["request"]["rules"]["connected"], false, "{operation}");
        let again = with(answer["grounds"]["request"].clone(), json!({"grounds": true}));
        assert_eq!(post_ok(&path, again).await, answer, "the canonical request");
    }
    let path = format!("{WORDGAME}/score");
    let request = |written: &str| json!({"cgp": cgp, "move": written, "rules": loose});
    let score = post_ok(&path, request("13J STAIN")).await;
    assert_eq!(
        (&score["words"][1]["word"], score["words"].as_array().unwrap().len()),
        (&json!("CT"), 4)
    );
    assert_eq!(post_rejected(&path, request("8D STAIN")).await, ["not_connected /move"]);
}

#[actix_web::test]
async fn a_blank_without_a_letter_is_worth_nothing_and_not_judged() {
    let path = format!("{WORDGAME}/score");
    let of = async |written: &str| {
        post_ok(&path, json!({"board": hello(), "move": written, "rack": "OAX?", "grounds": true}))
            .await
    };
    let (open, chosen) = (of("9F O?").await, of("9F Ox").await);
    assert_eq!((&open["total"], &open["move"]), (&chosen["total"], &json!("9F O?")));
    assert_eq!((&open["valid"], &open["legal"]), (&json!(false), &json!(false)));
    let words: Vec<&str> = open["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word["word"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["O?", "EO", "L?"]);
    assert_eq!(open["words"][0]["reason"]["code"], "open_blank");
    assert_eq!(open["words"][1]["reason"], chosen["words"][1]["reason"], "judged as ever");
    assert!(open["lines"][0]["label"].as_str().unwrap().starts_with("O? at 9F"));
    for member in ["cgp", "placed", "rack_left"] {
        assert_eq!(open.get(member), None, "{member}");
    }
    let again = with(open["grounds"]["request"].clone(), json!({"grounds": true}));
    assert_eq!(post_ok(&path, again).await, open, "the canonical request");
    let request = json!({"board": hello(), "move": "8E ?ELlOA"});
    assert_eq!(post_rejected(&path, request).await, ["square_occupied /move"]);
    let on_empty = json!({"board": vec![EMPTY; 15], "move": "8E ????"});
    let empty = post_ok(&path, with(on_empty, json!({"rules": {"bag": {"?": 4}}}))).await;
    assert_eq!((&empty["total"], &empty["words"][0]["word"]), (&json!(0), &json!("????")));
}
