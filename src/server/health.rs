//! The probes and metrics of the operations listener.

use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use super::admin::is_from_foreign_page;
use super::middleware::request_id::{REQUEST_ID, RequestId};
use super::{State, response};
use crate::api::{Problem, ProblemCode};

/// The readiness of the service. At shutdown, readiness ends before the listener closes.
#[derive(Debug, Default)]
pub struct Readiness(AtomicBool);

impl Readiness {
    /// Sets whether the service is ready for requests.
    pub fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }

    fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Adds the routes of probes and metrics to an application that has a [`State`] and a [`Readiness`] as
/// its data.
pub fn routes(config: &mut web::ServiceConfig) {
    let alive = async || HttpResponse::Ok().body("alive\n");
    config
        .service(probe("/livez").get(alive).head(alive))
        .service(probe("/readyz").get(ready).head(ready))
        .service(probe("/metrics").get(metrics).head(metrics));
}

fn probe(path: &str) -> Resource {
    web::resource(path).default_service(web::to(wrong_method))
}

async fn ready(readiness: web::Data<Readiness>, state: web::Data<State>) -> HttpResponse {
    match (readiness.get(), state.is_draining()) {
        // Its thread is lost until it ends, and others may follow.
        (true, _) if state.search_pool.overdue() > 0 => {
            HttpResponse::ServiceUnavailable().body("search overdue\n")
        }
        (true, _) => HttpResponse::Ok().body("ready\n"),
        (false, true) => HttpResponse::ServiceUnavailable().body("draining\n"),
        (false, false) => HttpResponse::ServiceUnavailable().body("starting\n"),
    }
}

/// Responds to a path that the operations listener does not have.
pub(super) async fn unknown_path(request: HttpRequest) -> HttpResponse {
    let detail = "unknown path; the operations listener has /livez, /readyz, /metrics and /admin";
    of_problem(&request, &Problem::new(ProblemCode::NotFound, detail))
}

/// Responds to a method that a probe or the metrics do not accept.
async fn wrong_method(request: HttpRequest) -> HttpResponse {
    let detail = format!("{} accepts GET, HEAD, not {}", request.path(), request.method());
    let problem = Problem::new(ProblemCode::MethodNotAllowed, detail);
    of_problem(&request, &Problem { allow: Some("GET, HEAD".into()), ..problem })
}

fn of_problem(request: &HttpRequest, problem: &Problem) -> HttpResponse {
    let id = RequestId::of(request.headers());
    let mut response = response::of_problem(problem, id.as_str());
    if let Ok(id) = id.as_str().parse() {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

async fn metrics(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    if is_from_foreign_page(&request) {
        let refused = "metrics are not for web pages; use a host such as localhost\n";
        return HttpResponse::Forbidden().body(refused);
    }
    let text = state.metrics.text(&state.registry, &state.search_pool);
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text)
}
