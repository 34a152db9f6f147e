//! The prices of the documentation. They are assumptions, in any currency.

/// The price of a core for an hour.
const CORE_HOUR: f64 = 0.04;
/// The share of a core that is used on average. The rest is for peaks and for lost replicas.
const USED: f64 = 0.5;
/// The price of a gigabyte that leaves the data centre.
const GIGABYTE: f64 = 0.08;

/// The sentence that states the prices.
pub(crate) fn assumptions() -> String {
    format!(
        "Costs are for a million requests, at {CORE_HOUR} for a core for an hour, of which {:.0}% are used, and {GIGABYTE} for a gigabyte of egress.",
        USED * 100.0
    )
}

/// Returns the cost of the processor for a million requests, each of which takes this time in µs.
pub(crate) fn processor(micros: f64) -> f64 {
    micros / 3_600.0 * CORE_HOUR / USED
}

/// Returns the cost of the egress of a million responses of this size in bytes.
pub(crate) fn egress(bytes: f64) -> f64 {
    bytes * 1e6 / 1e9 * GIGABYTE
}
