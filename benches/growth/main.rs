//! The growth of time and memory with the work: with the lexicon, the wilds of a hand, the words on
//! a table, the tiles of a rack, the lines of a batch and the connections. Also the cost of every
//! kind of request.
//!
//! `cargo bench --bench growth` prints all tables; with `-- --write`, it also writes them into the
//! documentation. Arguments select tables by name: `-- wilds racks --write`.
//!
//! The rows of a table are measured in turn, because the speed of a shared machine varies, so the
//! ratios to the first row carry over to other machines.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod batches;
#[path = "../harness/client.rs"]
mod client;
#[path = "../harness/connect.rs"]
mod connect;
mod connections;
mod costs;
#[path = "../harness/deals.rs"]
mod deals;
#[path = "../harness/document.rs"]
mod document;
#[path = "../load/generators.rs"]
#[expect(dead_code, reason = "only the load bench needs an open loop")]
mod generators;
mod grown;
#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "other benches print rows")]
mod harness;
mod lexicons;
mod operations;
#[path = "../harness/play_on_words.rs"]
mod play_on_words;
#[path = "../harness/positions.rs"]
mod positions;
#[path = "../harness/server.rs"]
mod process;
mod replicas;
mod report;
mod searches;
#[path = "../load/server.rs"]
#[expect(dead_code, reason = "only the load bench needs a bare endpoint")]
mod server;
#[path = "../load/workloads.rs"]
#[expect(dead_code, reason = "only the load bench has targets and overload")]
mod workloads;

/// Measures a table and returns it as Markdown.
type Measure = fn() -> String;

/// The tables: name, document, and the function that measures them.
const TABLES: [(&str, &str, Measure); 8] = [
    ("lexicons", "docs/benchmarks.md", lexicons::lexicons),
    ("wilds", "docs/benchmarks.md", searches::wilds),
    ("table-words", "docs/benchmarks.md", searches::table_words),
    ("racks", "docs/benchmarks.md", searches::racks),
    ("batches", "docs/benchmarks.md", batches::batches),
    ("connections", "docs/benchmarks.md", connections::connections),
    ("replicas", "docs/operating/scaling.md", replicas::replicas),
    ("operations", "docs/operating/scaling.md", operations::operations),
];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (flags, names): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| *argument == "--write");
    let known = TABLES.map(|(name, ..)| name);
    assert!(names.iter().all(|name| known.contains(name)), "the tables are {known:?}");
    for (name, document, measure) in TABLES {
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let table = measure();
        println!("{name}\n\n{table}\n");
        if !flags.is_empty() {
            let command = format!("cargo bench --bench growth -- {name} --write");
            document::replace(document, &command, &table);
        }
    }
}
