//! The beginnings and ends of request heads in the bytes of a connection.

/// The part of a request that a client is sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// None: the client has received the response to its last request, or has sent nothing yet.
    Idle,
    /// The head, that is, the request line and the headers.
    Head(HeadEnd),
    /// The body, or nothing more: the client waits for the response.
    Request,
}

/// The progress towards the blank line that ends a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadEnd {
    /// Only line ends have arrived, which may precede a request.
    Before,
    /// The last line is not empty.
    InLine,
    /// The last line is empty so far.
    LineEnd,
}

impl Phase {
    /// Returns the phase after the client has sent `bytes`.
    ///
    /// The bytes after a head are a body, or the next request of a client that does not wait for
    /// responses. Both belong to the request until a response is sent.
    pub(super) fn after_read(self, bytes: &[u8]) -> Self {
        let mut end = match self {
            Self::Request => return self,
            Self::Idle if bytes.is_empty() => return self,
            Self::Idle => HeadEnd::Before,
            Self::Head(end) => end,
        };
        let mut bytes = bytes.iter();
        // Each step takes at least one byte.
        loop {
            if end == HeadEnd::InLine {
                // Most of a head: the rest of a line is skipped at once.
                match bytes.position(|byte| *byte == b'\n') {
                    Some(_) => end = HeadEnd::LineEnd,
                    None => return Self::Head(end),
                }
            }
            match bytes.next() {
                None => return Self::Head(end),
                Some(b'\n') if end == HeadEnd::LineEnd => return Self::Request,
                Some(b'\r' | b'\n') => {}
                Some(_) => end = HeadEnd::InLine,
            }
        }
    }

    /// Returns the phase after the service has sent `bytes`: no request is in progress, unless the
    /// response only asks for the body.
    pub(super) fn after_write(self, bytes: &[u8]) -> Self {
        match self {
            Self::Request if !bytes.starts_with(b"HTTP/1.1 100 ") => Self::Idle,
            _ => self,
        }
    }
}
