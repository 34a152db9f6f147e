//! States that are mutated in every member: a state that nobody made is refused, or it is one of a
//! game with the cards of its deck.

use serde_json::{Value, json};
use wordcourt::api::{OperationId, Problem, answer};

use super::places::{check_cards, pointers};
use super::{PLAYTHROUGHS, Playthrough, sealed};
use crate::state;

/// The members of a state that are not the game's own. What is wrong with them has other statuses.
const HEAD: [&str; 4] = ["/rulebook", "/lexicon", "/overlay", "/id"];

/// Values that other values become.
fn replacements(value: &Value) -> Vec<Value> {
    let largest = 1_u64 << 53;
    match value {
        Value::Null => vec![json!(1), json!(true), json!("ann"), json!([]), json!({})],
        Value::Bool(is_true) => vec![json!(!is_true), Value::Null, json!(1)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            let near = [number - 1, number + 1, -1, 0, 1].map(|near| json!(near));
            let others = [json!(largest), json!(u64::MAX), json!(i64::MIN), json!(0.5), json!("1")];
            [&near[..], &others[..], &[Value::Null]].concat()
        }
        Value::String(text) => {
            let others = ["", "ann", "bob", "A", "Ab", "*", "?", "over", "deal", "challenge"];
            let changed = [format!("{text}A"), text.to_lowercase(), text.chars().rev().collect()];
            let others = others.iter().map(|other| json!(other));
            others.chain(changed.map(Value::from)).chain([Value::Null, json!(1)]).collect()
        }
        Value::Array(items) => {
            let mut changed = vec![json!([]), Value::Null, json!(["A"]), json!({})];
            if let Some((first, rest)) = items.split_first() {
                changed.push(rest.into());
                changed.push(items.iter().chain([first]).cloned().collect());
                changed.push(items.iter().rev().cloned().collect());
            }
            changed
        }
        Value::Object(members) => {
            let mut more = members.clone();
            more.insert("more".to_owned(), json!(1));
            vec![json!({}), Value::Null, json!([]), more.into()]
        }
    }
}

/// Returns the places that are mutated: of a list, the first and the last item; of a table of
/// letters, two.
fn places(state: &Value) -> Vec<String> {
    let is_mutated = |pointer: &String| {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        match state.pointer(parent).unwrap() {
            Value::Array(items) => name == "0" || *name == (items.len() - 1).to_string(),
            Value::Object(members) => members.len() < 26 || ["A", "?"].contains(&name),
            _ => true,
        }
    };
    pointers(state).into_iter().filter(is_mutated).collect()
}

/// Returns the mutations of a state at a place.
fn mutations(original: &Value, pointer: &str) -> Vec<Value> {
    let value = original.pointer(pointer).unwrap();
    let with = |replacement: Value| {
        let mut mutated = original.clone();
        *mutated.pointer_mut(pointer).unwrap() = replacement;
        mutated
    };
    let mut mutated: Vec<Value> = replacements(value).into_iter().map(with).collect();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let mut without = original.clone();
    if let Some(members) = without.pointer_mut(parent).and_then(Value::as_object_mut) {
        members.shift_remove(name);
        mutated.push(without);
    }
    mutated.retain(|mutated| mutated != original);
    mutated
}

impl Playthrough {
    /// Answers a request, without HTTP.
    fn answer(&self, operation: &str, request: &Value) -> Result<Value, Problem> {
        let game = serde_json::from_value(json!(self.game)).unwrap();
        let operation = OperationId::of_game(game, operation).unwrap();
        let answer = answer(operation, request.to_string().as_bytes(), &**state())?;
        Ok(serde_json::from_slice(&answer.body).unwrap())
    }

    /// Carries out actions of a state.
    fn act(&self, state: &Value, actions: &Value) -> Result<Value, Problem> {
        let answer = self.answer("apply", &json!({"state": state, "actions": actions}))?;
        check_cards(&answer["state"]);
        Ok(answer)
    }

    /// Looks at a state that is accepted from all sides, and goes on from there.
    fn go_on(&self, accepted: &Value) {
        let state = &accepted["state"];
        for player in state["players"].as_array().unwrap() {
            self.answer("view", &json!({"state": state, "for": player["name"]})).unwrap();
        }
        self.answer("view", &json!({"state": state})).unwrap();
        for player in accepted["next"]["to_act"].as_array().unwrap() {
            let timed_out = self.act(state, &json!([{"kind": "time_out", "player": player}]));
            // Real cards are shuffled by people.
            assert!(timed_out.is_ok() || state["seed"].is_null(), "{timed_out:?} {state}");
        }
        for choice in accepted["next"]["actions"].as_array().unwrap() {
            let mut action = choice.clone();
            action.as_object_mut().unwrap().retain(|name, _| ["kind", "player"].contains(&&**name));
            if let Some(amount) = choice.get("min").filter(|_| choice["kind"] != "exchange") {
                action["amount"] = amount.clone();
            }
            if let Err(problem) = self.act(state, &json!([action])) {
                assert!(problem.code.status() < 500, "{action}: {problem} {state}");
            }
        }
    }
}

#[test]
fn states_mutated_in_every_member_are_refused_or_have_the_same_cards() {
    for playthrough in PLAYTHROUGHS {
        let (start, actions) = playthrough.record();
        let started = playthrough.answer("start", &start).unwrap();
        let (mut accepted, mut refused) = (0, 0);
        for part in 1..4 {
            let actions = json!(actions[..actions.len() * part / 3]);
            let original = playthrough.act(&started["state"], &actions).unwrap()["state"].clone();
            for pointer in places(&original) {
                for mutated in mutations(&original, &pointer) {
                    let mutated = if pointer == "/id" { mutated } else { sealed(mutated) };
                    match playthrough.act(&mutated, &json!([])) {
                        Ok(answer) => {
                            // Cards may be written otherwise, but only once.
                            let again = playthrough.act(&answer["state"], &json!([])).unwrap();
                            assert_eq!(again["state"], answer["state"], "{pointer}");
                            playthrough.go_on(&answer);
                            accepted += 1;
                        }
                        Err(problem) => {
                            let status = problem.code.status();
                            let is_head = HEAD.iter().any(|head| pointer.starts_with(head));
                            assert!(
                                status == 422 || is_head && status < 500,
                                "{pointer}: {problem}"
                            );
                            refused += 1;
                        }
                    }
                }
            }
        }
        assert!(accepted > 100 && refused > 1_000, "{}: {accepted} {refused}", playthrough.game);
    }
}
