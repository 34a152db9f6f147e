//! Whole games, compared with playthroughs of an independent program, and laws of every state.

mod my_word_actions;
mod my_word_laws;
mod my_word_vectors;
mod play_on_words_laws;
mod play_on_words_vectors;
mod secrets;
mod word_poker_actions;
mod word_poker_laws;
mod word_poker_players;
mod word_poker_refusals;
mod word_poker_table;
mod word_poker_vectors;
mod wordgame_laws;
mod wordgame_records;
mod wordgame_scripts;
mod wordgame_vectors;

use serde::Serialize;
use serde_json::{Map, Value, json};
use wordcourt::rules::flow::{Event, Next};

use crate::Dice;

/// Returns the factor by which more random games are played than usual, from the environment.
fn effort() -> usize {
    std::env::var("WORDCOURT_LAWS").map_or(1, |factor| factor.parse().unwrap())
}

/// Returns a value as JSON.
fn json_of(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Returns the members of an object without some of them.
fn without(object: &Value, members: &[&str]) -> Value {
    let kept = object.as_object().unwrap().iter();
    let kept = kept.filter(|(member, _)| !members.contains(&member.as_str()));
    Value::Object(kept.map(|(member, value)| (member.clone(), value.clone())).collect())
}

/// Compares events with those of a playthrough, which mostly leave out the rule, the lines and the
/// reasons of a ruling.
fn assert_events<K: Serialize>(events: &[Event<K>], expected: &Value, place: &str) {
    let events: Vec<Value> = events.iter().map(json_of).collect();
    let expected = expected.as_array().unwrap();
    assert_eq!(events.len(), expected.len(), "{place}: {events:#?}");
    for (event, expected) in events.iter().zip(expected) {
        assert!(event["rule"].is_string(), "{place}: every event names a rule");
        let mut event = without(event, &["lines"]);
        if event["kind"] == "ruling" {
            event = without(&event, &["reason", "breaches"]);
        }
        if expected.get("rule").is_none() {
            event = without(&event, &["rule"]);
        }
        if let Some(words) = event.get_mut("words").and_then(Value::as_object_mut) {
            for word in words.values_mut() {
                *word = without(word, &["lines"]);
            }
        }
        assert_eq!(&event, expected, "{place}");
    }
}

/// Compares the possible actions with those of a playthrough.
fn assert_next(next: &Next, step: &Value, place: &str) {
    let next = json_of(next);
    assert_eq!(next["phase"], step["phase"], "{place}");
    assert_eq!(next["to_act"], step["to_act"], "{place}");
    assert_eq!(next["actions"], step["next"], "{place}");
}

/// Returns a state of a playthrough with rules that the playthroughs leave out.
fn with_rules(state: &Value, more: &Value) -> Value {
    let mut state = state.clone();
    let rules = state["rules"].as_object_mut().unwrap();
    for (member, value) in more.as_object().unwrap() {
        rules.insert(member.clone(), value.clone());
    }
    state
}

/// Returns a view of a playthrough in the form of views: the sizes of what is hidden have names of
/// their own, and nothing is `null`. `hand` is the member with the hand or the rack of a player.
fn as_view(view: &Value, hand: &str) -> Value {
    let mut view = without(view, &["seed"]);
    let members = view.as_object_mut().unwrap();
    let deck = members.remove("deck").unwrap();
    members.insert("deck_left".to_owned(), deck);
    members.retain(|_, value| !value.is_null());
    for player in members["players"].as_array_mut().unwrap() {
        let player: &mut Map<String, Value> = player.as_object_mut().unwrap();
        let Some(held) = player.remove(hand) else { continue };
        if let Some(cards) = held.as_array() {
            player.insert(format!("{hand}_count"), json!(cards.len()));
            player.insert(hand.to_owned(), held);
        } else {
            player.insert(format!("{hand}_count"), held);
        }
    }
    view
}

/// Changes one value of a JSON document at random.
fn mutate(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let at = dice.below(members.len());
            mutate(members.values_mut().nth(at).unwrap(), dice);
        }
        Value::Array(items) if !items.is_empty() => match dice.below(8) {
            0 => drop(items.remove(dice.below(items.len()))),
            1 => items.push(items[dice.below(items.len())].clone()),
            _ => {
                let at = dice.below(items.len());
                mutate(&mut items[at], dice);
            }
        },
        Value::Array(items) => items.push(json!("ann")),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(_) => {
            *value = [json!(0), json!(1), json!(2), json!(7), json!(u32::MAX), json!(u64::MAX)]
                [dice.below(6)]
            .clone();
        }
        Value::String(_) | Value::Null => {
            let texts = [
                "ann",
                "bob",
                "A",
                "Ab",
                "*",
                "?",
                "cid",
                "deal",
                "turn",
                "last",
                "bet",
                "play",
                "challenge",
                "exchange",
                "declare",
                "vote",
                "over",
                "",
            ];
            *value = json!(texts[dice.below(texts.len())]);
        }
        Value::Object(_) => *value = Value::Null,
    }
}
