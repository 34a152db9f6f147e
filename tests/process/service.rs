//! A running service, and a minimal HTTP client.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_wordcourt");

/// The variables of every process: meanings of words depend on the packages of the machine, and the
/// tests replace small lexicons by others.
pub(crate) const VARIABLES: [(&str, &str); 2] =
    [("WORDCOURT_WORDNET", ""), ("WORDCOURT_MAX_SHRINK", "100")];

/// The arguments that select free ports.
const PORTS: [&str; 4] = ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];

/// A running service on free ports; killed when dropped.
pub struct Service {
    pub child: Child,
    pub address: String,
    pub ops_address: String,
    pub log: Arc<Mutex<Vec<String>>>,
}

impl Service {
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// Starts with environment variables.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::await_start(spawn(&[&PORTS, arguments].concat(), variables))
    }

    /// Starts without space for a file: every write of a file fails.
    pub fn start_on_full_disk(arguments: &[&str]) -> Self {
        // Without the trap, the signal SIGXFSZ would end the process.
        Self::start_in_shell("trap '' XFSZ && ulimit -f 0", arguments)
    }

    /// Starts with a limit on open files.
    #[cfg(target_os = "linux")]
    pub fn start_limited(files: u32, arguments: &[&str]) -> Self {
        Self::start_in_shell(&format!("ulimit -n {files}"), arguments)
    }

    /// Starts after a shell command, which sets limits.
    fn start_in_shell(limits: &str, arguments: &[&str]) -> Self {
        let script = format!("{limits} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, BINARY]).args(PORTS).args(arguments).envs(VARIABLES);
        Self::await_start(command.stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Reads the log until the service is serving.
    fn await_start(mut child: Child) -> Self {
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        let serving = loop {
            line.clear();
            assert_ne!(
                log.read_line(&mut line).unwrap(),
                0,
                "the log ended before the service was serving"
            );
            let event: serde_json::Value = serde_json::from_str(&line).unwrap();
            if event["message"] == "serving" {
                break event;
            }
        };
        // If nobody read the log, a full pipe would block the service.
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = Arc::clone(&lines);
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                kept.lock().unwrap().push(line);
            }
        });
        let text = |key: &str| serving[key].as_str().unwrap().to_owned();
        Self { child, address: text("address"), ops_address: text("ops_address"), log: lines }
    }

    /// Returns the number of lines in the log that contain a text, from the time on at which the
    /// service was serving.
    pub fn logged(&self, text: &str) -> usize {
        self.log.lock().unwrap().iter().filter(|line| line.contains(text)).count()
    }

    /// Waits until the search indexes of the default lexicon are loaded, one for each of four modules of
    /// games.
    pub fn wait_for_indexes(&self) {
        while self.logged("search index loaded") < 4 {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn terminate(&self) {
        terminate(&self.child);
    }

    /// Sends SIGHUP.
    pub fn hang_up(&self) {
        send("-HUP", &self.child);
    }

    /// Returns the resident memory of the process; 0 on systems other than Linux.
    pub fn resident_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        resident.map_or(0, |resident| resident.trim().trim_end_matches(" kB").parse().unwrap())
    }
}

/// Starts a process whose log can be read.
pub fn spawn(arguments: &[&str], variables: &[(&str, &str)]) -> Child {
    let mut command = Command::new(BINARY);
    command.args(arguments).envs(VARIABLES).envs(variables.iter().copied());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends SIGTERM to a process.
pub fn terminate(process: &Child) {
    send("-TERM", process);
}

fn send(signal: &str, process: &Child) {
    let process = process.id().to_string();
    assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request and reads until the service closes the connection.
pub fn exchange(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

pub fn get(address: &str, path: &str) -> String {
    exchange(
        address,
        &format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"),
    )
}

/// Runs the binary until it exits.
pub fn run(arguments: &[&str]) -> Output {
    Command::new(BINARY).args(arguments).envs(VARIABLES).output().unwrap()
}

/// The status and the body of a response.
pub type Answer = (u16, String);

/// A connection that can send several requests.
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    pub fn open(address: &str) -> Self {
        Self::try_open(address).unwrap()
    }

    /// Opens a connection; `None` if the service does not accept it.
    pub fn try_open(address: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).ok()?;
        Some(Self(BufReader::new(stream)))
    }

    /// Sends a request; `None` if the connection breaks.
    pub fn ask(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<Answer> {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{headers}content-length: {}\r\n\r\n",
            body.len()
        );
        let mut request = head.into_bytes();
        request.extend_from_slice(body);
        self.0.get_mut().write_all(&request).ok()?;
        let mut status = None;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if status.is_none() {
                status = Some(line.split(' ').nth(1)?.parse().ok()?);
            } else if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).ok()?;
        Some((status?, String::from_utf8(body).ok()?))
    }

    /// Sends JSON with POST.
    pub fn post(&mut self, path: &str, body: &str) -> Option<Answer> {
        self.ask("POST", path, "content-type: application/json\r\n", body.as_bytes())
    }
}

/// Sends a request over a new connection.
pub fn ask(address: &str, method: &str, path: &str, body: &[u8]) -> Option<Answer> {
    Connection::open(address).ask(method, path, "", body)
}

/// Writes a file that only its owner can read, as files of keys and tokens must be.
pub fn write_secret(path: impl AsRef<std::path::Path>, text: impl AsRef<[u8]>) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).unwrap().write_all(text.as_ref()).unwrap();
}
