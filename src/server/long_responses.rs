//! The memory of long responses. Bodies are sent in pieces of shared memory, and the bytes of all
//! bodies that are being sent are limited.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use actix_web::HttpRequest;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use prometheus::IntGauge;

use crate::api::{Problem, ProblemCode};
use crate::registry::Caller;

/// The size of the pieces in which a long body is sent.
pub(super) const PIECE_BYTES: usize = 32 << 10;

/// The long responses that are being sent. One caller gets at most half of their memory.
#[derive(Debug)]
pub(super) struct LongResponses {
    bodies: Arc<Mutex<Bodies>>,
    max_bytes: usize,
}

/// The bodies that are being sent.
#[derive(Debug)]
struct Bodies {
    all: Holdings,
    /// The bodies of each caller that is being sent any.
    callers: HashMap<Caller, Holdings>,
    gauge: IntGauge,
}

/// A set of bodies that are being sent.
#[derive(Debug, Default)]
struct Holdings {
    /// The number of responses that send a body, by its address in memory. Equal responses from the
    /// cache share one body.
    responses: HashMap<usize, usize>,
    /// The size of all bodies together.
    bytes: usize,
}

impl Holdings {
    /// Returns the size of all bodies together after one more response.
    fn bytes_with(&self, address: usize, length: usize) -> usize {
        if self.responses.contains_key(&address) {
            self.bytes
        } else {
            self.bytes.saturating_add(length)
        }
    }

    fn add(&mut self, address: usize, length: usize) {
        self.bytes = self.bytes_with(address, length);
        *self.responses.entry(address).or_default() += 1;
    }

    fn remove(&mut self, address: usize, length: usize) {
        let Some(responses) = self.responses.get_mut(&address) else { return };
        *responses -= 1;
        if *responses == 0 {
            self.responses.remove(&address);
            self.bytes = self.bytes.saturating_sub(length);
        }
    }
}

impl Bodies {
    fn show(&self) {
        self.gauge.set(i64::try_from(self.all.bytes).unwrap_or(i64::MAX));
    }
}

// No code that can panic runs under the lock.
fn lock(bodies: &Mutex<Bodies>) -> MutexGuard<'_, Bodies> {
    bodies.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LongResponses {
    /// Creates a limit on the bytes of all long bodies together. `gauge` shows how many there are.
    pub(super) fn new(max_bytes: usize, gauge: IntGauge) -> Self {
        let bodies = Bodies { all: Holdings::default(), callers: HashMap::new(), gauge };
        Self { bodies: Arc::new(Mutex::new(bodies)), max_bytes }
    }

    /// Makes a response with a long body send it in pieces, of which a slow reader holds one in the
    /// buffer of its connection. The body itself counts until the last of its responses is sent.
    /// If the long bodies that are being sent, to all or to this caller, would need too much memory,
    /// the response loses its body, and the problem is returned.
    pub(super) fn send(
        &self,
        response: ServiceResponse<BoxBody>,
        caller: impl FnOnce(&HttpRequest) -> Caller,
    ) -> (ServiceResponse<BoxBody>, Option<Problem>) {
        let length = match response.response().body().size() {
            BodySize::Sized(length) => usize::try_from(length).unwrap_or(usize::MAX),
            BodySize::None | BodySize::Stream => 0,
        };
        if length <= PIECE_BYTES {
            return (response, None);
        }
        let mut problem = None;
        let caller = caller(response.request());
        let response = response.map_body(|_, body| match body.try_into_bytes() {
            Ok(bytes) => match self.hold(caller, bytes.as_ptr().addr(), bytes.len()) {
                Ok(held) => held.send(bytes),
                Err(refused) => {
                    problem = Some(refused);
                    BoxBody::new(())
                }
            },
            Err(body) => body,
        });
        (response, problem)
    }

    /// Counts an answer that is a part of a response, until the result is dropped.
    ///
    /// # Errors
    /// The answer is long and would need too much memory.
    pub(super) fn hold_part(
        &self,
        caller: &Caller,
        answer: &Bytes,
    ) -> Result<Option<Held>, Problem> {
        if answer.len() <= PIECE_BYTES {
            return Ok(None);
        }
        self.hold(caller.clone(), answer.as_ptr().addr(), answer.len()).map(Some)
    }

    /// Counts a response with a body, whose memory is at this address or is not yet allocated. Bodies
    /// with the same address share their memory.
    ///
    /// # Errors
    /// The body would need too much memory, or more than half of it would be this caller's. One body
    /// may be longer than half.
    pub(super) fn hold(
        &self,
        caller: Caller,
        address: usize,
        length: usize,
    ) -> Result<Held, Problem> {
        let mut bodies = lock(&self.bodies);
        let has_room = |caller: &Holdings| {
            caller.bytes == 0 || caller.bytes_with(address, length) <= self.max_bytes / 2
        };
        if !bodies.callers.get(&caller).is_none_or(has_room) {
            return Err(overloaded("you are being sent too many long responses; read them first"));
        }
        if bodies.all.bytes_with(address, length) > self.max_bytes {
            return Err(overloaded(
                "too many long responses are being sent; ask again later, or for fewer results",
            ));
        }
        bodies.callers.entry(caller.clone()).or_default().add(address, length);
        bodies.all.add(address, length);
        bodies.show();
        Ok(Held { caller, address, length, bodies: Arc::clone(&self.bodies) })
    }
}

fn overloaded(detail: &str) -> Problem {
    Problem { retry_after: Some(1), ..Problem::new(ProblemCode::Overloaded, detail) }
}

/// A counted response, until it is dropped.
pub(super) struct Held {
    caller: Caller,
    address: usize,
    length: usize,
    bodies: Arc<Mutex<Bodies>>,
}

impl Held {
    /// Returns the counted body, which is sent in pieces.
    pub(super) fn send(self, bytes: Bytes) -> BoxBody {
        BoxBody::new(Pieces { _held: self, bytes })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut bodies = lock(&self.bodies);
        if let Some(held) = bodies.callers.get_mut(&self.caller) {
            held.remove(self.address, self.length);
            if held.responses.is_empty() {
                bodies.callers.remove(&self.caller);
            }
        }
        bodies.all.remove(self.address, self.length);
        bodies.show();
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
