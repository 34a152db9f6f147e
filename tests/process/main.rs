//! The binary, tested over real sockets from start to SIGTERM.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
#[cfg(target_os = "linux")]
use std::os::unix::net::UnixDatagram;

use wordcourt::lexicon::Digest;
use wordcourt::signing::SigningKey;

mod command_line;
#[cfg(target_os = "linux")]
mod connections;
mod downloads;
#[cfg(unix)]
mod faults;
mod games;
mod hostile;
mod lexicons;
mod service;
mod sessions;
mod swaps;
#[cfg(feature = "otel")]
mod traces;
mod verify;

use service::{Service, exchange, get, run, spawn, terminate};

#[test]
fn the_service_responds_to_probes_and_requests() {
    let service = Service::start(&[]);
    assert!(get(&service.address, "/v1/words/quiz").contains(r#""valid":true"#));
    assert!(get(&service.ops_address, "/livez").starts_with("HTTP/1.1 200"));
    assert!(get(&service.ops_address, "/readyz").ends_with("ready\n"));
    let is_healthy = |url: &str| run(&["health", "--url", url]).status.code();
    let ready = format!("http://{}/readyz", service.ops_address);
    assert_eq!(is_healthy(&ready), Some(0));
    let by_port = |ops_address: &str| run(&["health", "--ops-listen", ops_address]).status.code();
    let (_, port) = service.ops_address.rsplit_once(':').unwrap();
    assert_eq!(by_port(&format!("0.0.0.0:{port}")), Some(0));
    assert_eq!(is_healthy(&format!("http://{}/nowhere", service.ops_address)), Some(1));
    assert_eq!(by_port("127.0.0.1:1"), Some(1));
    assert_eq!(is_healthy("https://localhost/readyz"), Some(2));
    let metrics = get(&service.ops_address, "/metrics");
    assert!(metrics.contains(
        r#"http_server_request_duration_seconds_count{method="GET",route="/v1/words/{word}",status="200"} 1"#
    ));
    let rebound = "GET /metrics HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    assert!(exchange(&service.ops_address, rebound).starts_with("HTTP/1.1 403"));
    assert!(
        get(&service.address, "/metrics").starts_with("HTTP/1.1 404"),
        "metrics are for operators only"
    );
}

#[test]
fn a_terminated_service_becomes_unready_and_completes_the_requests_in_progress() {
    let mut service = Service::start(&["--drain-delay", "3s"]);
    let body = r#"{"words":["quiz"],"quiet":true}"#;
    let head = format!(
        "POST /v1/words/validate HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut in_progress = TcpStream::connect(&service.address).unwrap();
    in_progress.write_all(head.as_bytes()).unwrap();
    // A second request shows that the header of the first one has been read.
    let mut kept = service::Connection::open(&service.address);
    for _ in 0..2 {
        assert_eq!(kept.ask("GET", "/v1/lexicons", "", b"").unwrap().0, 200);
    }
    service.terminate();
    while !get(&service.ops_address, "/readyz").starts_with("HTTP/1.1 503") {}
    let closing = exchange(
        &service.address,
        "GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n\r\n",
    );
    assert!(closing.to_ascii_lowercase().contains("\r\nconnection: close\r\n"), "{closing}");
    in_progress.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    in_progress.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(r#""all_valid":true"#), "{answer}");
    assert!(service.child.wait().unwrap().success());
}

#[test]
#[cfg(target_os = "linux")]
fn the_service_manager_is_notified_of_start_reload_and_stop() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    let received = || {
        let mut message = [0; 256];
        let length = socket.recv(&mut message).unwrap();
        String::from_utf8(message[..length].to_vec()).unwrap()
    };
    let variable = ("NOTIFY_SOCKET", path.to_str().unwrap());
    let service = Service::start_with(&[], &[variable]);
    assert_eq!(received(), "READY=1");
    service.hang_up();
    assert!(received().starts_with("RELOADING=1\nMONOTONIC_USEC="));
    assert_eq!(received(), "READY=1");
    service.terminate();
    assert_eq!(received(), "STOPPING=1");
}

#[test]
#[cfg(unix)]
fn a_service_that_is_stopped_during_startup_exits_with_success() {
    use std::os::unix::net::UnixStream;

    // A socket in its own directory: another test could take a free port in the meantime.
    let directory = tempfile::tempdir().unwrap();
    let socket = directory.path().join("socket");
    let address = format!("unix:{}", socket.display());
    let mut starting =
        spawn(&["--listen", &address, "--ops-listen", "127.0.0.1:0", "--drain-delay", "0s"], &[]);
    // The service listens for signals before it binds the address, and builds lexicons after that.
    while UnixStream::connect(&socket).is_err() {
        assert_eq!(starting.try_wait().unwrap(), None, "the service did not start");
    }
    terminate(&starting);
    let mut log = String::new();
    starting.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let ended = starting.wait().unwrap();
    assert!(ended.success(), "{ended}: {log}");
    assert!(log.contains(r#""message":"stopped""#), "{log}");
}

#[test]
fn a_request_that_is_not_http_does_not_affect_other_requests() {
    let service = Service::start(&[]);
    for garbage in [
        "\0\0\0\0\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /v1/words/validate HTTP/1.1\r\ncontent-length: x\r\n\r\n",
    ] {
        let answer = exchange(&service.address, garbage);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{garbage:?}: {answer}");
    }
    assert!(get(&service.address, "/v1/words/quiz").contains(r#""valid":true"#));
}

#[test]
#[cfg(not(feature = "otel"))]
fn a_build_without_traces_says_so_if_there_is_a_collector() {
    let log = |variables: &[(&str, &str)]| {
        // Without a lexicon, the service ends.
        let ports = ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        let arguments = [&ports[..], &["--no-embedded-lexicon"]].concat();
        let ended = spawn(&arguments, variables).wait_with_output().unwrap();
        String::from_utf8(ended.stderr).unwrap()
    };
    let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318");
    assert!(log(&[endpoint]).contains("built without the feature otel"));
    assert!(!log(&[]).contains("otel"));
}

#[test]
fn an_address_in_use_is_reported_with_the_address() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = run(&["serve", "--listen", &address]);
    assert!(!refused.status.success());
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains(&format!("cannot listen on {address}")), "{message}");
}

#[test]
fn the_operations_listener_responds_to_unknown_requests_with_problems() {
    let service = Service::start(&[]);
    let unknown = get(&service.ops_address, "/nowhere");
    assert!(unknown.starts_with("HTTP/1.1 404"), "{unknown}");
    assert!(unknown.contains("application/problem+json") && unknown.contains("x-request-id"));
    let wrong = exchange(
        &service.ops_address,
        "DELETE /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    assert!(wrong.starts_with("HTTP/1.1 405") && wrong.contains("allow: GET, HEAD"), "{wrong}");
    assert!(wrong.contains("method_not_allowed"), "{wrong}");
}

#[test]
#[cfg(unix)]
fn keys_are_read_again_on_sighup() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("keys");
    let line = |client, key: &str| format!("{client} {}\n", Digest::of(&[key.as_bytes()]).to_hex());
    std::fs::write(&file, line("ann", "first") + &line("cid", "third")).unwrap();
    let service = Service::start(&["--api-keys", file.to_str().unwrap()]);
    let status = |key: &str| {
        let key = format!("x-api-key: {key}\r\n");
        let mut connection = service::Connection::open(&service.address);
        connection.ask("GET", "/v1/words/quiz", &key, b"").unwrap().0
    };
    assert_eq!((status("first"), status("second"), status("third")), (200, 401, 200));
    let counts = |client| {
        let counter = format!("wordcourt_client_requests_total{{client=\"{client}\"");
        get(&service.ops_address, "/metrics").contains(&counter)
    };
    assert!(counts("ann"));
    std::fs::write(&file, line("bob", "second") + &line("cid", "third")).unwrap();
    service.hang_up();
    while status("second") != 200 {}
    assert_eq!(status("first"), 401);
    while counts("ann") {}
    assert!(counts("bob") && counts("cid") && counts("no key"));
    let expired = line("old", "fourth").trim().to_owned() + " expires=2020-01-01\n";
    std::fs::write(&file, line("bob", "second") + &expired).unwrap();
    service.hang_up();
    let expiry = "wordcourt_api_key_expiry_timestamp_seconds{client=\"old\"} 1577836800\n";
    while !get(&service.ops_address, "/metrics").contains(expiry) {}
    assert_eq!(status("fourth"), 401);
    std::fs::write(&file, "not a key").unwrap();
    service.hang_up();
    assert_eq!(status("second"), 200, "a bad file changes nothing");
}

/// Secrets that an orchestrator mounts change without a signal.
#[test]
fn keys_are_read_again_when_their_file_changes_and_on_request() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("keys");
    let line = |key: &str| format!("ann {}\n", Digest::of(&[key.as_bytes()]).to_hex());
    std::fs::write(&file, line("first")).unwrap();
    let service = Service::start(&["--api-keys", file.to_str().unwrap()]);
    let status = |key: &str| {
        let key = format!("x-api-key: {key}\r\n");
        let mut connection = service::Connection::open(&service.address);
        connection.ask("GET", "/v1/words/quiz", &key, b"").unwrap().0
    };
    assert_eq!((status("first"), status("second")), (200, 401));
    std::fs::write(&file, line("second")).unwrap();
    let mut operator = service::Connection::open(&service.ops_address);
    assert_eq!(operator.ask("POST", "/admin/reload", "", b"").unwrap().0, 202);
    while status("second") != 200 {}
    // Nobody asks; the service looks at the file from time to time.
    std::fs::write(&file, "# another size\n".to_owned() + &line("third")).unwrap();
    while status("third") != 200 {}
    assert_eq!(status("second"), 401);
}

#[test]
#[cfg(unix)]
fn signing_keys_are_read_again_on_sighup() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("key");
    let [old, new] = [1, 2].map(|byte| SigningKey::new("club.example", &[byte; 32]).unwrap());
    service::write_secret(&file, old.to_secret_text());
    let service = Service::start(&["--signing-key", file.to_str().unwrap()]);
    let has =
        |key: &SigningKey| get(&service.address, "/v1/keys").contains(&key.verifier().to_string());
    assert!(has(&old) && !has(&new));
    std::fs::write(&file, format!("{}\n{}\n", new.to_secret_text(), old.verifier())).unwrap();
    service.hang_up();
    while !has(&new) {}
    assert!(has(&old));
}

#[test]
#[cfg(unix)]
fn files_that_everybody_can_read_or_change_are_refused() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("secrets");
    let path = file.to_str().unwrap();
    let signing = SigningKey::new("club.example", &[1; 32]).unwrap().to_secret_text();
    let digest = Digest::of(&[b"0123456789abcdef"]).to_hex();
    let (plain, hashed) = ("ann 0123456789abcdef\n".to_owned(), format!("ann sha256:{digest}\n"));
    let keys = format!("ann {digest}\n");
    let config = "admin-token = \"0123456789abcdef\"\n".to_owned();
    // Without a lexicon, a service that accepts its files ends with another message.
    let message = |flag: &str, text: &str, mode: u32, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        let ports = ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        let ended = run(&[&ports, &["--no-embedded-lexicon", flag, path][..], more].concat());
        assert!(!ended.status.success());
        String::from_utf8(ended.stderr).unwrap()
    };
    for (flag, text, mode, is_refused) in [
        ("--signing-key", &signing, 0o600, false),
        ("--signing-key", &signing, 0o440, false),
        ("--signing-key", &signing, 0o444, true),
        ("--signing-key", &signing, 0o644, true),
        ("--signing-key", &signing, 0o602, true),
        ("--admin-tokens", &plain, 0o400, false),
        ("--admin-tokens", &plain, 0o644, true),
        ("--admin-tokens", &hashed, 0o644, false),
        ("--admin-tokens", &hashed, 0o646, true),
        ("--config", &config, 0o640, false),
        ("--config", &config, 0o644, true),
        ("--api-keys", &keys, 0o644, false),
        ("--api-keys", &keys, 0o666, true),
    ] {
        let refusal = format!("(mode {mode:04o}); run chmod 600 {path}");
        let printed = message(flag, text, mode, &[]);
        assert_eq!(printed.contains(&refusal), is_refused, "{flag} {mode:o}: {printed}");
        let printed = message(flag, text, mode, &["--allow-readable-secrets"]);
        let can_change = mode & 0o002 != 0;
        assert_eq!(printed.contains(&refusal), can_change, "{flag} {mode:o}: {printed}");
    }
}

#[test]
fn settings_that_cannot_be_meant_are_refused_with_the_reason() {
    let message = |arguments: &[&str], variables: &[(&str, &str)]| {
        let child = spawn(&[arguments, &["--check-config"]].concat(), variables);
        let ended = child.wait_with_output().unwrap();
        (ended.status.success(), String::from_utf8(ended.stderr).unwrap())
    };
    let kubernetes = [
        ("WORDCOURT_PORT", "tcp://10.0.0.7:80"),
        ("WORDCOURT_SERVICE_HOST", "10.0.0.7"),
        ("WORDCOURT_OPS_PORT_9090_TCP_ADDR", "10.0.0.7"),
        ("WORDCOURT_LOG_LEVEL", "warn,wordcourt=debug"),
    ];
    let (is_valid, printed) = message(&[], &kubernetes);
    assert!(is_valid, "{printed}");
    for (arguments, variable, part) in [
        (&[][..], ("WORDCOURT_WORKRES", "2"), "did you mean WORDCOURT_WORKERS?"),
        (&[], ("WORDCOURT_PORT", "80"), "is no setting"),
        (&["--log-level", "loud"], ("LANG", "C"), "\"loud\" is not a level"),
        (&["--log-level", "info,wordcourt=warning"], ("LANG", "C"), "is not a level"),
        (&["--log-level", ""], ("LANG", "C"), "is not a level"),
        (&["--access-log", "some"], ("LANG", "C"), "[possible values: on, off, errors]"),
        (&["--max-shrink", "101"], ("LANG", "C"), "--max-shrink"),
        (&["--api-keys", "/nowhere"], ("LANG", "C"), "/nowhere"),
        (&["--lexicon-source", "/nowhere"], ("LANG", "C"), "/nowhere"),
    ] {
        let (is_valid, printed) = message(arguments, &[variable]);
        assert!(!is_valid && printed.contains(part), "{arguments:?} {variable:?}: {printed}");
    }
}

#[test]
#[cfg(unix)]
fn the_key_command_writes_secrets_to_new_files_of_their_owner() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    for (more, start) in [(&["--signing"][..], "# Keep this file secret"), (&[], "wc_")] {
        let file = directory.path().join(format!("key{}", more.len()));
        let path = file.to_str().unwrap();
        let arguments = [&["key", "club.example", "--output", path], more].concat();
        let created = run(&arguments);
        assert!(created.status.success(), "{created:?}");
        let printed = String::from_utf8(created.stdout).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(start), "{text}");
        let secret = text.lines().last().unwrap();
        assert!(printed.contains(path) && !printed.contains(secret), "{printed}");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        let again = run(&arguments);
        assert!(!again.status.success(), "an existing key is never replaced");
        assert!(String::from_utf8(again.stderr).unwrap().contains(path));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}

/// With a limit of 0 on the size of files, the file is created, but cannot be written.
#[test]
#[cfg(unix)]
fn the_key_command_leaves_no_file_that_it_could_not_write() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("key");
    for more in ["", "--signing"] {
        let script =
            format!("trap '' XFSZ; ulimit -f 0; \"$0\" key club.example {more} --output \"$1\"");
        let mut shell = std::process::Command::new("sh");
        let failed = shell.args(["-c", &script, service::BINARY]).arg(&file).output().unwrap();
        let printed = String::from_utf8(failed.stderr).unwrap();
        assert!(!failed.status.success() && printed.contains("File too large"), "{printed}");
        assert!(failed.stdout.is_empty(), "no verifier or line of a key that is lost");
        assert!(!file.exists());
    }
}

/// A key of a client that may only read words doesn't open the administration, and neither does no
/// key if there is one for it.
#[test]
#[cfg(unix)]
fn a_key_for_words_changes_no_lexicon() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("keys");
    let line = |client, key: &str, scope| {
        format!("{client} {} scopes={scope}\n", Digest::of(&[key.as_bytes()]).to_hex())
    };
    let words = line("ann", "words", "words");
    std::fs::write(&file, words.clone() + &line("bob", "admin", "admin")).unwrap();
    let service = Service::start(&["--api-keys", file.to_str().unwrap()]);
    let status = |headers: &str| {
        let mut connection = service::Connection::open(&service.ops_address);
        connection.ask("DELETE", "/admin/lexicons/x", headers, b"").unwrap().0
    };
    assert_eq!(status("authorization: Bearer words\r\n"), 403);
    assert_eq!(status("x-api-key: words\r\n"), 403);
    assert_eq!(status(""), 401);
    assert_eq!(status("authorization: Bearer admin\r\n"), 404);
    std::fs::write(&file, words).unwrap();
    service.hang_up();
    while status("authorization: Bearer admin\r\n") != 401 {}
    assert_eq!(status(""), 401, "without the last key, it stays closed");
}
