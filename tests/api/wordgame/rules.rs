//! House rules, and their published data.

use serde_json::{Value, json};

use super::{WORDGAME, board};
use crate::{get, post_ok, post_rejected};

fn request(rules: &Value) -> Value {
    json!({"board": board(&[]), "move": "8E RATE", "rules": rules, "grounds": true})
}

/// Every published name stands for the published switches: both give the same response with the same
/// id.
#[actix_web::test]
async fn published_names_are_only_names() {
    let path = format!("{WORDGAME}/challenge");
    let published = get("/v1/variants/wordgame").await.json();
    let rules = published.get("rules").unwrap_or(&published);
    let presets = rules["presets"].as_array().unwrap();
    let named = |switch: &str| presets.iter().filter(|preset| preset["switch"] == switch).count();
    assert_eq!((named("preset"), named("challenge")), (2, 13));
    for preset in presets {
        let [switch, name] = ["switch", "name"].map(|member| preset[member].as_str().unwrap());
        let by_name = post_ok(&path, request(&json!({switch: name}))).await;
        let by_switches = post_ok(&path, request(&preset["rules"])).await;
        assert_eq!(by_name, by_switches, "{name}");
        let canonical = by_name["grounds"]["request"]["rules"].as_object().unwrap();
        for (member, value) in preset["rules"].as_object().unwrap() {
            assert_eq!(&canonical[member], value, "{name}: {member}");
        }
    }
    let switches: Vec<&str> = rules["switches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|switch| switch["name"].as_str().unwrap())
        .collect();
    let classic = &presets[1]["rules"];
    let unpublished: Vec<&String> = classic
        .as_object()
        .unwrap()
        .keys()
        .filter(|member| !switches.contains(&member.as_str()))
        .collect();
    assert!(unpublished.is_empty(), "{unpublished:?}");
}

#[actix_web::test]
async fn switches_that_contradict_each_other_are_refused() {
    let path = format!("{WORDGAME}/score");
    for (rules, expected) in [
        (json!({"challenge_points": 5}), "conflicting_fields /rules/challenge_points"),
        (
            json!({"preset": "classic", "challenge_steps": [5]}),
            "conflicting_fields /rules/challenge_steps",
        ),
        (
            json!({"challenge": "double", "challenge_to": "bonus"}),
            "conflicting_fields /rules/challenge_to",
        ),
        (
            json!({"challenge": "points", "challenge_points": 5, "challenge_steps": [5, 10]}),
            "conflicting_fields /rules/challenge_steps",
        ),
        (
            json!({"challenge": "points", "challenge_points": 0}),
            "out_of_bounds /rules/challenge_points",
        ),
        (json!({"challenge": "points", "challenge_steps": []}), "too_few /rules/challenge_steps"),
        (
            json!({"challenge": "points", "challenge_steps": [5, 1001]}),
            "out_of_bounds /rules/challenge_steps/1",
        ),
        (
            json!({"challenge": "points", "challenge_steps": vec![5; 11]}),
            "too_many /rules/challenge_steps",
        ),
        (
            json!({"challenge": "points", "challenge_free": 1001}),
            "out_of_bounds /rules/challenge_free",
        ),
        (
            json!({"time_penalty": {"per_seconds": 0}}),
            "out_of_bounds /rules/time_penalty/per_seconds",
        ),
        (json!({"time_penalty": {"points": 1001}}), "out_of_bounds /rules/time_penalty/points"),
        (json!({"exchange_min_bag": 0}), "out_of_bounds /rules/exchange_min_bag"),
    ] {
        assert_eq!(post_rejected(&path, request(&rules)).await, [expected], "{rules}");
    }
}

#[actix_web::test]
async fn equal_rules_have_equal_canonical_forms() {
    let path = format!("{WORDGAME}/score");
    let canonical = async |rules: Value| {
        post_ok(&path, request(&rules)).await["grounds"]["request"]["rules"].clone()
    };
    for (rules, same) in [
        (json!({}), json!({"preset": "wordgame", "challenge": "void", "end": "keep"})),
        (
            json!({"preset": "classic"}),
            json!({
                "preset": "classic", "over": "six_scoreless", "end": "gain_twice",
                "challenge": "double", "exchange_min_bag": 7, "time_penalty": {},
            }),
        ),
        (
            json!({"challenge": "escalating"}),
            json!({"challenge": "points", "challenge_steps": [5, 10, 20, 30, 30, 30]}),
        ),
        (
            json!({"challenge": "points", "challenge_steps": [7, 7]}),
            json!({"challenge": "five_per_turn", "challenge_points": 7}),
        ),
        (
            json!({"challenge": "one_free_then_five"}),
            json!({"challenge": "points", "challenge_free": 1}),
        ),
    ] {
        assert_eq!(canonical(rules.clone()).await, canonical(same).await, "{rules}");
    }
    let escalating = canonical(json!({"challenge": "escalating"})).await;
    assert_eq!(escalating["challenge_steps"], json!([5, 10, 20, 30]));
    assert!(escalating.get("challenge_points").is_none());
    assert_eq!(
        canonical(json!({"time_penalty": {"points": 3}})).await["time_penalty"],
        json!({"points": 3, "per_seconds": 60})
    );
}
