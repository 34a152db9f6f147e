//! Strict reading of JSON requests, through operations of the library.

use wordcourt::api::problem::ProblemCode;
use wordcourt::api::{self, Answer, OperationId, Problem};
use wordcourt::rules::ViolationCode;

use crate::state;

fn validate(body: &str) -> Result<Answer, Problem> {
    api::answer(OperationId::ValidateWords, body.as_bytes(), &**state())
}

/// Returns the problem of a request whose form is wrong.
fn problem(body: &str) -> Problem {
    let problem = validate(body).unwrap_err();
    assert_eq!(problem.code, ProblemCode::InvalidRequest, "{body}");
    problem
}

#[test]
fn an_enum_value_is_a_string() {
    assert!(validate(r#"{"words": ["CAT"], "variant": "wordgame"}"#).is_ok());
    let hand = api::answer(OperationId::BestChooseYourWords, br#"{"hand": 1}"#, &**state());
    assert_eq!(hand.unwrap_err().detail, "/hand: expected a list, found 1");
}

#[test]
fn null_means_absent() {
    let absent = validate(r#"{"words": ["CAT"]}"#).unwrap();
    let null = validate(r#"{"words": ["CAT"], "variant": null, "quiet": null}"#).unwrap();
    assert_eq!(null, absent);
}

#[test]
fn a_whole_number_may_have_a_decimal_point() {
    let settle = |points: [&str; 4], round: &str| {
        let [ann, bob, cid, dee] = points;
        let body = format!(
            r#"{{"round": {round}, "players": [{{"name": "ann", "points": {ann}}},
                {{"name": "bob", "points": {bob}}}, {{"name": "cid", "points": {cid}}},
                {{"name": "dee", "points": {dee}}}]}}"#
        );
        api::answer(OperationId::SettlePlayOnWords, body.as_bytes(), &**state())
    };
    let whole = settle(["10", "-3", "0", "1000"], "1").unwrap();
    assert_eq!(settle(["10.0", "-3.0", "-0.0", "1e3"], "1.0").unwrap(), whole);

    let problem = |pot: &str| {
        let players = r#"[{"name": "ann"}, {"name": "bob"}]"#;
        let body = format!(r#"{{"pot": {pot}, "players": {players}}}"#);
        api::answer(OperationId::SettleChooseYourWords, body.as_bytes(), &**state()).unwrap_err()
    };
    let code = |pot: &str| {
        let breaches = problem(pot).breaches;
        breaches.into_iter().find(|breach| breach.pointer == "/pot").unwrap().code
    };
    assert_eq!(code("9007199254740992.0"), ViolationCode::OutOfBounds, "it is a whole number");
    for bad in ["1.5", "-1.0", "9007199254740994.0", "1e300", "1e308"] {
        assert_eq!(code(bad), ViolationCode::InvalidField, "{bad}");
        assert_eq!(problem(bad).code, ProblemCode::InvalidRequest, "{bad}");
    }
}

/// Such a number is JSON, but no type can hold it.
#[test]
fn a_number_out_of_range_is_reported_at_its_place() {
    let digits = "9".repeat(400);
    for number in ["1e309", "-1e309", "1e999999999999", &digits] {
        for (before, pointer, line) in
            [("", "", 1), ("{\n \"pot\": ", "/pot", 2), ("{\"a\": [{}, {\"b\": ", "/a/1/b", 1)]
        {
            let body = format!("{before}{number}");
            let problem =
                api::answer(OperationId::SettleChooseYourWords, body.as_bytes(), &**state());
            let problem = problem.unwrap_err();
            assert_eq!(problem.code, ProblemCode::InvalidRequest, "{body}");
            let [breach] = &problem.breaches[..] else { panic!("{body}: {problem:?}") };
            let detail =
                "a number of more than 308 digits, which no field takes; give a smaller one";
            assert_eq!(
                (breach.code, breach.pointer.as_str(), breach.detail.as_str()),
                (ViolationCode::InvalidField, pointer, detail),
                "{body}"
            );
            let (found, column) = problem.position.unwrap();
            let start = before.lines().last().map_or(0, str::len);
            assert_eq!(found, line, "{body}");
            assert!((start + 1..=start + number.len()).contains(&column), "{body}: {column}");
        }
    }
    let body = r#"{"pot": 1, "pot": 1e309}"#;
    assert_eq!(problem(body).breaches.len(), 2, "faults before it are reported with it");
    let quoted = r#"{"words": ["1e309"], "quiet": "number out of range"}"#;
    assert_eq!(problem(quoted).breaches[0].pointer, "/quiet");
}

#[test]
fn all_faults_are_reported_together() {
    let body = r#"{"round": "1",
        "players": [{"name": 7, "points": -2.5, "hat": true}, {"points": 99999999999999999999}, 5],
        "round": 1, "lines": "no"}"#;
    let answer = api::answer(OperationId::SettlePlayOnWords, body.as_bytes(), &**state());
    let problem = answer.unwrap_err();
    assert_eq!(problem.code, ProblemCode::InvalidRequest);
    let found: Vec<String> = problem
        .breaches
        .iter()
        .map(|breach| format!("{:?} {}: {}", breach.code, breach.pointer, breach.detail))
        .collect();
    let expected = [
        "ConflictingFields /round: \"round\" is given twice; give it once",
        "UnknownField /players/0/hat: unknown field \"hat\"; the fields are name, points, unplayed",
        "InvalidField /players/0/name: expected a string, found 7",
        "InvalidField /players/0/points: expected a whole number, found -2.5",
        "InvalidField /players/1/points: expected a whole number, found 1e+20",
        "MissingField /players/1/name: missing field \"name\"",
        "InvalidField /players/2: expected an object, found 5",
        "InvalidField /lines: expected true or false, found the string \"no\"",
    ];
    assert_eq!(found, expected);
    assert_eq!(problem.position, Some((3, 18)), "the place of the first");
}

/// Reading stops after so many faults that nobody reads more.
#[test]
fn faults_are_counted_up_to_a_limit() {
    let body = format!(r#"{{"words": [{}]}}"#, vec!["1"; 10_000].join(","));
    assert_eq!(problem(&body).breaches.len(), 100);
    let members: Vec<String> = (0..10_000).map(|number| format!("\"a{number}\": 1")).collect();
    assert_eq!(problem(&format!("{{{}}}", members.join(","))).breaches.len(), 100);
}

#[test]
fn a_wrong_shape_is_reported_with_a_pointer() {
    use ViolationCode::{ConflictingFields, InvalidField, MissingField, UnknownField};
    for (body, code, pointer) in [
        (r#"{"words": ["A", 1]}"#, InvalidField, "/words/1"),
        (r#"{"words": [null]}"#, InvalidField, "/words/0"),
        (r#"{"words": null}"#, InvalidField, "/words"),
        (r#"{"words": [], "a/b": 1}"#, UnknownField, "/a~1b"),
        (r#"{"words": [], "a\u0062": 1}"#, UnknownField, "/ab"),
        ("{}", MissingField, "/words"),
        (r#"{"words": [], "words": []}"#, ConflictingFields, "/words"),
        ("[]", InvalidField, ""),
        (r#"[["A"], "wordgame"]"#, InvalidField, ""),
        (r#"{"words": [], "variant": {"wordgame": null}}"#, InvalidField, "/variant"),
        (r#"{"words": [], "variant": "chess"}"#, InvalidField, "/variant"),
    ] {
        let breach = &problem(body).breaches[0];
        assert_eq!((breach.code, breach.pointer.as_str()), (code, pointer), "{body}");
    }
}

#[test]
fn a_text_that_is_not_json_is_reported_as_serde_json_does() {
    let deep = format!(r#"{{"words": ["A"], "rules": {}"#, "[".repeat(200));
    for body in [
        "nul",
        "words",
        "{words: []}",
        r#"{"words" []}"#,
        r#"{"words": ["A" "B"]}"#,
        "{\n  \"words\": [\"A\",]}",
        r#"{"words": ["A"],}"#,
        r#"{"words": ["A"]] "#,
        r#"{"words": ["A"]} {}"#,
        r#"{"words": [,"A"]}"#,
        r#"{"words": ["é", "\x"]}"#,
        r#"{"words": ["\u12G4"]}"#,
        r#"{"words": ["\uD800"]}"#,
        r#"{"words": ["\uD800\uD800"]}"#,
        r#"{"words": ["\uDC00"]}"#,
        "{\"words\": [\"eight or more, then\u{1}\"]}",
        r#"{"words": [01]}"#,
        r#"{"words": [-]}"#,
        r#"{"words": [1.]}"#,
        r#"{"words": [1e+]}"#,
        &deep,
    ] {
        let expected = serde_json::from_str::<serde_json::Value>(body).unwrap_err();
        let problem = validate(body).unwrap_err();
        let (line, column) = (expected.line(), expected.column());
        assert_eq!(problem.position, Some((line, column)), "{body}");
        assert_eq!(problem.code, ProblemCode::MalformedJson, "{body}");
        if !expected.is_eof() {
            assert_eq!(problem.detail, expected.to_string(), "{body}");
        }
    }
}

#[test]
fn strings_may_have_escapes_at_any_place() {
    let words = |body: &str| validate(body).unwrap().body;
    let plain = words(r#"{"words": ["quizzical", "zebra"], "quiet": false}"#);
    let escaped = words(r#"{"w\u006Frds": ["\u0071uizzical", "zebr\u0061"], "quie\u0074": false}"#);
    assert_eq!(escaped, plain);
    let problem = problem(r#"{"words": ["A"], "variant": "\"\\\/\b\f\n\r\té\uD83D\uDE00"}"#);
    let detail = "/variant: unknown value \"\\\"\\\\/\\u{8}\\u{c}\\n\\r\\té😀\"; the values are ";
    assert!(problem.detail.starts_with(detail), "{}", problem.detail);
}

/// The rules of a game are read after the rest of the request.
#[test]
fn a_number_of_the_wrong_type_has_a_place_in_rules_too() {
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let body = format!(r#"{{"cgp": "{empty}", "rack": "CAT", "rules": {{"rack_size": 1e308}}}}"#);
    let problem = api::answer(OperationId::BestWordgame, body.as_bytes(), &**state());
    let breach = &problem.unwrap_err().breaches[0];
    let detail = "expected a whole number, 0 or more, found 1e+308";
    assert_eq!((breach.pointer.as_str(), breach.detail.as_str()), ("/rules/rack_size", detail));
}
