//! Prometheus metrics: their own registry; each HELP text says what is counted.

use std::time::{Duration, SystemTime};

use prometheus::{
    CounterVec, Encoder as _, Gauge, GaugeVec, HistogramOpts, HistogramVec, IntCounter, IntGauge, Opts, Registry,
    TextEncoder,
};

use crate::court::{Court, Edition, Searches};

/// Upper bounds of latency buckets, in seconds: from what a look-up takes to what nobody should wait for.
const LATENCY_BUCKETS: [f64; 14] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];
/// Upper bounds of search time buckets, in seconds.
const SEARCH_BUCKETS: [f64; 12] =
    [0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.001, 0.002_5, 0.01, 0.05, 0.25, 1.0];

/// Everything that the service counts.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: HistogramVec,
    /// Requests being answered.
    pub active: IntGauge,
    searches: HistogramVec,
    /// Searches turned away because the pool and its queue were full.
    pub shed: IntCounter,
    waiting: Gauge,
    at_once: Gauge,
    queue: Gauge,
    cache_hits: CounterVec,
    cache_misses: CounterVec,
    cache_evictions: CounterVec,
    cache_answers: GaugeVec,
    cache_bytes: GaugeVec,
    lexicon_changes: CounterVec,
    depot_looks: CounterVec,
    depot_looked_at: Gauge,
    lexicon_words: GaugeVec,
    lexicon_editions: GaugeVec,
    lexicon_info: GaugeVec,
    lexicon_build_seconds: GaugeVec,
}

impl Metrics {
    /// Registers everything.
    ///
    /// # Panics
    /// Never: names are distinct and well-formed, which a test checks.
    #[must_use]
    pub fn new() -> Self {
        let registry = Registry::new();
        #[cfg(target_os = "linux")]
        registry
            .register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))
            .expect("metric names are distinct");
        let build_info = gauge_vec(&registry, "wordcourt_build_info", "The build that runs.", &["version"]);
        build_info.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1.0);
        Self {
            requests: histogram_vec(
                &registry,
                "http_server_request_duration_seconds",
                "Time from a request's head to its answer, by route, method and status.",
                &["route", "method", "status"],
                &LATENCY_BUCKETS,
            ),
            active: register(&registry, IntGauge::new("http_server_active_requests", "Requests being answered.")),
            searches: histogram_vec(
                &registry,
                "wordcourt_search_duration_seconds",
                "Time that a search itself took, by operation.",
                &["operation"],
                &SEARCH_BUCKETS,
            ),
            shed: register(
                &registry,
                IntCounter::new(
                    "wordcourt_searches_shed_total",
                    "Searches turned away because pool and queue were full.",
                ),
            ),
            waiting: register(&registry, Gauge::new("wordcourt_searches_waiting", "Searches that wait for the pool.")),
            at_once: register(&registry, Gauge::new("wordcourt_searches_at_once", "Searches that the pool can run.")),
            queue: register(&registry, Gauge::new("wordcourt_searches_queue", "Searches that can wait for the pool.")),
            cache_hits: counter_vec(
                &registry,
                "wordcourt_answer_cache_hits_total",
                "Questions answered from the cache.",
            ),
            cache_misses: counter_vec(
                &registry,
                "wordcourt_answer_cache_misses_total",
                "Questions not found in the cache.",
            ),
            cache_evictions: counter_vec(
                &registry,
                "wordcourt_answer_cache_evictions_total",
                "Answers that had to make room for others.",
            ),
            cache_answers: gauge_vec(&registry, "wordcourt_answer_cache_answers", "Answers in the cache.", &LEXICON),
            cache_bytes: gauge_vec(&registry, "wordcourt_answer_cache_bytes", "Bytes that they take.", &LEXICON),
            lexicon_changes: counters(
                &registry,
                "wordcourt_lexicon_changes_total",
                "Changes of what is in force, made and refused, by lexicon and outcome.",
                &["lexicon", "outcome"],
            ),
            depot_looks: counters(
                &registry,
                "wordcourt_depot_looks_total",
                "Looks at the place that lexicons come from, by outcome.",
                &["outcome"],
            ),
            depot_looked_at: register(
                &registry,
                Gauge::new(
                    "wordcourt_depot_last_success_timestamp_seconds",
                    "When everything that the place holds was last known to be in force here.",
                ),
            ),
            lexicon_words: gauge_vec(&registry, "wordcourt_lexicon_words", "Words of the lexicon in force.", &LEXICON),
            lexicon_editions: gauge_vec(
                &registry,
                "wordcourt_lexicon_editions",
                "Editions of the lexicon that are answered for.",
                &LEXICON,
            ),
            lexicon_info: gauge_vec(
                &registry,
                "wordcourt_lexicon_info",
                "The edition in force.",
                &["lexicon", "edition", "digest"],
            ),
            lexicon_build_seconds: gauge_vec(
                &registry,
                "wordcourt_lexicon_build_seconds",
                "Time that building the edition in force took.",
                &LEXICON,
            ),
            registry,
        }
    }

    /// Counts an answered request.
    pub fn count_request(&self, route: &str, method: &str, status: &str, took: Duration) {
        self.requests.with_label_values(&[route, method, status]).observe(took.as_secs_f64());
    }

    /// Counts a finished search.
    pub fn count_search(&self, operation: &str, took: Duration) {
        self.searches.with_label_values(&[operation]).observe(took.as_secs_f64());
    }

    /// Counts a change of a lexicon that was made or refused.
    pub fn count_change(&self, lexicon: &str, outcome: &str) {
        self.lexicon_changes.with_label_values(&[lexicon, outcome]).inc();
    }

    /// Counts a look at the depot; after a successful one everything that it holds is in force here.
    pub fn count_look(&self, outcome: &str, is_success: bool) {
        self.depot_looks.with_label_values(&[outcome]).inc();
        if is_success {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            self.depot_looked_at.set(now.as_secs_f64());
        }
    }

    /// Writes everything in the text format.
    #[must_use]
    pub fn text(&self, court: &Court, searches: &Searches) -> Vec<u8> {
        self.waiting.set(searches.waiting() as f64);
        self.at_once.set(searches.at_once() as f64);
        self.queue.set(searches.queue() as f64);
        self.lexicon_info.reset();
        self.lexicon_editions.reset();
        for (name, holding) in court.roster().iter() {
            let label = [name];
            // A rise from nothing isn't seen; from 0 it is.
            let _ = self.lexicon_changes.with_label_values(&[name, "refused"]);
            let counts = holding.counts();
            raise(&self.cache_hits, label, counts.hits());
            raise(&self.cache_misses, label, counts.misses());
            raise(&self.cache_evictions, label, counts.evictions());
            let sum =
                |of: fn(&Edition) -> u64| holding.editions().iter().map(|edition| of(edition)).sum::<u64>() as f64;
            self.cache_answers.with_label_values(&label).set(sum(|edition| edition.answers.len()));
            self.cache_bytes.with_label_values(&label).set(sum(|edition| edition.answers.bytes()));
            self.lexicon_editions.with_label_values(&label).set(holding.editions().len() as f64);
            let in_force = holding.in_force();
            self.lexicon_words.with_label_values(&label).set(in_force.lexicon.len() as f64);
            self.lexicon_build_seconds.with_label_values(&label).set(in_force.build_time.as_secs_f64());
            let stamp = &in_force.stamp;
            self.lexicon_info.with_label_values(&[&stamp.name, &stamp.edition, &stamp.digest]).set(1.0);
        }
        let mut text = Vec::new();
        // Writing to memory can't fail, and a metric without samples is left out.
        let _ = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        text
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

const LEXICON: [&str; 1] = ["lexicon"];

/// Raises a counter to a total that is counted elsewhere.
fn raise(counter: &CounterVec, labels: [&str; 1], total: u64) {
    let counter = counter.with_label_values(&labels);
    let more = total as f64 - counter.get();
    if more > 0.0 {
        counter.inc_by(more);
    }
}

fn register<M: prometheus::core::Collector + Clone + 'static>(registry: &Registry, metric: prometheus::Result<M>) -> M {
    let metric = metric.expect("metric names are well-formed");
    registry.register(Box::new(metric.clone())).expect("metric names are distinct");
    metric
}

fn gauge_vec(registry: &Registry, name: &str, help: &str, labels: &[&str]) -> GaugeVec {
    register(registry, GaugeVec::new(Opts::new(name, help), labels))
}

fn counter_vec(registry: &Registry, name: &str, help: &str) -> CounterVec {
    counters(registry, name, help, &LEXICON)
}

fn counters(registry: &Registry, name: &str, help: &str, labels: &[&str]) -> CounterVec {
    register(registry, CounterVec::new(Opts::new(name, help), labels))
}

fn histogram_vec(registry: &Registry, name: &str, help: &str, labels: &[&str], buckets: &[f64]) -> HistogramVec {
    register(registry, HistogramVec::new(HistogramOpts::new(name, help).buckets(buckets.to_vec()), labels))
}
