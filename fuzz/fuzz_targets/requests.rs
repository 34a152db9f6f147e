//! Request bodies of every operation: any bytes get an answer below 500, and every refusal is a problem.

#![no_main]

use std::mem::ManuallyDrop;
use std::sync::LazyLock;

use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use wordcourt::court::{Court, Edition, Searches};
use wordcourt::http::access_log::{AccessLog, LogFormat};
use wordcourt::http::body::BodyLimits;
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
        court: Court::convene(Edition::build(&source, 1 << 16).expect("a small lexicon"), 3).into(),
        searches: Searches::bounded(1, 1),
        metrics: Metrics::new(),
        access_log: AccessLog::new(LogFormat::Json),
        body_limits: BodyLimits::default(),
    })
});
static DOCUMENT: LazyLock<web::Data<Document>> = LazyLock::new(|| web::Data::new(document()));
static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let paths = DOCUMENT.value()["paths"].as_object().expect("paths");
    paths.iter().filter(|(_, item)| item.get("post").is_some()).map(|(path, _)| path.clone()).collect()
});

type Ask = Box<dyn Fn(&str, Vec<u8>) -> (StatusCode, Vec<u8>)>;

thread_local! {
    /// One application for all inputs: each would leave its routes behind. Never dropped: at the thread's end its runtime is gone.
    static ASK: ManuallyDrop<Ask> = {
        let system = actix_web::rt::System::new();
        let service = system.block_on(test::init_service(routes(STATE.clone(), DOCUMENT.clone())));
        ManuallyDrop::new(Box::new(move |path: &str, body: Vec<u8>| {
            system.block_on(async {
                let request = test::TestRequest::with_uri(path)
                    .method(Method::POST)
                    .insert_header(("content-type", "application/json"))
                    .set_payload(body)
                    .to_request();
                let response = test::call_service(&service, request).await;
                (response.status(), test::read_body(response).await.to_vec())
            })
        }))
    };
}

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, body) = input;
    let path = &PATHS[usize::from(choice) % PATHS.len()];
    let (status, body) = ASK.with(|ask| ask(path, body.to_vec()));
    assert!(!status.is_server_error(), "{path}: {status}");
    let answer: Value = serde_json::from_slice(&body).expect("every answer is JSON");
    assert!(status.is_success() || answer["code"].is_string(), "{path}: {answer}");
    let _ = STATE.access_log.flush(&mut std::io::sink());
});
