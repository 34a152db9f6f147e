//! Where the service listens: TCP or a Unix socket.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

/// An address to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// Address and port.
    Tcp(SocketAddr),
    /// The path of a Unix socket.
    Unix(PathBuf),
}

impl std::str::FromStr for Address {
    type Err = String;

    /// `127.0.0.1:8080` or `unix:/run/wordcourt.sock`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("unix:") {
            Some("") => Err("a path is wanted, such as unix:/run/wordcourt.sock".to_owned()),
            Some(path) => Ok(Self::Unix(path.into())),
            None => text
                .parse()
                .map(Self::Tcp)
                .map_err(|error| format!("{error}; such as 127.0.0.1:8080 or unix:/run/wordcourt.sock")),
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

/// What listens.
#[derive(Debug)]
pub enum Listener {
    /// On TCP.
    Tcp(TcpListener),
    /// On a Unix socket.
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener),
}

impl Address {
    /// Listens. A socket that a process has left behind is taken over, one that somebody answers on isn't.
    ///
    /// # Errors
    /// What the system says.
    pub fn bind(&self) -> io::Result<Listener> {
        match self {
            Self::Tcp(address) => TcpListener::bind(address).map(Listener::Tcp),
            #[cfg(unix)]
            Self::Unix(path) => {
                use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
                use std::os::unix::net::{UnixListener, UnixStream};
                let is_left_behind = std::fs::metadata(path).is_ok_and(|found| found.file_type().is_socket())
                    && UnixStream::connect(path).is_err();
                if is_left_behind {
                    std::fs::remove_file(path)?;
                }
                let listener = UnixListener::bind(path)?;
                // A proxy is somebody else; who may reach the socket is said by the directory that it lies in.
                std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o666))?;
                Ok(Listener::Unix(listener))
            }
            #[cfg(not(unix))]
            Self::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

impl Listener {
    /// Where it listens; a port that was left open is known by now.
    ///
    /// # Errors
    /// What the system says.
    pub fn address(&self) -> io::Result<Address> {
        match self {
            Self::Tcp(listener) => listener.local_addr().map(Address::Tcp),
            #[cfg(unix)]
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                Ok(Address::Unix(address.as_pathname().map(PathBuf::from).unwrap_or_default()))
            }
        }
    }
}

impl Listener {
    /// Cuts a connection off whose client hasn't taken any of an answer for so long: the system does (RFC 5482). Elsewhere than on Linux, and on Unix
    /// sockets, nobody does.
    ///
    /// # Errors
    /// What the system says.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(unused_variables, clippy::unused_self, reason = "there is no such option")
    )]
    pub fn cut_off_stalled(&self, after: Duration) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if let Self::Tcp(listener) = self {
            // Whoever is accepted inherits it.
            let millis = u32::try_from(after.as_millis()).unwrap_or(u32::MAX);
            rustix::net::sockopt::set_tcp_user_timeout(listener, millis)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_from_texts() {
        for text in ["127.0.0.1:8080", "[::1]:0", "unix:/run/w.sock"] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        for bad in ["", "8080", "localhost:8080", "unix:"] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
