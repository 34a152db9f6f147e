//! The servers: Wordcourt and the bare endpoint, each in its own process.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;

use actix_web::{App, HttpResponse, HttpServer, web};

use crate::workloads::Workload;

const BINARY: &str = env!("CARGO_BIN_EXE_wordcourt");

/// A server process, which is killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    pub(crate) ops_address: String,
}

impl Server {
    fn start(command: &mut Command) -> Self {
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

    /// Starts the service with the settings for a workload.
    pub(crate) fn for_workload(workload: &Workload) -> Self {
        let is_uncached = workload.bodies.len() > 1;
        Self::wordcourt(if is_uncached {
            &["--workers", "1", "--response-cache", "0"]
        } else {
            &["--workers", "1"]
        })
    }

    /// Starts the bare endpoint, which sends this response to every request.
    pub(crate) fn bare(response: &str) -> Self {
        Self::start(Command::new(std::env::current_exe().unwrap()).args(["bare", response]))
    }

    /// Returns the CPU time used so far, in seconds.
    pub(crate) fn cpu_time(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        ticks / 100.0
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

/// Runs the bare endpoint until it is killed.
pub(crate) fn serve_bare(response: &str) -> std::io::Result<()> {
    let response: serde_json::Value = serde_json::from_str(response)?;
    actix_web::rt::System::new().block_on(async {
        let server = HttpServer::new(move || {
            let response = response.clone();
            let handler = move |body: web::Bytes| {
                // Every service that accepts JSON at least parses it.
                let is_json = body.is_empty()
                    || serde_json::from_slice::<serde::de::IgnoredAny>(&body).is_ok();
                std::hint::black_box(is_json);
                let response = HttpResponse::Ok().json(&response);
                async move { response }
            };
            App::new().app_data(web::PayloadConfig::new(1 << 20)).default_service(web::to(handler))
        });
        let server = server.workers(1).bind("127.0.0.1:0")?;
        eprintln!(r#"{{"message": "serving", "address": "{}"}}"#, server.addrs()[0]);
        server.run().await
    })
}

/// Sends one request and returns the status and the body of the response.
pub(crate) fn send(address: &str, path: &str, body: Option<&str>) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}
