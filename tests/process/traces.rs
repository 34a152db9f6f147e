//! The export of traces to a collector.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message as _;
use serde_json::Value;
use wordcourt::lexicon::Digest;

use crate::service::{Connection, Service, ask, exchange, get, spawn};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// Returns the headers of a caller that is a part of a trace.
fn traceparent(flags: &str) -> String {
    format!("traceparent: 00-{TRACE}-{CALLER}-{flags}\r\n")
}

/// An export: the path and headers of its request, and the spans.
struct Export {
    head: String,
    spans: Vec<ResourceSpans>,
}

/// A collector, which accepts all traces.
struct Collector {
    address: String,
    exports: Receiver<Export>,
    is_closing: Arc<AtomicBool>,
    listening: JoinHandle<()>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let is_closing = Arc::new(AtomicBool::new(false));
        let (sender, exports) = channel();
        let listening = {
            let is_closing = Arc::clone(&is_closing);
            thread::spawn(move || {
                for stream in listener.incoming() {
                    if is_closing.load(Ordering::Relaxed) {
                        return;
                    }
                    let sender = sender.clone();
                    thread::spawn(move || receive(&stream.unwrap(), &sender));
                }
            })
        };
        Self { address, exports, is_closing, listening }
    }

    /// Starts a service that exports to this collector.
    fn service(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Service {
        let endpoint = format!("http://{}", self.address);
        let own = [("OTEL_EXPORTER_OTLP_ENDPOINT", &*endpoint), ("OTEL_BSP_SCHEDULE_DELAY", "10")];
        let arguments = [&["--drain-delay", "0s"], arguments].concat();
        Service::start_with(&arguments, &[&own, variables].concat())
    }

    /// Stops the service, and returns everything that it has exported.
    fn exports_of(self, mut service: Service) -> Vec<Export> {
        service.terminate();
        assert!(service.child.wait().unwrap().success());
        self.is_closing.store(true, Ordering::Relaxed);
        TcpStream::connect(&self.address).unwrap();
        self.listening.join().unwrap();
        // The connections have ended with the process, so this ends.
        self.exports.iter().collect()
    }

    /// Stops the service, and returns the spans that it has exported.
    fn spans_of(self, service: Service) -> Vec<Span> {
        let exports = self.exports_of(service).into_iter();
        let spans = exports.flat_map(|export| export.spans).flat_map(|spans| spans.scope_spans);
        spans.flat_map(|spans| spans.spans).collect()
    }
}

/// Receives the exports of a connection.
fn receive(stream: &TcpStream, exports: &Sender<Export>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap() == 0 {
                return;
            }
        }
        head.make_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        let spans = ExportTraceServiceRequest::decode(&body[..]).unwrap().resource_spans;
        exports.send(Export { head, spans }).unwrap();
        let mut writer = stream;
        writer.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
    }
}

fn attributes(list: &[KeyValue]) -> BTreeMap<&str, String> {
    let text = |attribute: &KeyValue| match attribute.value.clone().unwrap().value.unwrap() {
        any_value::Value::StringValue(text) => text,
        any_value::Value::IntValue(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    list.iter().map(|attribute| (&*attribute.key, text(attribute))).collect()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

fn names(spans: &[Span]) -> Vec<&str> {
    spans.iter().map(|span| &*span.name).collect()
}

const ALWAYS: (&str, &str) = ("OTEL_TRACES_SAMPLER", "always_on");

#[test]
fn a_sampled_request_is_exported_as_a_span_of_its_callers_trace() {
    let collector = Collector::start();
    let service = collector.service(
        &[],
        &[
            ("OTEL_SERVICE_NAME", "referee"),
            ("OTEL_RESOURCE_ATTRIBUTES", "service.name=other,deployment.environment.name=club"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=club"),
        ],
    );
    let headers = format!(
        "{}tracestate: vendor=1\r\nx-request-id: game-7\r\nuser-agent: secret\r\nx-forwarded-proto: https\r\n",
        traceparent("01")
    );
    let mut connection = Connection::open(&service.address);
    let path = "/v1/words/quiz?lexicon=en";
    assert_eq!(connection.ask("GET", path, &headers, b"").unwrap().0, 200);
    let exports = collector.exports_of(service);

    let [Export { head, spans }] = &exports[..] else { panic!("{} exports", exports.len()) };
    assert!(head.starts_with("post /v1/traces http/1.1\r\n"), "{head}");
    assert!(head.contains("content-type: application/x-protobuf\r\n"), "{head}");
    assert!(head.contains("x-tenant: club\r\n"), "{head}");
    let [ResourceSpans { resource: Some(resource), scope_spans, .. }] = &spans[..] else {
        panic!("{spans:?}")
    };
    let resource = attributes(&resource.attributes);
    assert_eq!(resource["service.name"], "referee");
    assert_eq!(resource["service.version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(resource["deployment.environment.name"], "club");
    let [span] = &scope_spans[0].spans[..] else { panic!("{scope_spans:?}") };
    assert_eq!(span.name, "GET /v1/words/{word}");
    assert_eq!(span.kind(), SpanKind::Server);
    assert_eq!((hex(&span.trace_id), hex(&span.parent_span_id)), (TRACE.into(), CALLER.into()));
    assert_eq!(span.trace_state, "vendor=1");
    assert!(0 < span.start_time_unix_nano && span.start_time_unix_nano < span.end_time_unix_nano);
    assert_eq!(span.status.clone().unwrap_or_default().code(), StatusCode::Unset);
    // Nothing else: neither the query nor anything about the client.
    let expected = [
        ("http.request.method", "GET"),
        ("http.response.status_code", "200"),
        ("http.route", "/v1/words/{word}"),
        ("url.path", "/v1/words/quiz"),
        ("url.scheme", "https"),
        ("wordcourt.request_id", "game-7"),
    ];
    let expected = expected.map(|(key, value)| (key, value.to_owned()));
    assert_eq!(attributes(&span.attributes), BTreeMap::from(expected));
}

#[test]
fn a_span_names_the_client_and_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let keys = directory.path().join("keys");
    std::fs::write(&keys, format!("ann {}\n", Digest::of(&[b"key"]).to_hex())).unwrap();
    let collector = Collector::start();
    let service = collector.service(&["--api-keys", keys.to_str().unwrap()], &[ALWAYS]);
    let headers = "x-api-key: key\r\ncontent-type: application/json\r\n";
    let body = br#"{"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "move": "8E QUIZ"}"#;
    let mut connection = Connection::open(&service.address);
    let (status, answer) = connection.ask("QUERY", "/v1/wordgame/score", headers, body).unwrap();
    assert_eq!(status, 200, "{answer}");
    let spans = collector.spans_of(service);
    assert_eq!(names(&spans), ["QUERY /v1/wordgame/score"]);
    let attributes = attributes(&spans[0].attributes);
    assert_eq!(attributes["wordcourt.client"], "ann");
    assert_eq!(attributes["wordcourt.game"], "wordgame");
    assert_eq!(attributes["http.request.method"], "QUERY");
    assert_eq!(attributes["url.scheme"], "http");
}

#[test]
fn the_spans_of_a_search_distinguish_its_wait_from_its_run() {
    let collector = Collector::start();
    let service = collector.service(&[], &[ALWAYS]);
    let search = r#"{"table": ["M", "K", "??", "SH", "E"], "top": 1}"#;
    let lines = format!(r#"{{"operation": "best_my_word", "request": {search}}}"#);
    let lines = lines.replace("SH", "ND");
    let mut connection = Connection::open(&service.address);
    for _ in 0..2 {
        assert_eq!(connection.post("/v1/my-word/best", search).unwrap().0, 200);
    }
    let batch = exchange(
        &service.address,
        &format!(
            "POST /v1/batch HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/jsonl\r\ncontent-length: {}\r\n\r\n{lines}",
            lines.len()
        ),
    );
    assert!(batch.contains(r#""status":200"#), "{batch}");
    let spans = collector.spans_of(service);
    let children = |path: &str| {
        let name = format!("POST {path}");
        let requests: Vec<&Span> = spans.iter().filter(|span| span.name == name).collect();
        let of = |parent: &&Span| {
            let is_child = |child: &&Span| child.parent_span_id == parent.span_id;
            let mut children: Vec<&Span> = spans.iter().filter(is_child).collect();
            children.sort_by_key(|child| child.start_time_unix_nano);
            assert!(children.iter().all(|child| child.trace_id == parent.trace_id));
            children
        };
        requests.iter().map(of).collect::<Vec<_>>()
    };
    let by_name = |children: &[&Span]| {
        children.iter().map(|child| child.name.clone()).collect::<Vec<String>>()
    };
    let mut searches = children("/v1/my-word/best");
    // The spans of the two requests may be exported in any order.
    searches.sort_by_key(Vec::len);
    assert!(by_name(&searches[0]).is_empty(), "the response was cached");
    // The index may still be loading.
    let is_index = |child: &&&Span| child.name == "index";
    let waits = searches[1].iter().take_while(is_index).count();
    assert_eq!(by_name(&searches[1][waits..]), ["queue", "search"]);
    let [queue, search] = searches[1][waits..] else { panic!() };
    assert!(queue.end_time_unix_nano <= search.start_time_unix_nano);
    assert_eq!(attributes(&search.attributes)["wordcourt.operation"], "best_my_word");
    assert_eq!(by_name(&children("/v1/batch")[0]), ["queue", "search"]);
}

#[test]
fn only_errors_of_the_service_are_errors_of_the_span() {
    let collector = Collector::start();
    // No long response fits.
    let service = collector.service(&["--response-memory", "1"], &[ALWAYS]);
    let mut connection = Connection::open(&service.address);
    let mut status = |method, path| connection.ask(method, path, "", b"").map(|(status, _)| status);
    assert_eq!(status("GET", "/nowhere"), Some(404));
    assert_eq!(status("BREW", "/v1/words/quiz"), Some(405));
    assert_eq!(status("GET", "/v1/words?limit=1000"), Some(503));
    let mut spans = collector.spans_of(service);
    spans.retain(|span| span.kind() == SpanKind::Server);
    assert_eq!(names(&spans), ["GET", "HTTP /v1/words/{word}", "GET /v1/words"]);
    let [unknown, method, overloaded] = &spans[..] else { panic!("{spans:?}") };
    let code = |span: &Span| span.status.clone().unwrap_or_default().code();
    assert_eq!([code(unknown), code(method)], [StatusCode::Unset; 2]);
    assert_eq!(code(overloaded), StatusCode::Error);
    let unknown = attributes(&unknown.attributes);
    assert_eq!(unknown["http.response.status_code"], "404");
    assert!(!unknown.contains_key("http.route") && !unknown.contains_key("error.type"));
    let method = attributes(&method.attributes);
    assert_eq!(method["http.request.method"], "_OTHER");
    assert_eq!(method["http.request.method_original"], "BREW");
    assert_eq!(attributes(&overloaded.attributes)["error.type"], "overloaded");
}

#[test]
fn requests_that_are_not_sampled_are_not_exported() {
    for (variables, sampled) in [
        (&[("OTEL_TRACES_SAMPLER_ARG", "0")][..], &["/v1/words/sampled"][..]),
        (&[("OTEL_TRACES_SAMPLER", "always_off")], &[]),
        (
            &[("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")],
            &["/v1/words/alone", "/v1/words/sampled"],
        ),
        (&[("OTEL_SDK_DISABLED", "true"), ALWAYS], &[]),
        (&[("OTEL_TRACES_EXPORTER", "none"), ALWAYS], &[]),
    ] {
        let collector = Collector::start();
        let service = collector.service(&[], variables);
        let mut connection = Connection::open(&service.address);
        let mut ask = |path, headers: &str| {
            assert_eq!(connection.ask("GET", path, headers, b"").unwrap().0, 200);
        };
        ask("/v1/words/alone", "");
        ask("/v1/words/unsampled", &traceparent("00"));
        ask("/v1/words/sampled", &traceparent("01"));
        let spans = collector.spans_of(service);
        let path = |span: &Span| attributes(&span.attributes)["url.path"].clone();
        assert_eq!(spans.iter().map(path).collect::<Vec<_>>(), sampled, "{variables:?}");
    }
}

#[test]
fn the_access_log_has_the_trace_of_a_sampled_request() {
    let collector = Collector::start();
    let endpoint = format!("http://{}/custom", collector.address);
    let variables = [("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &*endpoint), ALWAYS];
    let arguments =
        ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0", "--drain-delay", "0s"];
    let mut child = spawn(&arguments, &variables);
    let mut events = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let serving = events.find(|event| event["message"] == "serving").unwrap();
    get(serving["address"].as_str().unwrap(), "/v1/words/quiz");
    let logged = events.find(|event| event["target"] == "access").unwrap();
    thread::spawn(move || events.for_each(drop));
    let (address, ops_address, log) = Default::default();
    let service = Service { child, address, ops_address, log };
    let exports = collector.exports_of(service);
    assert!(exports[0].head.starts_with("post /custom http/1.1\r\n"), "the URL is used as it is");
    let span = &exports[0].spans[0].scope_spans[0].spans[0];
    assert_eq!(logged["trace_id"], Value::from(hex(&span.trace_id)));
}

#[test]
fn the_size_of_a_span_is_limited() {
    let collector = Collector::start();
    let service = collector.service(&[], &[]);
    let headers = format!("{}tracestate: vendor={}\r\n", traceparent("01"), "1".repeat(512));
    let path = format!("/{}", "x".repeat(2_000));
    let mut connection = Connection::open(&service.address);
    assert_eq!(connection.ask("GET", &path, &headers, b"").unwrap().0, 404);
    let method = "BREW".repeat(500);
    assert_eq!(connection.ask(&method, "/", &headers, b"").unwrap().0, 405);
    let spans = collector.spans_of(service);
    let [long_path, long_method] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!(attributes(&long_path.attributes)["url.path"], path[..1_024]);
    assert_eq!(attributes(&long_method.attributes)["http.request.method_original"].len(), 1_024);
    assert!(spans.iter().all(|span| span.trace_state.is_empty()));
    assert!(spans.iter().all(|span| hex(&span.trace_id) == TRACE));
}

/// A collector that accepts connections but never answers, and one that does not exist.
#[test]
fn a_collector_that_does_not_answer_affects_neither_requests_nor_the_stop() {
    let hanging = TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let without = Service::start(&[]);
    let path = "/v1/words/quiz";
    let expected = ask(&without.address, "GET", path, b"").unwrap();
    for address in [hanging.local_addr().unwrap(), gone] {
        let mut service = Service::start_with(
            &["--drain-delay", "0s"],
            &[
                ("OTEL_EXPORTER_OTLP_ENDPOINT", &format!("http://{address}/")),
                ("OTEL_EXPORTER_OTLP_TIMEOUT", "86400000"),
                // Nearly all spans are dropped.
                ("OTEL_BSP_MAX_QUEUE_SIZE", "2"),
                ("OTEL_BSP_SCHEDULE_DELAY", "1"),
                ALWAYS,
            ],
        );
        let mut connection = Connection::open(&service.address);
        for _ in 0..100 {
            assert_eq!(connection.ask("GET", path, "", b"").unwrap(), expected);
        }
        service.terminate();
        assert!(service.child.wait().unwrap().success());
    }
}

#[test]
fn settings_that_cannot_be_used_are_errors_at_the_start() {
    let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318");
    for (name, value) in [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"),
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "ftp://localhost"),
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
        ("OTEL_TRACES_SAMPLER", "sometimes"),
        ("OTEL_TRACES_SAMPLER_ARG", "2"),
    ] {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        let refused = spawn(&arguments, &[endpoint, (name, value)]).wait_with_output().unwrap();
        assert!(!refused.status.success());
        let message = String::from_utf8(refused.stderr).unwrap();
        assert!(message.contains(&format!("{name}: {value:?} is not")), "{message}");
    }
    let no_certificates = [("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", "/nonexistent")];
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
    let variables = [&[endpoint], &no_certificates[..]].concat();
    let refused = spawn(&arguments, &variables).wait_with_output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8(refused.stderr).unwrap().contains("ca-certificates"));
}
