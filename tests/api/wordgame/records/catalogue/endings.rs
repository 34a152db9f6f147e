//! The ends of games.

use serde_json::json;

use super::super::table::Table;
use super::{Made, classic, made, with};

/// C2, C3, C6: the ends of games.
pub(super) fn endings() -> Vec<Made> {
    [tiles_left(), scoreless_turns(), times_and_gaps()].concat()
}

/// C2: the tiles left after a player went out.
fn tiles_left() -> Vec<Made> {
    let out = |table: &mut Table| table.until_out();
    vec![
        classic("out", 1, |table| {
            out(table);
            table.gain(2);
        }),
        classic("out-again", 2, |table| {
            out(table);
            table.gain(2);
        }),
        classic("out-without-closing-line", 3, out),
        made("gain-once", 4, with(json!({"end": "gain_once"})), |table| {
            out(table);
            table.gain(1);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        made("gain-once-half-closed", 5, with(json!({"end": "gain_once"})), |table| {
            out(table);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        made("keep", 6, with(json!({"end": "keep"})), |table| {
            out(table);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
    ]
}

/// C3: turns without a point.
fn scoreless_turns() -> Vec<Made> {
    let out = |table: &mut Table| table.until_out();
    vec![
        classic("six-passes", 7, |table| {
            table.turns(9);
            (0..6).for_each(|_| table.pass());
            table.lose(0);
            table.lose(1);
        }),
        classic("six-passes-unclosed", 8, |table| {
            table.turns(4);
            (0..6).for_each(|_| table.pass());
        }),
        classic("six-exchanges", 9, |table| {
            table.turns(5);
            (0..6).for_each(|_| table.exchange(3, |tiles| format!("-{tiles}")));
            table.lose(1);
            table.lose(0);
        }),
        classic("six-exchanges-rack-unknown", 10, |table| {
            table.turns(5);
            (0..6).for_each(|_| table.exchange(2, |_| "-2".to_owned()));
            table.lose(1);
        }),
        classic("mixed-scoreless", 11, |table| {
            table.turns(6);
            table.pass();
            table.lay_phony();
            table.take_back(None);
            table.pass();
            table.exchange(1, |tiles| format!("exch {tiles}"));
            table.lay_phony();
            table.take_back(None);
            table.pass();
            table.lose(0);
            table.lose(1);
        }),
        classic("five-scoreless-go-on", 12, |table| {
            table.turns(6);
            (0..5).for_each(|_| table.pass());
            out(table);
            table.gain(2);
        }),
        made("three-passes", 13, with(json!({"over": "three_passes"})), |table| {
            table.turns(8);
            (0..3).for_each(|_| table.pass());
            table.lose(1);
            table.lose(0);
        }),
        made("all-pass-twice", 14, with(json!({"over": "all_pass_twice"})), |table| {
            table.turns(8);
            table.pass();
            table.pass();
            table.exchange(2, |tiles| format!("-{tiles}"));
            (0..4).for_each(|_| table.pass());
            table.lose(1);
            table.lose(0);
        }),
    ]
}

/// C6, C7: penalties for time, and records that do not show all.
fn times_and_gaps() -> Vec<Made> {
    let out = |table: &mut Table| table.until_out();
    vec![
        classic("time-penalty", 15, |table| {
            out(table);
            table.gain(2);
            table.write(1, "", "(time)", -30);
        }),
        made(
            "time-penalty-by-seconds",
            16,
            with(json!({"time_penalty": {"points": 1, "per_seconds": 6}})),
            |table| {
                out(table);
                table.write(0, "", "(time)", -7);
                table.gain(2);
            },
        ),
        classic("incomplete", 17, |table| {
            table.turns(11);
            let rack = table.rack(1);
            table.lines.push(format!("#rack2 {rack}"));
        }),
        classic("no-racks", 18, |table| {
            out(table);
            table.gain(2);
        })
        .rewritten(without_racks),
        classic("no-racks-six-passes", 19, |table| {
            table.turns(4);
            (0..6).for_each(|_| table.pass());
        })
        .rewritten(without_racks),
    ]
}

/// Removes the racks of turns.
fn without_racks(text: String) -> String {
    let without = |line: &str| match line.split_once(": ") {
        Some((nick, event)) if !event.starts_with(['(', '-']) => {
            let (_, rest) = event.split_once(' ').unwrap();
            format!("{nick}: {rest}\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(without).collect()
}
