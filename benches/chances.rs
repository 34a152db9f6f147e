//! Measures odds and advice on exchanges: the processor time of the operations, from the bytes of a
//! request to those of its response, for random cards. `cargo bench --bench chances` prints the
//! table; with `-- --write`, it also writes it into the documentation.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "harness/document.rs"]
mod document;
#[expect(dead_code, reason = "only the dice and times are used")]
mod harness;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use harness::{Dice, Times};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};
use wordcourt::edition::Edition;
use wordcourt::lexicon::{Digest, source};
use wordcourt::rules::Variant;

/// The requests of each row.
const REQUESTS: usize = 200;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A kind of request.
struct Row {
    name: &'static str,
    operation: OperationId,
    /// The longest processor time, in milliseconds.
    limit: Option<u32>,
    request: fn(&[String]) -> Value,
}

const ROWS: [Row; 7] = [
    Row {
        name: "odds, whole board, one opponent",
        operation: OperationId::OddsWordForWord,
        limit: Some(6),
        request: |cards| json!({"thought": cards[..2], "board": cards[2..7], "opponents": 1}),
    },
    Row {
        name: "odds, whole board, two opponents",
        operation: OperationId::OddsWordForWord,
        limit: Some(20),
        request: |cards| json!({"thought": cards[..2], "board": cards[2..7], "opponents": 2}),
    },
    Row {
        name: "odds, whole board, 100,000 deals against nine",
        operation: OperationId::OddsWordForWord,
        limit: Some(21),
        request: |cards| json!({"thought": cards[..2], "board": cards[2..7], "opponents": 9, "deals": 100_000}),
    },
    Row {
        name: "exchange of one card",
        operation: OperationId::ExchangeChooseYourWords,
        limit: None,
        request: |cards| json!({"hand": cards[..7], "max": 1}),
    },
    Row {
        name: "exchange of up to two cards",
        operation: OperationId::ExchangeChooseYourWords,
        limit: Some(60),
        request: |cards| json!({"hand": cards[..7], "max": 2}),
    },
    Row {
        name: "exchange of up to three cards",
        operation: OperationId::ExchangeChooseYourWords,
        limit: None,
        request: |cards| json!({"hand": cards[..7], "max": 3}),
    },
    Row {
        name: "exchange of up to four cards",
        operation: OperationId::ExchangeChooseYourWords,
        limit: Some(150),
        request: |cards| json!({"hand": cards[..7], "max": 4}),
    },
];

fn main() {
    let edition = Arc::new(Edition::build(&source::embedded()).unwrap());
    edition.build_index_of(Variant::WordForWord);
    let mut table = "| request | median | 95 % | longest | target | digest of the answers |\n|---|---|---|---|---|---|\n".to_owned();
    for Row { name, operation, limit, request } in ROWS {
        let mut dice = Dice(1);
        let (mut times, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..REQUESTS {
            let request = request(&deal(&mut dice)).to_string();
            let before = processor_time();
            let answer = api::answer(operation, request.as_bytes(), &edition).unwrap();
            times.push(processor_time().saturating_sub(before));
            answers.extend_from_slice(&answer.body);
        }
        let Times { median, p95, longest, .. } = Times::of(times);
        let [median, p95, longest] = [median, p95, longest].map(|time| time.as_secs_f64() * 1e3);
        let limit = limit.map_or_else(String::new, |limit| format!("{limit} ms"));
        let digest = &Digest::of(&[&answers]).to_hex()[..8];
        writeln!(
            table,
            "| {name} | {median:.1} ms | {p95:.1} ms | {longest:.1} ms | {limit} | `{digest}` |"
        )
        .unwrap();
    }
    println!("{table}");
    if std::env::args().any(|argument| argument == "--write") {
        document::replace(
            "docs/benchmarks.md",
            "cargo bench --bench chances -- --write",
            table.trim_end(),
        );
    }
}

/// Returns the first cards of a shuffled deck.
fn deal(dice: &mut Dice) -> Vec<String> {
    let deck = &Variant::WordForWord.rule_data().deck;
    let cards = deck.iter().flat_map(|card| (0..card.count).map(|_| card.card.clone()));
    let mut cards: Vec<String> = cards.collect();
    for place in 0..7 {
        let other = place + dice.below(cards.len() - place);
        cards.swap(place, other);
    }
    cards.truncate(7);
    cards
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}
