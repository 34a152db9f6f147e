//! Hostile and broken clients. For any input, they get a response or are disconnected, and other
//! clients are not affected.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use crate::service::{Service, get};

/// Sends bytes and reads until the service closes the connection.
fn exchange(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    // The service may refuse the request before it is sent completely.
    let _ = stream.write_all(bytes);
    drain(&mut stream)
}

/// Sends bytes, closes the sending side, and reads until the service closes the connection.
fn send_and_leave(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(bytes).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
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

/// Returns a request whose body is sent in chunks of `piece` bytes.
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

fn get_with(headers: &str) -> Vec<u8> {
    format!("GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n\r\n")
        .into_bytes()
}

fn assert_healthy(service: &Service) {
    assert!(get(&service.address, "/v1/words/quiz").contains(r#""valid":true"#));
}

#[test]
fn malformed_requests_do_not_stop_the_service() {
    let service = Service::start(&[]);
    let nested =
        |opening: &str| post(format!(r#"{{"words": {}"#, opening.repeat(200_000)).as_bytes());
    // The bytes to send, and the start of the response's status line. If it is empty, the service
    // closes the connection without a response. After an incomplete request, the client closes its
    // side.
    let cases: [(&str, Vec<u8>, &str); 28] = [
        ("nothing", vec![], ""),
        ("not HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(), "HTTP/1.1 400"),
        ("NULs", vec![0; 4_096], "HTTP/1.1 400"),
        ("an unknown HTTP version", b"GET / HTTP/9.9\r\n\r\n".to_vec(), "HTTP/1.1 400"),
        ("HTTP/2 without an upgrade", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), "HTTP/1.1 400"),
        ("an incomplete header", b"GET /v1/words/quiz HTTP/1.1\r\nhos".to_vec(), ""),
        ("an incomplete body", post(br#"{"words": ["AA"]}"#)[..130].to_vec(), "HTTP/1.1 400"),
        ("a header of a megabyte", get_with(&format!("x: {}", "y".repeat(1 << 20))), "HTTP/1.1 4"),
        ("ten thousand headers", get_with(&"x: y\r\n".repeat(10_000)), "HTTP/1.1 4"),
        ("a path of a megabyte", format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 20)).into_bytes(), "HTTP/1.1 4"),
        ("a NUL in a header", get_with("x: a\0b"), "HTTP/1.1 400"),
        ("a folded header", get_with("x: a\r\n b"), "HTTP/1.1 400"),
        ("two content lengths", get_with("content-length: 1\r\ncontent-length: 2"), "HTTP/1.1 400"),
        ("a content length and chunks", get_with("content-length: 1\r\ntransfer-encoding: chunked"), "HTTP/1.1 400"),
        ("a negative content length", get_with("content-length: -1"), "HTTP/1.1 400"),
        ("a content length too large for any integer type", get_with("content-length: 99999999999999999999999"), "HTTP/1.1 400"),
        (
            "a chunk with an invalid size",
            b"POST /v1/words/validate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".to_vec(),
            "HTTP/1.1 400",
        ),
        ("chunks of one byte", chunked(br#"{"words": ["AA"]}"#, 1), "HTTP/1.1 200"),
        ("chunks beyond the body limit", chunked(" ".repeat(2 << 20).as_bytes(), 64 << 10), "HTTP/1.1 413"),
        ("deeply nested lists", nested("["), "HTTP/1.1 4"),
        ("deeply nested objects", nested(r#"{"a":"#), "HTTP/1.1 4"),
        ("an integer too large for any number type", post(format!(r#"{{"words": {}}}"#, "9".repeat(500_000)).as_bytes()), "HTTP/1.1 4"),
        ("a float too large for any float type", post(br#"{"words": ["AA"], "quiet": 1e999999}"#), "HTTP/1.1 4"),
        ("a body of NULs", post(&[0; 1_000]), "HTTP/1.1 400"),
        ("a body that is not UTF-8", post(b"{\"words\": [\"\xff\xfe\"]}"), "HTTP/1.1 400"),
        ("half a surrogate", post(br#"{"words": ["\ud800"]}"#), "HTTP/1.1 400"),
        ("a NUL in a word", post(br#"{"words": ["A\u0000A"]}"#), "HTTP/1.1 200"),
        ("a path that is not UTF-8", b"GET /v1/words/%ff%00 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_vec(), "HTTP/1.1 "),
    ];
    let mut unexpected = Vec::new();
    for (what, bytes, expected) in cases {
        let leaves = expected.is_empty() || what.starts_with("an incomplete");
        let send = if leaves { send_and_leave } else { exchange };
        let answer = send(&service.address, &bytes);
        let status = answer.lines().next().unwrap_or_default();
        if !status.starts_with(expected) || (expected.is_empty() && !status.is_empty()) {
            unexpected.push(format!("{what}: {status:?}"));
        }
        assert_healthy(&service);
    }
    assert_eq!(unexpected, [""; 0]);
}

#[test]
fn slow_clients_are_disconnected_and_do_not_delay_others() {
    let service =
        Service::start(&["--body-timeout", "300ms", "--header-timeout", "300ms", "--workers", "1"]);
    let partial_header = b"GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\n";
    let body = post(br#"{"words": ["AA"]}"#);
    let mut slow: Vec<(TcpStream, &str)> = Vec::new();
    for _ in 0..50 {
        for (bytes, expected) in [(&partial_header[..], "408"), (&body[..body.len() - 5], "408")] {
            let mut stream = TcpStream::connect(&service.address).unwrap();
            stream.write_all(bytes).unwrap();
            slow.push((stream, expected));
        }
    }
    // The only worker still serves other clients.
    assert_healthy(&service);
    for (stream, expected) in &mut slow {
        let answer = drain(stream);
        assert!(answer.starts_with(&format!("HTTP/1.1 {expected}")), "{answer:?}");
    }
    assert_healthy(&service);
}

/// The client writes until it blocks, because the service stops reading while responses are
/// pending. Then only the end of the connection unblocks it.
#[cfg(target_os = "linux")]
#[test]
fn clients_that_read_nothing_are_disconnected() {
    let service = Service::start(&["--write-timeout", "500ms", "--workers", "1"]);
    let mut stalled: Vec<TcpStream> =
        (0..4).map(|_| TcpStream::connect(&service.address).unwrap()).collect();
    for stream in &mut stalled {
        while stream.write_all(b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n").is_ok() {}
    }
    assert_healthy(&service);
}

#[test]
#[cfg(target_os = "linux")]
fn ten_thousand_idle_connections_use_bounded_memory() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const MANY: usize = 10_000;
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let service = Service::start(&["--keep-alive", "10m", "--header-timeout", "10m"]);
    assert_healthy(&service);
    service.wait_for_indexes();
    let before = service.resident_kib();
    let mut idle: Vec<TcpStream> = Vec::with_capacity(MANY);
    while idle.len() < MANY {
        idle.extend((0..100).map(|_| TcpStream::connect(&service.address).unwrap()));
        // The response shows that the service has accepted the earlier connections. With a full
        // backlog, each further connection would take a second.
        assert_healthy(&service);
    }
    assert_healthy(&service);
    let each = service.resident_kib().saturating_sub(before) * 1024 / MANY as u64;
    assert!(each < 32 << 10, "{each} bytes per connection");
    drop(idle);
    assert_healthy(&service);
}

/// The number of requests for all plays that a client sends at once, so that the responses do not fit
/// into the buffers of the operating system.
const MANY_REQUESTS: usize = 16;

/// A request for all plays of an empty board: a small request, an expensive search and a response
/// of hundreds of kilobytes.
fn all_plays(rack: &str, connection: &str) -> Vec<u8> {
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let body = format!(r#"{{"cgp": "{empty}", "rack": "{rack}", "all": true, "limit": 10000}}"#);
    let head = format!(
        "POST /v1/wordgame/best HTTP/1.1\r\nhost: x\r\nconnection: {connection}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}

/// An expensive search whose response differs from that of every other `number`, so that none
/// waits for the computation of another or is answered from the cache.
fn search(number: usize) -> Vec<u8> {
    let letter = |shift: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number / shift % 26]);
    let body = format!(
        r#"{{"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": "{}{}EIN??"}}"#,
        letter(1),
        letter(26)
    );
    let head = format!(
        "POST /v1/wordgame/best HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}

pub(crate) fn metric(service: &Service, line: &str) -> u64 {
    let metrics = get(&service.ops_address, "/metrics");
    let value = metrics.lines().find_map(|metric| metric.strip_prefix(line));
    value.map_or(0, |value| value.trim().parse().unwrap())
}

#[test]
fn searches_of_clients_that_have_gone_do_not_delay_others() {
    let service = Service::start(&["--searches", "1", "--search-queue-timeout", "10m"]);
    for number in 0..32 {
        let mut gone = TcpStream::connect(&service.address).unwrap();
        gone.write_all(&search(number)).unwrap();
        // Closes the connection in order (FIN), unlike a reset (RST).
        gone.shutdown(Shutdown::Write).unwrap();
        std::mem::forget(gone);
    }
    let answer = {
        let mut stays = TcpStream::connect(&service.address).unwrap();
        stays.write_all(&search(100)).unwrap();
        drain(&mut stays)
    };
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let searches =
        metric(&service, r#"wordcourt_search_duration_seconds_count{operation="best_wordgame"}"#);
    assert!((1..8).contains(&searches), "{searches} searches ran for one client that stayed");
}

#[test]
#[cfg(target_os = "linux")]
fn probes_succeed_while_clients_hold_every_connection() {
    let service = Service::start_limited(64, &["--workers", "1", "--searches", "1"]);
    let mut held = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.write_all(b"GET /v1/words/quiz HTTP/1.1\r\nhos").unwrap();
        held.push(stream);
    }
    for path in ["/livez", "/readyz", "/metrics"] {
        assert!(get(&service.ops_address, path).starts_with("HTTP/1.1 200"), "{path}");
    }
    drop(held);
    assert_healthy(&service);
}

#[test]
#[cfg(target_os = "linux")]
fn slow_readers_share_the_memory_of_their_response() {
    const READERS: usize = 50;
    let service = Service::start(&["--search-queue-timeout", "10m"]);
    let response = exchange(&service.address, &all_plays("AEINS??", "close"));
    assert!(response.len() > 256 << 10, "{} bytes", response.len());
    service.wait_for_indexes();
    let before = service.resident_kib();
    let mut readers = Vec::new();
    for _ in 0..READERS {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.write_all(&all_plays("AEINS??", "keep-alive").repeat(MANY_REQUESTS)).unwrap();
        stream.read_exact(&mut [0; 1_000]).unwrap();
        readers.push(stream);
    }
    assert_healthy(&service);
    let each = service.resident_kib().saturating_sub(before) / READERS as u64;
    assert!(each < 256, "{each} KiB for each reader of {} bytes", response.len());
    drop(readers);
}

#[test]
fn long_responses_have_limited_memory() {
    let memory = (1 << 20).to_string();
    let service = Service::start(&["--response-memory", &memory, "--search-queue-timeout", "10m"]);
    let held = || metric(&service, "wordcourt_long_response_bytes");
    let mut readers = Vec::new();
    for rack in ["AEINST??", "EINORS??", "AEILNR??"] {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.write_all(&all_plays(rack, "keep-alive").repeat(MANY_REQUESTS)).unwrap();
        readers.push(stream);
    }
    let ask = || exchange(&service.address, &all_plays("ADEINR??", "close")).to_ascii_lowercase();
    let refused = std::iter::repeat_with(ask).find(|response| response.starts_with("http/1.1 503"));
    assert!(refused.is_some_and(|response| response.contains("retry-after: 1")));
    assert!(held() > 256 << 10);
    assert_healthy(&service);
    drop(readers);
    while !ask().starts_with("http/1.1 200") {}
    while held() > 0 {}
}

/// Reads until the service ends the connection, while sending one byte after each pause. Returns
/// what the service sent after the first response.
fn drip(stream: &mut TcpStream, bytes: &[u8], pause: Duration) -> Vec<u8> {
    stream.set_read_timeout(Some(pause)).unwrap();
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    for byte in bytes.iter().cycle() {
        if stream.write_all(&[*byte]).is_err() {
            break;
        }
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => answer.extend_from_slice(&buffer[..length]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    answer
}

/// Each client would hold its connection forever if the service allowed it.
#[test]
fn slow_clients_lose_their_connections_on_every_request() {
    let service = Service::start(&["--header-timeout", "400ms", "--body-timeout", "400ms"]);
    let whole = "GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\n\r\n";
    let chunked = "POST /v1/words/validate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let cases = [
        ("a slow second head", whole, &b"x"[..]),
        ("line ends before a second head", whole, b"\r\n"),
        ("a body after its refusal", chunked, b"1\r\n \r\n"),
    ];
    for (what, first, dripped) in cases {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.write_all(first.as_bytes()).unwrap();
        let answer = drip(&mut stream, dripped, Duration::from_millis(40));
        assert!(answer.starts_with(b"HTTP/1.1 "), "{what}: {}", String::from_utf8_lossy(&answer));
    }
    assert!(metric(&service, r#"wordcourt_connections_ended_total{reason="slow_head"}"#) >= 2);
    assert_healthy(&service);
}

#[test]
fn a_client_that_reads_a_few_bytes_at_a_time_loses_its_connection() {
    let service = Service::start(&["--write-timeout", "1s", "--search-queue-timeout", "10m"]);
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.write_all(&all_plays("AEINS??", "keep-alive").repeat(MANY_REQUESTS)).unwrap();
    let ended = r#"wordcourt_connections_ended_total{reason="slow_reader"}"#;
    while metric(&service, ended) == 0 {
        stream.read_exact(&mut [0; 16]).unwrap();
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_healthy(&service);
}

#[test]
#[cfg(target_os = "linux")]
fn idle_connections_make_room_for_new_ones() {
    let service = Service::start_limited(128, &["--workers", "1", "--searches", "1"]);
    let mut held = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        let _ = stream.write_all(b"GET /v1/words/quiz HTTP/1.1\r\nhos");
        held.push(stream);
    }
    for _ in 0..20 {
        assert_healthy(&service);
    }
    assert!(metric(&service, r#"wordcourt_connections_ended_total{reason="share"}"#) > 0);
    drop(held);
}

#[test]
fn a_client_that_asks_first_is_told_that_its_body_is_too_large() {
    let service = Service::start(&["--body-limit", "1000"]);
    let head = "POST /v1/words/validate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 2000\r\nconnection: close\r\n\r\n";
    let answer = exchange(&service.address, head.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains("body_too_large"), "{answer}");
}
