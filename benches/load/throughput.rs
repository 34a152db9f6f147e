//! Throughput and CPU time.

use crate::generators::{Measured, wrk};
use crate::server::{Server, send};
use crate::workloads::workloads;

/// Server processes per workload, because the memory layout differs from process to process.
const STARTS: usize = 3;
/// Rounds per process. They are short and many, so that the median leaves out those that other work
/// on the machine disturbs.
const ROUNDS: usize = 5;

/// Prints throughput and CPU time of the service and of the bare endpoint.
pub(crate) fn throughput(name_part: &str) {
    println!(
        "{:<33} {:>12} {:>12} {:>8} {:>6} {:>10} {:>10}",
        "", "bare 1/s", "ours 1/s", "share", "target", "bare µs", "ours µs"
    );
    for workload in workloads().into_iter().filter(|workload| workload.name.contains(name_part)) {
        let mut rounds: [Vec<Measured>; 2] = Default::default();
        for _ in 0..STARTS {
            let ours = Server::for_workload(&workload);
            let (status, response) = send(&ours.address, workload.path, workload.first_body());
            assert_eq!(status, "200", "{}", workload.name);
            let bare = Server::bare(&response);
            for round in 0..ROUNDS {
                for turn in [round % 2, 1 - round % 2] {
                    rounds[turn].push(wrk([&bare, &ours][turn], &workload));
                }
            }
        }
        // Compares neighbouring rounds, because the speed of the machine varies over time.
        let share = median(
            rounds[0]
                .iter()
                .zip(&rounds[1])
                .map(|(bare, ours)| ours.throughput / bare.throughput)
                .collect(),
        );
        let of = |server: usize, what: fn(&Measured) -> f64| {
            median(rounds[server].iter().map(what).collect())
        };
        let throughput = [0, 1].map(|server| of(server, |measured| measured.throughput));
        let cpu_time = [0, 1].map(|server| of(server, |measured| measured.cpu_time));
        let target = workload.target.map_or_else(String::new, |target| format!("{target:.2}"));
        println!(
            "{:<33} {:>12.0} {:>12.0} {:>8.2} {target:>6} {:>10.2} {:>10.2}",
            workload.name, throughput[0], throughput[1], share, cpu_time[0], cpu_time[1]
        );
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
