//! The sender of a request that runs operations by their ids.

use std::sync::Arc;

use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage as _, HttpRequest};

use super::State;
use super::body::BodyLimits;
use super::middleware::auth::ApiKey;
use super::middleware::caller::caller_of;
use super::middleware::request_id::RequestId;
use super::operations::{Input, Next, planned, prepare_long, prepare_of};
use super::traces::{Parent, parent_of};
use crate::api::{Answer, OperationId, Problem};
use crate::registry::Caller;

/// The sender of a request that contains requests of operations.
pub(super) struct Sender {
    pub(super) state: Data<State>,
    pub(super) caller: Caller,
    /// The sender's API key, if it has one.
    key: Option<Arc<ApiKey>>,
    /// The span of the request, if it is sampled.
    parent: Option<Parent>,
    pub(super) request_id: RequestId,
}

impl Sender {
    /// Returns the sender of a request.
    pub(super) fn of(request: &HttpRequest, state: Data<State>) -> Self {
        let request_id = request.extensions().get::<RequestId>().cloned();
        let key = ApiKey::of(request);
        Self {
            caller: caller_of(key.as_deref(), request, &state),
            parent: parent_of(request),
            key,
            request_id: request_id.unwrap_or_else(|| RequestId::of(request.headers())),
            state,
        }
    }

    /// Counts a request that is a part of another.
    ///
    /// # Errors
    /// The sender's quota is exceeded.
    pub(super) fn count_part(&self) -> Result<(), Problem> {
        let limiter = self.state.rate_limiter.as_deref();
        let class = ApiKey::class_of_operations(self.key.as_deref(), limiter);
        class.map_or(Ok(()), |class| class.count_part(&self.caller))
    }

    /// Answers a request of an operation, as the operation's own path would.
    ///
    /// # Errors
    /// The request has a problem, or the sender's key lacks the scope of the operation.
    pub(super) async fn run(
        &self,
        operation: OperationId,
        request: Bytes,
    ) -> Result<Answer, Problem> {
        if let Some(key) = &self.key {
            key.scopes.check(operation.path())?;
        }
        let prepare = prepare_of(operation);
        let checked = if request.len() > BodyLimits::INLINE_BYTES {
            let (caller, state) = (self.caller.clone(), Data::clone(&self.state));
            prepare_long(prepare, request, None, caller, state).await?
        } else {
            prepare(&Input::Json(&request), &self.state)?
        };
        match checked.next {
            Next::Answered(answer) => Ok(answer),
            Next::Planned(plan, prepared) => {
                let (state, caller) = (Data::clone(&self.state), self.caller.clone());
                planned(state, plan, prepared, caller, self.parent.clone()).await
            }
        }
    }
}
