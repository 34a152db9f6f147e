//! The time of a worker for the body of a request: a short body is cheap to read and to answer, and a
//! long one is read on another thread.

use std::time::Duration;

use actix_web::http::Method;
use serde_json::{Value, json};
use wordcourt::api::operation::{Cost, Operation};
use wordcourt::api::prepared::{Prepared, PreparedRequest as _};
use wordcourt::api::{ForEachOperation, for_each_operation, openapi};
use wordcourt::server::BodyLimits;

use crate::costs::{MAX_RATIO, RUNS, processor_time, reference};
use crate::{send, state};

/// Returns bodies of about `bytes` bytes, which take long to read, with their paths and types.
fn bodies(bytes: usize) -> Vec<(&'static str, &'static str, String)> {
    const JSON: &str = "application/json";
    let list = |item: &str| format!("[{}]", vec![item; bytes / (item.len() + 1)].join(","));
    let long = |character: &str| character.repeat(bytes / character.len() - 40);
    let call = |words: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"check_words","arguments":{{"words":{words}}}}}}}"#
        )
    };
    let line =
        |words: &str| format!(r#"{{"operation":"validate_words","request":{{"words":{words}}}}}"#);
    vec![
        ("/v1/words/validate", JSON, format!(r#"{{"words":{}}}"#, list(r#""A""#))),
        ("/v1/words/validate", JSON, format!(r#"{{"words":{}}}"#, list(r#""\u0041""#))),
        ("/v1/words/validate", JSON, format!(r#"{{"words":["{}"]}}"#, long("A"))),
        ("/v1/words/validate", JSON, format!(r#"{{"words":["{}"]}}"#, long("\\u00e9"))),
        ("/v1/words/validate", JSON, format!(r#"{{"words":[{}]}}"#, long("9"))),
        ("/v1/words/validate", JSON, long(" ")),
        ("/v1/words/validate", JSON, format!(r#"{{"none":{}}}"#, list("[1.5]"))),
        ("/v1/words/validate", JSON, format!("{{\"words\":{}x", list("1"))),
        ("/v1/wordgame/best", JSON, format!(r#"{{"rules":{{"preset":{}}}}}"#, list("{}"))),
        ("/v1/wordgame/games", JSON, format!(r#"{{"gcg":"{}"}}"#, long("\\n>a: A 8H B +1 1"))),
        ("/v1/wordgame/games", "text/plain", long(">a: A 8H B +1 1\n")),
        ("/mcp", JSON, call(&list(r#""A""#))),
        ("/mcp", JSON, call(&format!(r#""{}""#, long("\\u00e9")))),
        ("/v1/batch", "application/x-ndjson", line(&list(r#""A""#))),
        ("/v1/batch", "application/x-ndjson", "\n".repeat(bytes)),
    ]
}

/// Returns the processor time of this thread for a request, which is the worker's: what other threads
/// do is not in it.
async fn time_on_the_worker(path: &str, media_type: &str, body: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let (headers, body) = ([("content-type", media_type)], body.to_owned());
        let start = processor_time();
        send(Method::POST, path, &headers, body).await;
        times.push(processor_time().saturating_sub(start));
    }
    times.into_iter().min().unwrap()
}

#[actix_web::test]
async fn a_worker_reads_no_long_body() {
    // Three times as much as for a query, because the test also copies the body. Reading it takes six
    // times as much.
    let most = 3 * MAX_RATIO * reference();
    let mut expensive = Vec::new();
    for (path, media_type, body) in bodies((1 << 20) - 64) {
        let long = time_on_the_worker(path, media_type, &body).await;
        let short = time_on_the_worker(path, media_type, "{}").await;
        let start: String = body.chars().take(60).collect();
        let time = long.saturating_sub(short);
        println!("{time:?} of {most:?}: {path} {start}");
        if time > most {
            expensive.push(format!("{time:?} of {most:?}: {path} {start}"));
        }
    }
    assert!(expensive.is_empty(), "{expensive:#?}");
}

/// Returns a request with each of its texts and lists in turn made so long that the whole has about
/// `bytes` bytes.
fn inflated(request: &Value, bytes: usize) -> Vec<Value> {
    let mut all = Vec::new();
    for (pointer, value) in places(request) {
        let item = |value: &Value| value.to_string().len() + 1;
        let fillings = match &value {
            Value::String(_) => {
                ["A", "9 ", "\u{e9}"].map(|text| json!(text.repeat(bytes))).to_vec()
            }
            Value::Array(items) => {
                let items =
                    items.iter().take(1).cloned().chain([json!("9"), json!("AE"), json!({})]);
                items.map(|one| json!(vec![one; bytes])).collect()
            }
            _ => continue,
        };
        for filling in fillings {
            let mut request = request.clone();
            let room = bytes.saturating_sub(request.to_string().len());
            *request.pointer_mut(&pointer).unwrap() = match filling {
                Value::String(text) => {
                    let step = text.chars().next().unwrap().len_utf8();
                    json!(text[..room / step * step])
                }
                Value::Array(mut items) => {
                    items.truncate(room / item(&items[0]));
                    json!(items)
                }
                other => other,
            };
            all.push(request);
        }
    }
    all
}

/// Returns all values in a value, with their JSON pointers.
fn places(value: &Value) -> Vec<(String, Value)> {
    let members: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), member)).collect()
        }
        Value::Array(items) => items.iter().take(1).map(|item| ("0".to_owned(), item)).collect(),
        _ => Vec::new(),
    };
    let below = members.into_iter().flat_map(|(name, member)| {
        let places = places(member).into_iter();
        places.map(move |(pointer, value)| (format!("/{name}{pointer}"), value))
    });
    [(String::new(), value.clone())].into_iter().chain(below).collect()
}

/// Reads a body for an operation, and answers it if that is done on the worker.
struct Read<'b> {
    operation: &'b str,
    body: String,
    time: Duration,
}

impl ForEachOperation for Read<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::ID != self.operation {
            return;
        }
        let read = || {
            let start = processor_time();
            match Prepared::<O>::from_json(self.body.as_bytes(), &**state()) {
                Ok(prepared) if prepared.plan().cost == Cost::Inline => _ = prepared.run(),
                Ok(_) => {}
                Err(problem) => _ = serde_json::to_vec(&problem.breaches).unwrap(),
            }
            processor_time().saturating_sub(start)
        };
        self.time = (0..RUNS).map(|_| read()).min().unwrap();
    }
}

#[test]
fn the_longest_body_that_a_worker_reads_is_cheap() {
    let most = MAX_RATIO * reference();
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    let mut times = Vec::new();
    for (operation, example) in examples.as_object().unwrap() {
        if example["method"] == "GET" {
            continue;
        }
        for request in inflated(&example["request"], BodyLimits::INLINE_BYTES) {
            let mut read = Read { operation, body: request.to_string(), time: Duration::ZERO };
            for_each_operation(&mut read);
            let start: String = read.body.chars().take(200).collect();
            times.push((read.time, format!("{operation} {start}")));
        }
    }
    times.sort();
    for (time, what) in times.iter().rev().take(20) {
        println!("{time:?} of {most:?}: {what}");
    }
    let expensive = times.iter().filter(|(time, _)| *time > most).count();
    assert_eq!(expensive, 0, "of {}", times.len());
}
