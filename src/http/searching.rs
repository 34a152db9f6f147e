//! Searches on their way: the answer cache before them, a permit and the pool for the costly ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};

use super::problem::Problem;
use super::{State, reply};
use crate::court::{Authority, FoundAnswer, Work};

/// Answers that took longer than this to find are kept.
const WORTH_KEEPING: Duration = Duration::from_micros(50);

/// Answers a request by a search of a lexicon.
///
/// `question` is a costly request in canonical form: equal questions have equal answers, so each is searched for once. A cheap search has none: it runs
/// where it is asked for. `operation` is told to the metrics.
///
/// # Errors
/// `overloaded`, and whatever the search itself answers.
pub(super) async fn answer(
    state: Data<State>,
    authority: Arc<Authority>,
    operation: &'static str,
    question: Option<Bytes>,
    search: impl FnOnce(&Authority) -> Result<Bytes, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let work = if question.is_some() { Work::Costly } else { Work::Cheap };
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
    let answer = match question {
        Some(question) => {
            let question = match &authority.stamp().overlay {
                Some(overlay) => [&question[..], overlay.as_bytes()].concat().into(),
                None => question,
            };
            authority.edition().answers.find(question, Box::pin(find)).await?
        }
        None => find.await?.answer,
    };
    Ok(reply::json(answer))
}
