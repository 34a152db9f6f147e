//! `wordcourt health`: asks a running service whether it is ready. The image of the service has
//! neither a shell nor an HTTP client for this.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::process::ExitCode;
use std::time::Duration;

use super::Outcome;
use crate::config::{HealthArgs, HttpUrl};

/// The maximum number of bytes of a status line that are read.
const MAX_STATUS_LINE_BYTES: u64 = 1024;

/// Requests the URL and prints the status. Fails if the status is not one of success.
pub(super) fn run(args: &HealthArgs) -> Outcome {
    let url = args.url();
    let status = status_of(&url, args.timeout)
        .map_err(|error| format!("http://{}{}: {error}", url.authority, url.path))?;
    writeln!(io::stdout(), "{status}")?;
    let code = status.split(' ').next();
    let is_success = code.is_some_and(|code| code.len() == 3 && code.starts_with('2'));
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the status of a response with its reason, such as `200 OK`.
fn status_of(HttpUrl { authority, path }: &HttpUrl, timeout: Duration) -> io::Result<String> {
    let mut connected = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in authority.to_socket_addrs()? {
        connected = TcpStream::connect_timeout(&address, timeout);
        if connected.is_ok() {
            break;
        }
    }
    let mut stream = connected?;
    stream.set_read_timeout(Some(timeout))?;
    stream.set_write_timeout(Some(timeout))?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).take(MAX_STATUS_LINE_BYTES).read_line(&mut line)?;
    let status =
        line.trim_end().split_once(' ').filter(|(protocol, _)| protocol.starts_with("HTTP/"));
    let (_, status) = status.ok_or_else(|| io::Error::other("the response is not HTTP"))?;
    Ok(status.to_owned())
}
