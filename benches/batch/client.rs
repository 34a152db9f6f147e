//! A client with one connection, which sends a request when it has the response to the one before.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::with_capacity(64 << 10, stream) }
    }

    /// Sends the request of an operation and returns the body of the response.
    pub(crate) fn send(&mut self, path: &str, body: &str) -> String {
        self.post(path, "application/json", body)
    }

    /// Sends a batch and returns the lines of the response.
    pub(crate) fn send_batch(&mut self, lines: &str) -> String {
        self.post("/v1/batch", "application/x-ndjson", lines)
    }

    fn post(&mut self, path: &str, media_type: &str, body: &str) -> String {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n\r\n"
        );
        self.stream.get_mut().write_all((head + body).as_bytes()).unwrap();
        let status = self.line();
        assert!(status.starts_with("HTTP/1.1 200 "), "{status}");
        let mut length = None;
        loop {
            let header = self.line().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length: ") {
                length = Some(value.parse().unwrap());
            }
        }
        let mut body = Vec::new();
        match length {
            Some(length) => self.read_into(&mut body, length),
            None => self.read_chunks(&mut body),
        }
        String::from_utf8(body).unwrap()
    }

    fn read_chunks(&mut self, body: &mut Vec<u8>) {
        loop {
            let length = usize::from_str_radix(&self.line(), 16).unwrap();
            self.read_into(body, length);
            assert_eq!(self.line(), "", "a chunk ends with a line end");
            if length == 0 {
                return;
            }
        }
    }

    fn read_into(&mut self, body: &mut Vec<u8>, length: usize) {
        let start = body.len();
        body.resize(start + length, 0);
        self.stream.read_exact(&mut body[start..]).unwrap();
    }

    /// Reads a line and returns it without its end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.truncate(line.trim_end().len());
        line
    }
}
