//! Serves every operation over HTTP. The response comes from the cache, or is computed on the
//! search pool or the worker.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::guard::fn_guard;
use actix_web::http::Method as HttpMethod;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{FromRequest as _, HttpRequest, HttpResponse};

use super::body::JsonBody;
use super::{State, response};
use crate::api::operation::{Cost, Method, Operation, Prepared};
use crate::api::{Answer, ForEachOperation, Problem, for_each_operation};
use crate::registry::{Computed, RetainedEdition};

/// Responses that took longer than this to compute are cached. Serving a cached one takes 0.8 µs,
/// including its key. The threshold is higher because each cached response displaces another.
const WORTH_CACHING: Duration = Duration::from_micros(5);

/// Adds a route for every operation.
pub(super) fn configure(config: &mut ServiceConfig) {
    for_each_operation(&mut Router(config));
}

struct Router<'c>(&'c mut ServiceConfig);

impl ForEachOperation for Router<'_> {
    fn visit<O: Operation>(&mut self) {
        let method = match O::METHOD {
            Method::Get => HttpMethod::GET,
            Method::Post => HttpMethod::POST,
        };
        // Actix's built-in method guards allocate on every check.
        let guard = fn_guard(move |context| context.head().method == method);
        self.0.service(web::resource(O::PATH).guard(guard).to(serve::<O>));
    }
}

async fn serve<O: Operation>(
    request: HttpRequest,
    state: Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    match O::METHOD {
        Method::Get => {
            let path = request.match_info().iter();
            let prepared = Prepared::<O>::from_parameters(path, request.query_string(), &**state)?;
            let answer = answer(state, prepared).await?;
            Ok(response::cacheable(&request, "application/json", answer))
        }
        Method::Post => {
            let mut payload: Payload = payload.into_inner();
            let JsonBody(mut body) = JsonBody::from_request(&request, &mut payload).await?;
            let prepared = Prepared::<O>::from_json(body.whole(), &**state)?;
            let answer = answer(state, prepared).await?;
            Ok(response::json(answer.body))
        }
    }
}

/// Responds to a prepared request according to its plan.
async fn answer<O: Operation>(
    state: Data<State>,
    prepared: Prepared<O>,
) -> Result<Answer, Problem> {
    let plan = prepared.plan();
    if !plan.cache {
        return match plan.cost {
            Cost::Inline => prepared.run(),
            // The future of a search is large; boxing it keeps the futures of other requests small.
            Cost::Pooled => Box::pin(computed(state, Arc::new(prepared), plan.cost)).await,
        };
    }
    Box::pin(cached(state, prepared, plan.cost)).await
}

async fn computed<O: Operation>(
    state: Data<State>,
    prepared: Arc<Prepared<O>>,
    cost: Cost,
) -> Result<Answer, Problem> {
    compute(state, prepared, cost).await.map(|computed| computed.answer)
}

async fn cached<O: Operation>(
    state: Data<State>,
    prepared: Prepared<O>,
    cost: Cost,
) -> Result<Answer, Problem> {
    let retained = retained(&state, &prepared);
    let Some(retained) = retained else { return computed(state, Arc::new(prepared), cost).await };
    let key = prepared.cache_key();
    if let Some(answer) = retained.responses.get(&key).await {
        return Ok(answer);
    }
    let compute = compute(state, Arc::new(prepared), cost);
    retained.responses.get_or_compute(key, Box::pin(compute)).await
}

/// Returns the retained edition of a request. Its cache may contain the response.
fn retained<O: Operation>(state: &State, prepared: &Prepared<O>) -> Option<Arc<RetainedEdition>> {
    use crate::api::operation::Basis as _;
    state.registry.retained_as(prepared.basis.dictionary()?.edition())
}

/// Computes a response and measures the time that this takes.
async fn compute<O: Operation>(
    state: Data<State>,
    prepared: Arc<Prepared<O>>,
    cost: Cost,
) -> Result<Computed, Problem> {
    let run = {
        let state = Data::clone(&state);
        move || {
            let start = Instant::now();
            let answer = prepared.run();
            let elapsed = start.elapsed();
            state.metrics.count_search(O::ID, elapsed);
            answer.map(|answer| Computed { answer, worth_caching: elapsed > WORTH_CACHING })
        }
    };
    let result = state.search_pool.run(cost, run).await;
    result.inspect_err(|_| state.metrics.count_shed_search())?
}
