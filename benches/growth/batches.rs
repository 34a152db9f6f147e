//! The growth with the lines of a batch.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::{Client, request};
use crate::harness::Times;
use crate::process::Server;
use crate::report::{growth, table, times};

const LINES: [usize; 4] = [1, 10, 100, 1_000];
const ROUNDS: usize = 30;
const BODY: &str = r#"{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","move":"9I ON"}"#;

/// Measures batches of scores of Wordgame, and the same requests one after the other. One client
/// sends them over one connection to a service with one worker.
pub(crate) fn batches() -> String {
    let server = Server::wordcourt(&["--workers", "1"]);
    let mut client = Client::new(TcpStream::connect(&server.address).unwrap());
    let single = request("/v1/wordgame/score", "application/json", Some(BODY), "");
    let batch = |lines: usize| {
        let line = format!(r#"{{"operation":"score_wordgame","request":{BODY}}}"#);
        let body = vec![line; lines].join("\n");
        request("/v1/batch", "application/x-ndjson", Some(&body), "")
    };
    let batches = LINES.map(batch);
    let mut batched: [Vec<Duration>; LINES.len()] = Default::default();
    let mut singles = batched.clone();
    for round in 0..=ROUNDS {
        for (at, lines) in LINES.into_iter().enumerate() {
            let begun = Instant::now();
            let response = client.send(&batches[at]);
            let time = begun.elapsed();
            let answered =
                response.body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
            assert!(answered.clone().count() == lines, "a line has no answer");
            assert!(answered.clone().all(|line| line.starts_with(br#"{"status":200"#)));
            let begun = Instant::now();
            for _ in 0..lines {
                client.send(&single);
            }
            // The first round warms up.
            if round > 0 {
                batched[at].push(time);
                singles[at].push(begun.elapsed());
            }
        }
    }
    let [batched, singles] = [batched, singles].map(|all| all.map(Times::of));
    let rows = growth(&batched).into_iter().zip(growth(&singles)).enumerate();
    let rows = rows.map(|(at, ([batch, batch_ratio], [single, single_ratio]))| {
        let per_line = batched[at] / u32::try_from(LINES[at]).unwrap();
        let lines = LINES[at].to_string();
        let per_line = times(per_line.median, per_line.p95);
        vec![lines, batch, batch_ratio, per_line, single, single_ratio]
    });
    table(&["lines", "a batch", "ratio", "per line", "as single requests", "ratio"], rows)
}
