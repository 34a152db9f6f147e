//! RULEBOOK F9: what players see does not depend on what they may not know.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wordcourt::rules::Violations;
use wordcourt::rules::flow::Event;

use super::{json_of, mutate};
use crate::Dice;

/// A state, and what happened in the action that led to it; or the reasons of a refusal.
pub(super) type Applied<S, K> = Result<(S, Vec<Event<K>>), Violations>;

/// A state of a game, with places whose cards a player can't see.
pub(super) trait Secret: Sized {
    type Action: Serialize + DeserializeOwned;
    type Kind: Serialize;

    fn saved(&self) -> Value;

    fn read(saved: Value) -> Self;

    /// Returns the view of a player, or of a spectator, and the actions that they see.
    fn seen_by(&self, player: Option<&str>) -> Value;

    fn act(&self, action: &Self::Action) -> Applied<Self, Self::Kind>;

    /// Changes what none of these players sees, except for cards; returns the places of the cards
    /// that none of them sees.
    fn hide(saved: &mut Value, players: &[&str]) -> Vec<String>;

    /// Returns a state with another seed, in which the cards that none of these players sees lie
    /// elsewhere: all of them, or two.
    fn elsewhere(&self, players: &[&str], dice: &mut Dice) -> Self {
        let mut saved = self.saved();
        let places = Self::hide(&mut saved, players);
        let cards = |saved: &Value, place: &String| {
            saved.pointer(place).and_then(Value::as_array).unwrap().clone()
        };
        let mut hidden: Vec<Value> = places.iter().flat_map(|place| cards(&saved, place)).collect();
        if dice.below(2) == 0 && !hidden.is_empty() {
            let (one, other) = (dice.below(hidden.len()), dice.below(hidden.len()));
            hidden.swap(one, other);
        } else {
            for last in (1..hidden.len()).rev() {
                hidden.swap(last, dice.below(last + 1));
            }
        }
        for place in places.iter().rev() {
            let rest = hidden.len() - cards(&saved, place).len();
            *saved.pointer_mut(place).unwrap() = hidden.split_off(rest).into();
        }
        saved["seed"] = format!("{:064x}", dice.below(usize::MAX)).into();
        Self::read(saved)
    }
}

/// Returns the places of the hands, or racks, of all players but some.
pub(super) fn hands_but(players: &[&str], saved: &Value, hand: &str) -> Vec<String> {
    let seated = saved["players"].as_array().unwrap().iter().enumerate();
    let others = seated.filter(|(_, one)| !players.contains(&one["name"].as_str().unwrap()));
    others.map(|(seat, _)| format!("/players/{seat}/{hand}")).collect()
}

/// Compares states with others that have hidden cards elsewhere, and counts the comparisons.
pub(super) struct Comparison {
    dice: Dice,
    states: usize,
    events: usize,
    refusals: usize,
}

impl Comparison {
    pub(super) const fn new() -> Self {
        Self { dice: Dice(9), states: 0, events: 0, refusals: 0 }
    }

    /// Checks that nobody sees in a state what they may not know.
    pub(super) fn check_state<S: Secret>(&mut self, state: &S) {
        let saved = state.saved();
        let viewer = any_viewer(&saved, &mut self.dice);
        let other = state.elsewhere(viewer.as_slice(), &mut self.dice);
        assert_eq!(state.seen_by(viewer), other.seen_by(viewer));
        self.states += 1;
    }

    /// Checks a state and an action: nobody sees what they may not know, neither in the state nor in
    /// what happens. Checks the same for another action, which is mostly refused.
    pub(super) fn check<S: Secret>(&mut self, state: &S, action: &S::Action) {
        self.check_state(state);
        self.check_action(state, action);
        let mut changed = json_of(action);
        if self.dice.below(4) == 0 {
            changed = json!({"kind": "time_out", "player": changed.get("player")});
        } else {
            mutate(&mut changed, &mut self.dice);
        }
        if let Ok(changed) = serde_json::from_value(changed) {
            self.check_action(state, &changed);
        }
    }

    fn check_action<S: Secret>(&mut self, state: &S, action: &S::Action) {
        let dice = &mut self.dice;
        let (saved, json) = (state.saved(), json_of(action));
        let actor = json["player"].as_str();
        // The actor is also one who must learn nothing, from a refusal in particular.
        let viewer = if dice.below(2) == 0 { actor } else { any_viewer(&saved, dice) };
        // The actor's own cards stay where they are, because the action names them.
        let players: Vec<&str> = actor.into_iter().chain(viewer).collect();
        let other = state.elsewhere(&players, dice);
        match (state.act(action), other.act(action)) {
            (Ok((after, events)), Ok((other, other_events))) => {
                let (events, other_events) =
                    (visible(&events, viewer), visible(&other_events, viewer));
                let seen = after.seen_by(viewer);
                check_known(&events, &[&state.seen_by(viewer), &seen]);
                // Otherwise the action shows a card that the viewer did not see before. What My
                // Word! turned up in a round that ends with the action is not in the view.
                let ends_round = events.iter().any(|event| event["kind"] == "round_over");
                if seen == other.seen_by(viewer) && !ends_round {
                    assert_eq!(events, other_events, "{json} for {viewer:?}");
                    self.events += 1;
                }
            }
            (Err(refusal), Err(other)) => {
                assert_eq!(json_of(&refusal.as_slice()), json_of(&other.as_slice()), "{json}");
                self.refusals += 1;
            }
            (one, other) => panic!("{json}: {} {}", one.is_ok(), other.is_ok()),
        }
    }

    /// Prints the numbers, and checks that enough was compared.
    pub(super) fn finish(self, game: &str) {
        let Self { states, events, refusals, .. } = self;
        println!("{game}: {states} states, {events} lists of events, {refusals} refusals");
        assert!(states > 1_000 && events > states / 2 && refusals > states / 10);
    }
}

/// Returns a player, or none for a spectator.
fn any_viewer<'s>(saved: &'s Value, dice: &mut Dice) -> Option<&'s str> {
    let players = saved["players"].as_array().unwrap();
    players.get(dice.below(players.len() + 1))?["name"].as_str()
}

/// Returns the events that a player sees.
fn visible<K: Serialize>(events: &[Event<K>], player: Option<&str>) -> Vec<Value> {
    events.iter().filter(|event| event.is_visible_to(player)).map(json_of).collect()
}

/// Checks that events show no hidden card: only those that the viewer sees before or afterwards.
fn check_known(events: &[Value], views: &[&Value]) {
    for event in events {
        let mut shown = BTreeMap::new();
        for member in ["cards", "discarded"] {
            count_cards(&event[member], &mut shown);
        }
        let mut known = BTreeMap::new();
        for view in views {
            count_cards(view, &mut known);
        }
        for (card, count) in shown {
            assert!(known.get(&card).is_some_and(|&known| known >= count), "{event} shows {card}");
        }
    }
}

/// Counts the texts in lists: cards without what wilds stand for, and others.
fn count_cards(value: &Value, counts: &mut BTreeMap<String, usize>) {
    match value {
        Value::Array(items) => {
            for item in items {
                if let Some(card) = item.as_str().and_then(|card| card.split('=').next()) {
                    *counts.entry(card.to_owned()).or_default() += 1;
                }
                count_cards(item, counts);
            }
        }
        Value::Object(members) => members.values().for_each(|member| count_cards(member, counts)),
        _ => {}
    }
}
