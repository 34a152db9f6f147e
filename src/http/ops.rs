//! The second listener: probes and metrics, for operators only.

use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::{HttpResponse, web};

use super::State;

/// Whether the service takes requests; it stops being ready before it stops answering.
#[derive(Debug, Default)]
pub struct Readiness(AtomicBool);

impl Readiness {
    /// Says whether the service takes requests from now on.
    pub fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }

    fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The routes of the second listener.
pub fn routes(config: &mut web::ServiceConfig) {
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

async fn metrics(state: web::Data<State>) -> HttpResponse {
    let text = state.metrics.text(&state.court, &state.searches);
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text)
}
