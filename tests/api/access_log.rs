//! The lines of the access log.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use actix_web::http::Method;
use serde_json::{Value, json};
use wordcourt::config::{LogFormat, LoggedRequests};
use wordcourt::lexicon::Digest;
use wordcourt::server::AccessLog;

use crate::middleware::Service;

/// Returns a service that logs in a format, for a client with this name and the key `wc_1`.
fn service(format: LogFormat, client: &str) -> Service {
    Service::with(|state| {
        state.access_log = AccessLog::new(format, LoggedRequests::On);
        let line = format!("{client} {}", Digest::of(&[b"wc_1"]).to_hex());
        state.api_keys = Arc::new(line.parse().unwrap());
    })
}

/// Sends a request and returns its line.
async fn logged(service: &Service, path: &str, headers: &[(&str, &str)]) -> String {
    let headers = [headers, &[("x-api-key", "wc_1"), ("x-request-id", "abc-1")]].concat();
    service.send(Method::GET, path, &headers, "").await;
    let log = service.log();
    assert_eq!(log.lines().count(), 1, "{log}");
    log
}

async fn logged_json(service: &Service, path: &str, headers: &[(&str, &str)]) -> Value {
    serde_json::from_str(&logged(service, path, headers).await).unwrap()
}

#[actix_web::test]
async fn a_line_is_one_json_object_for_any_path_and_client() {
    let client = "a\"\\n\u{1b}";
    let service = service(LogFormat::Json, client);
    for (path, route) in [
        ("/v1/words/\"", "/v1/words/{word}"),
        ("/v1/words/{word}", "/v1/words/{word}"),
        ("/v1/lexicons", "/v1/lexicons"),
        ("/nowhere/\"", "unmatched"),
    ] {
        let line = logged_json(&service, path, &[]).await;
        assert_eq!((&line["path"], &line["route"]), (&json!(path), &json!(route)));
        assert_eq!((&line["request_id"], &line["client"]), (&json!("abc-1"), &json!(client)));
        assert_eq!((&line["method"], line.get("trace_id")), (&json!("GET"), None));
        assert!(line["status"].is_u64() && line["duration_us"].is_u64(), "{line}");
        assert!(line["bytes"].as_u64().unwrap() > 0 && line.get("address").is_none(), "{line}");
        let problem = if route == "unmatched" { json!("not_found") } else { Value::Null };
        assert_eq!(line["problem"], problem);
    }
}

#[actix_web::test]
async fn a_pretty_line_escapes_control_characters() {
    let service = service(LogFormat::Pretty, "ann\u{1b}[31m");
    let line = logged(&service, "/nowhere/\"", &[]).await;
    assert!(line.contains("Z  INFO access: 404 GET /nowhere/\\\" "), "{line}");
    let end = " problem=not_found request_id=abc-1 client=ann\\u{1b}[31m\n";
    assert!(line.contains("µs bytes=") && line.ends_with(end), "{line}");
}

#[actix_web::test]
async fn the_log_has_all_requests_those_that_fail_or_none() {
    for (logged, count) in
        [(LoggedRequests::On, 2), (LoggedRequests::Errors, 1), (LoggedRequests::Off, 0)]
    {
        let service =
            Service::with(|state| state.access_log = AccessLog::new(LogFormat::Json, logged));
        for path in ["/v1/lexicons", "/nowhere"] {
            service.send(Method::GET, path, &[], "").await;
        }
        let log = service.log();
        assert_eq!(log.lines().count(), count, "{logged:?}: {log}");
    }
}

#[actix_web::test]
async fn a_line_has_the_time_of_the_response() {
    let service = service(LogFormat::Json, "ann");
    for delay in [0, 1] {
        // The log formats the date once per second, so the second line is of another second.
        actix_web::rt::time::sleep(Duration::from_secs(delay)).await;
        let before = SystemTime::now();
        let line = logged_json(&service, "/v1/lexicons", &[]).await;
        let timestamp = line["timestamp"].as_str().unwrap();
        let time = humantime::parse_rfc3339(timestamp).unwrap();
        // The timestamp has whole milliseconds.
        let is_current = time + Duration::from_millis(1) > before && time <= SystemTime::now();
        assert!(timestamp.len() == 24 && is_current, "{timestamp}");
    }
}

#[actix_web::test]
async fn the_trace_id_is_read_from_traceparent() {
    let service = service(LogFormat::Json, "ann");
    let trace_id = async |parent: &str| {
        let line = logged_json(&service, "/v1/lexicons", &[("traceparent", parent)]).await;
        line.get("trace_id").cloned()
    };
    assert_eq!(
        trace_id("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01").await,
        Some(json!("4bf92f3577b34da6a3ce929d0e0e4736"))
    );
    for bad in [
        "00-nonsense-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ] {
        assert_eq!(trace_id(bad).await, None, "{bad}");
    }
}
