//! Honest clients: the latency of their requests, and how many are refused.

use std::io::{Read as _, Write as _};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::connect::connect_from;

/// The address of attackers.
pub(crate) const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// The address of honest clients.
pub(crate) const HONEST: Ipv4Addr = Ipv4Addr::LOCALHOST;

const REQUESTS: usize = 120;
/// The time from one request to the next, however long the response takes.
const PERIOD: Duration = Duration::from_millis(50);

/// The experience of honest clients.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The latencies of answered requests, sorted.
    latencies: Vec<Duration>,
    /// The number of requests without a response of status 200.
    pub(crate) refused: usize,
}

impl Report {
    pub(crate) const fn requests(&self) -> usize {
        self.latencies.len() + self.refused
    }

    /// Returns a percentile of the latencies, in milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let at = (self.latencies.len() * percent).div_ceil(100).saturating_sub(1);
        self.latencies.get(at).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }
}

/// Sends a request each 50 ms for six seconds, each on a new connection. No request is sent twice,
/// also by later calls: its response would come from the cache.
pub(crate) fn measure(address: &str, request: fn(usize) -> Vec<u8>) -> Report {
    static SENT: AtomicUsize = AtomicUsize::new(0);
    let first = SENT.fetch_add(REQUESTS, Ordering::Relaxed);
    let start = Instant::now();
    let mut report = Report::default();
    thread::scope(|scope| {
        let clients: Vec<_> = (0..REQUESTS)
            .map(|number| {
                let due = start + PERIOD * u32::try_from(number).unwrap_or(u32::MAX);
                thread::sleep(due.saturating_duration_since(Instant::now()));
                scope.spawn(move || latency(address, &request(first + number)))
            })
            .collect();
        for client in clients {
            match client.join().unwrap() {
                Some(latency) => report.latencies.push(latency),
                None => report.refused += 1,
            }
        }
    });
    report.latencies.sort_unstable();
    report
}

/// Returns the time until a response of status 200 has arrived, or `None` without such a response.
fn latency(address: &str, request: &[u8]) -> Option<Duration> {
    let start = Instant::now();
    let mut stream = connect_from(HONEST, address).ok()?;
    stream.write_all(request).ok()?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).ok()?;
    response.starts_with(b"HTTP/1.1 200").then(|| start.elapsed())
}
