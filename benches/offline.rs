//! Compares the package @wordcourt/core in Node with the same operations compiled for this machine.
//! Needs Node and the package: `deploy/npm/build`. Node first runs each row of requests for two seconds,
//! because it optimizes code while it runs.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod harness;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use harness::{Contender, Dice, Times, print_row, race};
use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source;
use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::{Board, Rack, Rules, Search};

const POSITIONS: usize = 40;
const ROUNDS: usize = 15;
/// The letters from which every rack and hand is dealt, about as frequent as in a bag.
const TILES: &str = "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ";

fn deal(tiles: usize, wilds: usize, dice: &mut Dice) -> String {
    let mut bag: Vec<char> = TILES.chars().collect();
    let dealt = (wilds..tiles).map(|_| bag.swap_remove(dice.below(bag.len())));
    dealt.chain(std::iter::repeat_n('?', wilds)).collect()
}

/// Returns requests for the best move, after 0 to 13 turns.
fn positions(edition: &Edition, blanks: usize, dice: &mut Dice) -> Vec<Value> {
    let rules = Rules::WORDGAME;
    let index = edition.indexes.wordgame(&edition.lexicon);
    let position = || {
        let mut board = Board::default();
        for _ in 0..dice.below(14) {
            let rack = Rack::read(&deal(8, 0, dice), 8, &mut Violations::default()).unwrap();
            let moves = Search::new(index, &board, &rules).best(&rack, 5);
            let Some(play) = moves.get(dice.below(moves.len().max(1))) else { continue };
            board = play.play().apply_to(&board);
        }
        json!({ "board": board.to_rows(), "rack": deal(8, blanks, dice), "top": 1, "rules": { "strict_bag": false } })
    };
    std::iter::repeat_with(position).take(POSITIONS).collect()
}

/// Returns requests for the best word of seven cards.
fn hands(wilds: usize, dice: &mut Dice) -> Vec<Value> {
    let hand = || {
        let letters = deal(7, wilds, dice);
        let card = |letter| match letter {
            '?' => "*".to_owned(),
            letter => format!("{letter}{}", ['b', 'r'][dice.below(2)]),
        };
        let cards: Vec<String> = letters.chars().map(card).collect();
        json!({ "hand": cards, "top": 1, "rules": { "strict_deck": false } })
    };
    std::iter::repeat_with(hand).take(POSITIONS).collect()
}

fn main() {
    let edition = Arc::new(Edition::build(&source::embedded()).unwrap());
    let dice = &mut Dice(1);
    let mut rows = Vec::new();
    for wilds in 0..3 {
        let row = (format!("best move, 8 tiles, {wilds} blanks"), OperationId::BestWordgame);
        rows.push((row, positions(&edition, wilds, dice)));
    }
    for wilds in 0..4 {
        let row =
            (format!("best word of 7 cards, {wilds} wilds"), OperationId::BestChooseYourWords);
        rows.push((row, hands(wilds, dice)));
    }
    let in_node = in_node(&rows);
    let [first, later] = ["first_ms", "later_ms"].map(|name| in_node[name].as_f64().unwrap());
    println!("ready in Node, from text: {first:.0} ms; later in the same process: {later:.0} ms");
    for (((what, operation), requests), in_node) in
        rows.iter().zip(in_node["rows"].as_array().unwrap())
    {
        let requests: Vec<Vec<u8>> =
            requests.iter().map(|request| request.to_string().into()).collect();
        let native = Contender::new(|request: &Vec<u8>| {
            api::answer(*operation, request, &edition).unwrap().body.len()
        });
        let native = race(&[native], &requests, ROUNDS)[0];
        let micros = |time: &Value| Duration::from_secs_f64(time.as_f64().unwrap() / 1e6);
        let in_node = Times::of(in_node.as_array().unwrap().iter().map(micros).collect());
        print_row(what, &["Node", "native"], &[in_node, native]);
    }
}

/// Runs the same requests in Node. Returns the times to load the lexicon, and for each row the fastest
/// time of every request in microseconds.
fn in_node(rows: &[((String, OperationId), Vec<Value>)]) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let requests: Vec<Value> = rows
        .iter()
        .map(|((_, operation), requests)| json!({ "operation": operation.name(), "requests": requests }))
        .collect();
    let file = root.join("target/offline.json");
    std::fs::write(&file, Value::from(requests).to_string()).unwrap();
    let output = Command::new("node")
        .args([root.join("tests/wasm/race.js"), file])
        .args([root.join("data/en"), root.join("target/npm/node.js")])
        .arg(ROUNDS.to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
