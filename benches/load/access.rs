//! The cost of API keys and of a rate limit.

use std::fs;

use wordcourt::lexicon::Digest;

use crate::generators::closed_loop;
use crate::server::Server;
use crate::throughput::{Comparison, compare};
use crate::workloads::{Workload, workloads};

const KEY: &str = "wc_3f9c2b7a51d84e06";
/// More than one client can send.
const RATE: &str = "1000000/1s";

/// Compares the service with itself when it checks API keys and a rate limit.
pub(crate) fn access() {
    println!(
        "{:<33} {:>12} {:>12} {:>8} {:>10} {:>10}",
        "", "open 1/s", "keys 1/s", "share", "open µs", "keys µs"
    );
    let file = std::env::temp_dir().join(format!("wordcourt-load-{}.keys", std::process::id()));
    fs::write(&file, format!("load {}\n", Digest::of(&[KEY.as_bytes()]).to_hex())).unwrap();
    let checks = ["--api-keys", file.to_str().unwrap(), "--rate-limit", RATE];
    // The processor time of 10,000 words would exceed the quota.
    let is_short =
        |workload: &Workload| workload.bodies.len() == 1 && workload.bodies[0].len() < 1_000;
    for workload in workloads().into_iter().filter(is_short) {
        let start = || [&[][..], &checks].map(|checks| Server::for_workload(&workload, checks));
        let open = |server: &Server| closed_loop(server, &workload, None);
        let with_key = |server: &Server| closed_loop(server, &workload, Some(KEY));
        let Comparison { throughput, cpu_time, share } = compare(start, [&open, &with_key]);
        println!(
            "{:<33} {:>12.0} {:>12.0} {share:>8.3} {:>10.2} {:>10.2}",
            workload.name, throughput[0], throughput[1], cpu_time[0], cpu_time[1]
        );
    }
    fs::remove_file(&file).unwrap();
}
