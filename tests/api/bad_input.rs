//! Bad input for every operation: never a 5xx, always a problem, all breaches at once.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::{refused, send, the_document};

const CYW: &str = "/v1/choose-your-words";
const WFW: &str = "/v1/word-for-word";
const MY_WORD: &str = "/v1/my-word";

#[actix_web::test]
async fn every_breach_is_listed_with_its_place() {
    let seats = json!([{"name": "ann"}, {"name": "bob"}]);
    let cases: [(String, Value, &[&str]); 41] = [
        (
            format!("{CYW}/score"),
            json!({"play": ["Gx", "*", "Gb"], "rules": {"letter_values": {"É": 1, "A": 1001}}}),
            &[
                "out_of_bounds /rules/letter_values/A",
                "out_of_bounds /rules/letter_values/É",
                "invalid_card /play/0",
                "unannounced_wild /play/1",
            ],
        ),
        (
            format!("{CYW}/score"),
            json!({"play": ["Gb", "Ob"], "rules": {"letter_values": {"A": 1, "a": 2}}}),
            &["conflicting_fields /rules/letter_values/a"],
        ),
        (format!("{CYW}/score"), json!({"play": ["Gb"]}), &["too_few /play"]),
        (format!("{CYW}/score"), json!({"play": vec!["Gb"; 8]}), &["too_many /play"]),
        (format!("{CYW}/score"), json!({"play": ["Gb", "Ob"], "hand": ["Gb", "Or"]}), &["card_not_in_hand /play/1"]),
        (format!("{CYW}/score"), json!({"play": ["Gb", "*=Ob"], "hand": ["Gb", "*=Ob"]}), &["announced_wild /hand/1"]),
        (format!("{CYW}/score"), json!({}), &["missing_field "]),
        (format!("{CYW}/score"), json!({"word": "GO", "play": ["Gb", "Ob"]}), &["conflicting_fields "]),
        (format!("{CYW}/score"), json!({"word": "GO"}), &["missing_field "]),
        (format!("{CYW}/score"), json!({"word": "GO", "hand": ["Gb"]}), &["word_not_in_hand /word"]),
        (format!("{CYW}/score"), json!({"word": "ELEPHANT", "hand": []}), &["too_few /hand", "too_many /word"]),
        (format!("{CYW}/score"), json!({"word": "a b", "hand": ["Ab"]}), &["invalid_word /word"]),
        (
            format!("{CYW}/score"),
            json!({"play": ["Gb", "Ob"], "category": {"name": "nope", "words": ["x1"], "proper_nouns": true}}),
            &["conflicting_fields /category", "unknown_category /category/name", "invalid_word /category/words/0"],
        ),
        (
            format!("{CYW}/score"),
            json!({"play": ["Gb", "Ob"], "category": {"proper_nouns": true}}),
            &["missing_field /category", "conflicting_fields /category/proper_nouns"],
        ),
        (
            format!("{WFW}/score"),
            json!({"play": ["Gb", "Ob"], "board": ["Gb", "Ob", "Ab"]}),
            &["missing_field /thought"],
        ),
        (
            format!("{WFW}/best"),
            json!({"thought": ["Gb"], "board": ["Gb", "?"], "top": 0}),
            &["too_few /thought", "too_few /board", "invalid_card /board/1", "out_of_bounds /top"],
        ),
        (
            format!("{WFW}/best"),
            json!({"thought": ["Gb", "Gb", "Gb"], "board": vec!["Gb"; 6]}),
            &["too_many /thought", "too_many /board"],
        ),
        (
            format!("{CYW}/best"),
            json!({"hand": vec!["Gb"; 8], "top": 1001, "category": {"match": true}}),
            &["too_many /hand", "conflicting_fields /category/match", "out_of_bounds /top"],
        ),
        (
            format!("{CYW}/challenge"),
            json!({"challenger": "ann", "challenged": "ann", "pot": 1_000_000_001_u64, "players": [{"name": "bob"}, {"name": "bob"}]}),
            &[
                "missing_field ",
                "out_of_bounds /pot",
                "duplicate_player /players/1/name",
                "duplicate_player /challenged",
                "unknown_player /challenger",
                "unknown_player /challenged",
            ],
        ),
        (
            format!("{CYW}/challenge"),
            json!({"word": "GO", "challenger": "ann", "challenged": "bob", "pot": 1, "players": seats,
                "look_ups": [{"player": "eve", "word": "1"}]}),
            &["unknown_player /look_ups/0/player", "invalid_word /look_ups/0/word"],
        ),
        (
            format!("{CYW}/category-challenge"),
            json!({"word": "GO", "category": {"words": ["GO"]}, "challenger": "", "challenged": "bob",
                "votes_for_challenger": 0, "votes_against": 0}),
            &["out_of_bounds /challenger", "too_few /votes_for_challenger"],
        ),
        (
            format!("{CYW}/settle"),
            json!({"pot": 1, "dealer": "eve", "players": [
                {"name": "ann", "challenged": true}, {"name": "n".repeat(65), "play": ["Gb", "Ob"], "hand": ["Gb"]}]}),
            &[
                "out_of_bounds /players/1/name",
                "unknown_player /dealer",
                "missing_field /players/0/play",
                "card_not_in_hand /players/1/play/1",
            ],
        ),
        (
            format!("{WFW}/settle"),
            json!({"pot": 1, "board": ["Ob", "Eb", "Xb"], "players": [{"name": "ann", "play": ["Cr", "Ar", "Tr"]}, {"name": "bob"}]}),
            &["card_not_in_hand /players/0/play"],
        ),
        (
            format!("{CYW}/settle"),
            json!({"pot": 1, "rules": {"remainder": "odd_chip_left_of_dealer"}, "players": [{"name": "ann"}, {"name": "bob", "folded": true}]}),
            &["missing_field /dealer"],
        ),
        (
            format!("{CYW}/cut"),
            json!({"cuts": [{"player": "ann", "card": "*=Gb"}]}),
            &["too_few /cuts", "announced_wild /cuts/0/card"],
        ),
        (
            format!("{MY_WORD}/score"),
            json!({"table": ["M", "?=K", "ASK", "*"], "call": ["M", "??", "??=A", "É"]}),
            &[
                "announced_wild /table/1",
                "invalid_card /table/2",
                "invalid_card /table/3",
                "unannounced_wild /call/1",
                "invalid_card /call/2",
                "invalid_card /call/3",
            ],
        ),
        (
            format!("{MY_WORD}/score"),
            json!({"table": ["M", "?"], "call": ["?=M", "?=M"]}),
            &["card_not_on_table /call/1", "too_few /call"],
        ),
        (format!("{MY_WORD}/score"), json!({"table": ["M"], "call": []}), &["too_few /call"]),
        (
            format!("{MY_WORD}/score"),
            json!({"table": vec!["M"; 57], "call": vec!["M"; 46]}),
            &["too_many /table", "too_many /call"],
        ),
        (format!("{MY_WORD}/score"), json!({"table": [], "call": vec!["SH"; 23]}), &["invalid_word /call"]),
        (format!("{MY_WORD}/score"), json!({"table": ["M"]}), &["missing_field "]),
        (format!("{MY_WORD}/score"), json!({"table": [], "call": ["M"], "word": "M"}), &["conflicting_fields "]),
        (format!("{MY_WORD}/score"), json!({"table": ["SH", "U", "E"], "word": "hues"}), &["word_not_on_table /word"]),
        (format!("{MY_WORD}/score"), json!({"table": ["E", "ND"], "word": "END"}), &["too_few /word"]),
        (format!("{MY_WORD}/score"), json!({"table": ["E"], "word": "don't"}), &["invalid_word /word"]),
        (
            format!("{MY_WORD}/best"),
            json!({"table": ["M", "S H"], "top": 0}),
            &["invalid_card /table/1", "out_of_bounds /top"],
        ),
        (
            format!("{MY_WORD}/challenge"),
            json!({"table": ["M", "?="], "caller": "eve", "players": ["ann", "ann"], "dealer": "", "deck": 57}),
            &[
                "invalid_card /table/1",
                "missing_field ",
                "duplicate_player /players/1",
                "unknown_player /caller",
                "unknown_player /dealer",
                "out_of_bounds /deck",
            ],
        ),
        (
            format!("{MY_WORD}/challenge"),
            json!({"table": vec!["M"; 50], "word": "MASK", "caller": "ann", "players": ["ann"], "dealer": "ann", "deck": 7}),
            &["too_few /players", "out_of_bounds /deck"],
        ),
        (format!("{MY_WORD}/settle"), json!({"rounds": []}), &["too_few /rounds"]),
        (
            format!("{MY_WORD}/settle"),
            json!({"rounds": [
                [{"player": "ann", "cards": 50}, {"player": "bob", "cards": 7}],
                [{"player": "ann", "cards": 1}, {"player": "eve", "cards": 4_294_967_295_u32}]]}),
            &[
                "out_of_bounds /rounds/0",
                "unknown_player /rounds/1/1/player",
                "missing_field /rounds/1",
                "out_of_bounds /rounds/1",
            ],
        ),
        (
            format!("{MY_WORD}/settle"),
            json!({"rounds": vec![json!([{"player": "ann", "cards": 1}, {"player": "bob", "cards": 1}]); 3]}),
            &["too_many /rounds"],
        ),
    ];
    for (path, body, expected) in cases {
        assert_eq!(refused(&path, body.clone()).await, expected, "{path} {body}");
    }
}

/// Bodies that no operation takes, or takes only with care.
fn strange_bodies() -> Vec<Vec<u8>> {
    let deep = "[".repeat(100_000);
    let long = format!("\"{}\"", "A".repeat(100_000));
    let texts = [
        "",
        " ",
        "null",
        "true",
        "0",
        "-1",
        "1e999",
        "\"\"",
        "[]",
        "{}",
        "[{}]",
        "{\"\":0}",
        "{\"word\":\"\\u0000\"}",
        "\u{feff}{}",
        "{\"hand\":[\"\\ud800\"]}",
        "{\"hand\":{},\"play\":{},\"words\":{}}",
        "{\"hand\":[[]],\"words\":[[]]}",
        "{\"top\":18446744073709551616}",
        "{\"top\":-1}",
        "{\"pot\":1.5}",
        "{\"pot\":-1}",
        "{\"hand\":[],\"hand\":[]}",
        &deep,
        &long,
    ];
    let mut bodies: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    bodies.extend([vec![0xff; 10], vec![0; 10], b"{\"hand\":[\"\xff\"]}".to_vec()]);
    bodies
}

/// Every example with one member replaced by something strange.
fn mutations(example: &Value) -> Vec<Value> {
    let strange = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("\u{0}"),
        json!("É".repeat(50)),
        json!("A".repeat(5_000)),
        json!([]),
        json!({}),
        json!([null]),
        json!([[["Gb"]]]),
        json!(["*", "*", "*", "*", "*", "*", "*"]),
        json!(vec!["Gb"; 1_000]),
        json!({"name": "ann"}),
        json!([{"name": "ann"}]),
        json!(u64::MAX),
        json!("en@"),
        json!("@"),
    ];
    let mut mutated = Vec::new();
    let Some(members) = example.as_object() else { return mutated };
    for key in members.keys() {
        for value in &strange {
            let mut body = example.clone();
            body[key] = value.clone();
            mutated.push(body);
        }
        let mut body = example.clone();
        body.as_object_mut().unwrap().remove(key);
        mutated.push(body);
    }
    mutated
}

#[actix_web::test]
async fn nothing_strange_gets_a_five_hundred_and_every_refusal_is_a_problem() {
    let document = the_document();
    let mut asked = 0;
    for (path, item) in document.value()["paths"].as_object().unwrap() {
        let Some(operation) = item.get("post") else { continue };
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        let mutated = mutations(example).into_iter().map(|body| body.to_string().into_bytes());
        for body in strange_bodies().into_iter().chain(mutated) {
            let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
            let answer = send(Method::POST, path, &[("content-type", "application/json")], body).await;
            let status = answer.status.as_u16();
            assert!(status < 500, "{path} {shown}: {status}");
            if status != 200 {
                let problem = answer.json();
                assert_eq!(answer.header("content-type"), "application/problem+json", "{path} {shown}");
                assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{path} {shown}");
                assert!(
                    operation["responses"].get(answer.status.as_str()).is_some(),
                    "{path} {shown}: {status} isn't documented"
                );
            }
            asked += 1;
        }
    }
    assert!(asked > 1_000, "{asked} requests");
}

#[actix_web::test]
async fn strange_paths_are_answered() {
    for path in [
        "/",
        "//",
        "/v1",
        "/v1/",
        "/v1/words/",
        "/v1/words/%00",
        "/v1/words/%ff",
        "/v1/words/%",
        "/v1/words/a%2Fb",
        "/v1/words/..",
        "/v1/words/é",
        "/v1/lexicons/%00",
        "/v1/lexicons/en@",
        "/v1/variants/",
        "/docs/../etc/passwd",
        "/docs/%2e%2e/x",
        "/problems/%3Cscript%3E",
        "/v1/words/cat?lexicon=",
        "/v1/words/cat?lexicon=a&lexicon=b",
        "/v1/words/cat?%ff",
        "/v1/words?",
        "/v1/words?&&=&",
        "/v1/words?%00=%00",
        "/v1/words?pattern=%00",
        "/v1/words?pattern=%f0%9f%8e%b2%5B",
        "/v1/words?cursor=%ff.%ff.%ff",
        "/v1/words?category=%2C%2C%2C",
        "/v1/words?lexicon=@&not_in=@",
        &format!("/v1/words?pattern={}", "%5B%5EA%5D".repeat(1_000)),
        &format!("/v1/words?marks={}", "profane,".repeat(1_000)),
        &format!("/v1/words/{}", "A".repeat(10_000)),
    ] {
        let Ok(uri) = path.parse::<actix_web::http::Uri>() else { continue };
        let answer = send(Method::GET, &uri.to_string(), &[], "").await;
        assert!(answer.status.as_u16() < 500, "{path}: {}", answer.status);
        if answer.status.is_client_error() {
            assert_eq!(answer.header("content-type"), "application/problem+json", "{path}");
        }
    }
}
