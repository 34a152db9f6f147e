//! A server in a process of its own.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_wordcourt");

/// A server process, which is killed when dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
    pub(crate) ops_address: String,
}

impl Server {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        // The capacity of a pipe.
        let mut log = BufReader::with_capacity(64 << 10, child.stderr.take().unwrap());
        let mut line = String::new();
        let serving = loop {
            line.clear();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "the server didn't start");
            let event: serde_json::Value = serde_json::from_str(&line).unwrap();
            if event["message"] == "serving" {
                break event;
            }
        };
        // Keeps reading the log, as a log collector does.
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        let text = |key: &str| serving[key].as_str().unwrap_or_default().to_owned();
        Self { child, address: text("address"), ops_address: text("ops_address") }
    }

    pub(crate) fn wordcourt(arguments: &[&str]) -> Self {
        let ports = ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        Self::start(Command::new(BINARY).args(ports).args(arguments))
    }

    pub(crate) fn resident_mib(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends one request and returns the status and the body of the response.
pub(crate) fn send(address: &str, path: &str, body: Option<&str>) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}
