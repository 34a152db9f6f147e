//! Serves every operation over HTTP. The response comes from the cache, or is computed on the
//! search pool or the worker.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::guard::fn_guard;
use actix_web::http::Method as HttpMethod;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};

use super::body::{Accepts, BodyReader, MediaType};
use super::middleware::caller::caller_of;
use super::{State, response};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::prepared::{Prepared, PreparedRequest};
use crate::api::{Answer, ForEachOperation, OperationId, Problem, for_each_operation};
use crate::registry::{Caller, Computed, Refused, RetainedEdition};

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
        let accepts = if O::TEXT_BODY.is_some() { Accepts::JsonOrText } else { Accepts::Json };
        self.add(Endpoint { method: O::METHOD, accepts, prepare: prepare::<O> }, O::PATH);
    }
}

/// Checks the request of an operation. All code that follows is the same for all operations, so
/// that it is compiled only once.
pub(super) type Prepare = fn(&Input<'_>, &State) -> Result<Next, Problem>;

/// Returns the function that checks the requests of an operation.
pub(super) fn prepare_of(operation: OperationId) -> Prepare {
    struct All(Vec<Prepare>);
    impl ForEachOperation for All {
        fn visit<O: Operation>(&mut self) {
            self.0.push(prepare::<O>);
        }
    }
    static ALL: LazyLock<Vec<Prepare>> = LazyLock::new(|| {
        let mut all = All(Vec::new());
        for_each_operation(&mut all);
        all.0
    });
    // Both lists have the same order.
    ALL[operation as usize]
}

/// What the route of an operation depends on.
#[derive(Clone, Copy)]
struct Endpoint {
    method: Method,
    accepts: Accepts,
    prepare: Prepare,
}

impl Router<'_> {
    fn add(&mut self, endpoint: Endpoint, path: &str) {
        let http_method = match endpoint.method {
            Method::Get => HttpMethod::GET,
            Method::Post => HttpMethod::POST,
        };
        // Actix's built-in method guards allocate on every check.
        let guard = fn_guard(move |context| context.head().method == http_method);
        let handler = move |request, state, payload| serve(endpoint, request, state, payload);
        self.0.service(web::resource(path).guard(guard).to(handler));
    }
}

/// The request of an operation.
pub(super) enum Input<'r> {
    Json(&'r [u8]),
    /// A plain text, and the request with its query.
    Text(&'r [u8], &'r HttpRequest),
    Parameters(&'r HttpRequest),
}

/// What follows the check of a request.
pub(super) enum Next {
    /// The response has been computed.
    Answered(Answer),
    /// The response may be in the cache, or is to be computed according to this plan.
    Planned(Plan, Arc<dyn PreparedRequest>),
}

fn prepare<O: Operation>(input: &Input<'_>, state: &State) -> Result<Next, Problem> {
    let prepared = match input {
        Input::Json(body) => Prepared::<O>::from_json(body, state)?,
        Input::Text(body, request) => {
            Prepared::<O>::from_text(body, request.query_string(), state)?
        }
        Input::Parameters(request) => {
            let path = request.match_info().iter();
            Prepared::<O>::from_parameters(path, request.query_string(), state)?
        }
    };
    match prepared.plan() {
        Plan::INLINE => prepared.run().map(Next::Answered),
        plan => Ok(Next::Planned(plan, Arc::new(prepared))),
    }
}

async fn serve(
    Endpoint { method, accepts, prepare }: Endpoint,
    request: HttpRequest,
    state: Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let next = match method {
        Method::Get => prepare(&Input::Parameters(&request), &state)?,
        Method::Post => {
            let payload: Payload = payload.into_inner();
            let mut body = BodyReader::new(&request, payload, accepts)?.await?;
            let input = match body.media_type() {
                MediaType::Json | MediaType::JsonLines => Input::Json(body.whole()),
                MediaType::Text => Input::Text(body.whole(), &request),
            };
            prepare(&input, &state)?
        }
    };
    let answer = match next {
        Next::Answered(answer) => answer,
        Next::Planned(plan, prepared) => {
            let caller = (plan.cost == Cost::Pooled).then(|| caller_of(&request, &state));
            // The future is large; boxing it keeps the futures of other requests small.
            Box::pin(planned(state, plan, prepared, caller.unwrap_or(Caller::Unknown))).await?
        }
    };
    Ok(match method {
        Method::Get => response::cacheable(&request, "application/json", answer),
        Method::Post => response::json(answer.body),
    })
}

/// Answers a checked request according to its plan.
pub(super) async fn planned(
    state: Data<State>,
    Plan { cache, cost }: Plan,
    prepared: Arc<dyn PreparedRequest>,
    caller: Caller,
) -> Result<Answer, Problem> {
    let place = match cost {
        Cost::Inline => Place::Worker,
        Cost::Pooled => Place::Pool(caller),
    };
    if cache {
        cached(state, prepared, place).await
    } else {
        Ok(compute(state, prepared, place).await?.answer)
    }
}

/// The threads on which a query runs.
enum Place {
    /// The worker that received the request.
    Worker,
    /// The search pool, for this caller.
    Pool(Caller),
}

async fn cached(
    state: Data<State>,
    prepared: Arc<dyn PreparedRequest>,
    place: Place,
) -> Result<Answer, Problem> {
    let Some(retained) = retained(&state, &*prepared) else {
        return compute(state, prepared, place).await.map(|computed| computed.answer);
    };
    let key = prepared.cache_key();
    if let Some(answer) = retained.responses.get(&key).await {
        return Ok(answer);
    }
    let compute = compute(state, prepared, place);
    retained.responses.get_or_compute(key, Box::pin(compute)).await
}

/// Returns the retained edition of a request. Its cache may contain the response.
fn retained(state: &State, prepared: &dyn PreparedRequest) -> Option<Arc<RetainedEdition>> {
    state.registry.retained_as(prepared.dictionary()?.edition())
}

/// Computes a response and measures the time that this takes.
async fn compute(
    state: Data<State>,
    prepared: Arc<dyn PreparedRequest>,
    place: Place,
) -> Result<Computed, Problem> {
    let run = {
        let state = Data::clone(&state);
        move || {
            let start = Instant::now();
            let answer = prepared.run();
            let elapsed = start.elapsed();
            state.metrics.count_search(prepared.operation_id(), elapsed);
            answer.map(|answer| Computed { answer, worth_caching: elapsed > WORTH_CACHING })
        }
    };
    match place {
        Place::Worker => run(),
        Place::Pool(caller) => {
            let result = state.search_pool.run(caller, run).await;
            result.inspect_err(|refused: &Refused| state.metrics.count_shed_search(*refused))?
        }
    }
}
