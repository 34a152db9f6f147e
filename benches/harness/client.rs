//! A client that keeps its connection.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

/// A connection that sends one request after the other.
pub(crate) struct Client(BufReader<TcpStream>);

/// A response, with the bytes of its head as they were sent.
pub(crate) struct Response {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) fn new(stream: TcpStream) -> Self {
        stream.set_nodelay(true).unwrap();
        Self(BufReader::new(stream))
    }

    /// Sends a request and reads its response.
    ///
    /// # Panics
    /// If the status is not 200: a refused request would count as a fast one.
    pub(crate) fn send(&mut self, request: &[u8]) -> Response {
        self.0.get_mut().write_all(request).unwrap();
        let mut head = self.line();
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line();
            head += &line;
            match line.to_ascii_lowercase().trim().split_once(": ") {
                Some(("content-length", bytes)) => length = bytes.parse().unwrap(),
                Some(("transfer-encoding", "chunked")) => is_chunked = true,
                Some(_) => {}
                None => break,
            }
        }
        let mut body = Vec::new();
        if !is_chunked {
            self.append(&mut body, length);
        }
        while is_chunked {
            let length = usize::from_str_radix(self.line().trim(), 16).unwrap();
            self.append(&mut body, length);
            self.line();
            is_chunked = length > 0;
        }
        Response { head, body }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line
    }

    fn append(&mut self, body: &mut Vec<u8>, length: usize) {
        let before = body.len();
        body.resize(before + length, 0);
        self.0.read_exact(&mut body[before..]).unwrap();
    }
}

/// Returns the request for some operation, with a body for POST and without one for GET.
pub(crate) fn request(path: &str, media_type: &str, body: Option<&str>, headers: &str) -> Vec<u8> {
    let Some(body) = body else {
        return format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n").into_bytes();
    };
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\n{headers}content-type: {media_type}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
