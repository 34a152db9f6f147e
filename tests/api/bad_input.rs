//! Bad input for every operation: it never causes a 5xx, every error is a problem, and a problem
//! lists all breaches.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::{document, post_rejected, send};

/// The requests of `bad_input.txt`.
#[actix_web::test]
async fn all_breaches_are_listed_with_their_pointers() {
    let lines = include_str!("bad_input.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [path, body, breaches] = columns[..] else { panic!("not three columns: {line}") };
        let found = post_rejected(path, serde_json::from_str(body).unwrap()).await;
        let mut found: Vec<&str> = found.iter().map(|breach| breach.trim_end()).collect();
        let mut expected: Vec<&str> = breaches.split(", ").collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{line}");
    }
}

/// Returns malformed and unusual bodies.
fn unusual_bodies() -> Vec<Vec<u8>> {
    let deep = "[".repeat(100_000);
    let long = format!("\"{}\"", "A".repeat(100_000));
    let texts = [
        "",
        " ",
        "null",
        "true",
        "0",
        "-1",
        "1e999",
        "\"\"",
        "[]",
        "{}",
        "[{}]",
        "{\"\":0}",
        "{\"word\":\"\\u0000\"}",
        "\u{feff}{}",
        "{\"hand\":[\"\\ud800\"]}",
        "{\"hand\":{},\"play\":{},\"words\":{}}",
        "{\"hand\":[[]],\"words\":[[]]}",
        "{\"top\":18446744073709551616}",
        "{\"top\":-1}",
        "{\"pot\":1.5}",
        "{\"pot\":-1}",
        "{\"hand\":[],\"hand\":[]}",
        &deep,
        &long,
    ];
    let mut bodies: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    bodies.extend([vec![0xff; 10], vec![0; 10], b"{\"hand\":[\"\xff\"]}".to_vec()]);
    bodies
}

/// Returns copies of an example, each with one member replaced by an unusual value or removed.
fn mutations(example: &Value) -> Vec<Value> {
    let unusual = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("\u{0}"),
        json!("É".repeat(50)),
        json!("A".repeat(5_000)),
        json!([]),
        json!({}),
        json!([null]),
        json!([[["Gb"]]]),
        json!(["*", "*", "*", "*", "*", "*", "*"]),
        json!(vec!["Gb"; 1_000]),
        json!({"name": "ann"}),
        json!([{"name": "ann"}]),
        json!(u64::MAX),
        json!("en@"),
        json!("@"),
    ];
    let mut mutated = Vec::new();
    let Some(members) = example.as_object() else { return mutated };
    for key in members.keys() {
        for value in &unusual {
            let mut body = example.clone();
            body[key] = value.clone();
            mutated.push(body);
        }
        let mut body = example.clone();
        body.as_object_mut().unwrap().remove(key);
        mutated.push(body);
    }
    mutated
}

#[actix_web::test]
async fn unusual_bodies_never_cause_a_5xx_and_every_error_is_a_documented_problem() {
    let document = document();
    let mut sent = 0;
    for (path, item) in document.value()["paths"].as_object().unwrap() {
        let Some(operation) = item.get("post") else { continue };
        let content = &operation["requestBody"]["content"];
        // A batch consists of requests of the other operations.
        let Some(example) = content.get("application/json").map(|json| &json["example"]) else {
            continue;
        };
        let mutated = mutations(example).into_iter().map(|body| body.to_string().into_bytes());
        for body in unusual_bodies().into_iter().chain(mutated) {
            let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
            let response =
                send(Method::POST, path, &[("content-type", "application/json")], body).await;
            let status = response.status.as_u16();
            assert!(status < 500, "{path} {shown}: {status}");
            if status != 200 {
                let problem = response.json();
                assert_eq!(
                    response.header("content-type"),
                    "application/problem+json",
                    "{path} {shown}"
                );
                assert!(
                    problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()),
                    "{path} {shown}"
                );
                assert!(
                    operation["responses"].get(response.status.as_str()).is_some(),
                    "{path} {shown}: {status} isn't documented"
                );
            }
            sent += 1;
        }
    }
    assert!(sent > 1_000, "{sent} requests");
}

#[actix_web::test]
async fn unusual_paths_never_cause_a_5xx() {
    for path in [
        "/",
        "//",
        "/v1",
        "/v1/",
        "/v1/words/",
        "/v1/words/%00",
        "/v1/words/%ff",
        "/v1/words/%",
        "/v1/words/a%2Fb",
        "/v1/words/..",
        "/v1/words/é",
        "/v1/lexicons/%00",
        "/v1/lexicons/en@",
        "/v1/variants/",
        "/docs/../etc/passwd",
        "/docs/%2e%2e/x",
        "/problems/%3Cscript%3E",
        "/v1/words/cat?lexicon=",
        "/v1/words/cat?lexicon=a&lexicon=b",
        "/v1/words/cat?%ff",
        "/v1/words?",
        "/v1/words?&&=&",
        "/v1/words?%00=%00",
        "/v1/words?pattern=%00",
        "/v1/words?pattern=%f0%9f%8e%b2%5B",
        "/v1/words?cursor=%ff.%ff.%ff",
        "/v1/words?category=%2C%2C%2C",
        "/v1/words?lexicon=@&not_in=@",
        &format!("/v1/words?pattern={}", "%5B%5EA%5D".repeat(1_000)),
        &format!("/v1/words?marks={}", "profane,".repeat(1_000)),
        &format!("/v1/words/{}", "A".repeat(10_000)),
    ] {
        let Ok(uri) = path.parse::<actix_web::http::Uri>() else { continue };
        let response = send(Method::GET, &uri.to_string(), &[], "").await;
        assert!(response.status.as_u16() < 500, "{path}: {}", response.status);
        if response.status.is_client_error() {
            assert_eq!(response.header("content-type"), "application/problem+json", "{path}");
        }
    }
}
