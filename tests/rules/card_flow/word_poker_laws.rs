//! Laws of every game of both word pokers: random games by the possible actions, to the end.

use serde_json::{Value, json};
use wordcourt::lexicon::Words;
use wordcourt::rules::flow::Choice;
use wordcourt::rules::word_poker::flow::{
    Action, ActionKind, Bot, Event, EventKind, FlowRules, Phase, SavedState, State,
};
use wordcourt::rules::{Variant, ViolationCode, Violations};

use super::secrets::{Applied, Comparison, Secret, hands_but};
use super::word_poker_players::{GAMES, apply, index, random_action, random_game, refusal, setup};
use super::{effort, json_of, mutate};
use crate::{Dice, default_lexicon};

/// Returns all cards of a state, sorted.
fn all_cards(state: &SavedState) -> Vec<String> {
    let hands = state.players.iter().flat_map(|player| &player.hand);
    let piles = state.deck.iter().chain(&state.discards).chain(&state.board);
    let mut cards: Vec<String> = hands.chain(piles).cloned().collect();
    cards.sort();
    cards
}

/// Returns all chips of a state.
fn all_chips(state: &SavedState) -> u64 {
    let players = state.players.iter().map(|player| player.chips + player.committed);
    players.sum::<u64>() + state.carry + state.dead
}

impl Secret for State {
    type Action = Action;
    type Kind = EventKind;

    fn saved(&self) -> Value {
        json_of(&SavedState::from(self))
    }

    fn read(saved: Value) -> Self {
        let saved: SavedState = serde_json::from_value(saved).unwrap();
        saved.check(saved.game, &mut Violations::default()).unwrap()
    }

    fn seen_by(&self, player: Option<&str>) -> Value {
        json!([self.view(player), self.next().seen_by(player)])
    }

    fn act(&self, action: &Action) -> Applied<Self, EventKind> {
        apply(self, action)
    }

    fn hide(saved: &mut Value, players: &[&str]) -> Vec<String> {
        if saved["phase"] == "declare" {
            // RULEBOOK FO12: the words are turned up when the last player has declared.
            for one in saved["players"].as_array_mut().unwrap() {
                let is_seen = players.contains(&one["name"].as_str().unwrap());
                if !is_seen && !one["declared"].is_null() {
                    one["declared"] = json!({"total": 0, "category": false});
                }
            }
        }
        let mut places = vec!["/deck".to_owned(), "/discards".to_owned()];
        if saved["showdown"] == false {
            places.extend(hands_but(players, saved, "hand"));
        }
        places
    }
}

/// Checks that a kind of action without fields is accepted exactly if it is listed, and that the
/// bounds of bets and exchanges are those that are listed.
fn check_kinds(state: &State) {
    let next = state.next();
    let names: Vec<&str> = state.names().collect();
    for kind in ["deal", "check", "call", "fold", "accept"] {
        for name in &names {
            let of_kind = |one: &&Choice| one.kind == kind && one.player.as_deref() == Some(*name);
            let is_listed = next.actions.iter().any(|one| of_kind(&one));
            let player = Some((*name).to_owned());
            let action = Action { kind: kind.to_owned(), player, ..Action::default() };
            assert_eq!(apply(state, &action).is_ok(), is_listed, "{kind} {name}");
        }
    }
    for kind in ["end", "close"] {
        let is_listed = next.actions.iter().any(|one| one.kind == kind);
        let action = Action { kind: kind.to_owned(), ..Action::default() };
        assert_eq!(apply(state, &action).is_ok(), is_listed, "{kind}");
    }
    for choice in next.actions.iter().filter(|one| matches!(one.kind, "bet" | "raise")) {
        let (min, max) = (choice.min.unwrap(), choice.max.unwrap());
        let player = choice.player.clone();
        let bet = |amount: u64| Action {
            kind: choice.kind.to_owned(),
            player: player.clone(),
            amount: Some(amount),
            ..Action::default()
        };
        assert!(apply(state, &bet(min)).is_ok() && apply(state, &bet(max)).is_ok());
        assert_eq!(refusal(state, &bet(min - 1)), "out_of_bounds /amount");
        assert_eq!(refusal(state, &bet(max + 1)), "out_of_bounds /amount");
    }
}

/// Plays a game to the end. Returns the kinds of event that occurred.
fn play(mut state: State, compared: &mut Comparison, dice: &mut Dice) -> Vec<String> {
    let chips = all_chips(&SavedState::from(&state));
    let mut kinds = Vec::new();
    for _ in 0..20_000 {
        let next = state.next();
        if state.phase() == Phase::Over {
            compared.check_state(&state);
            assert!(next.actions.is_empty() && next.to_act.is_empty());
            assert_eq!(state.result().unwrap().winners.len(), 1);
            let action = Action { kind: "close".to_owned(), ..Action::default() };
            assert_eq!(refusal(&state, &action), "game_over ");
            return kinds;
        }
        for player in &next.to_act {
            let timed_out = Action::of(ActionKind::TimeOut, player);
            assert!(apply(&state, &timed_out).is_ok(), "{player} can time out");
        }
        check_kinds(&state);
        let action = random_action(&state, dice).unwrap();
        compared.check(&state, &action);
        let (after, events) = apply(&state, &action).unwrap_or_else(|violations| {
            panic!("{action:?}: {violations:?}");
        });
        assert_eq!(after.ply(), state.ply() + 1);
        let saved = SavedState::from(&after);
        assert_eq!(all_cards(&saved).len(), if saved.round == 0 { 0 } else { 112 });
        assert_eq!(all_chips(&saved), chips, "{action:?} {events:?}");
        let mut violations = Violations::default();
        let read = saved.check(saved.game, &mut violations);
        assert!(violations.is_empty(), "{action:?}: {violations:?}");
        assert_eq!(read.unwrap(), after);
        let kind = |event: &Event| json_of(event)["kind"].as_str().unwrap().to_owned();
        kinds.extend(events.iter().map(kind));
        state = after;
    }
    panic!("the game does not end");
}

#[test]
fn random_games_keep_the_laws_to_the_end() {
    let mut dice = Dice(2);
    let mut seen = Vec::new();
    for game in GAMES {
        let mut compared = Comparison::new();
        for number in 0..36 * effort() {
            let state = random_game(game, number, &mut dice);
            seen.extend(play(state, &mut compared, &mut dice));
        }
        compared.finish(game.slug());
    }
    let kinds = [
        "ante",
        "dealt",
        "checked",
        "bet",
        "raised",
        "called",
        "folded",
        "returned",
        "exchanged",
        "reshuffled",
        "board",
        "shown",
        "declared",
        "revealed",
        "ruling",
        "vote_opened",
        "voted",
        "accepted",
        "pot",
        "won",
        "pot_stays",
        "eliminated",
        "looked_up",
        "over",
    ];
    for kind in kinds {
        assert!(seen.iter().any(|seen| seen == kind), "{kind}");
    }
}

#[test]
fn players_who_only_time_out_reach_the_end() {
    for game in GAMES {
        for rounds in 1..4 {
            let rules = FlowRules { rounds, ..FlowRules::default() };
            let setup = setup(game, &[20, 20], rules, 5);
            let mut state = State::start(setup, &mut Violations::default()).unwrap().0;
            for _ in 0..200 {
                let Some(player) = state.next().to_act.first().cloned() else { break };
                state = apply(&state, &Action::of(ActionKind::TimeOut, &player)).unwrap().0;
            }
            assert_eq!(state.phase(), Phase::Over);
        }
    }
}

#[test]
fn bots_play_to_the_end_and_act_on_views() {
    let vocabulary = Words::from(default_lexicon()).into();
    let bot = Bot { index: index(), vocabulary, rank: 1 };
    for game in GAMES {
        let mut words = 0;
        for seed in 0..6 {
            let rules = FlowRules { rounds: 4, ..FlowRules::default() };
            let setup = setup(game, &[30, 30, 30], rules, seed);
            let mut state = State::start(setup, &mut Violations::default()).unwrap().0;
            while state.phase() != Phase::Over {
                let next = state.next();
                let player = next.to_act[0].clone();
                let seen = (state.view(Some(&player)), next.seen_by(Some(&player)));
                let action = bot.act(&player, &seen.0, &seen.1).unwrap();
                let asked = Action::of(ActionKind::Bot, &player);
                let mut violations = Violations::default();
                let chosen = state.bot_action(&asked, index(), vocabulary, &mut violations);
                assert_eq!(chosen.unwrap().as_ref(), Some(&action));
                words += usize::from(action.kind == "declare" && action.play.is_some());
                state = apply(&state, &action).unwrap().0;
            }
        }
        assert!(words > 2, "{game} {words}");
    }
}

#[test]
fn states_that_are_not_of_a_game_are_refused() {
    let mut dice = Dice(4);
    let mut refused = 0;
    for number in 0..80 {
        let mut state = random_game(GAMES[number % 2], number / 2, &mut dice);
        for _ in 0..dice.below(80) {
            let Some(action) = random_action(&state, &mut dice) else { break };
            state = apply(&state, &action).unwrap().0;
        }
        let saved = json_of(&SavedState::from(&state));
        for _ in 0..60 {
            let mut mutated: Value = saved.clone();
            mutate(&mut mutated, &mut dice);
            let Ok(read) = serde_json::from_value::<SavedState>(mutated) else { continue };
            let mut violations = Violations::default();
            let Ok(mut state) = read.check(GAMES[number % 2], &mut violations) else {
                assert!(!violations.is_empty());
                refused += 1;
                continue;
            };
            let chips = all_chips(&read);
            for _ in 0..20 {
                let Some(action) = random_action(&state, &mut dice) else { break };
                state = apply(&state, &action).unwrap().0;
                assert_eq!(all_chips(&SavedState::from(&state)), chips);
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn a_stale_or_later_action_is_refused() {
    let setup = setup(Variant::WordForWord, &[9, 9], FlowRules::default(), 3);
    let state = State::start(setup, &mut Violations::default()).unwrap().0;
    let deal = Action::of(ActionKind::Deal, &state.next().to_act[0]);
    let stale = apply(&state, &Action { ply: Some(1), ..deal.clone() }).unwrap_err();
    assert_eq!(stale.as_slice()[0].code, ViolationCode::StalePly);
    let (one, two) = (apply(&state, &deal).unwrap(), apply(&state, &deal).unwrap());
    assert_eq!(one, two, "the same state and action give the same state and events");
}
