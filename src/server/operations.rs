//! Serves every operation over HTTP. The response comes from the cache, or is computed on the
//! search pool or the worker.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderValue, LINK, VARY};
use actix_web::web::{self, Bytes, Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};

use super::body::{Accepts, BodyLimits, BodyReader, MediaType, read_long};
use super::middleware::auth::ApiKey;
use super::middleware::caller::caller_of;
use super::resource::{QUERY, READ, resource};
use super::response::Freshness;
use super::response_form::ResponseForm;
use super::traces::{Parent, parent_of};
use super::{State, response};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::prepared::{Prepared, PreparedRequest};
use crate::api::{Answer, ForEachOperation, OperationId, Problem, for_each_operation};
use crate::registry::{Caller, Computed, Refused, RetainedEdition};

/// Responses that took longer than this to compute are cached. Serving a cached one takes 0.8 µs,
/// including its key. The threshold is higher because each cached response displaces another.
const WORTH_CACHING: Duration = Duration::from_micros(5);

/// The properties of an operation that its resource depends on.
#[derive(Clone, Copy)]
struct Endpoint {
    id: &'static str,
    path: &'static str,
    method: Method,
    is_ruling: bool,
    accepts: Accepts,
    prepare: Prepare,
}

/// The operations, in the order of [`OperationId::ALL`].
static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
    struct All(Vec<Endpoint>);
    impl ForEachOperation for All {
        fn visit<O: Operation>(&mut self) {
            self.0.push(Endpoint {
                id: O::ID,
                path: O::PATH,
                method: O::METHOD,
                is_ruling: O::IS_RULING,
                accepts: if O::TEXT_BODY.is_some() { Accepts::JsonOrText } else { Accepts::Json },
                prepare: prepare::<O>,
            });
        }
    }
    let mut all = All(Vec::with_capacity(OperationId::ALL.len()));
    for_each_operation(&mut all);
    all.0
});

/// Adds the resources of the operations.
pub(super) fn configure(config: &mut ServiceConfig) {
    for endpoint in ENDPOINTS.iter() {
        let methods = match endpoint.method {
            Method::Get => READ,
            Method::Post => QUERY,
        };
        let handler = move |request, state, payload: web::Payload| {
            serve(endpoint, request, state, payload.into_inner())
        };
        config.service(resource(endpoint.path, methods).to(handler));
    }
}

/// Checks the request of an operation. All code that follows is the same for all operations, so
/// that it is compiled only once.
pub(super) type Prepare = fn(&Input<'_>, &State) -> Result<Checked, Problem>;

/// Returns the function that checks the requests of an operation.
pub(super) fn prepare_of(operation: OperationId) -> Prepare {
    ENDPOINTS[operation as usize].prepare
}

/// The request of an operation.
pub(super) enum Input<'r> {
    Json(&'r [u8]),
    /// A plain text, and the query.
    Text(&'r [u8], &'r str),
    Parameters(&'r HttpRequest),
}

/// A checked request.
pub(super) struct Checked {
    /// The next step.
    pub(super) next: Next,
    /// True if the response never changes.
    is_pinned: bool,
}

/// The step after the check of a request.
pub(super) enum Next {
    /// The response has been computed.
    Answered(Answer),
    /// The response may be in the cache, or is to be computed according to this plan.
    Planned(Plan, Arc<dyn PreparedRequest>),
}

fn prepare<O: Operation>(input: &Input<'_>, state: &State) -> Result<Checked, Problem> {
    let prepared = match input {
        Input::Json(body) => Prepared::<O>::from_json(body, state)?,
        Input::Text(body, query) => Prepared::<O>::from_text(body, query, state)?,
        Input::Parameters(request) => {
            let path = request.match_info().iter();
            Prepared::<O>::from_parameters(path, request.query_string(), state)?
        }
    };
    let is_pinned = prepared.is_pinned();
    let next = match prepared.plan() {
        Plan::INLINE => Next::Answered(prepared.run()?),
        plan => Next::Planned(plan, Arc::new(prepared)),
    };
    Ok(Checked { next, is_pinned })
}

async fn serve(
    &Endpoint { id, method, is_ruling, accepts, prepare, .. }: &'static Endpoint,
    request: HttpRequest,
    state: Data<State>,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let mut form = ResponseForm::Json;
    let mut request_body = None;
    let Checked { next, is_pinned } = match method {
        Method::Get => prepare(&Input::Parameters(&request), &state)?,
        Method::Post => {
            let body = BodyReader::new(&request, payload, accepts, state.body_limits)?.await?;
            form = ResponseForm::of(&request, is_ruling, &state);
            let is_text = body.media_type() == MediaType::Text;
            let body = body.into_bytes();
            request_body = form.needs_request().then(|| body.clone());
            if body.len() > BodyLimits::INLINE_BYTES {
                let query = is_text.then(|| request.query_string().to_owned());
                let caller = caller_of(ApiKey::of(&request).as_deref(), &request, &state);
                Box::pin(prepare_long(prepare, body, query, caller, Data::clone(&state))).await?
            } else if is_text {
                prepare(&Input::Text(&body, request.query_string()), &state)?
            } else {
                prepare(&Input::Json(&body), &state)?
            }
        }
    };
    let freshness = Freshness::of(is_pinned, &state);
    let answer = match next {
        Next::Answered(answer) => answer,
        Next::Planned(plan, prepared) => {
            let caller = if plan.cost == Cost::Pooled {
                caller_of(ApiKey::of(&request).as_deref(), &request, &state)
            } else {
                Caller::Unknown
            };
            let parent = parent_of(&request);
            // The future is large; boxing it keeps the futures of other requests small.
            Box::pin(planned(state, plan, prepared, caller, parent)).await?
        }
    };
    Ok(match form {
        ResponseForm::Json if method == Method::Post => response::json(answer.body),
        ResponseForm::Json => kept(&request, answer, freshness),
        ResponseForm::KeptJson(varies) => {
            let mut response = kept(&request, answer, freshness);
            if let Some(varies) = varies {
                response.headers_mut().append(VARY, HeaderValue::from_static(varies));
            }
            response
        }
        form => {
            let request = request_body.unwrap_or_default();
            Box::pin(form.respond(id, request, answer.body)).await
        }
    })
}

/// Checks a request with a long body: a plain text if there is a query, else JSON. This is done on
/// another thread, so that the worker's other requests don't wait for it.
pub(super) async fn prepare_long(
    prepare: Prepare,
    body: Bytes,
    query: Option<String>,
    caller: Caller,
    state: Data<State>,
) -> Result<Checked, Problem> {
    let shared = Data::clone(&state);
    let work = move || match &query {
        Some(query) => prepare(&Input::Text(&body, query), &state),
        None => prepare(&Input::Json(&body), &state),
    };
    read_long(&shared.body_readers, caller, work).await?
}

/// Returns a response that a cache may keep.
fn kept(request: &HttpRequest, answer: Answer, freshness: Freshness) -> HttpResponse {
    let next = answer.next.clone();
    let mut response = response::fresh(request, "application/json", answer, freshness);
    if let Some(link) = next.and_then(|next| next_page(request.query_string(), &next)) {
        response.headers_mut().insert(LINK, link);
    }
    response
}

/// Returns the link to the next page of a response: the same query with another cursor.
fn next_page(query: &str, cursor: &[u8]) -> Option<HeaderValue> {
    let parameters = form_urlencoded::parse(query.as_bytes());
    let mut next = form_urlencoded::Serializer::new(String::new());
    next.extend_pairs(parameters.filter(|(name, _)| name != "cursor"));
    next.append_pair("cursor", std::str::from_utf8(cursor).ok()?);
    // Relative to the address of the request, which a proxy may have changed.
    HeaderValue::from_str(&format!("<?{}>; rel=\"next\"", next.finish())).ok()
}

/// Answers a checked request according to its plan. The spans of a computation have this parent.
pub(super) async fn planned(
    state: Data<State>,
    Plan { cache, cost }: Plan,
    prepared: Arc<dyn PreparedRequest>,
    caller: Caller,
    parent: Option<Parent>,
) -> Result<Answer, Problem> {
    let place = match cost {
        Cost::Inline => Place::Worker,
        Cost::Pooled => Place::Pool(caller),
    };
    if cache {
        cached(state, prepared, place, parent).await
    } else {
        Ok(compute(state, prepared, place, parent).await?.answer)
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
    parent: Option<Parent>,
) -> Result<Answer, Problem> {
    let Some(retained) = retained(&state, &*prepared) else {
        return compute(state, prepared, place, parent).await.map(|computed| computed.answer);
    };
    let key = prepared.cache_key();
    if let Some(answer) = retained.responses.get(&key).await {
        return Ok(answer);
    }
    let compute = compute(state, prepared, place, parent);
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
    mut place: Place,
    parent: Option<Parent>,
) -> Result<Computed, Problem> {
    let operation = prepared.operation_id();
    // Searches that wait for an index must not keep places of the search pool.
    if let Some(variant) = prepared.missing_index()
        && let Some(retained) = retained(&state, &*prepared)
    {
        let waiting = parent.as_ref().map(|parent| parent.start("index", operation));
        retained.wait_for_index(variant).await;
        drop(waiting);
        if prepared.plan().cost == Cost::Inline {
            place = Place::Worker;
        }
    }
    let run = {
        let state = Data::clone(&state);
        // The span of a request itself shows the time on the worker.
        let parent = parent.filter(|_| matches!(place, Place::Pool(_)));
        let waiting = parent.as_ref().map(|parent| parent.start("queue", operation));
        move || {
            drop(waiting);
            let search = parent.map(|parent| parent.start("search", operation));
            let start = Instant::now();
            let answer = prepared.run();
            let elapsed = start.elapsed();
            drop(search);
            state.metrics.count_search(operation, elapsed);
            answer.map(|answer| Computed { answer, worth_caching: elapsed > WORTH_CACHING })
        }
    };
    match place {
        Place::Worker => run(),
        Place::Pool(caller) => {
            let result = state.search_pool.run(caller, operation, run).await;
            result.inspect_err(|refused: &Refused| state.metrics.count_shed_search(*refused))?
        }
    }
}
