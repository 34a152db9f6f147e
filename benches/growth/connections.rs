//! The growth with open connections.

use std::net::Ipv4Addr;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::client::{Client, request};
use crate::connect::connect_from;
use crate::harness::Times;
use crate::process::{Server, send};
use crate::report::{ratios, table, times};

const CONNECTIONS: [u32; 5] = [1, 10, 100, 1_000, 10_000];
/// One address may have half of the connections of the service, so they come from several.
const PER_ADDRESS: u32 = 2_500;
const REQUESTS: u32 = 4_000;
/// The time from one request to the next.
const PERIOD: Duration = Duration::from_millis(1);
const BODY: &str =
    r#"{"words":["quiz","zax","aa","hello","bigger","nope","qi","jo","xu","zz"],"quiet":true}"#;

/// Measures a service with open connections. A thousand requests a second go over all connections
/// in turn.
pub(crate) fn connections() -> String {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let mut first = None;
    let rows = CONNECTIONS.map(|connections| {
        let (before, after, latencies) = measure(connections);
        let pair = (latencies.median, latencies.p99);
        let first = *first.get_or_insert(pair);
        let each = (after - before) * 1024.0 / f64::from(connections);
        vec![
            connections.to_string(),
            times(pair.0, pair.1),
            ratios(pair, first),
            format!("{after:.0} MiB"),
            // The memory of a few connections is less than that of other work.
            if connections < 1_000 { String::new() } else { format!("{each:.1} KiB") },
        ]
    });
    table(&["connections", "p50, p99", "ratio", "resident", "per connection"], rows)
}

/// Returns the resident memory before and after the measurement in MiB, and the latencies.
fn measure(connections: u32) -> (f64, f64, Times) {
    let server = Server::wordcourt(&[]);
    let post = request("/v1/words/validate", "application/json", Some(BODY), "");
    let connect = |number: u32| {
        let address = u32::from(Ipv4Addr::new(127, 0, 1, 1)) + number / PER_ADDRESS;
        let mut client = Client::new(connect_from(address.into(), &server.address).unwrap());
        client.send(&post);
        client
    };
    drop(connect(0));
    let before = server.resident_mib();
    let mut clients: Vec<Client> = (0..connections).map(connect).collect();
    let start = Instant::now();
    let latencies = (0..REQUESTS).map(|number| {
        let due = start + PERIOD * number;
        let wait = due.saturating_duration_since(Instant::now());
        thread::sleep(wait);
        // A request that is late because of the response before it has waited since it was due.
        let begun = if wait.is_zero() { due } else { Instant::now() };
        clients[(number % connections) as usize].send(&post);
        begun.elapsed()
    });
    let latencies = Times::of(latencies.collect());
    let (_, metrics) = send(&server.ops_address, "/metrics", None);
    let open = metrics.lines().find_map(|line| line.strip_prefix("wordcourt_connections "));
    assert_eq!(open, Some(&*connections.to_string()), "the service has closed connections");
    (before, server.resident_mib(), latencies)
}
