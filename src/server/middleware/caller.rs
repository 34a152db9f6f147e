//! The caller of a request: the client of its API key, else its address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;

use super::auth::ApiKey;
use crate::registry::Caller;
use crate::server::State;
use crate::server::connection::network_of;

/// Returns the caller of a request: the client of its valid API key, else its address.
pub(in crate::server) fn caller_of(
    key: Option<&ApiKey>,
    request: &HttpRequest,
    state: &State,
) -> Caller {
    match key {
        Some(key) => Caller::Key(Arc::clone(&key.client)),
        None => address(request, state.address_header.as_ref())
            .map_or(Caller::Unknown, |address| Caller::Address(network_of(address))),
    }
}

/// Returns the address of a client: the one that the reverse proxy passes, else that of the connection.
pub(super) fn address(
    request: &HttpRequest,
    address_header: Option<&HeaderName>,
) -> Option<IpAddr> {
    let forwarded = address_header.and_then(|name| {
        // The proxy appends the last entry; the client may have sent the earlier ones itself.
        let last = request.headers().get_all(name).last()?.to_str().ok()?.rsplit(',').next()?;
        parse_address(last.trim())
    });
    let peer = || request.peer_addr().map(|peer| peer.ip());
    forwarded.or_else(peer)
}

/// Parses an address. Some proxies add the port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port)
}
