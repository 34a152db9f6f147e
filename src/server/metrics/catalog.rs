//! The metrics of the service.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use prometheus::core::Collector as _;
use prometheus::{
    Encoder as _, Gauge, GaugeVec, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec,
    Registry, TextEncoder,
};

use super::define::metrics;
use crate::registry::{LexiconEntry, LexiconRegistry, Refused, RetainedEdition, SearchPool};
use crate::server::connection::Ending;

/// The upper bounds of latency buckets in seconds, from the time of a look-up to a time that is too
/// long for any request.
const LATENCY_BUCKETS: [f64; 17] = [
    0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025,
    0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
];
/// The upper bounds of search time buckets in seconds.
const SEARCH_BUCKETS: [f64; 12] = [
    0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.001, 0.002_5, 0.01, 0.05, 0.25,
    1.0,
];

/// The client label of requests without a valid API key. The name of a client has no spaces.
const NO_KEY: &str = "no key";

/// The reasons for which the search pool refuses searches.
const SHED_FULL: &str = "full";
const SHED_TIMEOUT: &str = "timeout";
const SHED_QUOTA: &str = "quota";

metrics! {
    /// The metrics of the service.
    #[derive(Debug)]
    pub struct Metrics {
        /// Version of the running binary.
        build_info: IntGaugeVec = "wordcourt_build_info" ["version"],
        /// Time from the headers of a request to its response, by route, method and status.
        requests: HistogramVec = "http_server_request_duration_seconds"
            ["route", "method", "status"] buckets LATENCY_BUCKETS,
        /// Requests of the service and lines of batches, by game and status.
        game_requests: IntCounterVec = "wordcourt_game_requests_total" ["game", "status"],
        /// Requests by the client of their API key and by status.
        client_requests: IntCounterVec = "wordcourt_client_requests_total" ["client", "status"],
        /// Requests in progress.
        active_requests: IntGauge = "http_server_active_requests",
        /// Open connections of the service.
        connections: IntGauge = "wordcourt_connections",
        /// Connections that the service ended or refused, by reason: too many, too many of one
        /// address, a slow head, a slow reader.
        connections_ended: IntCounterVec = "wordcourt_connections_ended_total" ["reason"],
        /// Time of a search without its wait for the search pool, by operation.
        searches: HistogramVec = "wordcourt_search_duration_seconds"
            ["operation"] buckets SEARCH_BUCKETS,
        /// Lines of batches, by operation and status.
        batch_lines: IntCounterVec = "wordcourt_batch_lines_total" ["operation", "status"],
        /// Calls of tools by the Model Context Protocol, by operation and status.
        tool_calls: IntCounterVec = "wordcourt_tool_calls_total" ["operation", "status"],
        /// Time when the last API key of a client expires, for clients whose keys all expire.
        key_expiries: GaugeVec = "wordcourt_api_key_expiry_timestamp_seconds" ["client"],
        /// Searches refused because the queue was full, they waited too long or their caller's
        /// processor time was used up, by reason.
        searches_shed: IntCounterVec = "wordcourt_searches_shed_total" ["reason"],
        /// Searches that have run for ten times their budget and still do. The service is not ready
        /// while there are any.
        searches_overdue: IntGauge = "wordcourt_searches_overdue",
        /// Searches that have ever run for ten times their budget.
        searches_overdue_total: IntCounter = "wordcourt_searches_overdue_total",
        /// Searches waiting for the search pool.
        search_queue_length: IntGauge = "wordcourt_search_queue_length",
        /// Searches that the search pool can run at the same time.
        search_pool_size: IntGauge = "wordcourt_search_pool_size",
        /// Searches that can wait for the search pool.
        search_queue_capacity: IntGauge = "wordcourt_search_queue_capacity",
        /// Responses taken from the response cache.
        cache_hits: IntCounterVec = "wordcourt_response_cache_hits_total" ["lexicon"],
        /// Responses computed because they were not in the response cache.
        cache_misses: IntCounterVec = "wordcourt_response_cache_misses_total" ["lexicon"],
        /// Responses evicted from the response cache to make room for others.
        cache_evictions: IntCounterVec = "wordcourt_response_cache_evictions_total" ["lexicon"],
        /// Responses in the response caches of all retained editions.
        cache_entries: IntGaugeVec = "wordcourt_response_cache_entries" ["lexicon"],
        /// Size of the response caches of all retained editions, in bytes.
        cache_bytes: IntGaugeVec = "wordcourt_response_cache_bytes" ["lexicon"],
        /// Size of the long responses that are being sent, in bytes.
        long_response_bytes: IntGauge = "wordcourt_long_response_bytes",
        /// Changes to lexicons, made or refused, by lexicon and outcome.
        lexicon_changes: IntCounterVec = "wordcourt_lexicon_changes_total" ["lexicon", "outcome"],
        /// Polls of the lexicon source, by outcome.
        source_polls: IntCounterVec = "wordcourt_lexicon_source_polls_total" ["outcome"],
        /// Time of the last successful poll of the lexicon source.
        source_last_success: Gauge = "wordcourt_lexicon_source_last_success_timestamp_seconds",
        /// 1 if meanings of words come from an installed WordNet, 0 if there is none.
        wordnet: IntGauge = "wordcourt_wordnet_installed",
        /// Words in the active edition.
        lexicon_words: IntGaugeVec = "wordcourt_lexicon_words" ["lexicon"],
        /// Retained editions, including the active one.
        lexicon_editions: IntGaugeVec = "wordcourt_lexicon_editions" ["lexicon"],
        /// Editions in the state directory that could not be read.
        lexicon_unread_editions: IntGaugeVec = "wordcourt_lexicon_unread_editions" ["lexicon"],
        /// Number and digest of the active edition.
        lexicon_info: IntGaugeVec = "wordcourt_lexicon_info" ["lexicon", "edition", "digest"],
        /// Time that it took to build the active edition.
        lexicon_build_seconds: GaugeVec = "wordcourt_lexicon_build_seconds" ["lexicon"],
    }
}

impl Metrics {
    /// Creates and registers all metrics.
    ///
    /// # Panics
    /// Never: the names are distinct and well-formed.
    #[must_use]
    pub fn new() -> Self {
        let registry = Registry::new();
        #[cfg(target_os = "linux")]
        registry
            .register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))
            .expect("metric names are distinct");
        let metrics = Self::register(registry).expect("metric names are distinct and well-formed");
        for reason in [SHED_FULL, SHED_TIMEOUT, SHED_QUOTA] {
            // Starts the counter at 0, because `increase` does not see the first value of a series.
            let _ = metrics.searches_shed.with_label_values(&[reason]);
        }
        for ending in Ending::ALL {
            let _ = metrics.connections_ended.with_label_values(&[ending.label()]);
        }
        metrics.build_info.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        metrics
    }

    /// Returns the gauge of open connections and the counter of ended ones.
    pub(in crate::server) fn connections(&self) -> (IntGauge, IntCounterVec) {
        (self.connections.clone(), self.connections_ended.clone())
    }

    /// Counts a line of a batch.
    pub(in crate::server) fn count_batch_line(
        &self,
        operation: &str,
        game: Option<&str>,
        status: u16,
    ) {
        let status = status.to_string();
        self.batch_lines.with_label_values(&[operation, &status]).inc();
        if let Some(game) = game {
            self.count_game(game, &status);
        }
    }

    /// Counts a request after its response is complete. `client` is that of its valid API key.
    pub(in crate::server) fn count_request(
        &self,
        [route, method, status]: [&str; 3],
        game: Option<&str>,
        client: Option<&str>,
        duration: Duration,
    ) {
        self.requests.with_label_values(&[route, method, status]).observe(duration.as_secs_f64());
        if let Some(game) = game {
            self.count_game(game, status);
        }
        self.client_requests.with_label_values(&[client.unwrap_or(NO_KEY), status]).inc();
    }

    /// Counts a request of a game.
    fn count_game(&self, game: &str, status: &str) {
        self.game_requests.with_label_values(&[game, status]).inc();
    }

    /// Removes the counters of clients that have no API key any more, so that the number of
    /// counters stays bounded.
    pub(in crate::server) fn retain_clients(&self, has_key: impl Fn(&str) -> bool) {
        for family in self.client_requests.collect() {
            for metric in family.get_metric() {
                let label = |name| metric.get_label().iter().find(|label| label.name() == name);
                if let (Some(client), Some(status)) = (label("client"), label("status"))
                    && client.value() != NO_KEY
                    && !has_key(client.value())
                {
                    let values = [client.value(), status.value()];
                    let _ = self.client_requests.remove_label_values(&values);
                }
            }
        }
    }

    /// Records when the keys of clients expire.
    pub(in crate::server) fn set_key_expiries(&self, expiries: &BTreeMap<Arc<str>, SystemTime>) {
        self.key_expiries.reset();
        for (client, end) in expiries {
            let since_1970 = end.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            self.key_expiries.with_label_values(&[&**client]).set(since_1970.as_secs_f64());
        }
    }

    /// Counts a call of a tool.
    pub(in crate::server) fn count_tool_call(&self, operation: &str, status: u16) {
        self.tool_calls.with_label_values(&[operation, &status.to_string()]).inc();
    }

    /// Records whether the service has a copy of WordNet.
    pub(in crate::server) fn set_wordnet(&self, is_installed: bool) {
        self.wordnet.set(is_installed.into());
    }

    /// Returns the gauge of the bytes of long responses.
    pub(in crate::server) fn long_response_bytes(&self) -> IntGauge {
        self.long_response_bytes.clone()
    }

    /// Returns the gauge of requests in progress.
    pub(in crate::server) const fn active_requests(&self) -> &IntGauge {
        &self.active_requests
    }

    /// Counts a completed search.
    pub(in crate::server) fn count_search(&self, operation: &str, duration: Duration) {
        self.searches.with_label_values(&[operation]).observe(duration.as_secs_f64());
    }

    /// Counts a search that the search pool refused.
    pub(in crate::server) fn count_shed_search(&self, refused: Refused) {
        let reason = match refused {
            Refused::Full => SHED_FULL,
            Refused::TooLate(_) => SHED_TIMEOUT,
            Refused::QuotaExceeded(_) => SHED_QUOTA,
            Refused::Overdue(_) => return,
        };
        self.searches_shed.with_label_values(&[reason]).inc();
    }

    /// Counts a change to a lexicon that was made or refused.
    pub(in crate::server) fn count_change(&self, lexicon: &str, outcome: &str) {
        self.lexicon_changes.with_label_values(&[lexicon, outcome]).inc();
    }

    /// Counts a poll of the lexicon source. A successful poll also updates the time of the last
    /// success.
    pub(in crate::server) fn count_poll(&self, outcome: &str, is_success: bool) {
        self.source_polls.with_label_values(&[outcome]).inc();
        if is_success {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            self.source_last_success.set(now.as_secs_f64());
        }
    }

    /// Returns all metrics in the text format, with the current values of the registry and the
    /// search pool.
    #[must_use]
    pub fn text(&self, registry: &LexiconRegistry, search_pool: &SearchPool) -> Vec<u8> {
        self.search_queue_length.set(gauge(search_pool.queue_length()));
        self.searches_overdue.set(gauge(search_pool.overdue()));
        let overdue = search_pool.overdue_total().saturating_sub(self.searches_overdue_total.get());
        self.searches_overdue_total.inc_by(overdue);
        self.search_pool_size.set(gauge(search_pool.concurrency()));
        self.search_queue_capacity.set(gauge(search_pool.queue_capacity()));
        self.lexicon_info.reset();
        self.lexicon_editions.reset();
        self.lexicon_unread_editions.reset();
        let snapshot = registry.snapshot();
        for (name, entry) in snapshot.iter() {
            self.update_lexicon(name, entry);
        }
        for unread in snapshot.unread() {
            self.lexicon_unread_editions.with_label_values(&[&unread.listed.name]).inc();
        }
        let mut text = Vec::new();
        // Writing to memory cannot fail. Metrics without samples are omitted.
        let _ = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        text
    }

    fn update_lexicon(&self, name: &str, entry: &LexiconEntry) {
        let label = [name];
        // Starts the counter at 0, because `increase` does not see the first value of a series.
        let _ = self.lexicon_changes.with_label_values(&[name, "refused"]);
        let counts = entry.counts();
        raise(&self.cache_hits, label, counts.hits());
        raise(&self.cache_misses, label, counts.misses());
        raise(&self.cache_evictions, label, counts.evictions());
        let editions = entry.editions();
        let sum = |count: fn(&RetainedEdition) -> u64| {
            gauge(editions.iter().map(|edition| count(edition)).sum::<u64>())
        };
        let (entries, bytes) =
            (sum(|edition| edition.responses.len()), sum(|edition| edition.responses.bytes()));
        self.cache_entries.with_label_values(&label).set(entries);
        self.cache_bytes.with_label_values(&label).set(bytes);
        self.lexicon_editions.with_label_values(&label).set(gauge(editions.len()));
        let _ = self.lexicon_unread_editions.with_label_values(&label);
        let active = entry.active();
        self.lexicon_words.with_label_values(&label).set(gauge(active.lexicon.len()));
        let build_seconds = active.build_time.as_secs_f64();
        self.lexicon_build_seconds.with_label_values(&label).set(build_seconds);
        let id = &active.id;
        self.lexicon_info.with_label_values(&[&id.name, &id.edition, &id.digest]).set(1);
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

/// Converts a count to the value of a gauge.
fn gauge(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

/// Raises a counter to a total that is counted elsewhere.
fn raise(counter: &IntCounterVec, labels: [&str; 1], total: u64) {
    let counter = counter.with_label_values(&labels);
    counter.inc_by(total.saturating_sub(counter.get()));
}
