//! The memory of long responses. Bodies are sent in pieces of shared memory, and the bytes of all
//! bodies that are being sent are limited.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use prometheus::IntGauge;

use crate::api::{Problem, ProblemCode};

/// The size of the pieces in which a long body is sent.
pub(super) const PIECE_BYTES: usize = 32 << 10;

/// The long responses that are being sent.
#[derive(Debug)]
pub(super) struct LongResponses {
    bodies: Arc<Mutex<Bodies>>,
    max_bytes: usize,
}

/// The bodies that are being sent.
#[derive(Debug)]
struct Bodies {
    /// The number of responses that send a body, by its address in memory. Equal responses from the
    /// cache share one body.
    responses: HashMap<usize, usize>,
    /// The size of all bodies together.
    bytes: usize,
    gauge: IntGauge,
}

impl Bodies {
    fn set_bytes(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.gauge.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }
}

// No code that can panic runs under the lock.
fn lock(bodies: &Mutex<Bodies>) -> MutexGuard<'_, Bodies> {
    bodies.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LongResponses {
    /// Creates a limit on the bytes of all long bodies together. `gauge` shows how many there are.
    pub(super) fn new(max_bytes: usize, gauge: IntGauge) -> Self {
        let bodies = Bodies { responses: HashMap::new(), bytes: 0, gauge };
        Self { bodies: Arc::new(Mutex::new(bodies)), max_bytes }
    }

    /// Makes a response with a long body send it in pieces, of which a slow reader holds one in the
    /// buffer of its connection. The body itself counts until the last of its responses is sent.
    /// If the long bodies that are being sent would need too much memory, the response loses its
    /// body, and the problem is returned.
    pub(super) fn send(
        &self,
        response: ServiceResponse<BoxBody>,
    ) -> (ServiceResponse<BoxBody>, Option<Problem>) {
        let length = match response.response().body().size() {
            BodySize::Sized(length) => usize::try_from(length).unwrap_or(usize::MAX),
            BodySize::None | BodySize::Stream => 0,
        };
        if length <= PIECE_BYTES {
            return (response, None);
        }
        let mut problem = None;
        let response = response.map_body(|_, body| match body.try_into_bytes() {
            Ok(bytes) => {
                let Some(held) = self.hold(&bytes) else {
                    problem = Some(overloaded());
                    return BoxBody::new(());
                };
                BoxBody::new(Pieces { _held: held, bytes })
            }
            Err(body) => body,
        });
        (response, problem)
    }

    /// Counts an answer that is a part of a response, until the result is dropped.
    ///
    /// # Errors
    /// The answer is long and would need too much memory.
    pub(super) fn hold_part(&self, answer: &Bytes) -> Result<Option<Held>, Problem> {
        if answer.len() <= PIECE_BYTES {
            return Ok(None);
        }
        self.hold(answer).map(Some).ok_or_else(overloaded)
    }

    /// Counts a response with a body; `None` if the body would need too much memory.
    fn hold(&self, body: &Bytes) -> Option<Held> {
        let (address, length) = (body.as_ptr().addr(), body.len());
        let mut bodies = lock(&self.bodies);
        if let Some(responses) = bodies.responses.get_mut(&address) {
            *responses += 1;
        } else {
            let bytes = bodies.bytes.saturating_add(length);
            if bytes > self.max_bytes {
                return None;
            }
            bodies.responses.insert(address, 1);
            bodies.set_bytes(bytes);
        }
        Some(Held { address, length, bodies: Arc::clone(&self.bodies) })
    }
}

fn overloaded() -> Problem {
    let detail = "too many long responses are being sent; ask again later, or for fewer results";
    Problem { retry_after: Some(1), ..Problem::new(ProblemCode::Overloaded, detail) }
}

/// A counted response, until it is dropped.
pub(super) struct Held {
    address: usize,
    length: usize,
    bodies: Arc<Mutex<Bodies>>,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut bodies = lock(&self.bodies);
        let Some(responses) = bodies.responses.get_mut(&self.address) else { return };
        *responses -= 1;
        if *responses == 0 {
            bodies.responses.remove(&self.address);
            let bytes = bodies.bytes.saturating_sub(self.length);
            bodies.set_bytes(bytes);
        }
    }
}

/// A body that is sent in pieces of shared memory. The HTTP layer would copy a body in one piece
/// into the buffer of the connection, so that every slow reader would hold a copy.
struct Pieces {
    // Dropped first, while no other body can have the same address.
    _held: Held,
    bytes: Bytes,
}

impl MessageBody for Pieces {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        self.bytes.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        let length = self.bytes.len().min(PIECE_BYTES);
        let piece = self.bytes.split_to(length);
        Poll::Ready((!piece.is_empty()).then_some(Ok(piece)))
    }
}
