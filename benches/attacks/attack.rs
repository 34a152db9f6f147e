//! The attacks.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::connect::connect_from;
use crate::honest::{ATTACKER, Report};
use crate::process::Server;

/// Measures honest clients while attackers run. Each attacker runs on a thread of its own until the
/// flag is set, and gets the numbers of its requests from the counter.
pub(crate) fn during(
    attackers: usize,
    attack: impl Fn(&AtomicBool, &AtomicUsize) + Sync,
    measure: impl FnOnce() -> Report,
) -> Report {
    let (is_over, counter) = (AtomicBool::new(false), AtomicUsize::new(1));
    thread::scope(|scope| {
        for _ in 0..attackers {
            scope.spawn(|| attack(&is_over, &counter));
        }
        thread::sleep(Duration::from_secs(1));
        let report = measure();
        is_over.store(true, Ordering::Relaxed);
        report
    })
}

fn connection(server: &Server) -> Option<TcpStream> {
    let stream = connect_from(ATTACKER, &server.address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(1))).ok()?;
    Some(stream)
}

/// Checks that the service answers a request. An attack with malformed requests would be harmless.
pub(crate) fn assert_answered(server: &Server, request: &[u8]) {
    let mut stream = connect_from(ATTACKER, &server.address).unwrap();
    stream.write_all(request).unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
}

/// Sends one request after the other, and connects again when the service closes the connection.
pub(crate) fn flood(
    server: &Server,
    request: fn(usize) -> Vec<u8>,
    is_over: &AtomicBool,
    counter: &AtomicUsize,
) {
    let mut buffer = vec![0; 64 << 10];
    while !is_over.load(Ordering::Relaxed) {
        let Some(mut stream) = connection(server) else { continue };
        while !is_over.load(Ordering::Relaxed) {
            let request = request(counter.fetch_add(1, Ordering::Relaxed));
            let is_sent = stream.write_all(&request).is_ok();
            // A response that arrives in parts makes the next request follow sooner.
            if !is_sent || !matches!(stream.read(&mut buffer), Ok(1..)) {
                break;
            }
        }
    }
}

/// Sends requests and closes each connection at once.
pub(crate) fn vanish(
    server: &Server,
    request: fn(usize) -> Vec<u8>,
    is_over: &AtomicBool,
    counter: &AtomicUsize,
) {
    while !is_over.load(Ordering::Relaxed) {
        if let Some(mut stream) = connection(server) {
            let request = request(counter.fetch_add(1, Ordering::Relaxed));
            let _ = stream.write_all(&request);
            let _ = stream.shutdown(Shutdown::Both);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Opens connections, sends `start` on each, and then a byte each 500 ms; closed connections are
/// opened again.
pub(crate) fn drip(server: &Server, connections: usize, start: &[u8], is_over: &AtomicBool) {
    let mut open: Vec<Option<TcpStream>> = (0..connections).map(|_| None).collect();
    while !is_over.load(Ordering::Relaxed) {
        for slot in &mut open {
            let is_alive = slot.as_mut().is_some_and(|stream| stream.write_all(b"x").is_ok());
            if !is_alive {
                *slot = connection(server);
                if let Some(stream) = slot {
                    let _ = stream.write_all(start);
                }
            }
        }
        thread::sleep(Duration::from_millis(500));
    }
}

/// Opens connections, asks on each for 16 long responses, and reads 1,500 bytes of each per second.
pub(crate) fn read_slowly(
    server: &Server,
    connections: usize,
    request: fn(usize) -> Vec<u8>,
    is_over: &AtomicBool,
) {
    let mut readers: Vec<TcpStream> = Vec::new();
    for number in 0..connections {
        let Some(mut stream) = connection(server) else { continue };
        let _ = stream.set_nonblocking(true);
        let _ = stream.write(&request(number).repeat(16));
        readers.push(stream);
    }
    let mut buffer = [0; 1_500];
    while !is_over.load(Ordering::Relaxed) {
        for reader in &mut readers {
            let _ = reader.read(&mut buffer);
        }
        thread::sleep(Duration::from_secs(1));
    }
}
