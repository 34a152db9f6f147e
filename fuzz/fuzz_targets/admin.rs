//! Requests for the administration of lexicons: every request gets a response, but never an
//! internal error, and the lexicon stays usable.

#![no_main]

use std::sync::{Arc, LazyLock};

use actix_web::body::MessageBody as _;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, HOST};
use actix_web::test::{TestRequest, init_service};
use actix_web::{App, web};
use libfuzzer_sys::fuzz_target;
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::registry::{LexiconRegistry, RetainedEdition, SearchPool};
use wordcourt::server::State;
use wordcourt::server::admin::{self, AdminAuth, AdminState};
use wordcourt_fuzz::small_source;

const PATHS: [&str; 10] = [
    "lexicons",
    "lexicons/en",
    "lexicons/club",
    "lexicons/club/categories",
    "lexicons/en/categories",
    "lexicons/en/rollback",
    "lexicons/en/diff",
    "lexicons/en/activate",
    "changes",
    "reload",
];

/// A request: method, path, query string, and whether the body is compressed.
type Request<'r> = (u8, u8, &'r str, bool, &'r [u8]);

fn test_request(&(method, path, query, is_gzip, body): &Request<'_>) -> Option<TestRequest> {
    let path = PATHS[usize::from(path) % PATHS.len()];
    let uri = format!("/admin/{path}?{query}");
    uri.parse::<actix_web::http::Uri>().ok()?;
    let request = match method % 4 {
        0 => TestRequest::get(),
        1 => TestRequest::put(),
        2 => TestRequest::post(),
        _ => TestRequest::delete(),
    };
    let address = "127.0.0.1:5000".parse().ok()?;
    let request = request.uri(&uri).peer_addr(address).insert_header((HOST, "localhost"));
    let coding = if is_gzip { "gzip" } else { "identity" };
    Some(request.insert_header((CONTENT_ENCODING, coding)).set_payload(body.to_vec()))
}

async fn send(requests: Vec<Request<'_>>) {
    let edition = RetainedEdition::build(&small_source(), 0, || {}).expect("the lexicon is valid");
    let registry = Arc::new(LexiconRegistry::with_default(edition, 2));
    let state = web::Data::new(State::new(Arc::clone(&registry), SearchPool::bounded(1, 1)));
    let updater = LexiconUpdater::new(Arc::clone(&registry), None, 0, || {});
    let admin = web::Data::new(AdminState {
        updater: Arc::new(updater),
        auth: AdminAuth::default(),
        poll_source: None,
        read_keys: None,
        text_limit: 10_000,
        max_shrink: 20,
    });
    let app = App::new().app_data(state).app_data(admin).configure(admin::routes);
    let service = init_service(app).await;
    for request in requests.iter().take(4).filter_map(test_request) {
        let response = actix_web::test::call_service(&service, request.to_request()).await;
        let status = response.status();
        let body = response.into_body().try_into_bytes().unwrap_or_default();
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{}", body.escape_ascii());
    }
    assert!(registry.snapshot().entry("en").is_ok());
}

fuzz_target!(|requests: Vec<Request<'_>>| {
    static SYSTEM: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
    });
    SYSTEM.block_on(send(requests));
});
