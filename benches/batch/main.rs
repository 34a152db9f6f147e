//! Measures batches with one client on one connection of the service as shipped.
//!
//! - `cargo bench --bench batch` prints the time of 1,000 scores of Wordgame in one batch and one by
//!   one, and the time of the replays of 91 games with the best move of every turn.
//! - `cargo bench --bench batch -- memory` sends a million lines and prints the resident memory.
//!
//! The games are the same in every run and on every machine: both players make the best move. The
//! service and the client share the machine. The service has one worker and no response cache, so
//! that it computes every response.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "../harness/client.rs"]
#[expect(dead_code, reason = "only another bench reads the heads of responses")]
mod client;
mod games;
#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "only the dice are used")]
mod harness;
#[path = "../harness/server.rs"]
#[expect(dead_code, reason = "no request has a connection of its own")]
mod process;

use std::net::TcpStream;
use std::time::{Duration, Instant};

use client::{Client, request};
use games::Game;
use process::Server;
use serde_json::{Value, json};

const JSON: &str = "application/json";
/// The requests of a batch, at most.
const LINES: usize = 1_000;
const GAMES: usize = 91;
const ROUNDS: usize = 15;
const MEMORY_BATCHES: usize = 1_000;
const MEMORY_SAMPLES: usize = 5;

fn main() {
    let games = games::play(GAMES);
    let mut scores: Vec<Value> = games.iter().flat_map(Game::score_requests).collect();
    assert!(scores.len() >= LINES, "the games have too few turns");
    scores.truncate(LINES);
    let server = Server::wordcourt(&["--workers", "1", "--response-cache", "0"]);
    let mut client = Client::new(TcpStream::connect(&server.address).unwrap());
    if std::env::args().any(|argument| argument == "memory") {
        memory(&server, &mut client, &batch("score_wordgame", &scores));
    } else {
        compare_scores(&mut client, &scores);
        replay(&mut client, &games);
    }
}

/// Returns a batch with a line for each request.
fn batch(operation: &str, requests: &[Value]) -> String {
    let line = |request| json!({"operation": operation, "request": request}).to_string() + "\n";
    requests.iter().map(line).collect()
}

/// Sends a batch and returns the lines of the response.
fn send_batch(client: &mut Client, lines: &str) -> String {
    send(client, "/v1/batch", "application/x-ndjson", lines)
}

/// Sends a request and returns the body of the response.
fn send(client: &mut Client, path: &str, media_type: &str, body: &str) -> String {
    let response = client.send(&request(path, media_type, Some(body), ""));
    String::from_utf8(response.body).unwrap()
}

/// Prints the time of scores in one batch and one by one.
fn compare_scores(client: &mut Client, scores: &[Value]) {
    let lines = batch("score_wordgame", scores);
    let bodies: Vec<String> = scores.iter().map(Value::to_string).collect();
    let mut times: [Vec<Duration>; 2] = Default::default();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let answered = send_batch(client, &lines);
        times[0].push(start.elapsed());
        let start = Instant::now();
        let alone: Vec<String> =
            bodies.iter().map(|body| send(client, "/v1/wordgame/score", JSON, body)).collect();
        times[1].push(start.elapsed());
        let line = |body: &String| format!("{{\"status\":200,\"answer\":{body}}}\n");
        let expected = alone.iter().map(line).collect::<Vec<_>>().concat();
        assert_eq!(answered, expected, "a line is the response to the request alone");
    }
    let [batch, alone] = times.map(Spread::of);
    let ratio = alone.median.as_secs_f64() / batch.median.as_secs_f64();
    println!(
        "{} scores of Wordgame, {ROUNDS} interleaved rounds: batch {batch}, one by one {alone}, ratio {ratio:.1}",
        scores.len()
    );
}

/// Prints the time of replays in as few batches as the limits allow.
fn replay(client: &mut Client, games: &[Game]) {
    let replay = |game: &Game| json!({"gcg": game.record, "rules": {"preset": "classic"}});
    let requests: Vec<Value> = games.iter().map(replay).collect();
    let lines = batch("replay_wordgame", &requests);
    let turns: usize = games.iter().map(|game| game.turns.len()).sum();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let answered = send_batch(client, &lines);
        times.push(start.elapsed());
        let searched = answered.matches("\"points_lost\":0").count();
        assert_eq!(searched, turns, "every turn is the best move");
    }
    println!(
        "{} games with {turns} turns in one batch of {} kB, {ROUNDS} rounds: {}",
        games.len(),
        lines.len() / 1_000,
        Spread::of(times)
    );
}

/// Prints the resident memory of the service before, between and after batches.
fn memory(server: &Server, client: &mut Client, lines: &str) {
    let mut samples = vec![(0, server.resident_mib())];
    for number in 1..=MEMORY_BATCHES {
        send_batch(client, lines);
        // The first batch fills the buffers.
        if number == 1 || number % (MEMORY_BATCHES / MEMORY_SAMPLES) == 0 {
            samples.push((number, server.resident_mib()));
        }
    }
    for (batches, mib) in samples {
        println!("after {:>9} lines: {mib:.1} MiB resident", batches * LINES);
    }
}

/// The median and the extremes of times.
struct Spread {
    shortest: Duration,
    median: Duration,
    longest: Duration,
}

impl Spread {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |index: usize| times[index];
        Self { shortest: at(0), median: at(times.len() / 2), longest: at(times.len() - 1) }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let (shortest, longest) = (millis(self.shortest), millis(self.longest));
        write!(f, "{:.2} ms ({shortest:.2} to {longest:.2})", millis(self.median))
    }
}
