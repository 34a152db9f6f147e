//! Searches on their way: the answer cache before them, a permit and the pool for the costly ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};

use super::problem::Problem;
use super::{State, reply};
use crate::court::{Answer, Authority, FoundAnswer, Work};

/// Answers that took longer than this to find and to write are kept. A kept one costs 0.8 µs with the question that it is looked for with, which is where
/// keeping begins to pay (`benches/hands.rs`); but what is kept displaces something.
const WORTH_KEEPING: Duration = Duration::from_micros(5);

/// Answers a request by a search of a lexicon.
///
/// `question` is the request in canonical form: equal questions have equal answers. `operation` is told to the metrics.
///
/// # Errors
/// `overloaded`, and whatever the search itself answers.
pub(super) async fn answer(
    state: Data<State>,
    authority: Authority,
    operation: &'static str,
    (question, work): (Bytes, Work),
    search: impl FnOnce(&Authority) -> Result<Bytes, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let search = |authority: &Authority| search(authority).map(Answer::from);
    find(state, authority, operation, (question, work), search).await.map(|answer| reply::json(answer.body))
}

/// The answer to a request, found by a search of a lexicon (see [`answer`]).
///
/// # Errors
/// `overloaded`, and whatever the search itself answers.
pub(super) async fn find(
    state: Data<State>,
    authority: Authority,
    operation: &'static str,
    (question, work): (Bytes, Work),
    search: impl FnOnce(&Authority) -> Result<Answer, Problem> + Send + 'static,
) -> Result<Answer, Problem> {
    let question: Bytes = match &authority.stamp().overlay {
        Some(overlay) => [&question[..], overlay.as_bytes()].concat().into(),
        None => question,
    };
    if let Some(kept) = authority.edition().answers.kept(&question).await {
        return Ok(kept);
    }
    let authority = Arc::new(authority);
    let run = {
        let (state, authority) = (Data::clone(&state), Arc::clone(&authority));
        move || {
            let begun = Instant::now();
            let answer = search(&authority);
            let took = begun.elapsed();
            state.metrics.count_search(operation, took);
            answer.map(|answer| FoundAnswer { answer, is_worth_keeping: took > WORTH_KEEPING })
        }
    };
    let find = async {
        let found = state.searches.run(work, run).await;
        found.inspect_err(|_| state.metrics.shed.inc())?
    };
    authority.edition().answers.find(&question, Box::pin(find)).await
}
