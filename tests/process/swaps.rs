//! Changes to a lexicon under load.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lexicons::{put, start_small, text_of};
use crate::service::{Connection, Service};

const CLIENTS: usize = 3;
const SWAPS: usize = 1_000;

/// The responses that a client received.
#[derive(Default)]
struct Responses {
    /// The verdicts on the witness word, by the digest of the edition.
    verdicts: HashMap<String, bool>,
    latencies: Vec<Duration>,
    failed: usize,
}

/// Clients that send requests until they are stopped.
struct Clients {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<Responses>>,
}

impl Clients {
    fn start(service: &Service) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let start = |_| {
            let (address, stop) = (service.address.clone(), Arc::clone(&stop));
            std::thread::spawn(move || send_requests(&address, &stop))
        };
        let threads = (0..CLIENTS).map(start).collect();
        Self { stop, threads }
    }

    fn stop(self) -> Vec<Responses> {
        self.stop.store(true, Ordering::Relaxed);
        self.threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }
}

/// Sends requests whose responses depend on the witness word `AA`.
fn send_requests(address: &str, stop: &AtomicBool) -> Responses {
    let board = ["..............."; 15];
    let rules = json!({"first_word_min": 2});
    let requests = [
        ("/v1/words/validate", json!({"words": ["AA"]})),
        ("/v1/wordgame/score", json!({"board": board, "move": "8H AA", "rules": rules})),
        ("/v1/wordgame/best", json!({"board": board, "rack": "AA", "rules": rules})),
        ("/v1/choose-your-words/best", json!({"hand": ["Cb", "Ar", "Tb", "Er", "*", "*", "*"]})),
    ]
    .map(|(path, body)| (path, body.to_string()));
    let mut responses = Responses::default();
    let mut connection = Connection::open(address);
    for (path, body) in requests.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let start = Instant::now();
        let Some((200, body)) = connection.post(path, body) else {
            responses.failed += 1;
            connection = Connection::open(address);
            continue;
        };
        responses.latencies.push(start.elapsed());
        let response: Value = serde_json::from_str(&body).unwrap();
        let digest = response["lexicon"]["digest"].as_str().unwrap().to_owned();
        let verdict = is_witness_valid(path, &response);
        let first = *responses.verdicts.entry(digest).or_insert(verdict);
        assert_eq!(first, verdict, "an edition always gives the same verdict: {path}");
    }
    responses
}

fn is_witness_valid(path: &str, response: &Value) -> bool {
    match path {
        "/v1/words/validate" => response["all_valid"].as_bool().unwrap(),
        "/v1/wordgame/score" => response["legal"].as_bool().unwrap(),
        "/v1/wordgame/best" => !response["moves"].as_array().unwrap().is_empty(),
        _ => response["plays"].as_array().unwrap().iter().any(|play| play["word"] == "AA"),
    }
}

fn latencies(responses: &[Responses]) -> Vec<Duration> {
    let mut latencies: Vec<Duration> =
        responses.iter().flat_map(|responses| &responses.latencies).copied().collect();
    latencies.sort_unstable();
    latencies
}

fn p99(latencies: &[Duration]) -> f64 {
    latencies[latencies.len() * 99 / 100].as_secs_f64()
}

#[test]
fn no_request_fails_or_mixes_editions_during_a_thousand_swaps() {
    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &[]);
    // First, measure without swaps.
    assert_eq!(put(&service, "en", &text_of(0)).0, 200);
    let clients = Clients::start(&service);
    std::thread::sleep(Duration::from_secs(2));
    let quiet = clients.stop();

    let clients = Clients::start(&service);
    let mut witnesses: HashMap<String, bool> = HashMap::new();
    let mut resident = Vec::new();
    for number in 0..SWAPS {
        let (status, changed) = put(&service, "en", &text_of(number));
        assert_eq!(status, 200, "{changed}");
        let digest = changed["lexicon"]["digest"].as_str().unwrap().to_owned();
        witnesses.insert(digest, number.is_multiple_of(2));
        if number % 100 == 99 {
            resident.push(service.resident_kib());
        }
    }
    let busy = clients.stop();

    let mut editions = 0;
    for responses in &busy {
        assert_eq!(responses.failed, 0, "no request fails");
        for (digest, verdict) in &responses.verdicts {
            let expected = witnesses.get(digest);
            assert_eq!(expected, Some(verdict), "a response comes from the edition that it names");
            editions += 1;
        }
    }
    assert!(editions > SWAPS / 10, "{editions} editions were seen under load");
    let (quiet, busy) = (latencies(&quiet), latencies(&busy));
    println!(
        "{} responses without swaps, {} during {SWAPS} swaps; p99 {:.2}x; resident {resident:?} KiB",
        quiet.len(),
        busy.len(),
        p99(&busy) / p99(&quiet),
    );
    // The first hundred swaps fill the allocator and the caches. After that, memory must not grow
    // with the number of swaps.
    let (early, late) = (resident[1], resident[resident.len() - 1]);
    assert!(late < early + early / 4 + 16_384, "memory must not grow: {resident:?} KiB");
}
