//! Throughput and CPU time.

use crate::generators::Measured;
use crate::generators::closed_loop;
use crate::server::{Server, send};
use crate::workloads::workloads;

/// Pairs of server processes per workload, because the memory layout differs from process to
/// process.
const STARTS: usize = 3;
/// Rounds per pair. They are short and many, so that the median leaves out those that other work on
/// the machine disturbs.
const ROUNDS: usize = 5;

/// Medians of two servers.
pub(crate) struct Comparison {
    pub(crate) throughput: [f64; 2],
    pub(crate) cpu_time: [f64; 2],
    /// The throughput of the second server divided by that of the first.
    pub(crate) share: f64,
}

/// Measures pairs of servers in turns.
pub(crate) fn compare(
    start: impl Fn() -> [Server; 2],
    measure: [&dyn Fn(&Server) -> Measured; 2],
) -> Comparison {
    let mut rounds: [Vec<Measured>; 2] = Default::default();
    for _ in 0..STARTS {
        let servers = start();
        for round in 0..ROUNDS {
            for turn in [round % 2, 1 - round % 2] {
                rounds[turn].push(measure[turn](&servers[turn]));
            }
        }
    }
    // Compares neighbouring rounds, because the speed of the machine varies over time.
    let pairs = rounds[0].iter().zip(&rounds[1]);
    let share = median(pairs.map(|(first, second)| second.throughput / first.throughput).collect());
    let of = |what: fn(&Measured) -> f64| {
        [0, 1].map(|server: usize| median(rounds[server].iter().map(what).collect()))
    };
    let throughput = of(|measured| measured.throughput);
    Comparison { throughput, cpu_time: of(|measured| measured.cpu_time), share }
}

/// Prints throughput and CPU time of the service and of the bare endpoint.
pub(crate) fn throughput(name_part: &str) {
    println!(
        "{:<33} {:>12} {:>12} {:>8} {:>6} {:>10} {:>10}",
        "", "bare 1/s", "ours 1/s", "share", "target", "bare µs", "ours µs"
    );
    for workload in workloads().into_iter().filter(|workload| workload.name.contains(name_part)) {
        let start = || {
            let ours = Server::for_workload(&workload, &[]);
            let (status, response) = send(&ours.address, workload.path, workload.first_body());
            assert_eq!(status, "200", "{}", workload.name);
            [Server::bare(&workload, &response), ours]
        };
        let measure = |server: &Server| closed_loop(server, &workload, None);
        let Comparison { throughput, cpu_time, share } = compare(start, [&measure, &measure]);
        let target = workload.target.map_or_else(String::new, |target| format!("{target:.2}"));
        println!(
            "{:<33} {:>12.0} {:>12.0} {share:>8.2} {target:>6} {:>10.2} {:>10.2}",
            workload.name, throughput[0], throughput[1], cpu_time[0], cpu_time[1]
        );
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
