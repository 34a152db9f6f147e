//! The binary itself: over a real socket, from start to SIGTERM.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

mod hostile;
mod lexicons;
mod readme;
mod service;

use service::{Service, exchange, get, run, spawn, terminate};

#[test]
fn the_service_answers_probes_and_requests() {
    let service = Service::start(&[]);
    assert!(get(&service.address, "/v1/words/quiz").contains(r#""valid":true"#));
    assert!(get(&service.ops_address, "/livez").starts_with("HTTP/1.1 200"));
    assert!(get(&service.ops_address, "/readyz").ends_with("ready\n"));
    let metrics = get(&service.ops_address, "/metrics");
    assert!(metrics.contains(
        r#"http_server_request_duration_seconds_count{method="GET",route="/v1/words/{word}",status="200"} 1"#
    ));
    assert!(get(&service.address, "/metrics").starts_with("HTTP/1.1 404"), "metrics are for operators only");
}

#[test]
fn a_terminated_service_says_so_and_finishes_what_is_under_way() {
    let mut service = Service::start(&["--drain-delay", "3s"]);
    let body = r#"{"words":["quiz"],"quiet":true}"#;
    let head = format!(
        "POST /v1/words/validate HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut under_way = TcpStream::connect(&service.address).unwrap();
    under_way.write_all(head.as_bytes()).unwrap();
    // A second request on the same path shows that the first one's head has been read.
    assert!(get(&service.address, "/v1/lexicons").starts_with("HTTP/1.1 200"));
    service.terminate();
    while !get(&service.ops_address, "/readyz").starts_with("HTTP/1.1 503") {}
    under_way.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    under_way.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(r#""all_valid":true"#), "{answer}");
    assert!(service.child.wait().unwrap().success());
}

#[test]
#[cfg(unix)]
fn a_service_that_is_stopped_before_it_serves_ends_well() {
    use std::os::unix::net::UnixStream;

    // A socket in a directory of our own: a free port might be another test's by now, or answer itself.
    let directory = tempfile::tempdir().unwrap();
    let socket = directory.path().join("socket");
    let address = format!("unix:{}", socket.display());
    let mut starting = spawn(&["--listen", &address, "--ops-listen", "127.0.0.1:0", "--drain-delay", "0s"], &[]);
    // Signals are heard before the address is bound, and lexicons are built afterwards.
    while UnixStream::connect(&socket).is_err() {
        assert_eq!(starting.try_wait().unwrap(), None, "the service didn't start");
    }
    terminate(&starting);
    let mut log = String::new();
    starting.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let ended = starting.wait().unwrap();
    assert!(ended.success(), "{ended}: {log}");
    assert!(log.contains(r#""message":"stopped""#), "{log}");
}

#[test]
fn a_request_that_is_no_http_is_refused_and_harms_nobody() {
    let service = Service::start(&[]);
    for garbage in
        ["\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /v1/words/validate HTTP/1.1\r\ncontent-length: x\r\n\r\n"]
    {
        let answer = exchange(&service.address, garbage);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{garbage:?}: {answer}");
    }
    assert!(get(&service.address, "/v1/words/quiz").contains(r#""valid":true"#));
}

#[test]
fn words_can_be_judged_on_the_command_line() {
    let good = run(&["check", "quiz", "zax"]);
    assert!(good.status.success());
    assert_eq!(String::from_utf8(good.stdout).unwrap(), "QUIZ  valid\nZAX  valid\n");
    let bad = run(&["check", "cats", "--variant", "play-on-words"]);
    assert!(!bad.status.success());
    assert!(String::from_utf8(bad.stdout).unwrap().starts_with("CATS  invalid: CATS is a plural"));
}

#[test]
fn lexicons_can_be_shown_and_checked_on_the_command_line() {
    let info = String::from_utf8(run(&["lexicon", "info"]).stdout).unwrap();
    assert!(info.contains("edition  2020.12.07+1") && info.contains("oceanic"), "{info}");
    let file = std::env::temp_dir().join(format!("wordcourt-{}.txt", std::process::id()));
    std::fs::write(&file, "AA\nA1\n").unwrap();
    let refused = run(&["lexicon", "check", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8(refused.stderr).unwrap().contains("line 2: character 2 is '1'"));
}

#[test]
fn the_document_can_be_printed() {
    let printed = run(&["openapi"]).stdout;
    assert_eq!(printed, include_bytes!("../../openapi/openapi.json"));
}

#[test]
fn an_address_in_use_is_a_clear_error() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = run(&["serve", "--listen", &address]);
    assert!(!refused.status.success());
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains(&format!("can't listen on {address}")), "{message}");
}
