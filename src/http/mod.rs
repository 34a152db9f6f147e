//! The HTTP surface: routes, wire types, problems, the `OpenAPI` document, metrics.

pub mod access_log;
pub mod admin;
mod asked;
pub mod body;
mod cards;
pub mod gate;
mod letter_values;
mod lexicons;
pub mod metrics;
mod my_word;
mod observe;
mod oh_my_word;
pub mod openapi;
pub mod ops;
mod pack;
mod pages;
mod play_on_words;
pub mod problem;
mod query;
mod reply;
mod routes;
mod searching;
mod strict;
mod variants;
mod word_search;
mod wordgame;
mod words;

pub use routes::{document, routes};

use std::sync::Arc;

use actix_web::HttpRequest;

use crate::court::{Court, Searches};
use access_log::AccessLog;
use body::BodyLimits;
use gate::Gate;
use metrics::Metrics;

/// A request's path as the router reads it: percent-encoded letters are letters there.
fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().get_ref().path()
}

/// What every request works with.
#[derive(Debug)]
pub struct State {
    /// The lexicons in force.
    pub court: Arc<Court>,
    /// Permits for searches.
    pub searches: Searches,
    /// What is counted.
    pub metrics: Metrics,
    /// What is logged.
    pub access_log: AccessLog,
    /// The origins of web pages that may ask; `*` stands for all.
    pub origins: Vec<String>,
    /// Who may ask, and how often.
    pub gate: Gate,
    /// What bounds a request's body.
    pub body_limits: BodyLimits,
}
