//! The load generators: a closed loop in this process, and `oha`.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::Server;
use crate::workloads::Workload;

const TIME: Duration = Duration::from_secs(1);
pub(crate) const CONNECTIONS: usize = 32;

/// The results of a closed loop.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    /// Requests per second.
    pub(crate) throughput: f64,
    /// CPU time of the server per request, in µs.
    pub(crate) cpu_time: f64,
}

/// Sends a workload in a closed loop, with an API key if the service needs one.
///
/// It polls its connections and never sleeps. Waking a sleeping generator takes CPU time that counts
/// as the server's, and a slow server lets it sleep more often. In production, clients run on other
/// machines.
pub(crate) fn closed_loop(server: &Server, workload: &Workload, api_key: Option<&str>) -> Measured {
    let requests = requests(workload, api_key);
    let mut requests = requests.iter().map(Vec::as_slice).cycle();
    let mut connections: Vec<Connection> =
        (0..CONNECTIONS).map(|_| Connection::to(&server.address)).collect();
    let before = server.cpu_time();
    let start = Instant::now();
    for connection in &mut connections {
        connection.send(requests.next().unwrap());
    }
    let mut buffer = vec![0; 16 << 10];
    let mut responses = 0_u32;
    while start.elapsed() < TIME {
        let before = responses;
        for connection in &mut connections {
            if connection.has_response(&mut buffer) {
                responses += 1;
                connection.send(requests.next().unwrap());
            }
        }
        if responses == before {
            // Other threads of the server may wait for the processor.
            std::thread::yield_now();
        }
    }
    let elapsed = start.elapsed().as_secs_f64();
    let used = server.cpu_time() - before;
    assert_ne!(responses, 0, "no response in {TIME:?}");
    let responses = f64::from(responses);
    Measured { throughput: responses / elapsed, cpu_time: used / responses * 1e6 }
}

/// Returns the requests of a workload.
fn requests(workload: &Workload, api_key: Option<&str>) -> Vec<Vec<u8>> {
    let authorization =
        api_key.map(|key| format!("authorization: Bearer {key}\r\n")).unwrap_or_default();
    let request = |method: &str, content: String| {
        let path = workload.path;
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{authorization}{content}")
            .into_bytes()
    };
    if workload.bodies.is_empty() {
        return vec![request("GET", "\r\n".to_owned())];
    }
    let bodies = workload.bodies.iter().map(|body| {
        let length = body.len();
        format!("content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
    });
    bodies.map(|content| request("POST", content)).collect()
}

/// A connection on which a request is sent after the response to the one before it.
struct Connection {
    stream: TcpStream,
    /// The part of the response that has arrived.
    response: Vec<u8>,
    /// Its length, once its head has arrived.
    length: Option<usize>,
}

impl Connection {
    fn to(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_nonblocking(true).unwrap();
        Self { stream, response: Vec::new(), length: None }
    }

    fn send(&mut self, request: &[u8]) {
        let mut rest = request;
        while !rest.is_empty() {
            match self.stream.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::yield_now(),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Reads what has arrived, and returns true if it completes the response.
    fn has_response(&mut self, buffer: &mut [u8]) -> bool {
        let read = match self.stream.read(buffer) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
            Err(error) => panic!("{error}"),
        };
        assert_ne!(read, 0, "the server closed the connection");
        self.response.extend_from_slice(&buffer[..read]);
        if self.length.is_none() {
            self.length = length_of(&self.response);
        }
        let is_complete = self.length.is_some_and(|length| self.response.len() >= length);
        if is_complete {
            self.response.clear();
            self.length = None;
        }
        is_complete
    }
}

/// Returns the length of a response with its head; `None` before the head has arrived.
fn length_of(response: &[u8]) -> Option<usize> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&response[..end]).unwrap();
    // Failed requests would count as fast ones.
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().unwrap())
    });
    Some(end + length.unwrap())
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
