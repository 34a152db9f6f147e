//! Connections from any loopback address.

use std::net::{Ipv4Addr, TcpStream};

/// Connects from a loopback address.
#[cfg(target_os = "linux")]
pub(crate) fn connect_from(source: Ipv4Addr, address: &str) -> std::io::Result<TcpStream> {
    use std::io::{Error, ErrorKind};
    use std::net::{SocketAddr, SocketAddrV4};

    use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
    let address: SocketAddr =
        address.parse().map_err(|error| Error::new(ErrorKind::InvalidInput, error))?;
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
    bind(&socket, &SocketAddrV4::new(source, 0))?;
    connect(&socket, &address)?;
    Ok(socket.into())
}

/// Connects from the only loopback address of other systems.
#[cfg(not(target_os = "linux"))]
pub(crate) fn connect_from(_source: Ipv4Addr, address: &str) -> std::io::Result<TcpStream> {
    TcpStream::connect(address)
}
