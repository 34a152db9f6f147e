//! RULEBOOK C8: a quiet response tells one verdict, and nothing else in it depends on the order of
//! the words or on which of them fail.

use proptest::prelude::*;
use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};

use crate::state;

/// An operation that judges several words, none of which is in the lexicon.
struct Judged {
    operation: &'static str,
    words: [&'static str; 3],
    /// Makes a request that gives the words in some order, as far as it gives them one by one.
    request: fn(order: &[usize]) -> Value,
}

const JUDGED: [Judged; 6] = [
    Judged { operation: "validate_words", words: MADE_UP, request: validation },
    Judged { operation: "validate_words", words: MADE_UP, request: validation_of_a_game },
    Judged { operation: "challenge_wordgame", words: FORMED, request: challenged_move },
    Judged { operation: "score_wordgame", words: FORMED, request: scored_move },
    Judged { operation: "challenge_play_on_words", words: LAID, request: challenged_turn },
    Judged { operation: "score_play_on_words", words: LAID, request: scored_turn },
];

const MADE_UP: [&str; 3] = ["ZZYXA", "ZZYXB", "ZZYXC"];

fn in_order<T: Clone>(things: &[T; 3], order: &[usize]) -> Vec<T> {
    order.iter().map(|&place| things[place].clone()).collect()
}

fn validation(order: &[usize]) -> Value {
    json!({"words": in_order(&MADE_UP, order), "id": true})
}

fn validation_of_a_game(order: &[usize]) -> Value {
    json!({"words": in_order(&MADE_UP, order), "id": true, "variant": "my-word"})
}

/// The words of a move beside HELLO.
const FORMED: [&str; 3] = ["OX", "EO", "LX"];

fn scored_move(_order: &[usize]) -> Value {
    let mut board = vec!["..............."; 15];
    board[7] = "....HELLO......";
    json!({"board": board, "move": "9F OX", "rows": true, "id": true})
}

fn challenged_move(order: &[usize]) -> Value {
    let mut request = scored_move(order);
    request["words"] = in_order(&FORMED, order).into();
    request["rules"] = json!({"challenge": "ten_per_word"});
    request
}

/// The words of a turn: two play-ons and a new word.
const LAID: [&str; 3] = ["HENE", "SRAT", "TBA"];

fn scored_turn(order: &[usize]) -> Value {
    let play_ons = [
        json!({"onto": [0], "word": ["H", "E", "N", "E"]}),
        json!({"onto": [1], "word": ["S", "R", "A", "T"]}),
    ];
    let play_ons: Vec<&Value> = order.iter().filter_map(|&place| play_ons.get(place)).collect();
    json!({
        "hand": ["E", "S", "T", "B", "A", "Q"], "table": [["H", "E", "N"], ["T", "A", "R"]],
        "turn": {"new_word": ["T", "B", "A"], "play_ons": play_ons}, "id": true,
    })
}

fn challenged_turn(order: &[usize]) -> Value {
    let mut request = scored_turn(order);
    request["words"] = in_order(&LAID, order).into();
    request
}

fn answer(operation: &str, request: &Value) -> String {
    let operation = OperationId::from_name(operation).unwrap();
    let answer = api::answer(operation, request.to_string().as_bytes(), &**state());
    let body = answer.unwrap_or_else(|problem| panic!("{request}: {problem:?}")).body;
    String::from_utf8(body.to_vec()).unwrap()
}

/// Returns the quiet response to a request for words in some order, of which some fail.
fn quiet(judged: &Judged, order: &[usize], fails: [bool; 3]) -> String {
    let mut request = (judged.request)(order);
    let words = |fail: bool| -> Vec<&str> {
        let words = judged.words.iter().zip(fails).filter(|(_, fails)| *fails == fail);
        words.map(|(word, _)| *word).collect()
    };
    request["overlay"] = json!({"add": words(false), "remove": words(true)});
    request["quiet"] = json!(true);
    request["grounds"] = json!(true);
    answer(judged.operation, &request)
}

/// Removes the digests of the overlay, and the id, which covers them.
fn without_overlay(body: &str) -> Value {
    let mut response: Value = serde_json::from_str(body).unwrap();
    assert!(response["lexicon"]["overlay"].take().is_string(), "{body}");
    assert!(response["grounds"]["overlay"].take().is_string(), "{body}");
    assert!(response["id"].take().is_string(), "{body}");
    response
}

fn orders() -> impl Strategy<Value = Vec<usize>> {
    Just(vec![0, 1, 2]).prop_shuffle()
}

fn failing() -> impl Strategy<Value = [bool; 3]> {
    any::<[bool; 3]>().prop_filter("a word fails", |fails| fails.contains(&true))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_quiet_response_does_not_tell_which_words_fail(
        [first, second] in [orders(), orders()],
        [some, others] in [failing(), failing()],
    ) {
        for judged in &JUDGED {
            let body = quiet(judged, &first, some);
            prop_assert_eq!(&body, &quiet(judged, &second, some), "{}", judged.operation);
            let other = quiet(judged, &second, others);
            prop_assert_eq!(without_overlay(&body), without_overlay(&other), "{}", judged.operation);
            let good = quiet(judged, &first, [false; 3]);
            prop_assert_ne!(without_overlay(&body), without_overlay(&good), "{}", judged.operation);
        }
    }
}

/// A word that the lexicon marks as a proper noun, or that an overlay removes from the lexicon.
#[test]
fn a_quiet_response_does_not_tell_why_a_word_fails() {
    let letters = ["K", "I", "R", "G", "H", "I", "Z"];
    let cards = letters.map(|letter| format!("{letter}b"));
    let (thought, board) = cards.split_at(2);
    let poker =
        json!({"word": "kirghiz", "pot": 10, "players": [{"name": "ann"}, {"name": "bob"}]});
    let call = json!({"table": letters, "word": "kirghiz", "id": true});
    let challenged_call = json!({
        "table": letters, "word": "kirghiz", "caller": "ann", "dealer": "bob", "deck": 9,
        "players": ["ann", "bob"],
    });
    for (operation, request) in [
        ("challenge_choose_your_words", poker.clone()),
        ("challenge_word_for_word", poker),
        ("score_choose_your_words", json!({"play": cards, "id": true})),
        ("score_choose_your_words", json!({"word": "kirghiz", "hand": cards, "id": true})),
        (
            "score_word_for_word",
            json!({"word": "kirghiz", "thought": thought, "board": board, "id": true}),
        ),
        ("challenge_my_word", challenged_call),
        ("score_my_word", call),
        ("validate_words", json!({"words": ["kirghiz"], "variant": "my-word", "id": true})),
    ] {
        let respond = |removed: &str, quiet: bool| {
            let mut request = request.clone();
            request["overlay"] = json!({"remove": [removed]});
            request["quiet"] = quiet.into();
            request["grounds"] = json!(true);
            without_overlay(&answer(operation, &request))
        };
        let [barred, absent] = ["ZZYXQ", "KIRGHIZ"].map(|removed| respond(removed, true));
        assert_eq!(barred, absent, "{operation}");
        let [barred, absent] = ["ZZYXQ", "KIRGHIZ"].map(|removed| respond(removed, false));
        assert_ne!(barred, absent, "{operation}: without quiet, the reasons differ");
    }
}
