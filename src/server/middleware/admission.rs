//! The admission of requests: the rate limit, then the API key. An admitted request is answered. All
//! of this is one middleware, because each middleware takes time for every request.

use std::sync::Arc;

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
use crate::server::operations::dispatch;
use crate::server::pages::is_page;
use crate::server::response::refuse;
use crate::server::route_table::routed_path;

/// The part of the work that a middleware does. Admission and dispatch have no middleware of their
/// own, because each middleware takes time for every request.
#[derive(Debug, Clone, Copy)]
pub(in crate::server) enum Step {
    /// Decides whether the request is admitted, and answers it.
    Admit,
    /// Answers the request.
    Answer,
    /// Passes the request on to the next middleware.
    Pass,
}

impl Step {
    /// Returns the API key of a request if it is valid. This is the only look-up of a request: a key
    /// may expire or be removed while the body arrives.
    pub(in crate::server) fn key_of(
        self,
        request: &ServiceRequest,
        state: &State,
    ) -> Option<Arc<ApiKey>> {
        match self {
            Self::Admit | Self::Pass => state.api_keys.key_of(request.headers()),
            // `routes` chooses this step only if the service has no keys.
            Self::Answer => None,
        }
    }

    /// Takes the step. `key` is the valid API key of the request, if it has one.
    ///
    /// # Errors
    /// Those of the inner services.
    pub(in crate::server) async fn take(
        self,
        request: ServiceRequest,
        next: Next<impl MessageBody + 'static>,
        key: Option<&Arc<ApiKey>>,
        state: &web::Data<State>,
    ) -> Result<ServiceResponse<BoxBody>, Error> {
        match self {
            Self::Admit => admit(request, next, key, state).await,
            Self::Answer => dispatch(request, next, None, state).await,
            Self::Pass => {
                ApiKey::keep(key, &request);
                Ok(next.call(request).await?.map_into_boxed_body())
            }
        }
    }
}

/// Takes a step inside the CORS middleware.
///
/// # Errors
/// Those of the inner services.
pub(in crate::server) async fn take_inside_cors(
    step: Step,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(state) = request.app_data::<web::Data<State>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let key = ApiKey::of(&request);
    // Boxed, because the future is large, and is otherwise a part of the future of every request, even
    // without CORS.
    Box::pin(step.take(request, next, key.as_ref(), &state)).await
}

/// Answers a request, or refuses it if it exceeds its caller's quota, or has no valid API key with
/// the scope of its path. Requests without a valid key also count towards the quota. Pages need no
/// key, and have a quota of their own. The remaining quota is added to the response.
///
/// # Errors
/// Those of the inner services.
async fn admit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    key: Option<&Arc<ApiKey>>,
    state: &web::Data<State>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let path = routed_path(request.request());
    let is_page = is_page(path);
    // A browser decides itself when to ask first.
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let limiter = state.rate_limiter.as_ref().filter(|_| !is_preflight);
    let counted = limiter.map(|limiter| {
        let class = if is_page { &limiter.pages } else { &limiter.operations };
        (class, class.count(&caller_of(key.map(Arc::as_ref), request.request(), state)))
    });
    let admitted = match counted {
        Some((class, Err(exceeded))) => Err(class.problem(exceeded)),
        _ if is_page || path == keys::PATH => Ok(()),
        _ => state.api_keys.check(key.map(Arc::as_ref), path, request.headers()),
    };
    let mut response = match admitted {
        Ok(()) => dispatch(request, next, key, state).await?,
        Err(problem) => refuse(request, problem),
    };
    if let Some((class, counted)) = counted {
        class.add_headers(response.headers_mut(), counted);
    }
    Ok(response)
}
