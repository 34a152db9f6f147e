//! The tests of attacks and faults whose result is not a latency.

use std::process::Command;

/// A row of the table: its subject, and the tests, each as test target and name.
pub(crate) struct Row {
    pub(crate) what: &'static str,
    tests: &'static [(&'static str, &'static str)],
}

/// The rows, in the order of the table.
pub(crate) const ROWS: [Row; 14] = [
    Row {
        what: "Malformed HTTP and hostile bodies, 28 kinds",
        tests: &[("process", "hostile::malformed_requests_do_not_stop_the_service")],
    },
    Row {
        what: "Searches of clients that closed their connection, waiting or running",
        tests: &[
            ("process", "hostile::searches_of_clients_that_have_gone_do_not_delay_others"),
            ("registry", "search_pool::waiting_searches_of_clients_that_have_gone_do_not_run"),
            ("registry", "search_pool::a_running_search_of_a_client_that_has_gone_is_interrupted"),
            ("registry", "search_pool::no_place_is_lost_when_clients_go_at_any_moment"),
        ],
    },
    Row {
        what: "One caller that wants the whole pool, its queue, or more processor time than its quota",
        tests: &[
            ("registry", "search_pool::one_caller_gets_at_most_half_of_the_pool_and_of_the_queue"),
            ("registry", "search_pool::callers_take_turns"),
            ("registry", "search_pool::a_search_that_waits_too_long_is_refused"),
            ("api", "middleware::a_caller_over_its_search_quota_gets_429_with_retry_after"),
        ],
    },
    Row {
        what: "Generated queries that run on the workers take at most 500 µs",
        tests: &[("api", "costs::queries_that_run_inline_are_cheap")],
    },
    Row {
        what: "Slow heads, bodies and readers, on first and later requests",
        tests: &[
            ("process", "hostile::slow_clients_are_disconnected_and_do_not_delay_others"),
            ("process", "hostile::slow_clients_lose_their_connections_on_every_request"),
            ("process", "hostile::clients_that_read_nothing_are_disconnected"),
            ("process", "hostile::a_client_that_reads_a_few_bytes_at_a_time_loses_its_connection"),
        ],
    },
    Row {
        what: "Connections up to the limit on open files, and 10,000 idle ones",
        tests: &[
            ("process", "hostile::probes_succeed_while_clients_hold_every_connection"),
            ("process", "hostile::idle_connections_make_room_for_new_ones"),
            ("process", "hostile::ten_thousand_idle_connections_use_bounded_memory"),
        ],
    },
    Row {
        what: "Slow readers of long responses",
        tests: &[
            ("process", "hostile::slow_readers_share_the_memory_of_their_response"),
            ("process", "hostile::long_responses_have_limited_memory"),
        ],
    },
    Row {
        what: "Rate limits of a /48 network, uploads that are too large, the drain before a stop, frames",
        tests: &[
            ("api", "middleware::a_48_network_has_the_quota_of_16_callers"),
            ("process", "hostile::a_client_that_asks_first_is_told_that_its_body_is_too_large"),
            (
                "process",
                "a_terminated_service_becomes_unready_and_completes_the_requests_in_progress",
            ),
            ("api", "middleware::no_page_can_be_framed_by_another"),
            ("process", "the_operations_listener_responds_to_unknown_requests_with_problems"),
        ],
    },
    Row {
        what: "Changes of lexicons without a token, through a proxy or from a page; expired keys and scopes",
        tests: &[
            (
                "api",
                "admin::without_tokens_only_local_requests_that_do_not_come_from_a_web_page_are_accepted",
            ),
            ("api", "admin::bad_tokens_are_refused"),
            ("process", "lexicons::only_operators_can_change_lexicons"),
            ("api", "middleware::keys_expire_and_open_only_their_scopes"),
            ("process", "keys_are_read_again_on_sighup"),
        ],
    },
    Row {
        what: "Odd and half-copied files in a lexicon source",
        tests: &[
            ("process", "faults::an_odd_file_stops_neither_the_others_nor_the_service"),
            ("process", "faults::a_file_that_is_being_copied_does_not_become_active"),
            ("process", "faults::a_busy_thread_does_not_delay_the_end_of_the_process"),
            ("registry", "source_faults::no_fault_makes_an_incomplete_edition_active"),
        ],
    },
    Row {
        what: "Faults of the disk, and the end of the process, at each call of changes and starts",
        tests: &[
            ("registry", "state_faults::no_fault_during_changes_loses_an_acknowledged_edition"),
            ("registry", "state_faults::no_fault_during_a_start_loses_an_acknowledged_edition"),
            ("process", "lexicons::a_killed_service_restarts_with_a_complete_edition"),
        ],
    },
    Row {
        what: "Editions that cannot be read",
        tests: &[("process", "faults::an_edition_that_cannot_be_read_is_counted_and_kept")],
    },
    Row {
        what: "Full and read-only disks",
        tests: &[
            (
                "process",
                "faults::a_service_restarts_on_a_full_disk_and_refuses_changes_with_the_reason",
            ),
            ("registry", "full_disk::a_service_starts_on_a_disk_that_cannot_be_written"),
            (
                "registry",
                "full_disk::a_service_starts_with_an_empty_state_directory_on_a_full_disk",
            ),
        ],
    },
    Row {
        what: "A thousand changes of lexicons under load",
        tests: &[("process", "swaps::no_request_fails_or_mixes_editions_during_a_thousand_swaps")],
    },
];

impl Row {
    /// Runs the tests. Returns the number of those that ran and of those that failed.
    pub(crate) fn run(&self) -> (usize, usize) {
        let passes = |&&(target, name): &&(&str, &str)| {
            let arguments = ["test", "--quiet", "--test", target, "--", "--exact", name];
            let output = Command::new(env!("CARGO")).args(arguments).output().unwrap();
            let report = String::from_utf8_lossy(&output.stdout);
            assert!(report.contains("running 1 test"), "no test {name} in {target}: {report}");
            output.status.success()
        };
        let passed = self.tests.iter().filter(passes).count();
        (self.tests.len(), self.tests.len() - passed)
    }
}
