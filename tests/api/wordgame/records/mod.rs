//! The corpus of game records in `tests/data/records`: every record is replayed by the service and
//! by an independent referee, and both must come to the expected result beside it.
//!
//! `WORDCOURT_UPDATE=1 cargo test` plays and writes the records anew.

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
                        free: rules["challenge_free"].as_u64().map_or(0, |free| free as usize),
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

/// Returns what the service says about a record, in the form of the expected results.
async fn replayed(name: &str, text: &[u8], rules: &Value) -> Value {
    let mut query = vec!["best=false".to_owned()];
    let mut request = json!({"best": false, "rules": rules});
    let replay = if let Ok(text) = std::str::from_utf8(text) {
        request["gcg"] = text.into();
        post_ok(&format!("{WORDGAME}/games"), request).await
    } else {
        query.extend(
            rules
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, value)| format!("rules.{name}={}", value.as_str().unwrap())),
        );
        let path = format!("{WORDGAME}/games?{}", query.join("&"));
        let headers = [("content-type", "text/plain")];
        let response = send(Method::POST, &path, &headers, text.to_vec()).await;
        assert_eq!(response.status, StatusCode::OK, "{name}: {}", response.json());
        response.json()
    };
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

/// Changes a line of a record in a way that leaves a record.
fn damage(lines: &mut Vec<String>, dice: &mut Dice) {
    let events: Vec<usize> =
        (0..lines.len()).filter(|&line| lines[line].starts_with('>')).collect();
    let at = dice.one_of(&events);
    let line = lines[at].clone();
    let (nick, event) = line.split_once(':').unwrap();
    let parts: Vec<&str> = event.split_whitespace().collect();
    let other = if nick.to_lowercase() == ">ann" { ">bob" } else { ">ann" };
    let number = parts.iter().rposition(|part| part.starts_with(['+', '-']) && part.len() > 1);
    match dice.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, line),
        2 => lines.swap(at, dice.one_of(&events)),
        3 => lines[at] = format!("{other}: {event}"),
        4 => {
            // Another score, or another number or kind of tiles.
            let Some(number) = number else { return };
            let mut parts: Vec<String> = parts.iter().map(|&part| part.to_owned()).collect();
            parts[number] = ["+5", "-5", "+0", "-10", "+10", "+12"][dice.below(6)].to_owned();
            lines[at] = format!("{nick}: {}", parts.join(" "));
        }
        5 => lines[at] = line.replacen(dice.one_of(&["A", "E", "S"]), "I", 1),
        6 => lines.insert(at + 1, format!("{nick}: (challenge) +5 100")),
        7 => lines.insert(at + 1, format!("{nick}: -- -{} 100", dice.below(2) * 10)),
        _ => lines.insert(at + 1, format!("{}: - +0 100", dice.one_of(&[nick, other]))),
    }
}

#[actix_web::test]
async fn an_independent_referee_agrees_on_damaged_records() {
    let mut dice = Dice(1);
    let mut differences = Vec::new();
    for (name, (text, expected)) in &corpus() {
        let Ok(text) = std::str::from_utf8(text) else { continue };
        let rules = &expected["rules"];
        for _ in 0..40 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            if !lines.iter().any(|line| line.starts_with('>')) {
                break;
            }
            for _ in 0..=dice.below(3) {
                damage(&mut lines, &mut dice);
            }
            let damaged = lines.join("\n");
            let outcome = judged(damaged.as_bytes(), rules);
            let replay = replayed(name, damaged.as_bytes(), rules).await;
            let mut breaches: Vec<Value> = Vec::new();
            breaches.extend(
                replay["breaches"].as_array().unwrap().iter().map(|breach| breach[0].clone()),
            );
            breaches.dedup();
            let found = json!([
                replay["totals"],
                replay["winners"],
                replay["ended"],
                replay["racks_unknown"],
                replay["disagreeing"],
                breaches
            ]);
            let wanted = json!([
                outcome.totals,
                outcome.winners,
                outcome.ended,
                outcome.racks_unknown,
                outcome.disagreeing,
                outcome.breaches
            ]);
            if found != wanted {
                differences.push(format!(
                    "{name}: {rules}\nservice {found}\nreferee {wanted}\n{damaged}\n"
                ));
            }
        }
    }
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences.join("\n")
    );
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
