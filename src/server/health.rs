//! The probes and metrics of the operations listener.

use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::{HttpRequest, HttpResponse, web};

use super::State;
use super::admin::is_from_foreign_page;

/// The readiness of the service. At shutdown, readiness ends before the listener closes.
#[derive(Debug, Default)]
pub(super) struct Readiness(AtomicBool);

impl Readiness {
    /// Sets whether the service is ready for requests.
    pub(super) fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }

    fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Adds the routes of probes and metrics.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    let alive = async || HttpResponse::Ok().body("alive\n");
    config
        .service(web::resource("/livez").get(alive).head(alive))
        .service(web::resource("/readyz").get(ready).head(ready))
        .service(web::resource("/metrics").get(metrics).head(metrics));
}

async fn ready(readiness: web::Data<Readiness>) -> HttpResponse {
    if readiness.get() {
        HttpResponse::Ok().body("ready\n")
    } else {
        HttpResponse::ServiceUnavailable().body("draining\n")
    }
}

async fn metrics(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    if is_from_foreign_page(&request) {
        let refused = "metrics are not for web pages; use a host such as localhost\n";
        return HttpResponse::Forbidden().body(refused);
    }
    let text = state.metrics.text(&state.registry, &state.search_pool);
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text)
}
