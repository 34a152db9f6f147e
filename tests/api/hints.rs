//! Hints at the best plays, compared with the whole plays.

use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};

use crate::state;

/// A search of each game, with the name of its list of plays.
fn searches() -> Vec<(OperationId, &'static str, Value)> {
    let board = "15/15/15/15/15/15/15/6QAT6/15/15/15/15/15/15/15";
    vec![
        (
            OperationId::BestChooseYourWords,
            "plays",
            json!({ "hand": ["Ab", "Er", "*", "Tr", "Sb", "Nr", "Ob"] }),
        ),
        (
            OperationId::BestWordForWord,
            "plays",
            json!({ "thought": ["Ab", "Er"], "board": ["Rb", "Tr", "Sb", "Nr", "Ob"] }),
        ),
        (OperationId::BestMyWord, "calls", json!({ "table": ["ER", "S", "T", "??", "IN", "D"] })),
        (
            OperationId::BestPlayOnWords,
            "turns",
            json!({ "hand": ["E", "S", "CK", "A", "*"], "table": [["B", "O", "O", "M"], ["R", "A", "N", "G"]] }),
        ),
        (
            OperationId::BestWordgame,
            "moves",
            json!({ "cgp": board, "rack": "ERTSL?", "count": false }),
        ),
        (OperationId::BestWordgame, "moves", json!({ "cgp": board, "rack": "ERTSL", "all": true })),
    ]
}

fn answer(operation: OperationId, request: &Value) -> Value {
    let answer = api::answer(operation, request.to_string().as_bytes(), &**state()).unwrap();
    serde_json::from_slice(&answer.body).unwrap()
}

fn with(request: &Value, member: &str, value: impl Into<Value>) -> Value {
    let mut request = request.clone();
    request[member] = value.into();
    request
}

/// Returns the words of a play and their places, as hints show them.
fn words_of(operation: OperationId, play: &Value) -> Vec<Value> {
    let hint = |word: &str| json!({ "letters": word.len(), "first_letter": word[..1] });
    match operation {
        OperationId::BestWordgame => {
            // `8D HE..o`, or `8H ...S` with the letters of the board, which are on row 8.
            let (at, written) = play["move"].as_str().unwrap().split_once(' ').unwrap();
            let mut word = hint(&written.to_uppercase());
            word["at"] = at.into();
            if written.starts_with('.') {
                let column = at.trim_matches(|at: char| at.is_ascii_digit());
                word["first_letter"] = match column {
                    "G" => "Q".into(),
                    "H" => "A".into(),
                    _ => "T".into(),
                };
            }
            vec![word]
        }
        OperationId::BestPlayOnWords => {
            let mut play_ons = play["turn"]["play_ons"].as_array().into_iter().flatten();
            let parts = play["parts"].as_array().unwrap().iter();
            let word = |part: &Value| {
                let mut word = hint(part["word"].as_str().unwrap());
                if part["kind"] != "new_word" {
                    word["onto"] = play_ons.next().unwrap()["onto"].clone();
                }
                word
            };
            parts.map(word).collect()
        }
        _ => vec![hint(play["word"].as_str().unwrap())],
    }
}

#[test]
fn hints_are_parts_of_the_best_plays() {
    for (operation, list, request) in searches() {
        let plays = answer(operation, &request);
        let plays = plays[list].as_array().unwrap();
        assert!(plays.len() > 2, "{operation:?}: {plays:?}");
        for reveal in ["points", "shape", "first_letter"] {
            let answer = answer(operation, &with(&request, "reveal", reveal));
            let expected = plays.iter().map(|play| {
                let total = play.get("total").unwrap_or(&play["points"]);
                let mut words = words_of(operation, play);
                if reveal == "shape" {
                    for word in &mut words {
                        word.as_object_mut().unwrap().remove("first_letter");
                    }
                }
                let mut hint = json!({ "total": total });
                if reveal != "points" {
                    hint["words"] = words.into();
                }
                hint
            });
            assert_eq!(answer["hints"], expected.collect::<Value>(), "{operation:?} {reveal}");
            assert_eq!(answer[list], json!([]), "{operation:?} {reveal}");
        }
    }
}

/// The rest of a response is the same for all positions with the same hints.
#[test]
fn responses_with_hints_tell_nothing_else_about_the_plays() {
    for (operation, list, request) in searches() {
        let request = with(&with(&request, "id", true), "grounds", true);
        let whole = answer(operation, &request);
        for reveal in ["points", "shape", "first_letter"] {
            let hinted = answer(operation, &with(&request, "reveal", reveal));
            for (member, value) in hinted.as_object().unwrap() {
                match member.as_str() {
                    "hints" => {}
                    // It covers the response, which has no plays.
                    "id" => assert_ne!(value, &whole["id"]),
                    "grounds" => assert_eq!(value["request"]["reveal"], reveal),
                    // It belongs to a search with hints.
                    "next" => assert_ne!(value, &whole["next"]),
                    member if member == list => assert_eq!(value, &json!([])),
                    member => assert_eq!(value, &whole[member], "{operation:?} {member}"),
                }
            }
        }
        assert_eq!(answer(operation, &with(&request, "reveal", "play")), whole, "the default");
        assert!(
            whole.get("hints").is_none() && whole["grounds"]["request"].get("reveal").is_none()
        );
    }
}

#[test]
fn hints_without_plays_are_empty() {
    let request = json!({ "hand": ["Qb", "Vr"], "reveal": "shape" });
    let answer = answer(OperationId::BestChooseYourWords, &request);
    assert_eq!((&answer["hints"], &answer["words_found"]), (&json!([]), &json!(0)));
    assert!(answer["card_points"].is_u64());
}
