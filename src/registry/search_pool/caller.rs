//! Callers, among which the service divides its time.

use std::net::IpAddr;
use std::sync::Arc;

/// A caller, whose requests are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caller {
    /// The client of an API key.
    Key(Arc<str>),
    /// The address of a client without a key; of an IPv6 address, its /64 network.
    Address(IpAddr),
    /// A client whose address is unknown, such as one on a Unix socket.
    Unknown,
}
