//! The application: every route with its middleware.

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Condition, Next, from_fn};
use actix_web::web;
use actix_web::{App, Error, guard};

use super::middleware::admission::{Step, take_inside_cors};
use super::middleware::auth::API_KEY;
use super::middleware::rate_limit::{RATE_LIMIT, RATE_LIMIT_POLICY};
use super::middleware::request_context::track;
use super::middleware::request_id::REQUEST_ID;
use super::signatures::{self, PREFER, PREFERENCE_APPLIED, RULING_SIGNATURE};
use super::{State, batches, lexicon_texts, mcp, operations, pages};
use crate::api::lexicons::{image, text};
use crate::api::{batch, mcp as protocol};

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
    let is_open = state.api_keys.is_empty() && state.rate_limiter.is_none();
    let has_cors = !origins.is_empty();
    let step = if is_open { Step::Answer } else { Step::Admit };
    let (outer, inner) = if has_cors { (Step::Pass, step) } else { (step, Step::Pass) };
    App::new()
        .app_data(state)
        .configure(operations::configure)
        .service(web::resource(batch::PATH).guard(guard::Post()).to(batches::serve))
        .service(web::resource(protocol::PATH).guard(guard::Post()).to(mcp::serve))
        .service(signatures::list_keys)
        .service(web::resource(text::PATH).guard(guard::Get()).to(lexicon_texts::serve_text))
        .service(web::resource(image::PATH).guard(guard::Get()).to(lexicon_texts::serve_image))
        .configure(|config| pages::configure(config, has_pages))
        .default_service(web::to(pages::fallback))
        // The last one is the outermost. With CORS, requests are admitted and answered inside of it: refusals need
        // its headers, and preflight requests no API key.
        .wrap(Condition::new(
            has_cors,
            from_fn(move |request, next| take_inside_cors(inner, request, next)),
        ))
        .wrap(Condition::new(has_cors, cors(&origins)))
        .wrap(from_fn(move |request, next: Next<_>| track(request, next, outer)))
}
