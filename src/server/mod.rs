//! The HTTP service: operations, pages, middleware, listeners, metrics, logs, administration.

mod access_log;
pub mod admin;
mod app;
mod batches;
mod body;
mod connection;
mod health;
mod key_file;
mod known_paths;
mod lexicon_texts;
mod listen;
mod long_responses;
mod mcp;
pub(crate) mod memory;
mod metrics;
pub mod middleware;
mod operations;
mod pages;
mod resource;
mod response;
mod response_form;
mod run;
mod sender;
mod signatures;
mod state;
pub(crate) mod telemetry;
mod traces;

pub(crate) use pages::sheet;

pub use access_log::AccessLog;
pub use app::routes;
pub use body::BodyLimits;
pub use health::{Readiness, routes as probes};
pub use metrics::Metrics;
pub use run::{ServeError, check, serve};
pub use state::State;
