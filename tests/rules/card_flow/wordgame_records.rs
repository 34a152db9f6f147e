//! Whole games as GCG records: the referee of records agrees with every line, every total and the
//! result.

use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::flow::{Event, EventKind, FlowRules, GameRecord, Phase, State};
use wordcourt::rules::wordgame::gcg::Record;
use wordcourt::rules::wordgame::replay::Referee;
use wordcourt::rules::wordgame::{ChallengeName, ChallengeRule, EndReason, EndRule, Rules};

use super::wordgame_laws::{action_of, all_rules, apply, short_words, small_bag, start};
use crate::Dice;

/// Plays a game at random, and returns its last state and its record. Adds the events.
fn play(
    players: usize,
    rules: &FlowRules,
    seed: usize,
    dice: &mut Dice,
    seen: &mut Vec<Event>,
) -> (State, String) {
    let mut state = start(players, rules, seed);
    let mut record = GameRecord::begin(&state);
    for _ in 0..2_000 {
        if state.phase() == Phase::Over {
            return (state, record.finish().to_string());
        }
        let choices = state.next().actions;
        let choice = choices.iter().find(|one| one.kind == "move" && dice.below(3) > 0);
        let choice = choice.unwrap_or(&choices[dice.below(choices.len())]);
        if choice.kind == "resign" && dice.below(30) > 0 {
            continue;
        }
        let Some(mut action) = action_of(&state, choice, 3, dice) else { continue };
        // A record does not say which words are challenged.
        action.words = None;
        let Ok((after, events)) = apply(&state, &action) else { continue };
        record.add(&state, &action, &events, &after);
        // A record can stop anywhere; a last move that may still be challenged ends it.
        if dice.below(8) == 0 && after.phase() == Phase::Play {
            assert_agrees(&after, &record.clone().finish().to_string());
        }
        seen.extend(events);
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
        ChallengeName::Forfeit,
        ChallengeName::Triple,
    ];
    let (mut dice, mut seen) = (Dice(11), Vec::new());
    for (number, name) in names.into_iter().enumerate() {
        for base in [Rules::CLASSIC, Rules::WORDGAME] {
            if base.exchange_min_bag.is_none() && name == ChallengeName::Double {
                // A record writes a lost turn as a pass, of which three end Wordgame.
                continue;
            }
            let end = [EndRule::GainTwice, EndRule::GainOnce, EndRule::Keep][number % 3];
            let end = if base.exchange_min_bag.is_none() { base.end } else { end };
            let base = Rules { challenge: Some(name.rule()), end, ..base };
            let clock_ms = base.time_penalty.map(|_| 10_000);
            let rules = FlowRules { clock_ms, ..FlowRules::new(base) };
            for game in 0..10 {
                let seed = number * 10 + game;
                let (state, text) = play(2, &rules, seed, &mut dice, &mut seen);
                assert_agrees(&state, &text);
            }
        }
    }
    for rules in all_rules() {
        let most = rules.base.preset.max_players();
        // A turn that is lost to a challenge is a pass in a record, which three players may count.
        let has_passes = rules.base.over != Rules::CLASSIC.over;
        // It also does not say which of several opponents challenged.
        let has_one_price = match rules.base.challenge_rule() {
            ChallengeRule::Points(price) => price.free == 0 && price.steps.as_slice().len() == 1,
            _ => true,
        };
        for players in (3..=most).filter(|_| !has_passes && has_one_price) {
            let bag = Some(small_bag());
            let rules = FlowRules { base: Rules { bag, ..rules.base.clone() }, ..rules.clone() };
            let (state, text) = play(players, &rules, players, &mut dice, &mut seen);
            assert_agrees(&state, &text);
        }
    }
    let is_seen = |is_kind: &dyn Fn(&EventKind) -> bool| {
        assert!(seen.iter().any(|event| is_kind(&event.kind)));
    };
    is_seen(&|kind| matches!(kind, EventKind::NewRacks));
    is_seen(&|kind| matches!(kind, EventKind::Exchanged(_)));
    is_seen(&|kind| matches!(kind, EventKind::MoveTakenBack { .. }));
    is_seen(&|kind| matches!(kind, EventKind::ChallengeCost { .. }));
    is_seen(&|kind| matches!(kind, EventKind::TurnLost { .. }));
    for reason in [EndReason::Resigned, EndReason::LostChallenge, EndReason::OutOfTiles] {
        is_seen(&|kind| matches!(kind, EventKind::Over { result } if result.reason == reason));
    }
    is_seen(&|kind| match kind {
        EventKind::Over { result } => result.results.iter().any(|total| total.time_penalty > 0),
        _ => false,
    });
}

fn assert_agrees(state: &State, text: &str) {
    let record = Record::read(text, &mut Violations::default()).unwrap();
    assert_eq!(record.to_string(), text);
    let rules = &state.rules().base;
    let referee = Referee { vocabulary: short_words().into(), rules, index: None };
    let replay = referee.replay(&record);
    for turn in &replay.turns {
        assert!(turn.agrees, "{turn:#?}\n{text}");
    }
    assert!(replay.notes.is_empty(), "{:?}\n{text}", replay.notes);
    assert_eq!(&replay.board, state.board());
    let Some(result) = state.result() else { return assert_eq!(replay.end, None, "{text}") };
    // What a record has no line for.
    if matches!(result.reason, EndReason::Resigned | EndReason::LostChallenge) {
        assert!(replay.record.to_string().contains("\n#note "), "{text}");
        return;
    }
    assert_eq!(replay.end.map(|(reason, _)| reason), Some(result.reason), "{text}");
    assert_eq!(replay.winners, result.winners, "{text}");
    let totals: Vec<i64> = replay.results.iter().map(|score| score.total).collect();
    let expected: Vec<i64> = result.results.iter().map(|total| total.total).collect();
    assert_eq!(totals, expected, "{text}");
}
