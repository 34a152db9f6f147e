//! Play On Words over HTTP.

mod breaches;
mod challenges;
mod settlements;
mod slips;
mod turns;

use serde_json::{Value, json};

const POW: &str = "/v1/play-on-words";

fn cards(text: &str) -> Vec<String> {
    if text.contains(' ') {
        text.split(' ').map(str::to_owned).collect()
    } else {
        text.chars().map(String::from).collect()
    }
}

fn table(words: &[&str]) -> Vec<Vec<String>> {
    words.iter().map(|word| cards(word)).collect()
}

fn play_on(onto: &[usize], word: &str) -> Value {
    json!({"onto": onto, "word": cards(word)})
}
