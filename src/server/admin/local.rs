//! Requests from the server's own machine.

use actix_web::HttpRequest;
use actix_web::http::header::{HOST, ORIGIN};

/// The hosts of this machine, without a port.
const HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// The headers that clients send themselves. Proxies add others, of which there is no full list.
const OF_CLIENTS: [&str; 24] = [
    "authorization",
    "baggage",
    "cache-control",
    "connection",
    "cookie",
    "date",
    "dnt",
    "expect",
    "from",
    "host",
    "http2-settings",
    "keep-alive",
    "pragma",
    "prefer",
    "priority",
    "range",
    "referer",
    "te",
    "traceparent",
    "tracestate",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "x-request-id",
];
/// The beginnings of further headers that clients send themselves.
const PREFIXES_OF_CLIENTS: [&str; 5] = ["accept", "content-", "if-", "sec-", "upgrade-"];

/// Checks that a request comes from the server's own machine, but neither from a web page in a
/// browser there nor through a proxy there.
///
/// # Errors
/// It doesn't; the text says by which part of it.
pub(super) fn check(request: &HttpRequest) -> Result<(), String> {
    if !has_local_peer(request) {
        return Err("the request comes from another machine".to_owned());
    }
    if !has_local_host(request) {
        return Err("the host of the request is not localhost, 127.0.0.1 or [::1]".to_owned());
    }
    if request.headers().contains_key(ORIGIN) || is_from_page(request) {
        return Err("the request comes from a web page".to_owned());
    }
    let of_client = |name: &str| {
        OF_CLIENTS.contains(&name)
            || PREFIXES_OF_CLIENTS.iter().any(|prefix| name.starts_with(prefix))
    };
    match request.headers().keys().find(|name| !of_client(name.as_str())) {
        None => Ok(()),
        Some(name) => Err(format!("the header {name} may be from a proxy")),
    }
}

/// Returns true if a web page of another origin has sent a request, such as by letting its own name
/// resolve to this machine.
pub(in crate::server) fn is_from_foreign_page(request: &HttpRequest) -> bool {
    is_from_page(request) || (has_local_peer(request) && !has_local_host(request))
}

fn has_local_peer(request: &HttpRequest) -> bool {
    request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
}

/// Returns true if a browser says that a page of another origin sent the request.
fn is_from_page(request: &HttpRequest) -> bool {
    let site = request.headers().get("sec-fetch-site");
    site.is_some_and(|site| !matches!(site.as_bytes(), b"none" | b"same-origin"))
}

/// Returns true if the host of a request is one of this machine: in its only `Host` header, and in
/// its target if that has one.
fn has_local_host(request: &HttpRequest) -> bool {
    let mut hosts = request.headers().get_all(HOST);
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let is_local_target =
        request.uri().authority().is_none_or(|authority| is_local(authority.as_str()));
    is_local_target && host.to_str().is_ok_and(is_local)
}

/// Returns true for a host of this machine, with or without a port.
fn is_local(host: &str) -> bool {
    HOSTS.iter().any(|local| {
        let Some((name, port)) = host.split_at_checked(local.len()) else { return false };
        let is_port = |port: &str| {
            port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok()
        };
        name.eq_ignore_ascii_case(local)
            && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
    })
}
