//! Playthroughs of both word pokers by an independent program.

use serde_json::{Value, json};
use wordcourt::rules::flow::Chance;
use wordcourt::rules::word_poker::flow::{Action, FlowRules, NewPlayer, SavedState, Setup, State};
use wordcourt::rules::{Variant, Violations};

use super::{as_view, assert_events, assert_next, json_of};
use crate::default_lexicon;

/// Compares a state with that of the playthrough, and reads it again.
fn assert_state(state: &State, game: Variant, expected: &Value) {
    let saved = SavedState::from(state);
    assert_eq!(json_of(&saved), *expected);
    let read: SavedState = serde_json::from_value(expected.clone()).unwrap();
    assert_eq!(&read.check(game, &mut Violations::default()).unwrap(), state);
}

/// Returns a view of a playthrough in the form of views.
fn word_poker_view(view: &Value) -> Value {
    let mut view = as_view(view, "hand");
    for player in view["players"].as_array_mut().unwrap() {
        let player = player.as_object_mut().unwrap();
        player.retain(|_, value| !value.is_null());
        player.insert("is_declared".to_owned(), json!(player.contains_key("declared")));
    }
    view
}

fn assert_playthrough(game: Variant, text: &str) {
    let vector: Value = serde_json::from_str(text).unwrap();
    let start = &vector["start"];
    let player = |player: &Value| NewPlayer {
        name: player["name"].as_str().unwrap().to_owned(),
        chips: player["chips"].as_u64().unwrap(),
    };
    let setup = Setup {
        game,
        players: start["players"].as_array().unwrap().iter().map(player).collect(),
        dealer: None,
        rules: FlowRules { rounds: 2, ..FlowRules::default() },
        chance: Chance { seed: start["seed"].as_str().unwrap().parse().ok(), shuffles: 0 },
        deck: Vec::new(),
    };
    let (mut state, cut) = State::start(setup, &mut Violations::default()).unwrap();
    assert_eq!(json_of(&cut[0])["dealer"], vector["state_at_start"]["dealer"]);
    assert_state(&state, game, &vector["state_at_start"]);
    let middle = &vector["state_in_the_middle"];
    for (number, step) in (1..).zip(vector["steps"].as_array().unwrap()) {
        let place = format!("{game}, step {number}");
        let action: Action = serde_json::from_value(step["action"].clone()).unwrap();
        let mut violations = Violations::default();
        let applied = state.apply(&action, default_lexicon(), &mut violations);
        let (after, events) = applied.unwrap_or_else(|_| panic!("{place}: {violations:?}"));
        assert_events(&events, &step["events"], &place);
        assert_next(&after.next(), step, &place);
        state = after;
        let saved = SavedState::from(&state);
        assert_eq!(saved.check(game, &mut Violations::default()).unwrap(), state, "{place}");
        if middle["after"] == number {
            assert_state(&state, game, &middle["state"]);
            for (player, view) in middle["views"].as_object().unwrap() {
                let player = Some(player.as_str()).filter(|name| *name != "spectator");
                assert_eq!(json_of(&state.view(player)), word_poker_view(view), "{player:?}");
            }
        }
    }
    assert_state(&state, game, &vector["state_at_the_end"]);
}

#[test]
fn a_game_of_choose_your_words_agrees_with_the_playthrough() {
    let vector = include_str!("../../vectors/games/choose-your-words.json");
    assert_playthrough(Variant::ChooseYourWords, vector);
}

#[test]
fn a_game_of_word_for_word_agrees_with_the_playthrough() {
    let vector = include_str!("../../vectors/games/word-for-word.json");
    assert_playthrough(Variant::WordForWord, vector);
}
