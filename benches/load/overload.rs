//! Overload: more searches than the service can finish.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::generators::oha;
use crate::server::{Server, send};
use crate::workloads::hard_searches;

/// Sends searches at up to four times the rate that the service can finish, and prints how many it
/// still answers.
pub(crate) fn overload() {
    let ours = Server::wordcourt(&["--workers", "1", "--searches", "1", "--response-cache", "0"]);
    let file = std::env::temp_dir().join(format!("wordcourt-load-{}.jsonl", std::process::id()));
    fs::write(&file, hard_searches()).unwrap();
    let path = "/v1/wordgame/best";
    let run = |rate: Option<f64>, connections: &str| {
        let report =
            oha(&ours, path, rate, "10s", &["-c", connections, "-Z", file.to_str().unwrap()]);
        let answered = report["statusCodeDistribution"]["200"].as_f64().unwrap_or_default() / 10.0;
        (answered, report)
    };
    for times in [1.0, 2.0, 4.0, 4.0, 4.0] {
        // Of two connections one searches and one waits, so the service is always busy and refuses
        // nothing. The peak is measured every time, because the speed of the machine varies.
        let (peak, _) = run(None, "2");
        let is_over = AtomicBool::new(false);
        let ((answered, report), (readiness, most_resident)) = thread::scope(|scope| {
            let watch = scope.spawn(|| watch(&ours, &is_over));
            let ran = run(Some(peak * times), "512");
            is_over.store(true, Ordering::Relaxed);
            (ran, watch.join().unwrap())
        });
        println!(
            "{times} × the peak of {peak:.0}/s: {answered:.0}/s answered ({:.2} of the peak), statuses {}, errors {}, p99 {:.0} ms; /readyz {readiness:?}, at most {most_resident:.0} MiB resident",
            answered / peak,
            report["statusCodeDistribution"],
            report["errorDistribution"],
            report["latencyPercentiles"]["p99"].as_f64().unwrap_or_default() * 1e3,
        );
    }
    fs::remove_file(&file).unwrap();
}

/// Polls a busy server. Returns how often `/readyz` had each status, and the maximum resident
/// memory in MiB.
fn watch(server: &Server, is_over: &AtomicBool) -> (BTreeMap<String, usize>, f64) {
    let (mut readiness, mut most_resident) = (BTreeMap::new(), 0.0_f64);
    while !is_over.load(Ordering::Relaxed) {
        *readiness.entry(send(&server.ops_address, "/readyz", None).0).or_default() += 1;
        most_resident = most_resident.max(server.resident_mib());
        thread::sleep(Duration::from_millis(100));
    }
    (readiness, most_resident)
}
