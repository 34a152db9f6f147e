//! The cost classes of operations: a query that runs on the thread of its request is cheap, also in
//! the worst case.
//!
//! Processor times depend on the machine and the build, so they are compared with the time of a
//! reference on the same thread.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use wordcourt::api::operation::{Cost, Method, Operation};
use wordcourt::api::prepared::{Prepared, PreparedRequest as _};
use wordcourt::api::{ForEachOperation, for_each_operation};

use crate::state;

/// The number of times that a query is run. The shortest time counts, because other processes can
/// only add to it.
pub(super) const RUNS: usize = 5;
/// The reference, in words of 40 letters to be judged. It takes about 250 µs in a release build.
const REFERENCE_WORDS: usize = 600;
/// The time of an inline query, as a multiple of the reference.
pub(super) const MAX_RATIO: u32 = 2;

/// The cost class of a request and its processor time.
struct Measured {
    cost: Cost,
    time: Duration,
}

/// Runs one operation.
struct Run<'b> {
    operation: &'b str,
    body: String,
    measured: Option<Measured>,
    answer: Option<Value>,
}

impl ForEachOperation for Run<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::ID != self.operation || O::METHOD != Method::Post {
            return;
        }
        let prepared = Prepared::<O>::from_json(self.body.as_bytes(), &**state())
            .unwrap_or_else(|problem| panic!("{}: {problem:?}", self.body));
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let start = processor_time();
            let answer = prepared.run().unwrap();
            times.push(processor_time().saturating_sub(start));
            self.answer = serde_json::from_slice(&answer.body).ok();
        }
        let time = times.into_iter().min().unwrap();
        self.measured = Some(Measured { cost: prepared.plan().cost, time });
    }
}

pub(super) fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

fn run(operation: &str, body: &Value) -> (Measured, Value) {
    let body = body.to_string();
    let mut run = Run { operation, body, measured: None, answer: None };
    for_each_operation(&mut run);
    (run.measured.unwrap(), run.answer.unwrap())
}

pub(super) fn reference() -> Duration {
    let words = vec!["Q".repeat(40); REFERENCE_WORDS];
    run("validate_words", &json!({ "words": words })).0.time
}

/// A deterministic sequence of racks.
struct Racks(u64);

impl Racks {
    fn next(&mut self, tiles: usize) -> String {
        const BAG: &[u8] = b"EEEEEEEEEEEEAAAAAAAAAIIIIIIIIIOOOOOOOONNNNNNRRRRRRTTTTTTLLLLSSSSUUUUDDDDGGGBBCCMMPPFFHHVVWWYYKJXQZ";
        let mut letter = || {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let index = usize::try_from(self.0 >> 33).unwrap() % BAG.len();
            char::from(BAG[index])
        };
        (0..tiles).map(|_| letter()).collect()
    }
}

/// Returns searches on the boards of games between perfect players, under the rules of a preset.
fn searches(preset: &str, seed: u64) -> Vec<(&'static str, Value)> {
    let mut racks = Racks(seed);
    let mut cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15".to_owned();
    let mut requests = Vec::new();
    let rules = json!({ "preset": preset, "strict_bag": false });
    let tiles = if preset == "classic" { 7 } else { 8 };
    for _ in 0..14 {
        let rack = racks.next(tiles);
        let request = json!({ "cgp": cgp, "rack": rack, "rules": rules });
        let (_, answer) = run("best_wordgame", &request);
        let with = |rack: &str, name: &str, value: Value| {
            let mut request = request.clone();
            request["rack"] = rack.into();
            request[name] = value;
            request
        };
        let (one, two) = (format!("{}?", &rack[1..]), format!("{}??", &rack[2..]));
        requests.extend([
            ("best_wordgame", request.clone()),
            ("best_wordgame", with(&rack, "count", false.into())),
            ("best_wordgame", with(&one, "count", false.into())),
            ("best_wordgame", with(&two, "count", false.into())),
            ("best_wordgame", with(&rack, "overlay", json!({ "add": ["QUIZZED", "ZAXERS"] }))),
        ]);
        let Some(best) = answer["moves"].get(0) else { break };
        let mut ranked = with(&rack, "rank", true.into());
        ranked["move"] = best["move"].clone();
        requests.push(("score_wordgame", ranked));
        let after = best["cgp"].as_str().unwrap();
        after.split(' ').next().unwrap().clone_into(&mut cgp);
    }
    requests
}

/// Returns expensive requests that an attacker found, and others at the bounds.
fn extremes() -> Vec<(&'static str, Value)> {
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let words = |count: usize, letters: usize| -> Vec<String> {
        (0..count).map(|number| format!("{:A<letters$}", "QZ".repeat(number % 20 + 1))).collect()
    };
    let added: Vec<_> = (0..1_000).map(|number| Racks(number).next(8)).collect();
    vec![
        ("best_wordgame", json!({ "cgp": empty, "rack": "AEINST??", "count": false })),
        ("best_wordgame", json!({ "cgp": empty, "rack": "AEINSTR", "all": true })),
        (
            "best_wordgame",
            json!({ "cgp": empty, "rack": "AEINSTR", "count": false, "overlay": { "add": added } }),
        ),
        ("validate_words", json!({ "words": words(10_000, 45) })),
        ("validate_words", json!({ "words": words(10_000, 1) })),
        ("validate_words", json!({ "words": words(260, 45), "variant": "wordgame" })),
        ("best_choose_your_words", json!({ "hand": ["*", "*", "Ar", "Er", "Sr", "Tr", "Ir"] })),
        ("best_choose_your_words", json!({ "hand": ["*", "Nr", "Ar", "Er", "Sr", "Tr", "Ir"] })),
        (
            "score_my_word",
            json!({ "table": ["A", "E", "?", "ER", "S", "??", "T", "IN"], "word": "STRAINERS" }),
        ),
    ]
}

#[test]
fn queries_that_run_inline_are_cheap() {
    let mut requests = extremes();
    for (preset, seed) in [("wordgame", 1), ("classic", 2)] {
        requests.extend(searches(preset, seed));
    }
    let reference = reference();
    let mut inline = 0;
    let mut expensive = Vec::new();
    for (operation, request) in &requests {
        let (Measured { cost, time }, _) = run(operation, request);
        let text = request.to_string();
        let text = &text[..text.len().min(200)];
        println!("{cost:?} {:.2} {operation} {text}", time.as_secs_f64() / reference.as_secs_f64());
        if cost == Cost::Inline {
            inline += 1;
            if time > MAX_RATIO * reference {
                expensive.push(format!("{time:?} of {reference:?}: {operation} {text}"));
            }
        }
    }
    assert!(expensive.is_empty(), "{expensive:#?}");
    assert!(inline * 4 > requests.len(), "{inline} of {} run inline", requests.len());
}
