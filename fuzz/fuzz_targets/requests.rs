//! Request bodies of every operation: any bytes get an answer below 500, and every refusal is a problem.

#![no_main]

use std::sync::LazyLock;

use actix_web::http::Method;
use actix_web::{test, web};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use wordcourt::court::{Court, Edition, Searches};
use wordcourt::http::access_log::{AccessLog, LogFormat};
use wordcourt::http::metrics::Metrics;
use wordcourt::http::openapi::Document;
use wordcourt::http::{State, document, routes};
use wordcourt::lexicon::source::Source;

static STATE: LazyLock<web::Data<State>> = LazyLock::new(|| {
    let source = Source {
        name: "en".to_owned(),
        edition: "1".to_owned(),
        words: "AT\nBIGGER\nCAT\nEEL\nGO\n".into(),
        categories: "oceanic\tOceanic\t\tEEL\n".into(),
    };
    web::Data::new(State {
        court: Court::convene(Edition::build(&source, 1 << 16).expect("a small lexicon")),
        searches: Searches::bounded(1, 1),
        metrics: Metrics::new(),
        access_log: AccessLog::new(LogFormat::Json),
    })
});
static DOCUMENT: LazyLock<web::Data<Document>> = LazyLock::new(|| web::Data::new(document()));
static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let paths = DOCUMENT.value()["paths"].as_object().expect("paths");
    paths.iter().filter(|(_, item)| item.get("post").is_some()).map(|(path, _)| path.clone()).collect()
});

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, body) = input;
    let path = &PATHS[usize::from(choice) % PATHS.len()];
    actix_web::rt::System::new().block_on(async {
        let service = test::init_service(routes(STATE.clone(), DOCUMENT.clone(), 1 << 16)).await;
        let request = test::TestRequest::with_uri(path)
            .method(Method::POST)
            .insert_header(("content-type", "application/json"))
            .set_payload(body.to_vec())
            .to_request();
        let response = test::call_service(&service, request).await;
        let status = response.status();
        assert!(!status.is_server_error(), "{path}: {status}");
        let answer: Value = serde_json::from_slice(&test::read_body(response).await).expect("every answer is JSON");
        assert!(status.is_success() || answer["code"].is_string(), "{path}: {answer}");
    });
    let _ = STATE.access_log.flush(&mut std::io::sink());
});
