//! Slow readers of long responses: the memory that they take, and what they leave to others.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::hostile::metric;
use crate::service::Service;

/// The clients behind a proxy, which names their addresses.
const BEHIND_PROXY: [&str; 2] = ["--address-header", "x-forwarded-for"];
const READERS: usize = 200;
/// The slow readers of these tests, and the client that they must not disturb.
const SLOW: &str = "192.0.2.1";
const OTHER: &str = "198.51.100.1";

/// Sends a request for a lexicon from an address.
fn request(service: &Service, from: &str, path: &str, coding: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&service.address).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-forwarded-for: {from}\r\naccept-encoding: {coding}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// Sends a search whose response is hundreds of kilobytes long.
fn search(service: &Service, from: &str, rack: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&service.address).unwrap();
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let body = format!(r#"{{"cgp": "{empty}", "rack": "{rack}", "all": true, "limit": 10000}}"#);
    let head = format!(
        "POST /v1/wordgame/best HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {from}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    // The responses to many requests don't fit into the buffers of the operating system.
    stream.write_all((head + &body).repeat(16).as_bytes()).unwrap();
    stream
}

/// Reads the status and the length of the body.
fn read_whole(mut stream: TcpStream) -> (String, usize) {
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    let end = response.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    (String::from_utf8_lossy(&response[9..12]).into_owned(), response.len() - end)
}

/// Returns the processor time of a service, in ticks of 10 ms.
#[cfg(target_os = "linux")]
fn processor_ticks(service: &Service) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", service.child.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11..13].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

/// Reads the status of a response, and leaves the rest.
fn status(stream: &mut TcpStream) -> String {
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    String::from_utf8_lossy(&start[9..]).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn slow_readers_of_a_lexicon_share_its_memory() {
    const MAX_KIB: u64 = 100 << 10;
    for form in ["text", "image", "fst"] {
        let path = &format!("/v1/lexicons/en/{form}");
        let service = Service::start(&BEHIND_PROXY);
        service.wait_for_indexes();
        let before = service.resident_kib();
        let mut readers = Vec::new();
        for coding in ["identity", "gzip"] {
            for _ in 0..READERS {
                readers.push(request(&service, SLOW, path, coding));
            }
            for reader in readers.iter_mut().rev().take(READERS) {
                assert_eq!(status(reader), "200", "{path} {coding}");
            }
            let more = service.resident_kib().saturating_sub(before);
            println!("{path} {coding}: {more} KiB more");
            // The system must not take whole bodies, which would be copies: they are still being sent.
            assert!(metric(&service, "wordcourt_long_response_bytes") > 500_000);
            assert!(more < MAX_KIB, "{path} {coding}: {more} KiB more");
            let (status, length) = read_whole(request(&service, OTHER, path, coding));
            assert_eq!(status, "200", "{path} {coding}");
            assert!(length > 500_000, "{path} {coding}: {length} bytes");
        }
    }
}

#[test]
fn one_caller_holds_at_most_half_of_the_memory_of_responses() {
    let memory = (4 << 20).to_string();
    let arguments = ["--response-memory", &memory, "--search-queue-timeout", "10m"];
    let service = Service::start(&[&BEHIND_PROXY[..], &arguments].concat());
    let racks = (b'A'..=b'Z').map(|letter| format!("{}EINRS??", char::from(letter)));
    let mut readers = Vec::new();
    let refused = racks.into_iter().find_map(|rack| {
        let mut stream = search(&service, SLOW, &rack);
        let status = status(&mut stream);
        readers.push(stream);
        (status == "503").then_some(rack)
    });
    let refused = refused.expect("one caller is refused");
    assert_eq!(status(&mut search(&service, OTHER, &refused)), "200");
    drop(readers);
}

/// To compress this asset takes more than ten milliseconds.
#[test]
#[cfg(target_os = "linux")]
fn assets_are_compressed_once() {
    let service = Service::start(&[]);
    let get = || read_whole(request(&service, OTHER, "/assets/viewer/scalar.js", "zstd"));
    let before = processor_ticks(&service);
    let first = get();
    let making = processor_ticks(&service) - before + 1;
    assert_eq!(first.0, "200");
    let before = processor_ticks(&service);
    for _ in 0..100 {
        assert_eq!(get(), first);
    }
    let sending = processor_ticks(&service) - before;
    println!("{making} ticks for the first, {sending} for a hundred more");
    assert!(sending < 25 * making, "{making} ticks for the first, {sending} for a hundred more");
}
