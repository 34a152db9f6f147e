//! The processor time and the bytes of every kind of request, and their cost.

use std::net::TcpStream;

use serde_json::Value;

use crate::client::{Client, Response, request};
use crate::costs::{assumptions, egress, processor};
use crate::generators::closed_loop;
use crate::report::{grouped, three_digits};
use crate::server::Server;
use crate::workloads::{Workload, workloads};

/// Rounds of a second for each kind of request.
const ROUNDS: usize = 3;

/// The bytes of a response, and of the same response in shorter forms.
struct Sizes {
    response: Response,
    /// Without score lines, if the response has any.
    without_lines: Option<usize>,
    /// Compressed with zstd, if the service compresses it.
    compressed: Option<usize>,
}

/// Measures all kinds of requests. Returns two tables: their cost, and the parts of responses.
pub(crate) fn operations() -> String {
    let (mut costs, mut parts) = (Vec::new(), Vec::new());
    for workload in workloads() {
        // Every response of many different ones is computed, however long it waits for its turn.
        let cache = if workload.bodies.len() > 1 { "0" } else { "67108864" };
        let server = Server::wordcourt(&[
            "--workers",
            "1",
            "--response-cache",
            cache,
            "--search-queue-timeout",
            "30s",
        ]);
        let sizes = sizes(&server, &workload);
        let mut times: Vec<f64> =
            (0..ROUNDS).map(|_| closed_loop(&server, &workload, None).cpu_time).collect();
        times.sort_by(f64::total_cmp);
        costs.push(cost(workload.name, times[ROUNDS / 2], &sizes));
        if workload.name.starts_with("score") || workload.name.ends_with(", cached") {
            parts.push(part(workload.name, &sizes));
        }
    }
    let costs = crate::report::table(
        &[
            "request",
            "CPU",
            "requests per second and core",
            "bytes",
            "without lines",
            "with zstd",
            "cost of the CPU",
            "of the egress",
            "of the egress without lines",
        ],
        costs,
    );
    let parts = crate::report::table(
        &["response", "bytes", "headers", "lines", "lexicon", "the rest"],
        parts,
    );
    format!("{}\n\n{costs}\n\n{parts}", assumptions())
}

/// Returns the sizes of the response to the first request of a workload.
fn sizes(server: &Server, workload: &Workload) -> Sizes {
    let answer = |body: Option<&str>, headers: &str| {
        let mut client = Client::new(TcpStream::connect(&server.address).unwrap());
        client.send(&request(workload.path, "application/json", body, headers))
    };
    let body = workload.first_body();
    let response = answer(body, "");
    let has_lines = body.is_some() && has_lines(&response.json());
    let shorter = body.filter(|_| has_lines);
    let shorter = shorter.map(|body| body.replacen('{', r#"{"lines":false,"#, 1));
    let without_lines = shorter.map(|body| answer(Some(&body), "").bytes());
    let compressed = answer(body, "accept-encoding: zstd\r\n");
    let is_compressed = compressed.head.contains("content-encoding: zstd");
    let compressed = is_compressed.then(|| compressed.bytes());
    Sizes { response, without_lines, compressed }
}

impl Response {
    fn bytes(&self) -> usize {
        self.head.len() + self.body.len()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Returns the row of the costs.
fn cost(name: &str, micros: f64, sizes: &Sizes) -> Vec<String> {
    let bytes = sizes.response.bytes();
    let count = |bytes: usize| f64::from(u32::try_from(bytes).unwrap());
    let optional = |bytes: Option<usize>, show: fn(f64) -> String| {
        bytes.map_or_else(String::new, |bytes| show(count(bytes)))
    };
    let money = |amount: f64| format!("{amount:.4}");
    vec![
        name.to_owned(),
        format!("{} µs", three_digits(micros)),
        grouped(1e6 / micros),
        grouped(count(bytes)),
        optional(sizes.without_lines, grouped),
        optional(sizes.compressed, grouped),
        money(processor(micros)),
        money(egress(count(bytes))),
        optional(sizes.without_lines, |bytes| format!("{:.4}", egress(bytes))),
    ]
}

/// Returns the row of the parts of a response.
fn part(name: &str, sizes: &Sizes) -> Vec<String> {
    let (response, bytes) = (&sizes.response, sizes.response.bytes());
    let lines = sizes.without_lines.map_or(0, |without| bytes - without);
    let lexicon = match &response.json()["lexicon"] {
        Value::Null => 0,
        value => r#""lexicon":,"#.len() + value.to_string().len(),
    };
    let rest = response.body.len() - lines - lexicon;
    let numbers = [bytes, response.head.len(), lines, lexicon, rest];
    std::iter::once(name.to_owned()).chain(numbers.map(|number| number.to_string())).collect()
}

/// Returns true if a value has score lines somewhere.
fn has_lines(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.contains_key("lines") || members.values().any(has_lines),
        Value::Array(items) => items.iter().any(has_lines),
        _ => false,
    }
}
