//! The load generators: `wrk` and `oha`.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::server::Server;
use crate::workloads::Workload;

const SECONDS: &str = "1";
pub(crate) const CONNECTIONS: &str = "32";

/// The results of a closed loop.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    /// Requests per second.
    pub(crate) throughput: f64,
    /// CPU time of the server per request, in µs.
    pub(crate) cpu_time: f64,
}

/// Sends a workload in a closed loop, with an API key if the service needs one.
pub(crate) fn wrk(server: &Server, workload: &Workload, api_key: Option<&str>) -> Measured {
    let mut script = String::new();
    if let Some(key) = api_key {
        let _ = writeln!(script, "wrk.headers['authorization'] = 'Bearer {key}'");
    }
    if let [first, more @ ..] = &workload.bodies[..] {
        let _ = write!(
            script,
            "wrk.method = 'POST'\nwrk.headers['content-type'] = 'application/json'\nwrk.body = [=[{first}]=]\n"
        );
        if !more.is_empty() {
            let list = workload
                .bodies
                .iter()
                .map(|body| format!("[=[{body}]=]"))
                .collect::<Vec<_>>()
                .join(",\n");
            let _ = write!(
                script,
                "local bodies, requests, turn = {{{list}}}, {{}}, 0\n\
                 function init() for at, body in ipairs(bodies) do requests[at] = wrk.format(nil, nil, nil, body) end end\n\
                 function request() turn = turn % #requests + 1; return requests[turn] end\n"
            );
        }
    }
    let file = std::env::temp_dir().join(format!("wordcourt-load-{}.lua", std::process::id()));
    fs::write(&file, script).unwrap();
    let before = server.cpu_time();
    let output = Command::new("wrk")
        .args(["-t1", "-c", CONNECTIONS, "-d", SECONDS, "-s"])
        .arg(&file)
        .arg(format!("http://{}{}", server.address, workload.path))
        .output()
        .expect("wrk is installed");
    let used = server.cpu_time() - before;
    fs::remove_file(&file).unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    // Failed requests would count as fast ones.
    assert!(!report.contains("Non-2xx"), "{report}");
    let number = |before: &str| -> f64 {
        let line =
            report.lines().find(|line| line.contains(before)).unwrap_or_else(|| panic!("{report}"));
        line.replace(before, "").split_whitespace().next().unwrap().parse().unwrap()
    };
    let requests = number("requests in");
    Measured { throughput: number("Requests/sec:"), cpu_time: used / requests * 1e6 }
}

/// Sends requests in an open loop at a rate, or in a closed loop, and returns the report.
pub(crate) fn oha(
    server: &Server,
    path: &str,
    rate: Option<f64>,
    time: &str,
    arguments: &[&str],
) -> serde_json::Value {
    let mut command = Command::new("oha");
    command
        .args(["--no-tui", "--output-format", "json", "-z", time, "-w", "-T", "application/json"])
        .args(arguments);
    if let Some(rate) = rate {
        command.args(["-q", &format!("{rate:.0}")]);
    }
    if arguments.iter().any(|argument| matches!(*argument, "-d" | "-Z")) {
        command.args(["-m", "POST"]);
    }
    let output =
        command.arg(format!("http://{}{path}", server.address)).output().expect("oha is installed");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}
