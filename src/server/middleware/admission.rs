//! The admission of requests: the rate limit, then the API key.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::ACCESS_CONTROL_REQUEST_METHOD;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use super::auth::ApiKey;
use super::caller::caller_of;
use crate::api::keys;
use crate::server::State;
use crate::server::resource::{is_page, routed_path};
use crate::server::response::refuse;

/// Passes a request on, or refuses it if it exceeds its caller's quota, or has no valid API key with
/// the scope of its path. Requests without a valid key also count towards the quota. Pages need no
/// key, and have a quota of their own. The remaining quota is added to the response.
///
/// # Errors
/// Those of the inner services.
pub(in crate::server) async fn admit(
    state: web::Data<State>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let path = routed_path(request.request());
    let is_page = is_page(path);
    let key = ApiKey::of(&request);
    let key = key.as_deref();
    // A browser decides itself when to ask first.
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let limiter = state.rate_limiter.as_deref();
    let class = if is_page {
        limiter.map(|limiter| &limiter.pages)
    } else {
        ApiKey::class_of_operations(key, limiter)
    };
    let counted = class
        .filter(|_| !is_preflight)
        .map(|class| (class, class.count(&caller_of(key, request.request(), &state))));
    let admitted = match counted {
        Some((class, Err(exceeded))) => Err(class.problem(exceeded)),
        _ if is_page || path == keys::PATH => Ok(()),
        _ => state.api_keys.check(key, path, request.headers()),
    };
    let mut response = match admitted {
        Ok(()) => next.call(request).await?.map_into_boxed_body(),
        Err(problem) => refuse(request, problem),
    };
    if let Some((class, counted)) = counted {
        class.add_headers(response.headers_mut(), counted);
    }
    Ok(response)
}
