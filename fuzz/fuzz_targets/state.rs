//! Whole games: a mutated state of any game is refused, or it has the cards of its deck, and so have
//! the states that follow. No view and no action is an internal error.

#![no_main]

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use wordcourt::api::{OperationId, Problem, answer};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;
use wordcourt::rules::Variant;
use wordcourt::rules::flow::state_id;
use wordcourt_fuzz::small_source;

#[path = "../../tests/api/flow/places.rs"]
mod places;

use places::{check_cards, pointers};

/// Playthroughs of all games.
const PLAYTHROUGHS: [&str; 6] = [
    include_str!("../../tests/vectors/games/choose-your-words.json"),
    include_str!("../../tests/vectors/games/word-for-word.json"),
    include_str!("../../tests/vectors/games/play-on-words.json"),
    include_str!("../../tests/vectors/games/wordgame.json"),
    include_str!("../../tests/vectors/games/wordgame-classic.json"),
    include_str!("../../tests/vectors/games/my-word.json"),
];

/// The largest number of states of a playthrough.
const MAX_STATES: usize = 64;

/// A lexicon with the words of the playthroughs.
static LEXICONS: LazyLock<Arc<Edition>> = LazyLock::new(|| {
    let mut words = BTreeSet::new();
    for playthrough in &*RECORDS {
        add_words(playthrough, &mut words);
    }
    let words: Vec<String> = words.into_iter().collect();
    let source = Source {
        words: (words.join("\n") + "\n").into(),
        categories: format!("animals\tAnimals\t\t{}\n", words.join(" ")).into(),
        ..small_source()
    };
    Arc::new(Edition::build(&source).expect("the lexicon is valid"))
});

static RECORDS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let read = |text| serde_json::from_str(text).expect("playthroughs are JSON");
    PLAYTHROUGHS.into_iter().map(read).collect()
});

/// The states of each playthrough.
static STATES: LazyLock<Vec<Vec<Value>>> = LazyLock::new(|| {
    RECORDS
        .iter()
        .map(|record| {
            let game = &record["start"]["game"];
            let mut start = record["start"].clone();
            start.as_object_mut().expect("a start is an object").shift_remove("game");
            let steps = record["steps"].as_array().into_iter().flatten();
            let actions: Vec<&Value> = steps.map(|step| &step["action"]).collect();
            let checkpoints: Vec<usize> = (0..MAX_STATES).collect();
            let request = json!({"start": start, "actions": actions, "checkpoints": checkpoints});
            let replay = ask(game, "replay", &request).expect("playthroughs can be replayed");
            let states = replay["states"].as_array().expect("a replay has states").clone();
            assert!(states.len() > 10, "{game}: {}", replay["refused"]);
            states
        })
        .collect()
});

/// Adds the words in a playthrough, which are texts or lists of cards.
fn add_words(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => members.values().for_each(|member| add_words(member, words)),
        Value::Array(items) => {
            let letters = |item: &Value| Some(item.as_str()?.rsplit('=').next()?.to_owned());
            add_words(&items.iter().filter_map(letters).collect::<String>().into(), words);
            items.iter().for_each(|item| add_words(item, words));
        }
        Value::String(text) => {
            let is_word = (2..=15).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_uppercase());
            if is_word {
                words.insert(text.clone());
            }
        }
        _ => {}
    }
}

/// Answers a request of a game.
///
/// # Panics
/// If the answer is an internal error.
fn ask(game: &Value, verb: &str, request: &Value) -> Result<Value, Problem> {
    let game: Variant = serde_json::from_value(game.clone()).expect("the game has this name");
    let operation = OperationId::of_game(game, verb).expect("the game has this operation");
    let answer = answer(operation, request.to_string().as_bytes(), &*LEXICONS)
        .inspect_err(|problem| assert!(problem.code.status() < 500, "{problem}: {request}"))?;
    Ok(serde_json::from_slice(&answer.body).expect("answers are JSON"))
}

/// Bytes that choose what happens; 0 when there are no more.
struct Choices<'b>(&'b [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first.into()
    }

    fn place<'p>(&mut self, pointers: &'p [String]) -> &'p str {
        let number = self.byte() << 8 | self.byte();
        pointers.get(number % pointers.len().max(1)).map_or("", |pointer| pointer)
    }

    /// Edits one place of a value.
    fn edit(&mut self, value: &mut Value) {
        let pointers = pointers(value);
        let (place, other) = (self.place(&pointers), self.place(&pointers));
        let (kind, operand) = (self.byte() % 8, self.byte());
        let (Some(here), Some(there)) = (value.pointer(place), value.pointer(other)) else {
            return;
        };
        let (here, there) = (here.clone(), there.clone());
        let new = match (kind, &here) {
            (0, Value::Number(number)) => {
                json!(number.as_i64().unwrap_or(0).wrapping_add(operand as i64 - 128))
            }
            (0 | 1, _) => ODD[operand % ODD.len()].clone(),
            (2, Value::Array(items)) => items.iter().chain(items.first()).cloned().collect(),
            (3, Value::Array(items)) => items.iter().skip(1).cloned().collect(),
            (4 | 5, _) => {
                set(value, other, here);
                there
            }
            (6, _) => there,
            _ => {
                let (parent, name) = place.rsplit_once('/').unwrap_or_default();
                let members = value.pointer_mut(parent).and_then(Value::as_object_mut);
                members.map(|members| members.shift_remove(name));
                return;
            }
        };
        set(value, place, new);
    }

    /// Chooses an action of those that are possible, mostly with members that fit.
    fn action(&mut self, answer: &Value) -> Value {
        let actions = answer["next"]["actions"].as_array().map_or(&[][..], Vec::as_slice);
        let (choice, number, mode) = (self.byte(), self.byte(), self.byte());
        let Some(choice) = actions.get(choice % actions.len().max(1)) else {
            return json!({"kind": "time_out", "player": answer["state"]["players"][0]["name"]});
        };
        let mut action = json!({"kind": choice["kind"]});
        if let Some(player) = choice.get("player") {
            action["player"] = player.clone();
        }
        let players = answer["state"]["players"].as_array().into_iter().flatten();
        let player = players.into_iter().find(|player| player["name"] == choice["player"]);
        let held = |player: &Value| {
            [&player["hand"], &player["rack"]].into_iter().find_map(Value::as_array).cloned()
        };
        let held: Vec<Value> =
            player.and_then(held).unwrap_or_default().into_iter().take(number % 8).collect();
        match choice["kind"].as_str().unwrap_or_default() {
            "bet" | "raise" => {
                action["amount"] = json!(choice["min"].as_u64().unwrap_or(0) + number as u64 % 8)
            }
            "call" if choice.get("amount").is_some() => {}
            "exchange" if answer["state"]["game"] == "wordgame" => {
                action["tiles"] = held.iter().filter_map(Value::as_str).collect::<String>().into();
            }
            "exchange" | "discard" => action["cards"] = held.into(),
            "declare" if number % 2 == 0 => action["play"] = held.into(),
            "challenge" | "challenge_category" if choice.get("whom").is_some() => {
                action["challenged"] = choice["whom"][number % 4].clone()
            }
            "vote" => action["for_challenger"] = json!(number % 2 == 0),
            "look_up" => action["word"] = json!("CAT"),
            "turn" | "move" | "declare" | "call" | "calls" | "mug" => {
                action["kind"] = json!("bot");
                action["rank"] = json!(number % 4 + 1);
            }
            _ => {}
        }
        if mode % 4 == 3 {
            self.edit(&mut action);
        }
        action
    }
}

/// Values that places get.
static ODD: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let numbers = [0, 1, 2, -1, 1 << 32, 1 << 53, i64::MAX, i64::MIN].map(|number| json!(number));
    let texts = ["", "*", "A=B", "deal", "bet", "exchange", "declare", "challenge", "vote", "over"];
    let phases = ["turn", "last", "muggins", "play", "ann", "bob", "nobody"];
    let others = [json!(null), json!([]), json!({}), json!(true), json!(false)];
    let texts = texts.iter().chain(&phases).map(|text| json!(text));
    numbers.into_iter().chain(others).chain(texts).collect()
});

fn set(value: &mut Value, place: &str, new: Value) {
    if let Some(old) = value.pointer_mut(place) {
        *old = new;
    }
}

fuzz_target!(|input: (u8, u8, u8, &[u8])| {
    let (playthrough, ply, edits, bytes) = input;
    let states = &STATES[usize::from(playthrough) % STATES.len()];
    let mut state = states[usize::from(ply) % states.len()].clone();
    let game = state["game"].clone();
    let mut choices = Choices(bytes);
    for _ in 0..edits % 4 {
        choices.edit(&mut state);
    }
    if state.is_object() {
        state["id"] = state_id(&state).into();
    }
    let Ok(mut answer) = ask(&game, "apply", &json!({"state": state, "actions": []})) else {
        return;
    };
    for _ in 0..8 {
        let state = &answer["state"];
        check_cards(state);
        let player = &state["players"][choices.byte() % 2]["name"];
        let view = ask(&game, "view", &json!({"state": state, "for": player}));
        assert!(view.is_ok(), "{state}");
        if choices.0.is_empty() {
            return;
        }
        let action = choices.action(&answer);
        if let Ok(next) = ask(&game, "apply", &json!({"state": state, "actions": [action]})) {
            answer = next;
        }
    }
});
