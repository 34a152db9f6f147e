//! The records of the corpus: games that the engine plays, with every feature of records, and then
//! altered. Each states the breaches and remarks that follow from the alteration.

mod challenges;
mod dialects;
mod endings;
mod wrong_lines;

use serde_json::{Value, json};
use wordcourt::rules::wordgame::Rules;

use super::table::Table;
use challenges::challenges;
use dialects::dialects;
use endings::endings;
use wrong_lines::wrong_lines;

/// A record, and what is known of it from the way in which it was made.
#[derive(Clone)]
pub(super) struct Made {
    pub name: &'static str,
    pub rules: Value,
    pub text: Vec<u8>,
    /// Each breach as its line, its code and its rule.
    pub breaches: Vec<Value>,
    /// The lines with remarks, those of the record included.
    pub notes: Vec<usize>,
}

/// Makes all records.
pub(super) fn all() -> Vec<Made> {
    let mut records = endings();
    records.extend(challenges());
    records.extend(dialects());
    records.extend(wrong_lines());
    records.extend(wordgames());
    records
}

fn classic_rules() -> Value {
    json!({ "preset": "classic" })
}

fn with(switches: Value) -> Value {
    let mut rules = classic_rules();
    rules.as_object_mut().unwrap().extend(switches.as_object().unwrap().clone());
    rules
}

/// Plays games until one goes as its record needs.
fn played(seed: u64, rules: &Rules, play: &dyn Fn(&mut Table)) -> Table {
    let games = (0..100).map(|game| {
        let mut table = Table::new(seed + 1_000 * game, rules.clone());
        play(&mut table);
        table
    });
    games.into_iter().find(|table| !table.is_stuck).unwrap()
}

/// Plays a classic game.
fn made(name: &'static str, seed: u64, rules: Value, play: impl Fn(&mut Table)) -> Made {
    of_table(name, rules, &played(seed, &Rules::CLASSIC, &play))
}

fn classic(name: &'static str, seed: u64, play: impl Fn(&mut Table)) -> Made {
    made(name, seed, classic_rules(), play)
}

fn of_table(name: &'static str, rules: Value, table: &Table) -> Made {
    Made {
        name,
        rules,
        text: (table.lines.join("\n") + "\n").into_bytes(),
        breaches: table.breaches.clone(),
        notes: table.notes.clone(),
    }
}

impl Made {
    /// Rewrites the text.
    fn rewritten(mut self, rewrite: impl FnOnce(String) -> String) -> Self {
        self.text = rewrite(String::from_utf8(self.text).unwrap()).into_bytes();
        self
    }
}

/// G1–G10: records of Wordgame.
fn wordgames() -> Vec<Made> {
    let wordgame = |name: &'static str, seed: u64, play: &dyn Fn(&mut Table)| {
        of_table(name, json!({}), &played(seed, &Rules::WORDGAME, play))
    };
    vec![
        wordgame("wordgame-out", 110, &|table| {
            table.until_out();
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        wordgame("wordgame-three-passes", 111, &|table| {
            table.turns(10);
            (0..3).for_each(|_| table.pass());
            table.lose(0);
        }),
        wordgame("wordgame-refused-move", 112, &|table| {
            table.turns(6);
            table.lay_phony();
            table.take_back(None);
            table.next = 1 - table.next;
            table.turns(4);
        }),
        wordgame("wordgame-classic-lines", 113, &|table| {
            table.turns(4);
            table.challenge(1, 5);
            table.breach("not_allowed", "C5");
            table.exchange(2, |tiles| format!("-{tiles}"));
            table.breach("not_allowed", "G9");
            table.write(1, "", "(time)", -10);
            table.breach("not_allowed", "C6");
            table.until_out();
            table.gain(2);
            table.breach("not_allowed", "G10");
        }),
        wordgame("wordgame-opening-passes", 114, &|table| {
            table.pass();
            table.pass();
            table.pass();
        }),
    ]
}
