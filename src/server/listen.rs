//! Listeners on TCP and Unix sockets.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::config::Address;

/// The bytes of a connection that the system buffers until its client reads them. Without a bound, it
/// takes up to 4 MiB for each slow reader. Linux rounds the number down to `net.core.wmem_max`, and
/// takes twice as much memory for it.
const SEND_BUFFER_BYTES: usize = 256 << 10;

/// A bound listener.
#[derive(Debug)]
pub(super) enum Listener {
    /// A TCP listener.
    Tcp(TcpListener),
    /// A listener on a Unix socket.
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener),
}

fn bind_tcp(address: &SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    // Accepted connections inherit the option.
    rustix::net::sockopt::set_socket_send_buffer_size(&listener, SEND_BUFFER_BYTES)?;
    Ok(listener)
}

#[cfg(unix)]
fn bind_unix(path: &Path) -> io::Result<Listener> {
    use std::fs::{Permissions, metadata, remove_file, set_permissions};
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
    use std::os::unix::net::{UnixListener, UnixStream};

    let is_socket = metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket());
    if is_socket && UnixStream::connect(path).is_err() {
        remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    // A proxy may run as another user. The permissions of the directory restrict who can connect.
    set_permissions(path, Permissions::from_mode(0o666))?;
    Ok(Listener::Unix(listener))
}

#[cfg(not(unix))]
fn bind_unix(_path: &Path) -> io::Result<Listener> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Listener {
    /// Starts to listen. Replaces the socket file of a process that has ended, but not one that a
    /// process still listens on.
    ///
    /// # Errors
    /// The I/O error.
    pub(super) fn bind(address: &Address) -> io::Result<Self> {
        match address {
            Address::Tcp(address) => bind_tcp(address).map(Self::Tcp),
            Address::Unix(path) => bind_unix(path),
        }
    }

    /// Returns the address, with the port that the system chose for port 0.
    ///
    /// # Errors
    /// The I/O error.
    pub(super) fn address(&self) -> io::Result<Address> {
        match self {
            Self::Tcp(listener) => listener.local_addr().map(Address::Tcp),
            #[cfg(unix)]
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                Ok(Address::Unix(address.as_pathname().map(PathBuf::from).unwrap_or_default()))
            }
        }
    }

    /// Makes the system close connections whose client reads nothing of a pending response for
    /// `timeout` (RFC 5482). Unix sockets, and systems other than Linux, have no such option.
    ///
    /// # Errors
    /// The I/O error.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(unused_variables, clippy::unused_self, reason = "there is no such option")
    )]
    pub(super) fn set_write_timeout(&self, timeout: Duration) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if let Self::Tcp(listener) = self {
            // Accepted connections inherit the option.
            let millis = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX);
            rustix::net::sockopt::set_tcp_user_timeout(listener, millis)?;
        }
        Ok(())
    }
}
