//! A playthrough of My Word! by an independent program.

use serde_json::{Value, json};
use wordcourt::rules::Violations;
use wordcourt::rules::flow::Chance;
use wordcourt::rules::my_word::flow::{Action, FlowRules, SavedState, Setup, State};

use super::{as_view, assert_events, assert_next, json_of};
use crate::default_lexicon;

/// Compares a state with that of the playthrough, and reads it again.
fn assert_state(state: &State, expected: &Value) {
    let saved = SavedState::from(state);
    assert_eq!(&json_of(&saved), expected);
    let read: SavedState = serde_json::from_value(expected.clone()).unwrap();
    assert_eq!(&read.check(&mut Violations::default()).unwrap(), state);
}

#[test]
fn a_game_agrees_with_the_playthrough() {
    let vector: Value =
        serde_json::from_str(include_str!("../../vectors/games/my-word.json")).unwrap();
    let start = &vector["start"];
    assert_eq!(start["rules"], json!({"rounds": 1}));
    let names = start["players"].as_array().unwrap().iter();
    let setup = Setup {
        players: names.map(|player| player["name"].as_str().unwrap().to_owned()).collect(),
        dealer: None,
        rules: FlowRules { rounds: 1 },
        chance: Chance { seed: start["seed"].as_str().unwrap().parse().ok(), shuffles: 0 },
        deck: None,
    };
    let mut state = State::start(setup, &mut Violations::default()).unwrap();
    assert_state(&state, &vector["state_at_start"]);
    let middle = &vector["state_in_the_middle"];
    for (number, step) in (1..).zip(vector["steps"].as_array().unwrap()) {
        let place = format!("step {number}");
        let action: Action = serde_json::from_value(step["action"].clone()).unwrap();
        let mut violations = Violations::default();
        let applied = state.apply(&action, default_lexicon(), &mut violations);
        let (after, events) = applied.unwrap_or_else(|_| panic!("{place}: {violations:?}"));
        assert_events(&events, &step["events"], &place);
        assert_next(&after.next(), step, &place);
        state = after;
        if middle["after"] == number {
            assert_state(&state, &middle["state"]);
            for (player, view) in middle["views"].as_object().unwrap() {
                assert_eq!(json_of(&state.view()), as_view(view, "hand"), "{player}");
            }
        }
    }
    assert_state(&state, &vector["state_at_the_end"]);
}
