//! The definition and registration of metrics.

use prometheus::core::Collector;
use prometheus::{
    Gauge, GaugeVec, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec,
    Opts, Registry,
};

/// Defines the struct of all metrics, each with its name and labels. The doc comment of a field is
/// the HELP text of its metric.
macro_rules! metrics {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[doc = $help:literal])+
                $field:ident: $kind:ty = $metric:literal $([$($label:literal),+])?
                    $(buckets $buckets:ident)?,
            )+
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            registry: prometheus::Registry,
            $($(#[doc = $help])+ $field: $kind,)+
        }

        impl $name {
            /// Creates and registers all metrics.
            fn register(registry: prometheus::Registry) -> prometheus::Result<Self> {
                $(let $field: $kind = $crate::server::metrics::define::register(
                    &registry,
                    prometheus::Opts::new($metric, concat!($($help),+).trim()),
                    &[$($($label),+)?],
                    &[$(&$buckets)?],
                )?;)+
                Ok(Self { registry, $($field),+ })
            }
        }
    };
}

pub(super) use metrics;

/// A type of metric that can be created from options, labels and, for histograms, buckets.
pub(super) trait Metric: Collector + Clone + 'static {
    fn create(options: Opts, labels: &[&str], buckets: &[f64]) -> prometheus::Result<Self>;
}

/// Creates and registers a metric; `buckets` has at most one element.
pub(super) fn register<M: Metric>(
    registry: &Registry,
    options: Opts,
    labels: &[&str],
    buckets: &[&[f64]],
) -> prometheus::Result<M> {
    let metric = M::create(options, labels, &buckets.concat())?;
    registry.register(Box::new(metric.clone()))?;
    Ok(metric)
}

macro_rules! without_labels {
    ($($kind:ty),+) => {
        $(impl Metric for $kind {
            fn create(options: Opts, _labels: &[&str], _buckets: &[f64]) -> prometheus::Result<Self> {
                Self::with_opts(options)
            }
        })+
    };
}

macro_rules! with_labels {
    ($($kind:ty),+) => {
        $(impl Metric for $kind {
            fn create(options: Opts, labels: &[&str], _buckets: &[f64]) -> prometheus::Result<Self> {
                Self::new(options, labels)
            }
        })+
    };
}

without_labels!(Gauge, IntCounter, IntGauge);
with_labels!(GaugeVec, IntCounterVec, IntGaugeVec);

impl Metric for HistogramVec {
    fn create(options: Opts, labels: &[&str], buckets: &[f64]) -> prometheus::Result<Self> {
        Self::new(HistogramOpts { common_opts: options, buckets: buckets.to_vec() }, labels)
    }
}
