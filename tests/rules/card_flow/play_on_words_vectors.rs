//! A playthrough of Play On Words by an independent program.

use serde_json::{Value, json};
use wordcourt::rules::Violations;
use wordcourt::rules::flow::Chance;
use wordcourt::rules::play_on_words::flow::{Action, FlowRules, SavedState, Setup, State};
use wordcourt::rules::play_on_words::{PluralRule, Rules};

use super::{as_view, assert_events, assert_next, json_of, with_rules};
use crate::default_lexicon;

/// Compares a state with that of the playthrough, and reads it again.
fn assert_state(state: &State, expected: &Value) {
    let rules = json!({
        "irregular_plurals": "barred", "play_on_new_word": false, "table_cards": "fixed",
    });
    let expected = with_rules(expected, &rules);
    let saved = SavedState::from(state);
    assert_eq!(json_of(&saved), expected);
    let read: SavedState = serde_json::from_value(expected).unwrap();
    assert_eq!(&read.check(&mut Violations::default()).unwrap(), state);
}

#[test]
fn a_game_agrees_with_the_playthrough() {
    let vector: Value =
        serde_json::from_str(include_str!("../../vectors/games/play-on-words.json")).unwrap();
    let start = &vector["start"];
    let turns = Rules { plural: PluralRule::Lenient, ..Rules::default() };
    let setup = Setup {
        players: ["ann", "bob"].map(str::to_owned).to_vec(),
        dealer: None,
        rules: FlowRules { muggins: true, rounds: 1, ..FlowRules::new(turns, 2) },
        chance: Chance { seed: start["seed"].as_str().unwrap().parse().ok(), shuffles: 0 },
        deck: Vec::new(),
    };
    let mut state = State::start(setup, &mut Violations::default()).unwrap();
    assert_state(&state, &vector["state_at_start"]);
    let middle = &vector["state_in_the_middle"];
    let steps = vector["steps"].as_array().unwrap();
    for (number, step) in (1..).zip(steps) {
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
                let player = Some(player.as_str()).filter(|name| *name != "spectator");
                let expected = with_rules(
                    &as_view(view, "hand"),
                    &json!({
                        "irregular_plurals": "barred", "play_on_new_word": false,
                        "table_cards": "fixed",
                    }),
                );
                assert_eq!(json_of(&state.view(player)), expected, "{player:?}");
            }
        }
    }
    assert_state(&state, &vector["state_at_the_end"]);
}
