//! Challenges.

use serde_json::json;

use super::super::table::Table;
use super::{Made, classic, made, with};

/// C5, C7: challenges.
pub(super) fn challenges() -> Vec<Made> {
    [taken_back(), points(), turns()].concat()
}

/// Moves that are taken back.
fn taken_back() -> Vec<Made> {
    let half = |table: &mut Table| table.turns(7);
    vec![
        classic("taken-back", 30, |table| {
            half(table);
            table.lay_phony();
            table.take_back(None);
            table.until_out();
            table.gain(2);
        }),
        classic("taken-back-with-0", 31, |table| {
            half(table);
            table.lay_phony();
            table.take_back(Some(0));
            table.note();
            table.turns(3);
        }),
        classic("last-move-taken-back", 32, |table| {
            table.until_bag(0);
            table.lay_phony();
            table.take_back(None);
            table.until_out();
            table.gain(2);
        }),
    ]
}

/// Challenges that cost points.
fn points() -> Vec<Made> {
    let half = |table: &mut Table| table.turns(7);
    let penalty = json!({"challenge": "points", "challenge_to": "penalty", "challenge_steps": [5, 10], "challenge_free": 1});
    vec![
        classic("challenge-bonus", 33, |table| {
            half(table);
            table.challenge(0, 5);
            table.until_out();
            table.gain(2);
        }),
        classic("challenge-bonus-per-word", 34, |table| {
            half(table);
            table.words(3);
            table.challenge(1 - table.next, 15);
            table.words(2);
            table.challenge(1 - table.next, 20);
            table.turns(2);
        }),
        classic("challenge-of-the-last-move", 35, |table| {
            table.until_out();
            table.challenge(1 - table.next, 10);
            table.gain(2);
        }),
        classic("challenge-penalty", 36, |table| {
            half(table);
            table.challenge(1, -10);
            table.turns(4);
        }),
        made("challenge-five-per-word", 37, with(json!({"challenge": "five_per_word"})), |table| {
            half(table);
            table.words(3);
            table.challenge(1 - table.next, 15);
            table.turns(3);
        }),
        made("challenge-escalating", 38, with(json!({"challenge": "escalating"})), |table| {
            for points in [5, 10, 20, 30, 30] {
                table.play();
                table.challenge(1 - table.next, points);
                table.play();
            }
        }),
        made("challenge-free-penalty", 39, with(penalty), |table| {
            for points in [0, 5, 10, 10] {
                table.play();
                table.challenge(table.next, -points);
                table.play();
            }
        }),
    ]
}

/// Challenges that cost a turn, and moves that nobody challenges.
fn turns() -> Vec<Made> {
    let half = |table: &mut Table| table.turns(7);
    vec![
        made("double-challenge", 40, with(json!({"challenge": "double"})), |table| {
            half(table);
            table.pass();
            table.until_out();
            table.pass();
            table.gain(2);
        }),
        classic("double-challenge-of-the-last-move", 41, |table| {
            table.until_out();
            table.pass();
            table.gain(2);
        }),
        classic("illegal-word-stands", 42, |table| {
            half(table);
            table.lay_phony();
            table.turns(5);
        }),
    ]
}
