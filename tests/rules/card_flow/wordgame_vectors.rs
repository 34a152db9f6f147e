//! Playthroughs of Wordgame and of the classic crossword game by an independent program.

use serde_json::{Value, json};
use wordcourt::rules::Violations;
use wordcourt::rules::flow::Chance;
use wordcourt::rules::wordgame::flow::{Action, FlowRules, SavedState, Setup, State};
use wordcourt::rules::wordgame::{ChallengeName, Rules};

use super::{as_view, assert_events, assert_next, json_of, without};
use crate::default_lexicon;

/// Returns a state or a view of a playthrough in the form of this service: with all rules, and
/// without the second name of the passes in a row.
fn in_full(document: &Value, rules: &FlowRules) -> Value {
    let mut document = without(document, &["pass_run"]);
    let rules = json_of(rules);
    for (member, value) in document["rules"].as_object().unwrap() {
        // The playthroughs write 0 for switches that have no value, and the points of challenges
        // also where there are none.
        let is_absent = value.is_null() || *value == json!(0);
        let is_used = !member.starts_with("challenge_") || rules["challenge"] == "points";
        match rules.get(member) {
            Some(known) => assert_eq!(known, value, "{member}"),
            None => assert!(is_absent || !is_used, "{member}"),
        }
    }
    document["rules"] = rules;
    document
}

/// Compares a state with that of a playthrough, and reads it again.
fn assert_state(state: &State, expected: &Value, rules: &FlowRules) {
    let expected = in_full(expected, rules);
    assert_eq!(json_of(&SavedState::from(state)), expected);
    let read: SavedState = serde_json::from_value(expected).unwrap();
    assert_eq!(&read.check(&mut Violations::default()).unwrap(), state);
}

fn assert_playthrough(vector: &Value, rules: &FlowRules) {
    let setup = Setup {
        players: ["ann", "bob"].map(str::to_owned).to_vec(),
        rules: rules.clone(),
        chance: Chance {
            seed: vector["start"]["seed"].as_str().unwrap().parse().ok(),
            shuffles: 0,
        },
        deck: None,
    };
    let (mut state, _) = State::start(setup, &mut Violations::default()).unwrap();
    assert_state(&state, &vector["state_at_start"], rules);
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
            assert_state(&state, &middle["state"], rules);
            for (player, view) in middle["views"].as_object().unwrap() {
                let player = Some(player.as_str()).filter(|name| *name != "spectator");
                let expected = in_full(&as_view(view, "rack"), rules);
                assert_eq!(json_of(&state.view(player)), expected, "{player:?}");
            }
        }
    }
    assert_state(&state, &vector["state_at_the_end"], rules);
}

#[test]
fn a_game_of_wordgame_agrees_with_the_playthrough() {
    let vector = serde_json::from_str(include_str!("../../vectors/games/wordgame.json")).unwrap();
    assert_playthrough(&vector, &FlowRules::new(Rules::WORDGAME));
}

#[test]
fn a_classic_game_agrees_with_the_playthrough() {
    let vector =
        serde_json::from_str(include_str!("../../vectors/games/wordgame-classic.json")).unwrap();
    let challenge = Some(ChallengeName::Points.rule());
    // The playthrough has no penalty for time.
    let rules = Rules { challenge, time_penalty: None, ..Rules::CLASSIC };
    assert_playthrough(&vector, &FlowRules::new(rules));
}
