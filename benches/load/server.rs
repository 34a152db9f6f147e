//! The servers: Wordcourt with the settings for a workload, and the bare endpoint.

use std::fs;
use std::process::Command;

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::{App, HttpResponse, HttpServer, web};

pub(crate) use crate::process::{Server, send};
use crate::workloads::Workload;

impl Server {
    /// Starts the service with the settings for a workload.
    pub(crate) fn for_workload(workload: &Workload) -> Self {
        let is_uncached = workload.bodies.len() > 1;
        Self::wordcourt(if is_uncached {
            &["--workers", "1", "--response-cache", "0"]
        } else {
            &["--workers", "1"]
        })
    }

    /// Starts the bare endpoint, which sends these bytes to every request.
    pub(crate) fn bare(response: &str) -> Self {
        Self::start(Command::new(std::env::current_exe().unwrap()).args(["bare", response]))
    }

    /// Returns the CPU time used so far, in seconds.
    pub(crate) fn cpu_time(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        ticks / 100.0
    }
}

/// Runs the bare endpoint until it is killed.
pub(crate) fn serve_bare(response: &str) -> std::io::Result<()> {
    let response = web::Bytes::copy_from_slice(response.as_bytes());
    actix_web::rt::System::new().block_on(async {
        let server = HttpServer::new(move || {
            let response = response.clone();
            let handler = move |body: web::Bytes| {
                // Every service that accepts JSON at least parses it.
                let is_json = body.is_empty()
                    || serde_json::from_slice::<serde::de::IgnoredAny>(&body).is_ok();
                std::hint::black_box(is_json);
                let response = HttpResponse::Ok()
                    .insert_header((CONTENT_TYPE, HeaderValue::from_static("application/json")))
                    .body(response.clone());
                async move { response }
            };
            App::new().app_data(web::PayloadConfig::new(1 << 20)).default_service(web::to(handler))
        });
        let server = server.workers(1).bind("127.0.0.1:0")?;
        eprintln!(r#"{{"message": "serving", "address": "{}"}}"#, server.addrs()[0]);
        server.run().await
    })
}
