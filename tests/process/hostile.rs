//! Clients that mean ill or know no better: whatever they send is answered or cut off, and others don't notice.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};

use crate::service::{Service, get};

/// Sends bytes and reads what comes until the service closes or has answered once.
fn exchange(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    // The service may have refused before all is sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    drain(&mut stream)
}

fn drain(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
        _ => String::from_utf8_lossy(&answer).into_owned(),
    }
}

fn post(body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST /v1/words/validate HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// A request whose body comes in pieces.
fn chunked(body: &[u8], piece: usize) -> Vec<u8> {
    let mut request = b"POST /v1/words/validate HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    for piece in body.chunks(piece) {
        request.extend(format!("{:x}\r\n", piece.len()).bytes());
        request.extend(piece);
        request.extend(b"\r\n");
    }
    request.extend(b"0\r\n\r\n");
    request
}

fn head_with(headers: &str) -> Vec<u8> {
    format!("GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n\r\n").into_bytes()
}

fn assert_well(service: &Service) {
    assert!(get(&service.address, "/v1/words/quiz").contains(r#""valid":true"#));
}

#[test]
fn nothing_that_is_sent_brings_the_service_down() {
    let service = Service::start(&[]);
    let nested = |opening: &str| post(format!(r#"{{"words": {}"#, opening.repeat(200_000)).as_bytes());
    // What is sent, and what the answer's status line begins with; where it is empty the service just closes.
    let cases: [(&str, Vec<u8>, &str); 28] = [
        ("nothing", vec![], ""),
        ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(), "HTTP/1.1 400"),
        ("NULs", vec![0; 4_096], "HTTP/1.1 400"),
        ("a version from the future", b"GET / HTTP/9.9\r\n\r\n".to_vec(), "HTTP/1.1 400"),
        ("HTTP/2 without asking", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), "HTTP/1.1 400"),
        ("half a head", b"GET /v1/words/quiz HTTP/1.1\r\nhos".to_vec(), ""),
        ("half a body", post(br#"{"words": ["AA"]}"#)[..130].to_vec(), "HTTP/1.1 400"),
        ("a header of a megabyte", head_with(&format!("x: {}", "y".repeat(1 << 20))), "HTTP/1.1 4"),
        ("ten thousand headers", head_with(&"x: y\r\n".repeat(10_000)), "HTTP/1.1 4"),
        ("a path of a megabyte", format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 20)).into_bytes(), "HTTP/1.1 4"),
        ("a NUL in a header", head_with("x: a\0b"), "HTTP/1.1 400"),
        ("a folded header", head_with("x: a\r\n b"), "HTTP/1.1 400"),
        ("two lengths", head_with("content-length: 1\r\ncontent-length: 2"), "HTTP/1.1 400"),
        ("a length and chunks", head_with("content-length: 1\r\ntransfer-encoding: chunked"), "HTTP/1.1 400"),
        ("a length below zero", head_with("content-length: -1"), "HTTP/1.1 400"),
        ("a length beyond all numbers", head_with("content-length: 99999999999999999999999"), "HTTP/1.1 400"),
        (
            "chunks of no size",
            b"POST /v1/words/validate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".to_vec(),
            "HTTP/1.1 400",
        ),
        ("chunks of a byte", chunked(br#"{"words": ["AA"]}"#, 1), "HTTP/1.1 200"),
        ("chunks without end", chunked(" ".repeat(2 << 20).as_bytes(), 64 << 10), "HTTP/1.1 413"),
        ("deep lists", nested("["), "HTTP/1.1 4"),
        ("deep objects", nested(r#"{"a":"#), "HTTP/1.1 4"),
        ("a number beyond all numbers", post(format!(r#"{{"words": {}}}"#, "9".repeat(500_000)).as_bytes()), "HTTP/1.1 4"),
        ("a float beyond all floats", post(br#"{"words": ["AA"], "quiet": 1e999999}"#), "HTTP/1.1 4"),
        ("NULs for JSON", post(&[0; 1_000]), "HTTP/1.1 400"),
        ("bytes that are no UTF-8", post(b"{\"words\": [\"\xff\xfe\"]}"), "HTTP/1.1 400"),
        ("half a surrogate", post(br#"{"words": ["\ud800"]}"#), "HTTP/1.1 400"),
        ("a NUL in a word", post(br#"{"words": ["A\u0000A"]}"#), "HTTP/1.1 200"),
        ("a path that is no UTF-8", b"GET /v1/words/%ff%00 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_vec(), "HTTP/1.1 "),
    ];
    let mut unexpected = Vec::new();
    for (what, bytes, expected) in cases {
        let answer = exchange(&service.address, &bytes);
        let status = answer.lines().next().unwrap_or_default();
        if !status.starts_with(expected) || (expected.is_empty() && !status.is_empty()) {
            unexpected.push(format!("{what}: {status:?}"));
        }
        assert_well(&service);
    }
    assert_eq!(unexpected, [""; 0]);
}

#[test]
fn slow_clients_are_cut_off_and_hold_nobody_up() {
    let service = Service::start(&["--body-timeout", "300ms", "--head-timeout", "300ms", "--workers", "1"]);
    let partial_head = b"GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\n";
    let body = post(br#"{"words": ["AA"]}"#);
    let mut slow: Vec<(TcpStream, &str)> = Vec::new();
    for _ in 0..50 {
        for (bytes, expected) in [(&partial_head[..], "408"), (&body[..body.len() - 5], "408")] {
            let mut stream = TcpStream::connect(&service.address).unwrap();
            stream.write_all(bytes).unwrap();
            slow.push((stream, expected));
        }
    }
    // The only worker has time for others.
    assert_well(&service);
    for (stream, expected) in &mut slow {
        let answer = drain(stream);
        assert!(answer.starts_with(&format!("HTTP/1.1 {expected}")), "{answer:?}");
    }
    assert_well(&service);
}

/// The client writes until it can't any more, because the service doesn't read on while answers wait; then only the end of the connection wakes it.
#[cfg(target_os = "linux")]
#[test]
fn clients_that_read_nothing_are_cut_off() {
    let service = Service::start(&["--stall-timeout", "500ms", "--workers", "1"]);
    let mut stalled: Vec<TcpStream> = (0..4).map(|_| TcpStream::connect(&service.address).unwrap()).collect();
    for stream in &mut stalled {
        while stream.write_all(b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n").is_ok() {}
    }
    assert_well(&service);
}

fn resident_kib(service: &Service) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn ten_thousand_idle_connections_take_a_bounded_place() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const MANY: usize = 10_000;
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let service = Service::start(&["--keep-alive", "10m", "--head-timeout", "10m"]);
    assert_well(&service);
    let before = resident_kib(&service);
    let idle: Vec<TcpStream> = (0..MANY).map(|_| TcpStream::connect(&service.address).unwrap()).collect();
    assert_well(&service);
    let each = (resident_kib(&service).saturating_sub(before)) as usize * 1024 / MANY;
    assert!(each < 32 << 10, "{each} bytes a connection");
    drop(idle);
    assert_well(&service);
}
