//! Addresses to listen on.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// An address to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// An IP address and a port.
    Tcp(SocketAddr),
    /// The path of a Unix socket.
    Unix(PathBuf),
}

impl FromStr for Address {
    type Err = String;

    /// Parses an address such as `127.0.0.1:8080` or `unix:/run/wordcourt.sock`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("unix:") {
            Some("") => Err("expected a path, such as unix:/run/wordcourt.sock".to_owned()),
            Some(path) => Ok(Self::Unix(path.into())),
            None => text.parse().map(Self::Tcp).map_err(|error| {
                format!(
                    "{error}; use an address such as 127.0.0.1:8080 or unix:/run/wordcourt.sock"
                )
            }),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// Reads a contact of a `security.txt` (RFC 9116): a URI with one of the usual schemes.
pub(super) fn contact(text: &str) -> Result<String, String> {
    let has_scheme = ["mailto:", "https://", "tel:"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    if has_scheme && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(text.to_owned());
    }
    Err("give a URI that starts with mailto:, https:// or tel:".to_owned())
}
