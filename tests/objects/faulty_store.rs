//! A web server with a lexicon source whose responses have faults.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A fault of one response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The server does not have the file.
    NotFound,
    /// The client has no permission.
    Forbidden,
    /// The connection ends without a response.
    Closed,
    /// The connection ends in the middle of the body.
    Cut,
    /// The file is complete according to its length, but only half of it is there.
    Short,
    /// The file has other bytes of the same length.
    Damaged,
}

impl Fault {
    pub const ALL: [Self; 6] =
        [Self::NotFound, Self::Forbidden, Self::Closed, Self::Cut, Self::Short, Self::Damaged];
}

/// A running web server. It ends with the test.
pub struct FaultyStore {
    pub address: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    files: BTreeMap<String, Vec<u8>>,
    /// The path whose next response has a fault.
    fault: Option<(String, Fault)>,
}

impl FaultyStore {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let state = Arc::clone(&shared);
                // A client may close the connection before the whole response is sent.
                std::thread::spawn(move || respond(&stream.unwrap(), &state));
            }
        });
        Self { address, state }
    }

    pub fn put(&self, path: &str, content: &str) {
        self.state.lock().unwrap().files.insert(path.to_owned(), content.into());
    }

    /// The next response for this path has a fault.
    pub fn fail(&self, path: &str, fault: Fault) {
        self.state.lock().unwrap().fault = Some((path.to_owned(), fault));
    }

    /// Returns true if the response with the fault was sent.
    pub fn has_failed(&self) -> bool {
        self.state.lock().unwrap().fault.is_none()
    }
}

/// Responds to one request and closes the connection.
fn respond(mut stream: &TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    lines.find(String::is_empty)?;
    let (file, fault) = {
        let state = &mut *state.lock().unwrap();
        let has_fault = state.fault.as_ref().is_some_and(|(faulty, _)| *faulty == path);
        let fault = if has_fault { state.fault.take() } else { None };
        (state.files.get(&path).cloned(), fault.map(|(_, fault)| fault))
    };
    let (status, mut body) = match (file, fault) {
        (_, Some(Fault::Closed)) => return None,
        (None, _) | (_, Some(Fault::NotFound)) => ("404 Not Found", Vec::new()),
        (_, Some(Fault::Forbidden)) => ("403 Forbidden", Vec::new()),
        (Some(file), _) => ("200 OK", file),
    };
    let half = body.len() / 2;
    let mut length = body.len();
    match fault {
        Some(Fault::Cut) => body.truncate(half),
        Some(Fault::Short) => {
            body.truncate(half);
            length = half;
        }
        Some(Fault::Damaged) => body[half..].fill(b'A'),
        _ => {}
    }
    let head =
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(&[head.as_bytes(), &body].concat()).ok()
}
