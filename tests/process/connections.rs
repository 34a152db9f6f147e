//! The options of connections.

use std::fs;
use std::net::TcpStream;
use std::os::fd::AsRawFd as _;

use rustix::net::{getpeername, sockopt};
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};

use crate::service::{Service, get};

/// Otherwise a response in several parts, such as that of a batch, waits for an acknowledgement,
/// which clients delay by 40 ms.
#[test]
fn the_parts_of_a_response_do_not_wait_for_each_other() {
    // With one worker, connections are set up in the order in which they are accepted.
    let service = Service::start(&["--workers", "1"]);
    let client = TcpStream::connect(&service.address).unwrap();
    // Once it has answered another connection, the service has accepted the first one.
    get(&service.address, "/v1/words/quiz");
    let process = Pid::from_child(&service.child);
    let process_file = pidfd_open(process, PidfdFlags::empty()).unwrap();
    let files = fs::read_dir(format!("/proc/{}/fd", service.child.id())).unwrap();
    let ours = files
        .filter_map(|file| file.unwrap().file_name().to_str()?.parse().ok())
        .filter_map(|file| pidfd_getfd(&process_file, file, PidfdGetfdFlags::empty()).ok())
        .find(|file| {
            let peer = getpeername(file).ok().flatten().and_then(|peer| peer.try_into().ok());
            peer == Some(client.local_addr().unwrap())
        });
    let ours = ours.expect("the service has the connection");
    assert!(sockopt::tcp_nodelay(&ours).unwrap(), "file {} delays parts", ours.as_raw_fd());
}
