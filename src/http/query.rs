//! Queries of operations that have none.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::problem::{Problem, ProblemCode};

/// Proves that a request has no query.
///
/// A parameter that is passed over would go unnoticed: `POST /v1/words/validate?lexicon=club` would be answered from another dictionary.
#[derive(Debug)]
pub(super) struct NoQuery;

impl NoQuery {
    /// Refuses a query, like an unknown field of a body.
    ///
    /// # Errors
    /// `bad_request`, if there is one.
    pub(super) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let query = request.query_string();
        if query.is_empty() {
            return Ok(Self);
        }
        let detail = format!("{} takes no query; leave out ?{query}", request.path());
        Err(Problem::new(ProblemCode::BadRequest, detail))
    }
}

impl FromRequest for NoQuery {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}
