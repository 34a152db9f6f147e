//! Serves every operation over HTTP. The response comes from the cache, or is computed on the
//! search pool or the worker.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::guard::fn_guard;
use actix_web::http::Method as HttpMethod;
use actix_web::http::header::{HeaderValue, LINK, VARY};
use actix_web::web::{self, Bytes, Data, ServiceConfig};
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse, middleware};
use rustc_hash::FxHashMap;

use super::body::{Accepts, BodyReader, MAX_INLINE_BYTES, MediaType};
use super::middleware::auth::ApiKey;
use super::middleware::caller::caller_of;
use super::middleware::request_context::OriginalMethod;
use super::request_cache::{RequestCache, RequestKey};
use super::response::Freshness;
use super::response_form::ResponseForm;
use super::route_table::routed_path;
use super::traces::{Parent, parent_of};
use super::{State, response};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::prepared::{Prepared, PreparedRequest};
use crate::api::{Answer, ForEachOperation, OperationId, Problem, for_each_operation};
use crate::registry::{Caller, Computed, Refused, RetainedEdition, blocking};

/// Responses that took longer than this to compute are cached. Serving a cached one takes 0.8 µs,
/// including its key. The threshold is higher because each cached response displaces another.
const WORTH_CACHING: Duration = Duration::from_micros(5);

/// The operations by their paths. Paths with parameters are matched by actix-web, all others by
/// [`dispatch`].
static ENDPOINTS: LazyLock<FxHashMap<&str, Endpoint>> = LazyLock::new(|| {
    struct All(FxHashMap<&'static str, Endpoint>);
    impl ForEachOperation for All {
        fn visit<O: Operation>(&mut self) {
            let endpoint = Endpoint {
                id: O::ID,
                is_ruling: O::IS_RULING,
                is_search: O::IS_SEARCH,
                method: O::METHOD,
                accepts: if O::TEXT_BODY.is_some() { Accepts::JsonOrText } else { Accepts::Json },
                prepare: prepare::<O>,
            };
            let other = self.0.insert(O::PATH, endpoint);
            assert!(other.is_none(), "each operation has a path of its own");
        }
    }
    let mut all = All(FxHashMap::default());
    for_each_operation(&mut all);
    all.0
});

/// Adds the routes of the operations whose paths have parameters.
pub(super) fn configure(config: &mut ServiceConfig) {
    // Their order does not matter, because no two of them match the same path.
    for (path, endpoint) in ENDPOINTS.iter().filter(|(path, _)| path.contains('{')) {
        let endpoint = *endpoint;
        // Actix's built-in method guards allocate on every check.
        let guard = fn_guard(move |context| endpoint.accepts_method(&context.head().method));
        let handler = move |request, state, payload: web::Payload| async move {
            let key = ApiKey::of(&request);
            serve(endpoint, request, key.as_deref(), state, payload.into_inner()).await
        };
        config.service(web::resource(*path).guard(guard).to(handler));
    }
}

/// Answers a request for an operation whose path has no parameters; passes others on to the router
/// of actix-web, which compares a path with one pattern after the other. Reaching the tenth pattern
/// takes as long as writing the response.
pub(super) async fn dispatch(
    request: ServiceRequest,
    next: middleware::Next<impl MessageBody + 'static>,
    key: Option<&Arc<ApiKey>>,
    state: &Data<State>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let endpoint = ENDPOINTS.get(routed_path(request.request())).copied();
    let endpoint = endpoint.filter(|endpoint| endpoint.accepts_method(request.method()));
    let Some(endpoint) = endpoint else {
        ApiKey::keep(key, &request);
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let (request, payload) = request.into_parts();
    let key = key.map(Arc::as_ref);
    let served = serve(endpoint, request.clone(), key, Data::clone(state), payload).await;
    Ok(ServiceResponse::new(request, served.unwrap_or_else(HttpResponse::from_error)))
}

/// Checks the request of an operation. All code that follows is the same for all operations, so
/// that it is compiled only once.
pub(super) type Prepare = fn(&Input<'_>, &State) -> Result<Checked, Problem>;

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

/// The properties of an operation that its route depends on.
#[derive(Clone, Copy)]
struct Endpoint {
    id: &'static str,
    is_ruling: bool,
    method: Method,
    accepts: Accepts,
    is_search: bool,
    prepare: Prepare,
}

impl Endpoint {
    fn accepts_method(&self, method: &HttpMethod) -> bool {
        *method
            == match self.method {
                Method::Get => HttpMethod::GET,
                Method::Post => HttpMethod::POST,
            }
    }
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
    Endpoint { id, is_ruling, is_search, method, accepts, prepare }: Endpoint,
    request: HttpRequest,
    key: Option<&ApiKey>,
    state: Data<State>,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let mut form = ResponseForm::Json;
    let (mut request_body, mut repeatable) = (None, None);
    let Checked { next, is_pinned } = match method {
        Method::Get => prepare(&Input::Parameters(&request), &state)?,
        Method::Post => {
            let body = BodyReader::new(&request, payload, accepts, state.body_limits)?.await?;
            form = ResponseForm::of(&request, is_ruling, &state);
            let is_text = body.media_type() == MediaType::Text;
            let body = body.into_bytes();
            if body.len() > MAX_INLINE_BYTES {
                request_body = form.needs_request().then(|| body.clone());
                let query = is_text.then(|| request.query_string().to_owned());
                Box::pin(prepare_long(prepare, body, query, Data::clone(&state))).await?
            } else if is_text {
                prepare(&Input::Text(&body, request.query_string()), &state)?
            } else {
                if is_search && matches!(form, ResponseForm::Json) {
                    let cache = state.request_cache.of(&state.registry);
                    let key = RequestKey { operation: id, body: body.clone() };
                    if let Some(cached) = cache.get(&key).await {
                        return Ok(cached.for_request(&request));
                    }
                    repeatable = Some(Repeatable { cache, key });
                }
                request_body = form.needs_request().then(|| body.clone());
                prepare(&Input::Json(&body), &state)?
            }
        }
    };
    let freshness = Freshness::of(is_pinned, &state);
    let answer = match next {
        Next::Answered(answer) => answer,
        Next::Planned(plan, prepared) => {
            let caller = if plan.cost == Cost::Pooled {
                caller_of(key, &request, &state)
            } else {
                Caller::Unknown
            };
            let parent = parent_of(&request, &state);
            // The future is large; boxing it keeps the futures of other requests small.
            Box::pin(planned(state, plan, prepared, caller, repeatable, parent)).await?
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
    state: Data<State>,
) -> Result<Checked, Problem> {
    let work = move || match &query {
        Some(query) => prepare(&Input::Text(&body, query), &state),
        None => prepare(&Input::Json(&body), &state),
    };
    blocking::run(work).await
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

/// Returns true if the request has the method QUERY, whose responses can be cached (RFC 10008).
pub(super) fn is_query(request: &HttpRequest) -> bool {
    let extensions = request.extensions();
    extensions.get().is_some_and(|OriginalMethod(method)| method.as_str() == "QUERY")
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

/// A request that the request cache does not contain.
pub(super) struct Repeatable {
    cache: Arc<RequestCache>,
    key: RequestKey,
}

/// Answers a checked request according to its plan. If the response is in the response cache, a
/// `repeatable` request is added to the request cache. The spans of a computation have this parent.
pub(super) async fn planned(
    state: Data<State>,
    Plan { cache, cost }: Plan,
    prepared: Arc<dyn PreparedRequest>,
    caller: Caller,
    repeatable: Option<Repeatable>,
    parent: Option<Parent>,
) -> Result<Answer, Problem> {
    let place = match cost {
        Cost::Inline => Place::Worker,
        Cost::Pooled => Place::Pool(caller),
    };
    if cache {
        cached(state, prepared, place, repeatable, parent).await
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
    repeatable: Option<Repeatable>,
    parent: Option<Parent>,
) -> Result<Answer, Problem> {
    let Some(retained) = retained(&state, &*prepared) else {
        return compute(state, prepared, place, parent).await.map(|computed| computed.answer);
    };
    let key = prepared.cache_key();
    if let Some(answer) = retained.responses.get(&key).await {
        if let Some(Repeatable { cache, key }) = repeatable {
            cache.insert(&key, &answer, &retained).await;
        }
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
