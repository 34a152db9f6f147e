//! Single actions of My Word!: what they change, and what is refused.

use serde_json::{Value, json};
use wordcourt::lexicon::Words;
use wordcourt::rules::Violations;
use wordcourt::rules::flow::Chance;
use wordcourt::rules::my_word::DECK_CARDS;
use wordcourt::rules::my_word::flow::{Action, Event, FlowRules, Phase, SavedState, Setup, State};

use super::json_of;
use super::my_word_laws::{
    apply, arranged, call, calls, first_breach, index, of, refusal, setup, start,
};
use crate::default_lexicon;

#[test]
fn the_action_of_a_bot_keeps_the_members_of_the_request() {
    let state = arranged(2, 6, 30);
    let ask = |action: &Action| {
        let mut violations = Violations::default();
        let words = Words::from(default_lexicon()).into();
        let acted = state.bot_action(action, index(), words, &mut violations);
        violations.finish(acted)
    };
    let asked = Action {
        ply: Some(0),
        used_ms: Some(7),
        note: Some("quick".to_owned()),
        rank: Some(1_000),
        ..of("bot", "bob")
    };
    let acted = ask(&asked).unwrap().unwrap();
    assert_eq!((acted.kind.as_str(), acted.player.as_deref()), ("call", Some("bob")));
    assert_eq!(
        (acted.ply, acted.used_ms, acted.note.as_deref()),
        (Some(0), Some(7), Some("quick"))
    );
    assert!(apply(&state, &acted).is_ok());
    let refused = |action: Action| first_breach(&ask(&action).unwrap_err());
    assert_eq!(refused(Action { rank: Some(0), ..asked.clone() }), "out_of_bounds /rank");
    assert_eq!(refused(Action { max_tier: Some(101), ..asked.clone() }), "out_of_bounds /max_tier");
    assert_eq!(refused(Action { ply: Some(1), ..asked.clone() }), "stale_ply /ply");
    assert_eq!(refused(of("bot", "eve")), "unknown_player /player");
    assert_eq!(refusal(&state, &asked), "not_possible /kind");
}

#[test]
fn every_member_of_a_state_is_checked() {
    let state = arranged(2, 0, 5);
    let saved = json_of(&SavedState::from(&state));
    let check = |pointer: &str, value: Value| {
        let mut saved = saved.clone();
        *saved.pointer_mut(pointer).unwrap() = value;
        let read: SavedState = serde_json::from_value(saved).unwrap();
        let mut violations = Violations::default();
        assert!(read.check(&mut violations).is_err(), "{pointer}");
        first_breach(&violations)
    };
    let large = Value::from(1_u64 << 60);
    let cases = [
        ("/version", 2.into(), "state_too_new /version"),
        ("/version", 0.into(), "state_inconsistent /version"),
        ("/game", "wordgame".into(), "state_inconsistent /game"),
        ("/rules/rounds", 0.into(), "out_of_bounds /rules/rounds"),
        ("/rules/rounds", 3.into(), "state_inconsistent /rounds"),
        ("/rounds", 1.into(), "state_inconsistent /rounds"),
        ("/seed", "00".into(), "state_inconsistent /seed"),
        ("/shuffles", 2.into(), "state_inconsistent /shuffles"),
        ("/ply", large.clone(), "state_inconsistent /ply"),
        ("/round", 2.into(), "state_inconsistent /shuffles"),
        ("/dealer", "eve".into(), "state_inconsistent /dealer"),
        ("/phase", "over".into(), "state_inconsistent /round"),
        ("/table/0", "9".into(), "state_inconsistent /table/0"),
        ("/deck", json!(["ZZ"]), "state_inconsistent /deck"),
        ("/table", json!([]), "state_inconsistent /deck"),
        ("/players/0/collected", json!([]), "state_inconsistent /deck"),
        ("/players/0/points", 1.into(), "state_inconsistent /players/0/points"),
        ("/players/1/name", "ann".into(), "duplicate_player /players/1/name"),
        ("/players/1/used_ms", large, "state_inconsistent /players/1/used_ms"),
        ("/result", json_of(&state_over().result()), "state_inconsistent /result"),
    ];
    for (pointer, value, breach) in cases {
        assert_eq!(check(pointer, value), breach, "{pointer}");
    }
}

/// Returns the state at the end of a game.
fn state_over() -> State {
    let mut state = start(2, 1, 0);
    while state.phase() != Phase::Over {
        state = apply(&state, &of("time_out", "ann")).unwrap().0;
    }
    state
}

#[test]
fn what_the_rules_forbid_is_refused_with_its_place() {
    let fresh = start(2, 2, 5);
    assert_eq!(refusal(&fresh, &of("shout", "ann")), "unknown_action /kind");
    assert_eq!(refusal(&fresh, &of("deal", "eve")), "unknown_player /player");
    assert_eq!(refusal(&fresh, &of("deal", "bob")), "out_of_turn /player");
    assert_eq!(refusal(&fresh, &of("time_out", "bob")), "out_of_turn /player");
    assert_eq!(refusal(&fresh, &call("bob", "CAT")), "not_possible /kind");
    assert_eq!(refusal(&fresh, &of("end_round", "ann")), "not_possible /kind");
    let nobody = Action { kind: "deal".to_owned(), ..Action::default() };
    assert_eq!(refusal(&fresh, &nobody), "missing_field /player");

    let state = arranged(2, 0, 5);
    assert_eq!(refusal(&state, &of("deal", "ann")), "not_possible /kind");
    assert_eq!(refusal(&state, &of("call", "ann")), "missing_field /word");
    let both = Action { call: Some(vec!["A".to_owned()]), ..call("ann", "CAT") };
    assert_eq!(refusal(&state, &both), "conflicting_fields ");
    assert_eq!(refusal(&state, &call("ann", &"A".repeat(65))), "out_of_bounds /word");
    let cards = |count, card: &str| {
        let call = Some(vec![card.to_owned(); count]);
        Action { call, ..of("call", "ann") }
    };
    assert_eq!(refusal(&state, &cards(46, "A")), "too_many /call");
    assert_eq!(refusal(&state, &cards(2, &"A".repeat(65))), "out_of_bounds /call/0");
    let long = Action { note: Some("n".repeat(129)), ..call("ann", "CAT") };
    assert_eq!(refusal(&state, &long), "out_of_bounds /note");
    let stale = Action { ply: Some(1), ..call("ann", "CAT") };
    assert_eq!(refusal(&state, &stale), "stale_ply /ply");
}

#[test]
fn calls_made_together_are_those_of_different_players() {
    let state = arranged(3, 20, 5);
    let refused =
        |by: &str, list: &[(&str, &str)], first: &str| refusal(&state, &calls(by, list, first));
    assert_eq!(refused("bob", &[("ann", "CAT")], "ann"), "out_of_turn /player");
    assert_eq!(refused("ann", &[], "ann"), "unknown_player /first");
    assert_eq!(refused("ann", &[("bob", "CAT")], "cid"), "unknown_player /first");
    assert_eq!(refused("ann", &[("eve", "CAT")], "eve"), "unknown_player /calls/0/player");
    let twice = [("bob", "CAT"), ("cid", "DOG"), ("bob", "COW")];
    assert_eq!(refused("ann", &twice, "bob"), "duplicate_player /calls/2/player");
    let mut unread = calls("ann", &[("bob", "CAT"), ("cid", "DOG")], "bob");
    unread.calls.as_mut().unwrap()[1].word = None;
    assert_eq!(refusal(&state, &unread), "missing_field /calls/1/word");
    let no_calls = Action { calls: None, ..unread.clone() };
    assert_eq!(refusal(&state, &no_calls), "missing_field /calls");
    assert_eq!(refusal(&state, &Action { first: None, ..unread }), "missing_field /first");

    let together = calls("ann", &[("bob", "ZZZ"), ("ann", "CAT"), ("cid", "DOG")], "bob");
    let (after, events) = apply(&state, &together).unwrap();
    let events: Vec<Value> = events.iter().map(json_of).collect();
    assert_eq!(events[0]["players"], json!(["ann", "cid"]));
    assert_eq!(events[0]["rule"], "FM4");
    let (alone, ruled) = apply(&state, &call("bob", "ZZZ")).unwrap();
    assert_eq!(after, alone, "the others never happened");
    assert_eq!(events[1..], ruled.iter().map(json_of).collect::<Vec<_>>());
}

#[test]
fn a_call_is_ruled_on_whatever_it_says() {
    let state = arranged(2, 10, 12);
    let ruling = |action: &Action| json_of(&apply(&state, action).unwrap().1[0]);
    let ruled = ruling(&call("bob", "don't"));
    assert_eq!((&ruled["word"], &ruled["allowed"]), (&"DON'T".into(), &false.into()));
    assert_eq!(ruled["reason"]["rule"], "W1");
    let missing = ruling(&call("bob", "pizzazz"));
    assert_eq!(missing["breaches"][0]["code"], "word_not_on_table");
    assert_eq!(missing["breaches"][0]["pointer"], "/word");
    let cards = Some(["M", "9"].map(str::to_owned).to_vec());
    let unread = ruling(&Action { call: cards, ..of("call", "bob") });
    assert_eq!(unread["word"], "M9");
    let none = ruling(&Action { call: Some(Vec::new()), ..of("call", "bob") });
    assert_eq!(none["allowed"], false);
}

#[test]
fn free_cards_are_the_oldest_of_the_table_then_the_top_of_the_deck() {
    let state = arranged(4, 3, 2);
    let before = SavedState::from(&state);
    let (after, events) = apply(&state, &call("bob", "ZZZ")).unwrap();
    let taken: Vec<String> = events[1..]
        .iter()
        .map(json_of)
        .map(|event| format!("{} {} {}", event["player"], event["from"], event["card"]))
        .collect();
    let [first, second, third] = [&before.table[0], &before.table[1], &before.deck[0]];
    let expected = [
        format!("\"cid\" \"table\" \"{first}\""),
        format!("\"dee\" \"table\" \"{second}\""),
        format!("\"ann\" \"deck\" \"{third}\""),
    ];
    assert_eq!(taken, expected);
    assert_eq!(SavedState::from(&after).deck, before.deck[1..]);
}

#[test]
fn a_round_ends_by_itself_when_nobody_can_call_any_more() {
    let kinds = |events: &[Event]| -> Vec<String> {
        events.iter().map(|one| json_of(one)["kind"].as_str().unwrap().to_owned()).collect()
    };
    let (after, events) = apply(&arranged(2, 1, 1), &of("deal", "ann")).unwrap();
    assert_eq!(kinds(&events), ["turned_up", "round_over"]);
    let saved = SavedState::from(&after);
    assert_eq!((saved.round, saved.shuffles, saved.dealer.as_str()), (2, 2, "bob"));
    assert_eq!((saved.deck.len(), saved.players[0].points), (DECK_CARDS, 54));
    assert!(saved.players[0].collected.is_empty());

    // Three cards for three players: the table is empty, and the deck is, too.
    let (after, events) = apply(&arranged(4, 0, 3), &call("bob", "ZZZ")).unwrap();
    let free = ["ruling", "free_card", "free_card", "free_card", "round_over"];
    assert_eq!(kinds(&events), free);
    assert_eq!(SavedState::from(&after).players[1].points, 0, "the caller gets nothing");
    // One card for two players: the second goes without (RULEBOOK M4).
    let (_, events) = apply(&arranged(3, 1, 0), &call("bob", "ZZZ")).unwrap();
    assert_eq!(kinds(&events), ["ruling", "free_card", "round_over"]);
}

#[test]
fn a_game_with_real_cards_needs_their_order() {
    let order = SavedState::from(&start(2, 2, 3)).deck;
    let real = |deck: Option<Vec<String>>| {
        let chance = Chance { seed: None, shuffles: 0 };
        let mut violations = Violations::default();
        let started = State::start(Setup { chance, deck, ..setup(2, 2, 0) }, &mut violations);
        violations.finish(started)
    };
    assert_eq!(first_breach(&real(None).unwrap_err()), "missing_field /deck");
    let short = Some(order[1..].to_vec());
    assert_eq!(first_breach(&real(short).unwrap_err()), "not_in_deck /deck");
    let unread = Some(vec!["9".to_owned()]);
    assert_eq!(first_breach(&real(unread).unwrap_err()), "invalid_card /deck/0");
    let mut violations = Violations::default();
    let both = Setup { deck: Some(order.clone()), ..setup(2, 2, 0) };
    assert!(State::start(both, &mut violations).is_err());
    assert_eq!(first_breach(&violations), "conflicting_fields /deck");

    let mut state = real(Some(order.clone())).unwrap();
    assert_eq!(SavedState::from(&state).deck, order);
    for _ in 0..DECK_CARDS {
        state = apply(&state, &of("deal", "ann")).unwrap().0;
    }
    let end = of("end_round", "ann");
    assert_eq!(refusal(&state, &end), "missing_field /order");
    let next: Vec<String> = order.iter().rev().cloned().collect();
    let (state, _) = apply(&state, &Action { order: Some(next.clone()), ..end }).unwrap();
    assert_eq!(SavedState::from(&state).deck, next);
    let seeded = arranged(2, 0, 5);
    let ended = Action { order: Some(next), ..of("end_round", "ann") };
    assert_eq!(refusal(&seeded, &ended), "conflicting_fields /order");
}

#[test]
fn a_start_that_is_not_possible_is_refused() {
    let refused = |setup: Setup| {
        let mut violations = Violations::default();
        assert!(State::start(setup, &mut violations).is_err());
        first_breach(&violations)
    };
    assert_eq!(refused(setup(1, 1, 0)), "too_few /players");
    assert_eq!(refused(setup(2, 0, 0)), "out_of_bounds /rules/rounds");
    assert_eq!(refused(setup(2, 1_001, 0)), "out_of_bounds /rules/rounds");
    let dealer = Some("eve".to_owned());
    assert_eq!(refused(Setup { dealer, ..setup(2, 1, 0) }), "unknown_player /dealer");
    let named = Setup { dealer: Some("bob".to_owned()), ..setup(2, 1, 0) };
    let state = State::start(named, &mut Violations::default()).unwrap();
    assert_eq!(state.next().to_act, ["bob"]);
    assert_eq!(FlowRules::new(5).rounds, 5, "as many rounds as players");
}
