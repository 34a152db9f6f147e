//! The application: every route with its middleware.

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Condition, from_fn};
use actix_web::{App, Error, web};

use super::middleware::admission::admit;
use super::middleware::auth::API_KEY;
use super::middleware::rate_limit::{RATE_LIMIT, RATE_LIMIT_POLICY};
use super::middleware::request_context::track;
use super::middleware::request_id::REQUEST_ID;
use super::resource::{QUERY, READ, fallback, resource};
use super::signatures::{self, PREFER, PREFERENCE_APPLIED, RULING_SIGNATURE};
use super::{State, batches, lexicon_texts, mcp, operations, pages};
use crate::api::lexicons::{fst, image, text};
use crate::api::{batch, keys, mcp as protocol};

/// Returns the CORS policy that allows web pages of the given origins; `*` allows all origins.
fn cors(origins: &[String]) -> Cors {
    let methods = ["GET", "HEAD", "OPTIONS", "POST", "QUERY"];
    let request_headers = [
        header::AUTHORIZATION,
        header::CONTENT_TYPE,
        header::IF_MATCH,
        header::IF_NONE_MATCH,
        API_KEY,
        PREFER,
        REQUEST_ID,
        mcp::METHOD,
        mcp::NAME,
        mcp::VERSION,
    ];
    // Libraries of browsers send these where tracing or retries are on.
    let of_libraries = ["traceparent", "tracestate", "baggage", "sentry-trace", "idempotency-key"];
    let response_headers = [
        header::ETAG,
        header::LINK,
        header::RETRY_AFTER,
        PREFERENCE_APPLIED,
        RATE_LIMIT,
        RATE_LIMIT_POLICY,
        REQUEST_ID,
        RULING_SIGNATURE,
    ];
    let cors = Cors::default()
        .allowed_methods(methods)
        .allowed_headers(request_headers)
        .allowed_headers(of_libraries)
        .expose_headers(response_headers)
        .max_age(24 * 60 * 60);
    if origins.iter().any(|origin| origin == "*") {
        return cors.allow_any_origin().send_wildcard();
    }
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}

/// Builds the application that the server and the tests run.
pub fn routes(
    state: web::Data<State>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let origins = state.origins.clone();
    let has_pages = state.has_pages;
    App::new()
        .app_data(state)
        .configure(operations::configure)
        .service(resource(batch::PATH, QUERY).to(batches::serve))
        // The protocol knows only POST, though most messages are safe.
        .service(resource(protocol::PATH, &["POST"]).to(mcp::serve))
        .service(resource(keys::PATH, READ).to(signatures::list_keys))
        .service(resource(text::PATH, READ).to(lexicon_texts::serve_text))
        .service(resource(image::PATH, READ).to(lexicon_texts::serve_image))
        .service(resource(fst::PATH, READ).to(lexicon_texts::serve_fst))
        .configure(|config| pages::configure(config, has_pages))
        .default_service(web::to(fallback))
        // The last one is the outermost. Requests are admitted inside of CORS: refusals need its
        // headers, and preflight requests no API key.
        .wrap(from_fn(admit))
        .wrap(Condition::new(!origins.is_empty(), cors(&origins)))
        .wrap(from_fn(track))
}
