//! Prometheus metrics.

mod catalog;
mod define;

pub use catalog::Metrics;
