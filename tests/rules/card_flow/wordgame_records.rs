//! Whole games, written as GCG records: the referee of records agrees with every line, every total
//! and the result.

use std::fmt::Write as _;

use serde_json::Value;
use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::flow::{FlowRules, Phase, SavedState, State};
use wordcourt::rules::wordgame::gcg::Record;
use wordcourt::rules::wordgame::replay::Referee;
use wordcourt::rules::wordgame::{ChallengeName, Rules};

use super::json_of;
use super::wordgame_laws::{action_of, apply, short_words, start};
use crate::Dice;

/// A record that is being written.
struct Writer {
    text: String,
    totals: [i64; 2],
}

impl Writer {
    /// Writes a line of a player: the rack, an action and its score.
    fn write(&mut self, player: &str, rack: &str, action: &str, score: i64) {
        let total = &mut self.totals[usize::from(player == "bob")];
        *total += score;
        let _ = writeln!(self.text, ">{player}: {rack} {action} {score:+} {total}");
    }

    /// Writes an event, if a record has a line for it.
    fn write_event(&mut self, event: &Value, before: &State, written: Option<&String>) {
        let saved = SavedState::from(before);
        let player = event["player"].as_str().unwrap_or_default();
        let seat = usize::from(player == "bob");
        let rack = saved.players[seat].rack.concat();
        let number = |value: &Value| value.as_i64().unwrap();
        match event["kind"].as_str().unwrap() {
            "moved" => self.write(player, &rack, written.unwrap(), number(&event["points"])),
            "passed" | "turn_lost" => self.write(player, &rack, "-", 0),
            "exchanged" if event["discarded"].is_array() => {
                let tiles = event["discarded"].as_array().unwrap().iter();
                let tiles: String = tiles.map(|tile| tile.as_str().unwrap()).collect();
                self.write(player, &rack, &format!("-{tiles}"), 0);
            }
            "move_taken_back" => self.write(player, "", "--", -number(&event["points"])),
            "challenge_cost" => self.write(player, "", "(challenge)", number(&event["points"])),
            _ => {}
        }
    }

    /// Writes the lines at the end.
    fn close(&mut self, state: &State) {
        let saved = SavedState::from(state);
        let racks: Vec<String> = saved.players.iter().map(|one| one.rack.concat()).collect();
        for (seat, total) in state.result().unwrap().results.iter().enumerate() {
            if total.gained > 0 {
                self.write(&total.player, "", &format!("({})", racks[1 - seat]), total.gained);
            }
            if total.deducted > 0 {
                let action = format!("({})", racks[seat]);
                self.write(&total.player, &racks[seat], &action, -total.deducted);
            }
            if total.time_penalty > 0 {
                self.write(&total.player, "", "(time)", -total.time_penalty);
            }
        }
    }
}

/// Plays a game at random, and returns its last state and its record.
fn play(rules: &FlowRules, seed: usize, dice: &mut Dice) -> (State, String) {
    let mut state = start(2, rules, seed);
    let mut writer = Writer { text: "#player1 ann\n#player2 bob\n".to_owned(), totals: [0; 2] };
    for _ in 0..2_000 {
        if state.phase() == Phase::Over {
            writer.close(&state);
            return (state, writer.text);
        }
        let choices = state.next().actions;
        let choice = choices.iter().find(|one| one.kind == "move" && dice.below(3) > 0);
        let choice = choice.unwrap_or(&choices[dice.below(choices.len())]);
        if choice.kind == "resign" {
            continue;
        }
        let Some(mut action) = action_of(&state, choice, 3, dice) else { continue };
        // A record does not say which words are challenged.
        action.words = None;
        let Ok((after, events)) = apply(&state, &action) else { continue };
        for event in &events {
            let event = json_of(event);
            // A lost turn comes after the rack has been filled.
            let is_later = event["kind"] == "turn_lost";
            let at = if is_later { &after } else { &state };
            writer.write_event(&event, at, action.written.as_ref());
        }
        state = after;
    }
    panic!("the game does not end");
}

#[test]
fn the_referee_of_records_agrees_with_whole_games() {
    let names = [
        ChallengeName::Void,
        ChallengeName::Single,
        ChallengeName::Double,
        ChallengeName::TenPerWord,
        ChallengeName::FivePenalty,
        ChallengeName::Escalating,
    ];
    let mut dice = Dice(11);
    for (number, name) in names.into_iter().enumerate() {
        for base in [Rules::CLASSIC, Rules::WORDGAME] {
            if base.exchange_min_bag.is_none() && name == ChallengeName::Double {
                // A record writes a lost turn as a pass, of which three end Wordgame.
                continue;
            }
            let base = Rules { challenge: Some(name.rule()), ..base };
            let clock_ms = base.time_penalty.map(|_| 10_000);
            let rules = FlowRules { clock_ms, ..FlowRules::new(base) };
            for game in 0..4 {
                let (state, text) = play(&rules, number * 10 + game, &mut dice);
                assert_agrees(&state, &text);
            }
        }
    }
}

fn assert_agrees(state: &State, text: &str) {
    let record = Record::read(text, &mut Violations::default()).unwrap();
    let rules = &state.rules().base;
    let referee = Referee { vocabulary: short_words().into(), rules, index: None };
    let replay = referee.replay(&record);
    for turn in &replay.turns {
        assert!(turn.agrees && turn.notes.is_empty(), "{turn:#?}\n{text}");
    }
    let result = state.result().unwrap();
    assert_eq!(replay.end.map(|(reason, _)| reason), Some(result.reason), "{text}");
    assert_eq!(replay.winners, result.winners, "{text}");
    let totals: Vec<i64> = replay.results.iter().map(|score| score.total).collect();
    let expected: Vec<i64> = result.results.iter().map(|total| total.total).collect();
    assert_eq!(totals, expected, "{text}");
    assert_eq!(&replay.board, state.board());
}
