//! Compares the service as shipped (with metrics, request ids and access log) with a bare actix-web
//! endpoint, which reads the members of the request and sends prepared bytes, as many as the service
//! does. Both use the same allocator.
//!
//! Requests are sent in a closed loop, and for `latency` and `overload` at a fixed rate by `oha`,
//! which must be installed. Server and generator share the machine and have one worker each. Rounds
//! are interleaved, so ratios carry over, but absolute numbers don't.
//!
//! - `cargo bench --bench load` prints throughput and CPU time per request. An argument selects
//!   workloads by a part of their names: `-- score`.
//! - `cargo bench --bench load -- access` compares the service with itself when it checks API keys
//!   and a rate limit.
//! - `cargo bench --bench load -- latency` prints latencies.
//! - `cargo bench --bench load -- overload` prints the responses at up to four times the capacity.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod access;
mod bare;
mod generators;
mod latency;
mod overload;
#[path = "../harness/server.rs"]
mod process;
mod server;
mod throughput;
mod workloads;

/// The allocator of the service.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bare", path, response] => bare::serve(path, response).unwrap(),
        ["access"] => access::access(),
        ["latency"] => latency::latency(),
        ["overload"] => overload::overload(),
        [name_part] => throughput::throughput(name_part),
        _ => throughput::throughput(""),
    }
}
