//! Latencies.

use std::fs;

use crate::generators::{CONNECTIONS, closed_loop, oha};
use crate::server::{Server, send};
use crate::workloads::workloads;

/// Prints the latencies that clients see in an open loop, at a rate at which the generator is not a
/// bottleneck.
pub(crate) fn latency() {
    println!("{:<33} {:>10} {:>10} {:>10} {:>10}", "", "1/s", "p50 ms", "p99 ms", "p99.9 ms");
    for workload in workloads() {
        let ours = Server::for_workload(&workload, &[]);
        let (_, response) = send(&ours.address, workload.path, workload.first_body());
        let bare = Server::bare(&workload, &response);
        let rate = (closed_loop(&ours, &workload, None).throughput / 4.0).min(5_000.0);
        let file =
            std::env::temp_dir().join(format!("wordcourt-load-{}.jsonl", std::process::id()));
        fs::write(&file, workload.bodies.join("\n")).unwrap();
        let connections = CONNECTIONS.to_string();
        for (name, server) in [("bare", &bare), (workload.name, &ours)] {
            let mut arguments = vec!["--latency-correction", "-c", &connections];
            match &workload.bodies[..] {
                [] => {}
                [body] => arguments.extend(["-d", body]),
                _ => arguments.extend(["-Z", file.to_str().unwrap()]),
            }
            let report = oha(server, workload.path, Some(rate), "5s", &arguments);
            let percentile = |which: &str| {
                report["latencyPercentiles"][which].as_f64().unwrap_or_default() * 1e3
            };
            println!(
                "{name:<33} {rate:>10.0} {:>10.3} {:>10.3} {:>10.3}",
                percentile("p50"),
                percentile("p99"),
                percentile("p99.9")
            );
        }
        fs::remove_file(&file).unwrap();
    }
}
