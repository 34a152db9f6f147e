//! House rules, and the published rules.

use serde_json::json;

use super::CYW;
use crate::post_ok;

#[actix_web::test]
async fn letter_values_change_the_score_and_the_best_play() {
    let rules = json!({"letter_values": {"b": 100, "Z": 0}});
    let score =
        post_ok(&format!("{CYW}/score"), json!({"play": ["Bb", "Er"], "rules": rules})).await;
    assert_eq!(score["total"], 101);
    let hand = json!(["Bb", "Er", "Zb", "Ab", "Pb"]);
    let best =
        post_ok(&format!("{CYW}/best"), json!({"hand": hand, "rules": rules, "top": 1})).await;
    assert!(best["plays"][0]["word"].as_str().unwrap().contains('B'));
}

#[actix_web::test]
async fn readings_and_switches_are_published() {
    let rules = crate::get(&format!("/v1/variants/{}", "word-for-word")).await.json();
    let readings: Vec<&str> = rules["readings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reading| reading["rule"].as_str().unwrap())
        .collect();
    assert_eq!(readings, ["O6", "O9", "O9", "O13", "O14"]);
    let switches = rules["switches"].as_array().unwrap().iter();
    let names: Vec<&str> = switches.map(|switch| switch["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["letter_values", "remainder", "strict_deck"]);
    let barred = rules["barred"].as_array().unwrap().iter();
    let marks: Vec<&str> = barred.map(|class| class["mark"].as_str().unwrap()).collect();
    assert!(marks.contains(&"contraction") && marks.contains(&"affix"), "{marks:?}");
}
