//! Connections: their number, and the pace of their clients.
//!
//! The HTTP layer has a timer for the head of the first request only, and none for a client that
//! reads a response slowly. [`GuardedStream`] adds these timers around the stream.

mod connections;
mod guarded_stream;
mod heads;

pub(super) use connections::{Connections, Ending, network_of};
pub(super) use guarded_stream::{GuardedStream, HTTP_CLOCK_LAG, StreamTimeouts};
