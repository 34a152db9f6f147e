//! Prometheus metrics.

mod catalog;
mod define;

pub use catalog::Metrics;
pub(super) use catalog::{ClientMetrics, SuccessMetrics};
