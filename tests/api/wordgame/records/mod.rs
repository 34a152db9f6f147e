//! The corpus of game records in `tests/data/records`: every record is replayed by the service and
//! by an independent referee, and both must come to the expected result beside it.
//!
//! `WORDCOURT_UPDATE=1 cargo test` plays and writes the records anew.

#[expect(
    clippy::format_collect,
    clippy::format_push_string,
    clippy::needless_pass_by_value,
    reason = "a list of records, written only on request"
)]
mod catalogue;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::WORDGAME;
use crate::dice::Dice;
use crate::wordgame_record_oracle::{Challenge, End, Outcome, Over, Rules, judge};
use crate::{post_ok, send, updating};
use catalogue::Made;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records")
}

/// Reads the switches that the corpus uses.
fn oracle_rules(rules: &Value) -> Rules {
    let mut read = if rules["preset"] == "classic" { Rules::CLASSIC } else { Rules::WORDGAME };
    for (name, value) in rules.as_object().unwrap() {
        let text = value.as_str().unwrap_or_default();
        match name.as_str() {
            "end" => {
                read.end = match text {
                    "keep" => End::Keep,
                    "gain_once" => End::GainOnce,
                    _ => End::GainTwice,
                }
            }
            "over" => {
                read.over = match text {
                    "three_passes" => Over::ThreePasses,
                    "all_pass_twice" => Over::AllPassTwice,
                    _ => Over::SixScoreless,
                }
            }
            "exchange_min_bag" => {
                read.exchange_min_bag = value.as_u64().map(|min| usize::try_from(min).unwrap());
            }
            "time_penalty" => read.time_penalty = value["points"].as_i64(),
            "challenge" => {
                let points = |steps: &[i64], per_word: bool| Challenge::Points {
                    steps: steps.to_vec(),
                    free: 0,
                    per_word,
                    is_penalty: false,
                };
                read.challenge = match text {
                    "void" => Challenge::Void,
                    "single" => Challenge::Single,
                    "double" => Challenge::Double,
                    "forfeit" => Challenge::Forfeit,
                    "five_per_word" => points(&[5], true),
                    "ten_per_turn" => points(&[10], false),
                    "escalating" => points(&[5, 10, 20, 30], false),
                    _ => Challenge::Points {
                        steps: serde_json::from_value(rules["challenge_steps"].clone()).unwrap(),
                        free: rules["challenge_free"]
                            .as_u64()
                            .map_or(0, |free| usize::try_from(free).unwrap()),
                        per_word: false,
                        is_penalty: rules["challenge_to"] == "penalty",
                    },
                }
            }
            _ => {}
        }
    }
    read
}

/// Judges a record with the independent referee.
fn judged(text: &[u8], rules: &Value) -> Outcome {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => text.iter().copied().map(char::from).collect(),
    };
    let edition = table::edition();
    judge(&text, &oracle_rules(rules), &|word| table::is_allowed(&edition, word))
}

/// Returns the expected result of a record: from the way in which it was made, and from the
/// independent referee.
fn expected(made: &Made) -> Value {
    let outcome = judged(&made.text, &made.rules);
    json!({
        "rules": made.rules,
        "totals": outcome.totals,
        "winners": outcome.winners,
        "ended": outcome.ended,
        "racks_unknown": outcome.racks_unknown,
        "disagreeing": outcome.disagreeing,
        "breaches": made.breaches,
        "notes": made.notes,
    })
}

fn write_corpus() {
    for (number, made) in (1..).zip(catalogue::all()) {
        let name = format!("{number:02}-{}", made.name);
        let mut text = serde_json::to_string_pretty(&expected(&made)).unwrap();
        text.push('\n');
        fs::write(directory().join(format!("{name}.json")), text).unwrap();
        fs::write(directory().join(format!("{name}.gcg")), made.text).unwrap();
    }
}

/// Returns the records with their expected results, by name.
fn corpus() -> BTreeMap<String, (Vec<u8>, Value)> {
    static WRITTEN: OnceLock<()> = OnceLock::new();
    if updating() {
        WRITTEN.get_or_init(write_corpus);
    }
    let mut corpus = BTreeMap::new();
    for entry in fs::read_dir(directory()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "gcg") {
            let expected = fs::read_to_string(path.with_extension("json")).unwrap();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = fs::read(&path).unwrap();
            corpus.insert(name, (text, serde_json::from_str(&expected).unwrap()));
        }
    }
    corpus
}

/// Returns the parameters of a URL that stand for rules, or `None` if a list is among the rules.
fn as_parameters(path: &str, value: &Value) -> Option<String> {
    match value {
        Value::Object(members) => {
            let parameters = members.iter();
            let parameters =
                parameters.map(|(name, value)| as_parameters(&format!("{path}.{name}"), value));
            Some(parameters.collect::<Option<Vec<_>>>()?.concat())
        }
        Value::Array(_) => None,
        Value::String(text) => Some(format!("&{path}={text}")),
        other => Some(format!("&{path}={other}")),
    }
}

/// Replays a record as JSON and as plain text, so far as it can be sent so.
async fn replay(name: &str, text: &[u8], rules: &Value) -> Value {
    let mut replays = Vec::new();
    if let Ok(text) = std::str::from_utf8(text) {
        let request = json!({"gcg": text, "best": false, "rules": rules});
        replays.push(post_ok(&format!("{WORDGAME}/games"), request).await);
    }
    if let Some(parameters) = as_parameters("rules", rules) {
        let path = format!("{WORDGAME}/games?best=false{parameters}");
        let headers = [("content-type", "text/plain")];
        let response = send(Method::POST, &path, &headers, text.to_vec()).await;
        assert_eq!(response.status, StatusCode::OK, "{name}: {}", response.json());
        replays.push(response.json());
    }
    let replay = replays.pop().expect("a record that can be sent");
    assert!(replays.iter().all(|other| *other == replay), "{name}: JSON and plain text differ");
    replay
}

/// Returns what the service says about a record, in the form of the expected results.
async fn replayed(name: &str, text: &[u8], rules: &Value) -> Value {
    let replay = replay(name, text, rules).await;
    let turns = replay["turns"].as_array().unwrap();
    let lines = |is_meant: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        turns.iter().filter(|turn| is_meant(turn)).map(|turn| turn["line"].clone()).collect()
    };
    let breaches: Vec<Value> = turns
        .iter()
        .flat_map(|turn| {
            let breaches = turn["breaches"].as_array().into_iter().flatten();
            breaches.map(|breach| json!([turn["line"], breach["code"], breach["rule"]]))
        })
        .collect();
    let totals: Vec<&Value> =
        replay["results"].as_array().unwrap().iter().map(|result| &result["total"]).collect();
    let disagreeing = lines(&|turn| turn["agrees"] == false);
    assert_eq!(replay["agrees"], disagreeing.is_empty(), "{name}");
    json!({
        "rules": rules,
        "totals": totals,
        "winners": replay["winners"],
        "ended": replay["ended"]["line"],
        "racks_unknown": replay.get("racks_unknown").cloned().unwrap_or_else(|| json!([])),
        "disagreeing": disagreeing,
        "breaches": breaches,
        "notes": lines(&|turn| turn["notes"].is_array()),
    })
}

#[actix_web::test]
async fn records_come_to_the_expected_results() {
    let corpus = corpus();
    assert!(corpus.len() >= 60, "only {} records", corpus.len());
    let mut differences = Vec::new();
    for (name, (text, expected)) in &corpus {
        let replayed = replayed(name, text, &expected["rules"]).await;
        if replayed != *expected {
            differences.push(format!("{name}:\n{replayed}\n{expected}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[actix_web::test]
async fn an_independent_referee_agrees() {
    let mut differences = Vec::new();
    for (name, (text, expected)) in &corpus() {
        let outcome = judged(text, &expected["rules"]);
        let breaches = expected["breaches"].as_array().unwrap().iter();
        let mut breaches: Vec<&Value> = breaches.map(|breach| &breach[0]).collect();
        breaches.dedup();
        let found = json!({
            "totals": outcome.totals,
            "winners": outcome.winners,
            "ended": outcome.ended,
            "racks_unknown": outcome.racks_unknown,
            "disagreeing": outcome.disagreeing,
            "breaches": outcome.breaches,
        });
        let mut wanted = expected.clone();
        wanted["breaches"] = json!(breaches);
        for member in ["rules", "notes"] {
            wanted.as_object_mut().unwrap().remove(member);
        }
        if found != wanted {
            differences.push(format!("{name}:\n{found}\n{wanted}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Changes some bytes of a record: removes, repeats or replaces them, or ends a line.
fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(4) {
        let at = dice.below(text.len());
        match dice.below(5) {
            0 => drop(text.drain(at..(at + 1 + dice.below(30)).min(text.len()))),
            1 => {
                let piece = text[at..(at + 1 + dice.below(60)).min(text.len())].to_vec();
                let place = dice.below(text.len());
                text.splice(place..place, piece);
            }
            2 => text[at] = dice.one_of(b"\0 \r\n#>:-+?.()AZaz09\xff"),
            3 => text.insert(at, dice.one_of(b"\r\n >#()-+9")),
            _ => text.truncate(at.max(1)),
        }
        if text.is_empty() {
            text.push(b'>');
        }
    }
}

/// RULEBOOK C7: a record is replayed, or refused with the line that cannot be understood.
#[actix_web::test]
async fn damaged_records_are_replayed_or_refused_with_a_line() {
    let mut dice = Dice(1);
    let (mut replayed, mut refused) = (0, 0);
    for (name, (text, _)) in &corpus() {
        for _ in 0..10 {
            let mut text = text.clone();
            damage(&mut text, &mut dice);
            let shown = String::from_utf8_lossy(&text).into_owned();
            let path = format!("{WORDGAME}/games?best=false&rules.preset=classic");
            let headers = [("content-type", "text/plain")];
            let response = send(Method::POST, &path, &headers, text).await;
            let body = response.json();
            if response.status == StatusCode::OK {
                let again =
                    json!({"gcg": body["gcg"], "best": false, "rules": {"preset": "classic"}});
                let again = post_ok(&format!("{WORDGAME}/games"), again).await;
                assert_eq!(again["results"], body["results"], "{name}\n{shown}");
                replayed += 1;
            } else {
                assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}\n{shown}");
                let detail = body["breaches"][0]["detail"].as_str().unwrap();
                assert!(detail.starts_with("line "), "{name}: {detail}\n{shown}");
                refused += 1;
            }
        }
    }
    assert!(replayed > 100 && refused > 20, "{replayed} replayed, {refused} refused");
}

/// A record that is written back with the correct numbers is the same after another replay.
#[actix_web::test]
async fn corrected_records_stay_as_they_are() {
    for (name, (text, expected)) in &corpus() {
        let Ok(text) = std::str::from_utf8(text) else { continue };
        let rules = &expected["rules"];
        let replay = |gcg: Value| {
            post_ok("/v1/wordgame/games", json!({"gcg": gcg, "best": false, "rules": rules}))
        };
        let first = replay(text.into()).await;
        let again = replay(first["gcg"].clone()).await;
        assert_eq!(again["gcg"], first["gcg"], "{name}");
        assert_eq!(again["results"], first["results"], "{name}");
        assert_eq!(again["cgp"], first["cgp"], "{name}");
        let has_breaches = !expected["breaches"].as_array().unwrap().is_empty();
        assert!(has_breaches || again["agrees"] == true, "{name}");
    }
}
