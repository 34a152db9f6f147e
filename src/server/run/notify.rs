//! Notifications to the service manager, for units of systemd with `Type=notify`.

/// A change of the state of the process, in the format of `sd_notify(3)`.
#[derive(Debug, Clone, Copy)]
pub(super) enum State {
    /// The service has started, or has read its files again.
    Ready,
    /// The service reads its files again.
    Reloading,
    /// The service is stopping.
    Stopping,
}

/// Tells the service manager about a change. Does nothing without one.
pub(super) fn notify(state: State) {
    #[cfg(target_os = "linux")]
    if let Some(socket) = std::env::var_os("NOTIFY_SOCKET") {
        let message = match state {
            State::Ready => "READY=1".to_owned(),
            State::Reloading => format!("RELOADING=1\nMONOTONIC_USEC={}", monotonic_micros()),
            State::Stopping => "STOPPING=1".to_owned(),
        };
        if let Err(error) = send(&socket, message.as_bytes()) {
            tracing::warn!(%error, "cannot notify the service manager");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = state;
}

/// Sends a message to a socket: a path, or `@` and an abstract name.
#[cfg(target_os = "linux")]
fn send(socket: &std::ffi::OsStr, message: &[u8]) -> std::io::Result<()> {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(socket)?,
    };
    UnixDatagram::unbound()?.send_to_addr(message, &address).map(drop)
}

/// Returns the time of the clock by which the service manager orders reloads.
#[cfg(target_os = "linux")]
fn monotonic_micros() -> i64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec * 1_000_000 + now.tv_nsec / 1_000
}
