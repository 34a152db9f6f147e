//! Challenges of moves.

use serde_json::{Value, json};

use super::{EMPTY, WORDGAME, board, hello, with};
use crate::{post_ok, post_rejected, without_texts};

fn path() -> String {
    format!("{WORDGAME}/challenge")
}

/// A challenge of OX, with the cross-words EO and LX, which are not allowed unless added.
fn challenge(more: Value) -> Value {
    let request =
        json!({"board": hello(), "move": "9F Ox", "challenger": "ann", "challenged": "bob"});
    with(request, more)
}

fn failing(more: Value) -> Value {
    challenge(with(json!({"overlay": {"add": ["EO", "LX"]}}), more))
}

#[actix_web::test]
async fn a_challenge_judges_only_the_words_that_it_names() {
    let ruling = post_ok(&path(), challenge(json!({}))).await;
    assert_eq!(ruling["upheld"], true);
    assert_eq!(
        without_texts(&ruling["consequences"]),
        json!([{"player": "bob", "kind": "move_refused", "rule": "G8"}])
    );
    let named = post_ok(&path(), challenge(json!({"words": ["ox"]}))).await;
    assert_eq!(
        (&named["upheld"], &without_texts(&named["consequences"])),
        (&json!(false), &json!([]))
    );
    assert_ne!(ruling["id"], named["id"]);
    assert_eq!(ruling, post_ok(&path(), challenge(json!({}))).await, "a ruling is reproducible");
    let all = challenge(json!({"words": ["LX", "OX", "EO", "ox"]}));
    assert_eq!(ruling, post_ok(&path(), all).await, "all words in any order");
    let breaches = post_rejected(&path(), challenge(json!({"words": ["OX", "AXE", "O-X"]}))).await;
    assert_eq!(breaches, ["invalid_word /words/1", "invalid_word /words/2"]);
}

/// Whatever a player said is ruled on, with the breaches inside the ruling (RULEBOOK W6).
#[actix_web::test]
async fn a_move_that_cannot_be_made_falls() {
    let game = json!({"challenge": "single"});
    for (written, code) in [
        ("8D HELLO", "not_whole_word"),
        ("1A HELLO", "not_connected"),
        ("8M HELLO", "off_the_board"),
        ("P8 HELLO", "invalid_move"),
        ("16a HELLO", "invalid_move"),
        ("9F don't", "invalid_move"),
        ("9F CO-OP", "invalid_move"),
        ("9F ÉTÉ", "invalid_move"),
        ("9F ANTIDISESTABLISHMENTARIANISM", "invalid_move"),
        ("9F SUPERBLYLONG", "off_the_board"),
        ("9F ABCDEFGHI", "too_many"),
        ("9F QQ", "not_in_bag"),
        ("9F CO OP", "invalid_move"),
        ("9F O?", "invalid_move"),
    ] {
        let request = challenge(json!({"move": written, "rules": game, "words": ["DON'T"]}));
        let ruling = post_ok(&path(), request).await;
        assert_eq!((&ruling["upheld"], &ruling["words"]), (&json!(true), &json!([])), "{written}");
        let breaches = ruling["breaches"].as_array().unwrap();
        assert!(breaches.iter().any(|breach| breach["code"] == code), "{written}: {breaches:?}");
        assert!(breaches.iter().all(|breach| breach["pointer"] == "/move"), "{written}");
        let kinds: Vec<&Value> =
            ruling["consequences"].as_array().unwrap().iter().map(|found| &found["kind"]).collect();
        assert_eq!(kinds, ["move_taken_back", "loses_turn"], "{written}");
        assert_eq!((&ruling["placed"], &ruling["rows"]), (&json!([]), &Value::Null));
    }
    for (written, breach) in [
        ("hello", "invalid_move /move"),
        ("hello world", "invalid_move /move"),
        ("8D", "invalid_move /move"),
        ("", "invalid_move /move"),
        (&"8D ".repeat(30), "out_of_bounds /move"),
    ] {
        let breaches = post_rejected(&path(), challenge(json!({"move": written}))).await;
        assert_eq!(breaches, [breach]);
    }
    let ids = async |written: &str| {
        post_ok(&path(), challenge(json!({"move": written}))).await["id"].clone()
    };
    assert_eq!(ids(" 1a  HELLO").await, ids("1A HELLO").await, "the same move");
    assert_ne!(ids("1A HeLLO").await, ids("1A HELLO").await, "another move");
}

/// RULEBOOK C5: a game of two is over when one of them loses it.
#[actix_web::test]
async fn a_challenge_that_loses_the_game_names_its_winner() {
    for (rule, winner_if_upheld, winner_if_failed) in [
        ("triple", json!("ann"), json!("bob")),
        ("forfeit", Value::Null, json!("bob")),
        ("double", Value::Null, Value::Null),
        ("void", Value::Null, Value::Null),
    ] {
        for rules in [json!({"challenge": rule}), json!({"preset": "classic", "challenge": rule})] {
            let rules = json!({"rules": rules});
            let upheld = post_ok(&path(), challenge(rules.clone())).await;
            assert_eq!(
                (&upheld["upheld"], &upheld["game_winner"]),
                (&json!(true), &winner_if_upheld)
            );
            let failed = post_ok(&path(), failing(rules.clone())).await;
            assert_eq!(
                (&failed["upheld"], &failed["game_winner"]),
                (&json!(false), &winner_if_failed)
            );
            let several = json!({"challenger": null, "challengers": ["ann", "cid"]});
            for request in [challenge(several.clone()), failing(several)] {
                let ruling = post_ok(&path(), with(request, rules.clone())).await;
                assert_eq!(ruling["game_winner"], Value::Null, "{rule}: others play on");
            }
        }
    }
    let nameless =
        json!({"challenger": null, "challenged": null, "rules": {"challenge": "triple"}});
    let ruling = post_ok(&path(), challenge(nameless.clone())).await;
    assert_eq!(ruling["game_winner"], "challenger");
    assert_eq!(post_ok(&path(), failing(nameless)).await["game_winner"], "challenged");
}

/// RULEBOOK C5: the player of a move that is taken back has used the turn, and a challenger who is
/// wrong loses the next one.
#[actix_web::test]
async fn a_lost_turn_is_this_one_or_the_next_one() {
    let text = async |written: &str| {
        let request = json!({"move": written, "challenger": null, "challengers": ["ann", "cid"],
            "rules": {"challenge": "double"}});
        let ruling = post_ok(&path(), failing(request)).await;
        let lost = ruling["consequences"].as_array().unwrap().iter();
        let lost = lost.filter(|consequence| consequence["kind"] == "loses_turn");
        lost.map(|consequence| consequence["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(text("9F QXZ").await, ["bob loses this turn, because the move is taken back"]);
    assert_eq!(text("9F Ox").await, ["ann loses their next turn", "cid loses their next turn"]);
}

/// The state that follows a ruling: `ann` challenges a move of `bob`, which is worth 6 points.
#[actix_web::test]
async fn a_ruling_gives_the_state_after_it() {
    let before = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15 AEIOX?/ 100/90 2";
    let after = "15/15/15/15/15/15/15/4HELlO6/5Ox8/15/15/15/15/15/15";
    let board = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15";
    for (rules, is_good, cgp) in [
        (json!({}), false, before.to_owned()),
        (json!({"challenge": "double"}), false, format!("{board} /AEIOX? 90/100 3")),
        (json!({}), true, format!("{after} /AEIX 90/106 0")),
        (json!({"challenge": "single"}), true, format!("{after} /AEIX 90/106 0")),
        (json!({"challenge": "forfeit"}), true, format!("{after} /AEIX 90/106 0")),
        // The challenger loses the turn, so the player of the move is to move again.
        (json!({"challenge": "double"}), true, format!("{after} AEIX/ 106/90 1")),
        (json!({"challenge": "five_per_word"}), true, format!("{after} /AEIX 90/121 0")),
        (json!({"challenge": "ten_penalty"}), true, format!("{after} /AEIX 80/106 0")),
    ] {
        let added = if is_good { json!(["EO", "LX"]) } else { json!([]) };
        let request = json!({"cgp": before, "move": "9F Ox", "rules": rules, "rows": true, "overlay": {"add": added}});
        let ruling = post_ok(&path(), request).await;
        assert_eq!(ruling["upheld"], !is_good);
        assert_eq!(ruling["cgp"], cgp, "{rules}");
        assert_eq!(ruling["rack_left"], if is_good { "AEIX" } else { "AEIOX?" });
        let row = if is_good { ".....Ox........" } else { EMPTY };
        assert_eq!(
            (&ruling["rows"][8], ruling["rows"].as_array().unwrap().len()),
            (&json!(row), 15)
        );
        let placed = json!([
            {"square": "9F", "letter": "O", "blank": false},
            {"square": "9G", "letter": "X", "blank": true},
        ]);
        assert_eq!(ruling["placed"], if is_good { placed } else { json!([]) });
    }
}

#[actix_web::test]
async fn each_of_several_challengers_pays() {
    let together = |rules: Value| {
        let request = failing(json!({"challengers": ["ann", "cid"], "rules": rules}));
        with(request, json!({"challenger": null, "failed_before": 1}))
    };
    let consequences = async |rules: Value| {
        let ruling = post_ok(&path(), together(rules)).await;
        assert_eq!((&ruling["upheld"], ruling.get("cgp")), (&json!(false), None));
        let consequences = ruling["consequences"].as_array().unwrap().iter();
        let consequences = consequences.map(|found| {
            let amount = found["amount"].as_u64().unwrap_or_default();
            let [player, kind] = ["player", "kind"].map(|name| found[name].as_str().unwrap());
            format!("{player} {kind} {amount}")
        });
        consequences.collect::<Vec<_>>()
    };
    assert_eq!(
        consequences(json!({"challenge": "escalating", "challenge_to": "penalty"})).await,
        ["ann loses_points 10", "cid loses_points 10"]
    );
    assert_eq!(
        consequences(json!({"challenge": "forfeit"})).await,
        ["ann loses_game 0", "cid loses_game 0"]
    );
    // One challenge of a move is one bonus.
    assert_eq!(consequences(json!({"challenge": "ten_per_word"})).await, ["bob gains_points 30"]);
}

/// The bytes of a quiet ruling depend neither on the order of the words nor on which of them fails
/// (RULEBOOK C8).
#[actix_web::test]
async fn a_quiet_ruling_tells_one_verdict() {
    let quiet = async |words: Value, added: Value| {
        let more = json!({"words": words, "overlay": {"add": added}, "quiet": true});
        let more = with(more, json!({"rules": {"challenge": "five_per_word"}, "rows": true}));
        post_ok(&path(), challenge(more)).await
    };
    let ruling = quiet(json!(["EO", "LX"]), json!(["EO"])).await;
    assert_eq!((&ruling["upheld"], ruling.get("words")), (&json!(true), None));
    assert_eq!(ruling, quiet(json!(["LX", "EO"]), json!(["EO"])).await, "in another order");
    let comparable = |mut ruling: Value| {
        let members = ruling.as_object_mut().unwrap();
        // The id covers the overlay, whose digest tells no more than the request.
        assert!(members.remove("id").is_some());
        members["lexicon"].as_object_mut().unwrap().remove("overlay");
        ruling
    };
    let other = quiet(json!(["EO", "LX"]), json!(["LX"])).await;
    assert_eq!(comparable(ruling), comparable(other), "the other word fails");
    let good = quiet(json!(["EO", "LX"]), json!(["EO", "LX"])).await;
    assert_eq!(good["consequences"][0]["amount"], 10);
}

/// With letters per word, a challenge may name the word as it is written or as it is read.
#[actix_web::test]
async fn a_blank_is_read_for_each_word() {
    let rules = json!({"blank_letter": "per_word", "challenge": "five_per_word"});
    let overlay = json!({"remove": ["LX"], "add": ["EO", "LA"]});
    let request = challenge(json!({"rules": rules, "overlay": overlay}));
    let ruling = post_ok(&path(), request.clone()).await;
    assert_eq!(ruling["upheld"], false);
    let words: Vec<&str> = ruling["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word["word"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["OX", "EO", "LA"]);
    let named =
        async |word: &str| post_ok(&path(), with(request.clone(), json!({"words": [word]}))).await;
    assert_eq!(named("LA").await, named("LX").await);
    assert_eq!(named("LA").await["consequences"][0]["amount"], 5);
}

#[actix_web::test]
async fn a_second_lexicon_gives_its_opinion() {
    let ruling = post_ok(&path(), failing(json!({"second_lexicon": "en"}))).await;
    // The overlay does not apply to the second lexicon, which lacks LX.
    assert_eq!(
        (&ruling["upheld"], &ruling["second_opinion"]["valid"]),
        (&json!(false), &json!(false))
    );
    let misplaced = challenge(json!({"move": "1A HELLO", "second_lexicon": "en"}));
    assert_eq!(post_ok(&path(), misplaced).await["second_opinion"]["valid"], false);
    let opening = json!({"board": board(&[]), "move": "8E HELLO", "second_lexicon": "en"});
    assert_eq!(post_ok(&path(), opening).await["second_opinion"]["valid"], true);
}

/// RULEBOOK C5, `triple`: whoever is wrong loses the game.
#[actix_web::test]
async fn whoever_is_wrong_loses_a_triple_challenge() {
    let rules = json!({"challenge": "triple"});
    let consequences = async |request: Value| {
        let ruling = post_ok(&path(), with(request, json!({"rules": rules}))).await;
        without_texts(&ruling["consequences"])
    };
    assert_eq!(
        consequences(challenge(json!({}))).await,
        json!([
            {"player": "bob", "kind": "move_taken_back", "rule": "C5"},
            {"player": "bob", "kind": "loses_game", "rule": "C5"},
        ])
    );
    let lost = |player: &str| json!([{"player": player, "kind": "loses_game", "rule": "C5"}]);
    assert_eq!(consequences(failing(json!({}))).await, lost("ann"));

    let opening =
        "#player1 ann\n#player2 bob\n>ann: EHLLOXU 8D HELLOX +42 42\n>ann: EHLLOXU -- -42 0\n";
    let game = |more: &str| json!({"gcg": format!("{opening}{more}"), "best": false, "rules": {"preset": "classic", "challenge": "triple"}});
    let games = format!("{WORDGAME}/games");
    let replay = post_ok(&games, game("")).await;
    assert_eq!(replay["ended"], json!({"reason": "lost_challenge", "line": 4}));
    assert_eq!(replay["winners"], json!(["bob"]));
    let replay = post_ok(&games, game(">bob: QZ 8D ZA +10 10\n>bob: QZ (QZ) -20 -20\n")).await;
    assert_eq!(replay["turns"][2]["breaches"][0]["code"], "game_over");
    assert_eq!(replay["turns"][3]["breaches"][0]["rule"], "C5");
    assert_eq!((&replay["winners"], &replay["results"][1]["total"]), (&json!(["bob"]), &json!(0)));
}

/// RULEBOOK W9: each challenger is ruled on alone, and points are gained once.
#[actix_web::test]
async fn several_challengers_each_pay_for_themselves() {
    let several = |more: Value| {
        let mut request = failing(more);
        request.as_object_mut().unwrap().remove("challenger");
        request["challengers"] = json!(["ann", "cid", "dan"]);
        request
    };
    let of = |player: &str, kind: &str, amount: u64| json!({"player": player, "kind": kind, "amount": amount, "rule": "C5"});
    let rules = json!({"challenge": "points", "challenge_steps": [5, 10, 20], "challenge_free": 1, "challenge_to": "penalty"});
    let each = json!({"failed_before_each": [0, 1, 3], "rules": rules});
    let ruling = post_ok(&path(), several(with(each, json!({"grounds": true})))).await;
    let expected = json!([of("cid", "loses_points", 5), of("dan", "loses_points", 20)]);
    assert_eq!(without_texts(&ruling["consequences"]), expected);
    let overlay = several(json!({}))["overlay"].clone();
    let again = json!({"grounds": true, "overlay": overlay});
    let again = with(ruling["grounds"]["request"].clone(), again);
    assert_eq!(post_ok(&path(), again).await, ruling, "the canonical request");

    let rules = with(rules, json!({"challenge_to": "bonus"}));
    let gained =
        post_ok(&path(), several(json!({"failed_before_each": [0, 1, 2], "rules": rules}))).await;
    assert_eq!(without_texts(&gained["consequences"]), json!([of("bob", "gains_points", 10)]));
    let same = json!({"failed_before_each": [2, 2, 2], "rules": rules});
    let same = post_ok(&path(), several(same)).await;
    assert_eq!(same, post_ok(&path(), several(json!({"failed_before": 2, "rules": rules}))).await);

    for (more, expected) in [
        (json!({"failed_before_each": [1]}), "conflicting_fields /failed_before_each"),
        (
            json!({"failed_before_each": [1, 1, 1], "failed_before": 1}),
            "conflicting_fields /failed_before_each",
        ),
        (json!({"failed_before_each": [1, 1, 1001]}), "out_of_bounds /failed_before_each/2"),
    ] {
        assert_eq!(post_rejected(&path(), several(more)).await, [expected]);
    }
}
