//! Attacks on the service as shipped, with the latency of honest clients in the meantime, and the
//! tests of other attacks and faults. Attackers, honest clients and the service share the machine.
//!
//! `cargo bench --bench attacks` prints the tables; with `-- --write`, it also writes them into
//! `SECURITY.md`.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod attack;
#[path = "../harness/connect.rs"]
mod connect;
#[path = "../harness/document.rs"]
mod document;
mod fault_tests;
mod honest;
#[path = "../harness/server.rs"]
mod process;
mod requests;

use std::fmt::Write as _;

use self::attack::{assert_answered, drip, during, flood, read_slowly, vanish};
use self::honest::{Report, measure};
use self::process::{BINARY, Server, send};
use self::requests::{
    INCOMPLETE_HEAD, all_moves, hardest, honest_question, honest_search, large_overlay,
};

fn main() {
    let tables = format!("{}\n{}", latencies(), faults());
    println!("{tables}");
    if std::env::args().any(|argument| argument == "--write") {
        document::replace("SECURITY.md", "cargo bench --bench attacks -- --write", &tables);
    }
}

/// A table of the attacks and the latencies of honest clients.
struct Latencies(String);

impl Latencies {
    fn add(&mut self, attack: &str, requests: &str, idle: &Report, report: &Report, note: &str) {
        let (p50, p99) = (report.percentile(50), report.percentile(99));
        let _ = writeln!(
            self.0,
            "| {attack} | {requests} | {p50:.1} ms | {p99:.1} ms | {:.1} | {} of {} | {note} |",
            p99 / idle.percentile(99),
            report.refused,
            report.requests(),
        );
    }
}

/// Runs the attacks, and returns their table.
fn latencies() -> String {
    let mut table = Latencies(
        "| attack by one address | honest requests | p50 | p99 | p99 ÷ idle | refused | |\n|---|---|---|---|---|---|---|\n"
            .to_owned(),
    );
    let server = Server::wordcourt(&[]);
    for request in [hardest, large_overlay, all_moves] {
        assert_answered(&server, &request(0));
    }
    let searches = || measure(&server.address, honest_search);
    let questions = || measure(&server.address, honest_question);
    let (idle_searches, idle_questions) = (searches(), questions());
    table.add("none", "searches", &idle_searches, &idle_searches, "");
    table.add("none", "validations", &idle_questions, &idle_questions, "");
    for connections in [8, 100] {
        let attack = |is_over: &_, counter: &_| flood(&server, hardest, is_over, counter);
        let report = during(connections, attack, searches);
        let attack = format!(
            "{connections} connections, each with one of the most expensive searches after the other"
        );
        table.add(&attack, "searches", &idle_searches, &report, "bar: p99 250 ms, 2 % refused");
    }
    let attack = |is_over: &_, counter: &_| vanish(&server, hardest, is_over, counter);
    let report = during(1, attack, searches);
    table.add(
        "200 clients a second that send an expensive search and vanish",
        "searches",
        &idle_searches,
        &report,
        "",
    );
    let attack = |is_over: &_, counter: &_| flood(&server, large_overlay, is_over, counter);
    let report = during(64, attack, questions);
    table.add(
        "64 connections, each with searches with 2,000 words of an overlay",
        "validations",
        &idle_questions,
        &report,
        "",
    );
    drop(server);
    slow_clients(&mut table, &idle_searches, &idle_questions);
    table.0
}

/// Runs the attacks that last long, each on a service of its own.
fn slow_clients(table: &mut Latencies, idle_searches: &Report, idle_questions: &Report) {
    let limited = format!("ulimit -n 128 && exec '{BINARY}' \"$@\"");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &limited, "sh", "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"]);
    let server = Server::start(&mut command);
    let attack = |is_over: &_, _: &_| drip(&server, 300, INCOMPLETE_HEAD, is_over);
    let report = during(1, attack, || measure(&server.address, honest_question));
    table.add(
        "300 connections with slow heads, against a limit of 128 open files",
        "validations",
        idle_questions,
        &report,
        "",
    );
    assert_eq!(send(&server.ops_address, "/readyz", None).0, "200");
    drop(server);

    let server = Server::wordcourt(&[]);
    let _ = measure(&server.address, honest_search);
    let before = server.resident_mib();
    let mut held = 0.0;
    let attack = |is_over: &_, _: &_| read_slowly(&server, 1_000, all_moves, is_over);
    let report = during(1, attack, || {
        let report = measure(&server.address, honest_search);
        held = server.resident_mib() - before;
        report
    });
    let note = format!("{held:.0} MiB held; bar: 256");
    table.add(
        "1,000 slow readers, each of 16 long responses",
        "searches",
        idle_searches,
        &report,
        &note,
    );
}

/// Runs the tests, and returns their table.
fn faults() -> String {
    let mut table = "| attack or fault | tests | failed |\n|---|---|---|\n".to_owned();
    for row in &fault_tests::ROWS {
        let (tests, failed) = row.run();
        let _ = writeln!(table, "| {} | {tests} | {failed} |", row.what);
    }
    table
}
