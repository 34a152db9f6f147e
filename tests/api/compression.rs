//! Compressed responses.

use std::io::Read as _;

use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::lexicon::source;
use wordcourt::registry::{LexiconRegistry, RetainedEdition};
use wordcourt::server::{State, routes};

use crate::{Response, get, read, send, shared_state};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Returns the plain body of a compressed response.
fn decompressed(response: &Response) -> Vec<u8> {
    let mut plain = Vec::new();
    match response.header("content-encoding") {
        "gzip" => {
            flate2::read::GzDecoder::new(&response.body[..]).read_to_end(&mut plain).unwrap();
        }
        "zstd" => plain = zstd::stream::decode_all(&response.body[..]).unwrap(),
        other => panic!("compressed with {other:?}"),
    }
    plain
}

#[actix_web::test]
async fn long_responses_are_compressed_for_clients_that_accept_it() {
    for path in ["/v1/variants", "/openapi.json", "/assets/site.css"] {
        let plain = get(path).await;
        assert_eq!(
            (plain.header("content-encoding"), plain.header("vary")),
            ("", "accept-encoding"),
            "{path}"
        );
        let mut tags = vec![plain.header("etag").to_owned()];
        for (accepted, coding) in
            [("gzip", "gzip"), ("gzip, zstd", "zstd"), ("zstd;q=0.5, gzip", "gzip")]
        {
            let accept = ("accept-encoding", accepted);
            let compressed = send(Method::GET, path, &[accept], "").await;
            assert_eq!(compressed.header("content-encoding"), coding, "{path} {accepted}");
            assert!(compressed.body.len() < plain.body.len() / 2);
            assert_eq!(decompressed(&compressed), plain.body);
            let tag = compressed.header("etag");
            tags.push(tag.to_owned());
            let again = send(Method::GET, path, &[accept, ("if-none-match", tag)], "").await;
            assert_eq!((again.status, again.header("etag")), (StatusCode::NOT_MODIFIED, tag));
            assert_eq!(again.header("vary"), "accept-encoding");
        }
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 3, "plain, gzip and zstd have different etags");
        for accepted in ["br", "identity", "gzip;q=0"] {
            let plain = send(Method::GET, path, &[("accept-encoding", accepted)], "").await;
            assert_eq!(plain.header("content-encoding"), "");
        }
    }
    let short = send(Method::GET, "/v1/words/quiz", &[("accept-encoding", "gzip")], "").await;
    assert!(short.body.len() < 2 << 10);
    assert_eq!((short.header("content-encoding"), short.header("vary")), ("", ""));
}

#[actix_web::test]
async fn long_problems_are_compressed_too() {
    let body = json!({"words": ["AA"], "overlay": {"add": vec!["1"; 100]}}).to_string();
    let compressed =
        send(Method::POST, "/v1/words/validate", &[JSON, ("accept-encoding", "gzip")], body).await;
    assert_eq!(compressed.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        (compressed.header("content-encoding"), compressed.header("content-type")),
        ("gzip", "application/problem+json")
    );
    let problem: Value = serde_json::from_slice(&decompressed(&compressed)).unwrap();
    assert_eq!(
        (problem["breaches"].as_array().unwrap().len(), &problem["request_id"]),
        (100, &compressed.header("x-request-id").into())
    );
}

#[actix_web::test]
async fn repeated_searches_are_compressed_like_the_first() {
    let edition = RetainedEdition::build(&source::embedded(), 1 << 20, || {}).unwrap();
    let state: web::Data<State> = shared_state(LexiconRegistry::with_default(edition, 1));
    let service = test::init_service(routes(web::Data::clone(&state))).await;
    let hand = json!({"hand": ["Ab", "Er", "Sb", "Tr", "*"]}).to_string();
    let search = async |accepted: &'static str| {
        let request = test::TestRequest::post().uri("/v1/choose-your-words/best");
        let request = request.insert_header(JSON).insert_header(("accept-encoding", accepted));
        read(test::call_service(&service, request.set_payload(hand.clone()).to_request()).await)
            .await
    };
    let plain = search("identity").await;
    assert!(plain.body.len() > 2 << 10);
    // The first requests fill the caches of queries and of requests.
    for repeat in 0..4 {
        for coding in ["identity", "gzip", "zstd"] {
            let response = search(coding).await;
            assert_eq!(response.headers.get_all("vary").count(), 1, "{repeat} {coding}");
            assert_eq!(response.header("vary"), "accept-encoding", "{repeat} {coding}");
            assert_eq!(response.header("content-type"), "application/json");
            if coding == "identity" {
                assert_eq!(
                    (response.header("content-encoding"), &response.body),
                    ("", &plain.body)
                );
            } else {
                assert_eq!(response.header("content-encoding"), coding, "{repeat}");
                assert_eq!(decompressed(&response), plain.body, "{repeat} {coding}");
            }
        }
    }
}
