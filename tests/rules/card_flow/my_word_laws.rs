//! Laws of every game of My Word!: random games by the possible actions, to the end.

use serde_json::{Value, json};
use wordcourt::lexicon::Words;
use wordcourt::rules::Violations;
use wordcourt::rules::flow::{Chance, Choice};
use wordcourt::rules::my_word::flow::{
    Action, ActionKind, Bot, Event, EventKind, FlowRules, Phase, SavedState, Setup, State,
    WrittenCall,
};
use wordcourt::rules::my_word::{DECK_CARDS, SearchIndex, Table};

use super::secrets::{Applied, Comparison, Secret};
use super::{effort, json_of, mutate};
use crate::{Dice, default_lexicon};

const NAMES: [&str; 4] = ["ann", "bob", "cid", "dee"];

pub(super) fn index() -> &'static SearchIndex {
    static INDEX: std::sync::OnceLock<SearchIndex> = std::sync::OnceLock::new();
    INDEX.get_or_init(|| SearchIndex::build(default_lexicon()))
}

pub(super) fn setup(players: usize, rounds: u32, seed: usize) -> Setup {
    Setup {
        players: NAMES[..players].iter().map(|&name| name.to_owned()).collect(),
        dealer: None,
        rules: FlowRules { rounds },
        chance: Chance { seed: format!("{seed:064x}").parse().ok(), shuffles: 0 },
        deck: None,
    }
}

pub(super) fn start(players: usize, rounds: u32, seed: usize) -> State {
    State::start(setup(players, rounds, seed), &mut Violations::default()).unwrap()
}

pub(super) fn apply(state: &State, action: &Action) -> Result<(State, Vec<Event>), Violations> {
    let mut violations = Violations::default();
    let applied = state.apply(action, default_lexicon(), &mut violations);
    violations.finish(applied)
}

/// Returns the place and the code of the first breach.
pub(super) fn first_breach(violations: &Violations) -> String {
    let first = &violations.as_slice()[0];
    format!("{} {}", json_of(&first.code).as_str().unwrap(), first.pointer)
}

pub(super) fn refusal(state: &State, action: &Action) -> String {
    first_breach(&apply(state, action).unwrap_err())
}

pub(super) fn of(kind: &str, player: &str) -> Action {
    Action { kind: kind.to_owned(), player: Some(player.to_owned()), ..Action::default() }
}

pub(super) fn call(player: &str, word: &str) -> Action {
    Action { word: Some(word.to_owned()), ..of("call", player) }
}

fn written(player: &str, word: &str) -> WrittenCall {
    let word = Some(word.to_owned());
    WrittenCall { player: player.to_owned(), word, ..WrittenCall::default() }
}

pub(super) fn calls(player: &str, calls: &[(&str, &str)], first: &str) -> Action {
    let calls = calls.iter().map(|&(player, word)| written(player, word)).collect();
    Action { calls: Some(calls), first: Some(first.to_owned()), ..of("calls", player) }
}

fn bot(rank: usize) -> Bot<'static> {
    Bot { index: index(), vocabulary: Words::from(default_lexicon()).into(), rank }
}

/// Returns all cards of a state, sorted.
fn all_cards(state: &SavedState) -> Vec<String> {
    let collected = state.players.iter().flat_map(|player| &player.collected);
    let mut cards: Vec<String> =
        state.deck.iter().chain(&state.table).chain(collected).cloned().collect();
    cards.sort();
    cards
}

/// Returns a state of the first round with some cards in the deck and on the table; the first player
/// has collected the others.
pub(super) fn arranged(players: usize, deck: usize, table: usize) -> State {
    let mut saved = SavedState::from(&start(players, 2, 9));
    let mut cards = std::mem::take(&mut saved.deck);
    saved.players[0].collected = cards.split_off(deck + table);
    saved.table = cards.split_off(deck);
    saved.deck = cards;
    saved.check(&mut Violations::default()).unwrap()
}

/// Returns a call of any sort, from the cards of a table that a player sees.
fn any_call(state: &State, player: &str, dice: &mut Dice) -> WrittenCall {
    let none = WrittenCall { player: player.to_owned(), ..WrittenCall::default() };
    let wrong = ["ZZZ", "don't", "", "BOOKKEEPER", "IT"];
    if dice.below(4) == 0 {
        return WrittenCall { word: Some(wrong[dice.below(5)].to_owned()), ..none };
    }
    let table = Table::new(&state.view().table);
    let best = index().best(default_lexicon(), &table, 1 + dice.below(40)).unwrap();
    match best.last() {
        None => WrittenCall { call: Some(vec!["M".to_owned(), "9".to_owned()]), ..none },
        Some(found) if dice.below(2) == 0 => {
            WrittenCall { word: Some(found.word().to_string().to_lowercase()), ..none }
        }
        Some(found) => {
            let cards = found.iter().map(ToString::to_string);
            WrittenCall { call: Some(cards.collect()), ..none }
        }
    }
}

/// Returns an action of the kind of a choice.
fn action_of(state: &State, choice: &Choice, dice: &mut Dice) -> Action {
    let player = choice.player.as_deref().unwrap();
    let action = Action {
        ply: Some(state.ply()),
        used_ms: Some(dice.below(1_000) as u64),
        ..of(choice.kind, player)
    };
    match choice.kind {
        "call" => {
            let WrittenCall { word, call, .. } = any_call(state, player, dice);
            Action { word, call, ..action }
        }
        "calls" => {
            let mut names: Vec<&str> = state.names().collect();
            names.rotate_left(dice.below(state.names().count()));
            names.truncate(1 + dice.below(names.len()));
            let first = Some(names[dice.below(names.len())].to_owned());
            let calls = names.iter().map(|name| any_call(state, name, dice)).collect();
            Action { calls: Some(calls), first, ..action }
        }
        _ => action,
    }
}

impl Secret for State {
    type Action = Action;
    type Kind = EventKind;

    fn saved(&self) -> Value {
        json_of(&SavedState::from(self))
    }

    fn read(saved: Value) -> Self {
        let saved: SavedState = serde_json::from_value(saved).unwrap();
        saved.check(&mut Violations::default()).unwrap()
    }

    fn seen_by(&self, player: Option<&str>) -> Value {
        json!([self.view(), self.next().seen_by(player)])
    }

    fn act(&self, action: &Action) -> Applied<Self, EventKind> {
        apply(self, action)
    }

    fn hide(_saved: &mut Value, _players: &[&str]) -> Vec<String> {
        vec!["/deck".to_owned()]
    }
}

/// Checks that an action is accepted exactly if it is listed.
fn check_kinds(state: &State) {
    let next = state.next();
    for name in state.names() {
        let is_listed = |kind: &str| {
            next.actions.iter().any(|one| one.kind == kind && one.player.as_deref() == Some(name))
        };
        let actions = [
            of("deal", name),
            of("end_round", name),
            call(name, "ZZZ"),
            calls(name, &[("bob", "ZZZ"), ("ann", "A")], "ann"),
        ];
        for action in actions {
            assert_eq!(apply(state, &action).is_ok(), is_listed(&action.kind), "{action:?}");
        }
        let waits = next.to_act.iter().any(|one| one == name);
        assert_eq!(apply(state, &of("time_out", name)).is_ok(), waits);
    }
}

/// Plays a game to the end. Returns the kinds of event that occurred.
fn play(mut state: State, deals: usize, compared: &mut Comparison, dice: &mut Dice) -> Vec<String> {
    let deck = all_cards(&SavedState::from(&state));
    assert_eq!(deck.len(), DECK_CARDS);
    let mut kinds = Vec::new();
    // The points of each player, counted from the events.
    let mut points = vec![0_u64; state.names().count()];
    while state.phase() != Phase::Over {
        check_kinds(&state);
        let next = state.next();
        let deal = dice.below(10) < deals;
        let choice = &next.actions[if deal { 0 } else { dice.below(next.actions.len()) }];
        let action = action_of(&state, choice, dice);
        compared.check(&state, &action);
        let (after, events) = apply(&state, &action)
            .unwrap_or_else(|violations| panic!("{action:?}: {violations:?}"));
        assert_eq!(apply(&state, &action).unwrap(), (after.clone(), events.clone()));
        assert_eq!(after.ply(), state.ply() + 1);
        // Every action takes a card from the deck or the table.
        assert!(after.ply() <= 2 * DECK_CARDS as u64 * u64::from(after.view().round));
        let again = if after.phase() == Phase::Over { "game_over " } else { "stale_ply /ply" };
        assert_eq!(refusal(&after, &action), again);
        let saved = SavedState::from(&after);
        assert_eq!(all_cards(&saved), deck);
        assert_eq!(saved.check(&mut Violations::default()).unwrap(), after);
        for event in events.iter().map(json_of) {
            if event["kind"] == "round_over" {
                for (points, cards) in points.iter_mut().zip(event["cards"].as_object().unwrap()) {
                    *points += cards.1.as_u64().unwrap();
                }
            }
            kinds.push(event["kind"].as_str().unwrap().to_owned());
        }
        state = after;
    }
    compared.check_state(&state);
    let result = state.result().unwrap();
    let totals: Vec<u64> =
        result.results.iter().map(|one| u64::try_from(one.total).unwrap()).collect();
    assert_eq!(totals, points);
    let most = points.iter().max();
    let winners = state.names().zip(&points).filter(|(_, points)| Some(*points) == most);
    assert!(winners.map(|(name, _)| name).eq(&result.winners));
    assert!(state.next().actions.is_empty() && state.next().to_act.is_empty());
    kinds
}

#[test]
fn random_games_keep_the_laws_to_the_end() {
    let mut dice = Dice(41);
    let (mut seen, mut compared) = (Vec::new(), Comparison::new());
    for game in 0..18 * effort() {
        let state = start(2 + game % 3, u32::try_from(1 + game % 3).unwrap(), game);
        seen.extend(play(state, [0, 5, 9][game / 6 % 3], &mut compared, &mut dice));
    }
    compared.finish("my-word");
    let kinds =
        ["turned_up", "ruling", "collected", "free_card", "not_heard", "round_over", "over"];
    for kind in kinds {
        assert!(seen.iter().any(|seen| seen == kind), "{kind}");
    }
}

#[test]
fn players_who_only_time_out_reach_the_end() {
    let mut state = start(2, 2, 5);
    // A round has 56 cards and its end.
    for step in 1..=2 * (DECK_CARDS + 1) {
        assert_eq!(state.phase(), Phase::Deal, "step {step}");
        let dealer = state.next().to_act[0].clone();
        assert_eq!(dealer, NAMES[(step - 1) / (DECK_CARDS + 1)], "the deal moves left");
        state = apply(&state, &Action::of(ActionKind::TimeOut, &dealer)).unwrap().0;
    }
    assert_eq!(state.phase(), Phase::Over);
    assert_eq!(state.result().unwrap().winners, ["ann", "bob"], "ties are shared");
}

#[test]
fn bots_call_on_what_they_see() {
    let mut state = start(3, 1, 7);
    let see = |state: &State, rank| bot(rank).act("bob", &state.view(), &state.next()).unwrap();
    assert_eq!(see(&state, 1), None, "nobody calls before the first card");
    let mut called = 0;
    while state.phase() != Phase::Over {
        let action = match see(&state, 3) {
            Some(action) if state.ply().is_multiple_of(5) => action,
            _ => Action::of(ActionKind::TimeOut, "ann"),
        };
        let (after, events) = apply(&state, &action).unwrap();
        if action.kind == "call" {
            called += 1;
            assert_eq!(json_of(&events[0])["allowed"], true);
        }
        state = after;
    }
    assert!(called > 3, "{called}");
}

#[test]
fn states_that_are_not_of_a_game_are_refused() {
    let mut dice = Dice(4);
    let mut refused = 0;
    for game in 0..60 {
        let mut state = start(2 + game % 3, 2, game);
        for _ in 0..dice.below(150) {
            let choices = state.next().actions;
            if choices.is_empty() {
                break;
            }
            let choice = &choices[dice.below(choices.len())];
            state = apply(&state, &action_of(&state, choice, &mut dice)).unwrap().0;
        }
        let saved = json_of(&SavedState::from(&state));
        for _ in 0..60 {
            let mut mutated: Value = saved.clone();
            mutate(&mut mutated, &mut dice);
            let Ok(read) = serde_json::from_value::<SavedState>(mutated) else { continue };
            let mut violations = Violations::default();
            let Ok(mut state) = read.check(&mut violations) else {
                assert!(!violations.is_empty());
                refused += 1;
                continue;
            };
            assert_eq!(all_cards(&read).len(), DECK_CARDS);
            for _ in 0..20 {
                let choices = state.next().actions;
                if choices.is_empty() {
                    break;
                }
                let choice = &choices[dice.below(choices.len())];
                state = apply(&state, &action_of(&state, choice, &mut dice)).unwrap().0;
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}
