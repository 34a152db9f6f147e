//! The memory of a replica, by the words of its lexicon.

use std::fs;
use std::path::Path;
use std::time::Instant;

use wordcourt::lexicon::{Digest, Lexicon, source};

use crate::grown::Grown;
use crate::report::{grouped, table};
use crate::server::{Server, send};
use crate::workloads::workloads;

const SIZES: [usize; 3] = [50_000, 270_000, 2_000_000];

/// Measures a replica with each lexicon.
pub(crate) fn replicas() -> String {
    let embedded = source::embedded();
    let lexicon = Lexicon::from_text(&embedded.words, &embedded.categories).unwrap();
    let grown = Grown::new(&lexicon, SIZES[SIZES.len() - 1]);
    let directory = std::env::temp_dir().join(format!("wordcourt-growth-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let mut rows = vec![measure("the embedded one", embedded.words.len(), &[])];
    let source = directory.to_str().unwrap();
    let limit = (256 << 20).to_string();
    let arguments = [
        "--no-embedded-lexicon",
        "--default-lexicon",
        "grown",
        "--lexicon-limit",
        &limit,
        "--lexicon-source",
        source,
    ];
    for size in SIZES {
        let [text, older @ ..] = [size, size - 1, size - 2].map(|size| grown.text(size));
        publish(&directory, &[&text]);
        let alone = measure(&grouped(precise(size)), text.len(), &arguments);
        publish(&directory, &[&text, &older[0], &older[1]]);
        let server = Server::wordcourt(&arguments);
        let ready: f64 = alone[3].trim_end_matches(" MiB").parse().unwrap();
        let edition = format!("{:.0} MiB", (server.resident_mib() - ready) / 2.0);
        rows.push(alone);
        let last = rows.len() - 1;
        rows[last][6] = edition;
    }
    fs::remove_dir_all(directory).unwrap();
    let head = [
        "words",
        "text",
        "ready after",
        "resident when ready",
        "after a search in Wordgame",
        "after searches in all games",
        "each further edition, not searched",
    ];
    table(&head, rows)
}

/// Returns a row for a service with these arguments.
fn measure(words: &str, bytes: usize, arguments: &[&str]) -> Vec<String> {
    let begun = Instant::now();
    let server = Server::wordcourt(arguments);
    let ready_after = begun.elapsed();
    let mut resident = vec![server.resident_mib()];
    let searches = workloads().into_iter().filter(|workload| workload.name.ends_with("cached"));
    let (wordgame, others): (Vec<_>, Vec<_>) =
        searches.partition(|search| search.path.contains("wordgame"));
    for searches in [wordgame, others] {
        for search in searches {
            let (status, response) = send(&server.address, search.path, search.first_body());
            assert_eq!(status, "200", "{}: {response}", search.name);
        }
        resident.push(server.resident_mib());
    }
    let resident = resident.into_iter().map(|mib| format!("{mib:.0} MiB"));
    let size = format!("{:.1} MB", precise(bytes) / 1e6);
    let ready_after = format!("{:.2} s", ready_after.as_secs_f64());
    [words.to_owned(), size, ready_after]
        .into_iter()
        .chain(resident)
        .chain([String::new()])
        .collect()
}

/// Writes a lexicon source with these editions of one lexicon; the first one is active.
fn publish(directory: &Path, texts: &[&str]) {
    let editions: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(number, text)| {
            let path = format!("{number}.txt");
            fs::write(directory.join(&path), text).unwrap();
            let digest = Digest::of(&[text.as_bytes()]).to_string();
            let sha256 = digest.trim_start_matches("sha256:");
            let words = serde_json::json!({"path": path, "sha256": sha256, "bytes": text.len()});
            serde_json::json!({"name": "grown", "edition": number.to_string(), "words": words})
        })
        .collect();
    let manifest = serde_json::json!({ "editions": editions });
    fs::write(directory.join("manifest.json"), manifest.to_string()).unwrap();
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
const fn precise(size: usize) -> f64 {
    size as f64
}
