//! Lines that no rule gives, and lines that are only odd.

use serde_json::json;

use super::{Made, classic, made, with};

/// C7: lines that no rule gives, and lines that are only odd.
pub(super) fn wrong_lines() -> Vec<Made> {
    [numbers(), turns(), challenges(), tiles()].concat()
}

/// Wrong numbers and closing lines.
fn numbers() -> Vec<Made> {
    vec![
        classic("wrong-score", 70, |table| {
            table.turns(5);
            let line = table.lines.last_mut().unwrap();
            *line = line.replace('+', "+1");
            table.until_out();
            table.gain(2);
        }),
        classic("wrong-total", 71, |table| {
            table.turns(5);
            table.lines.last_mut().unwrap().push('7');
            table.turns(3);
        }),
        classic("once-instead-of-twice", 72, |table| {
            table.until_out();
            table.gain(1);
            table.breach("not_allowed", "C2");
        }),
        classic("loss-of-the-other", 73, |table| {
            table.until_out();
            table.gain(2);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
            table.breach("not_allowed", "C2");
        }),
        classic("gain-of-the-wrong-player", 74, |table| {
            table.until_out();
            let other = usize::from(table.racks[0].is_empty());
            let rack = table.rack(other);
            table.write(other, "", &format!("({rack})"), 8);
            table.breach("not_allowed", "C2");
        }),
        classic("closed-twice", 75, |table| {
            table.until_out();
            table.gain(2);
            table.gain(2);
            table.breach("not_allowed", "C2");
        }),
        classic("closed-too-early", 76, |table| {
            table.turns(6);
            table.lose(1);
            table.breach("not_allowed", "C2");
            table.turns(2);
        }),
        classic("wrong-closing-rack", 77, |table| {
            table.until_out();
            table.gain(2);
            let line = table.lines.last_mut().unwrap();
            let (before, rest) = line.split_once('(').unwrap();
            let (rack, after) = rest.split_once(')').unwrap();
            *line = format!("{before}({}){after}", "E".repeat(rack.len()));
            table.note();
        }),
    ]
}

/// Turns after the end and out of order, and moves taken back.
fn turns() -> Vec<Made> {
    vec![
        classic("move-after-the-end", 78, |table| {
            table.turns(6);
            (0..6).for_each(|_| table.pass());
            table.play();
            table.breach("game_over", "C3");
        }),
        classic("pass-after-the-end", 79, |table| {
            table.turns(6);
            (0..7).for_each(|_| table.pass());
            table.breach("game_over", "C3");
        }),
        classic("out-of-turn", 80, |table| {
            table.turns(6);
            table.next = 1 - table.next;
            table.play();
            table.breach("out_of_turn", "G1");
            table.turns(2);
        }),
        classic("lost-turn-not-written", 81, |table| {
            table.turns(6);
            table.lay_phony();
            table.take_back(None);
            table.next = 1 - table.next;
            table.play();
            table.breach("out_of_turn", "G1");
            table.turns(2);
        }),
        classic("allowed-move-taken-back", 82, |table| {
            table.turns(6);
            table.play();
            table.take_back(None);
            table.breach("not_allowed", "G8");
            table.turns(4);
        }),
        classic("nothing-to-take-back", 83, |table| {
            table.turns(5);
            table.pass();
            table.write(1, "", "--", 0);
            table.breach("not_allowed", "G8");
            table.turns(2);
        }),
    ]
}

/// Challenges that the rules do not have.
fn challenges() -> Vec<Made> {
    vec![
        classic("bonus-of-500", 84, |table| {
            table.turns(5);
            table.challenge(0, 500);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("bonus-after-an-illegal-word", 85, |table| {
            table.turns(5);
            table.lay_phony();
            table.challenge(1 - table.next, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("bonus-of-the-challenger", 86, |table| {
            table.turns(5);
            table.challenge(1, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("bonus-after-a-pass", 87, |table| {
            table.turns(5);
            table.pass();
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("challenged-twice", 88, |table| {
            table.turns(5);
            table.challenge(0, 5);
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        made("bonus-under-double", 89, with(json!({"challenge": "double"})), |table| {
            table.turns(5);
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        made("bonus-of-the-wrong-size", 90, with(json!({"challenge": "ten_per_turn"})), |table| {
            table.turns(5);
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        made("lost-turn-under-single", 91, with(json!({"challenge": "single"})), |table| {
            table.until_out();
            table.pass();
            table.breach("game_over", "G9");
            table.gain(2);
        }),
    ]
}

/// Exchanges, moves and racks that cannot be.
fn tiles() -> Vec<Made> {
    vec![
        classic("exchange-with-a-small-bag", 92, |table| {
            table.until_bag(6);
            table.exchange(1, |tiles| format!("-{tiles}"));
            table.breach("not_allowed", "C4");
            table.turns(2);
        }),
        made("exchange-with-a-bag-of-1", 93, with(json!({"exchange_min_bag": 1})), |table| {
            table.until_bag(6);
            table.exchange(1, |tiles| format!("-{tiles}"));
            table.turns(1);
        }),
        made("exchange-of-too-many", 94, with(json!({"exchange_min_bag": 1})), |table| {
            table.until_bag(6);
            table.exchange(7, |tiles| format!("-{tiles}"));
            table.breach("not_allowed", "C4");
        }),
        classic("time-penalty-of-7", 95, |table| {
            table.until_out();
            table.write(1, "", "(time)", -7);
            table.breach("not_allowed", "C6");
            table.gain(2);
        }),
        classic("move-off-the-board", 96, |table| {
            table.turns(6);
            table.write(0, "", "15N ABCD", 12);
            table.breach("off_the_board", "G7");
            table.next = 1;
            table.turns(2);
        }),
        classic("move-that-touches-nothing", 97, |table| {
            table.turns(1);
            table.write(1, "", "1A AB", 12);
            table.breach("not_connected", "G7");
            table.next = 0;
            table.turns(2);
        }),
        classic("impossible-tiles", 98, |table| {
            table.turns(1);
            table.write(1, "IIIQQQQ", "-", 0);
            table.note();
            table.next = 0;
            table.turns(2);
        }),
        classic("too-many-of-a-tile", 99, |table| {
            table.racks[0] = "JAZZZZJ".chars().collect();
            table.lay("8G ZZZ");
            table.note();
            table.breach("not_in_bag", "G1");
            table.racks[0] = "AEINRST".chars().collect();
            table.pass();
            table.play();
        }),
        classic("wrong-racks", 100, |table| {
            table.until_out();
            table.gain(2);
        })
        .with_racks_replaced(&[
            (5, "EEEEEEE"),
            (6, "QQ"),
            (8, "X?Y?Z?A"),
            (10, "E3,ABC"),
            (12, "EN_____"),
        ]),
    ]
}

impl Made {
    /// Replaces racks by line.
    fn with_racks_replaced(mut self, racks: &[(usize, &str)]) -> Self {
        let text = String::from_utf8(self.text).unwrap();
        let replaced = |(number, line): (usize, &str)| {
            let Some((_, rack)) = racks.iter().find(|(at, _)| *at == number) else {
                return format!("{line}\n");
            };
            let (nick, event) = line.split_once(": ").unwrap();
            let (_, rest) = event.split_once(' ').unwrap();
            format!("{nick}: {rack} {rest}\n")
        };
        self.text = (1..).zip(text.lines()).map(replaced).collect::<String>().into();
        self.notes = racks.iter().map(|(line, _)| *line).collect();
        self
    }
}
