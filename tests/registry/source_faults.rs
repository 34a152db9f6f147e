//! Faults of the file system under a lexicon source. Each call in turn fails or is short. No edition
//! is ever incomplete, and the next polls without a fault apply the directory as it is.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use wordcourt::lexicon::Digest;
use wordcourt::registry::LexiconRegistry;
use wordcourt::registry::files::{Files, OsFiles};
use wordcourt::registry::source::LexiconSource;
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::registry::watcher::SourceWatcher;

use crate::faulty_files::{Fault, FaultyFiles};
use crate::texts::edition;
use crate::watcher::DEADLINE;

const OLD: &str = "AA\nAB\nTRADE\n";
const NEW: &str = "AA\nAB\nTRADE\nTRADESMAN\n";
const CATEGORIES: &str = "x\tX\t\tAA\n";

fn digest(registry: &LexiconRegistry, name: &str) -> Option<String> {
    registry.retained(Some(name)).ok().map(|edition| edition.id.digest.clone())
}

fn watch(files: Arc<dyn Files>, directory: &Path) -> (Arc<LexiconRegistry>, SourceWatcher) {
    let registry = Arc::new(LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3));
    let updater = LexiconUpdater::new(Arc::clone(&registry), None, 0, || {});
    let source = LexiconSource::in_directory(files, directory, 1_000);
    (registry, SourceWatcher::new(Arc::new(updater), source, DEADLINE))
}

/// Writes a manifest that lists the words of `club` and `other`.
fn write_manifest(directory: &Path, club: &str) {
    let listed = |name: &str, words: &str| {
        let sha256 = Digest::of(&[words.as_bytes()]).to_hex();
        let file = serde_json::json!({"path": format!("{name}.txt"), "sha256": sha256, "bytes": words.len()});
        serde_json::json!({"name": name, "edition": &sha256[..12], "words": file})
    };
    let manifest = serde_json::json!({"editions": [listed("club", club), listed("other", OLD)]});
    fs::write(directory.join("manifest.json"), manifest.to_string()).unwrap();
}

/// Polls with one fault while the words of a lexicon change; returns true if the fault happened.
async fn survives(number: usize, fault: Fault, has_manifest: bool) -> bool {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("club.txt"), OLD).unwrap();
    fs::write(at("other.txt"), OLD).unwrap();
    let categories = if has_manifest { "" } else { CATEGORIES };
    if has_manifest {
        write_manifest(directory.path(), OLD);
    } else {
        fs::write(at("club.categories.tsv"), CATEGORIES).unwrap();
    }
    let complete =
        |words: &str| Some(Digest::of(&[words.as_bytes(), categories.as_bytes()]).to_string());
    let files = FaultyFiles::with(number, fault);
    let (registry, mut watcher) = watch(Arc::<FaultyFiles>::clone(&files), directory.path());
    for poll in 0..6 {
        if poll == 3 {
            fs::write(at("club.txt"), NEW).unwrap();
            if has_manifest {
                write_manifest(directory.path(), NEW);
            }
        }
        let polled = watcher.poll_once().await;
        let context = format!("poll {poll}: {polled:?} {files:?}");
        let club = digest(&registry, "club");
        if poll == 2 {
            assert!(club.is_some() || files.struck().is_some(), "{context}");
        }
        assert!([None, complete(OLD), complete(NEW)].contains(&club), "{context}");
    }
    let has_happened = files.struck().is_some();
    files.repair();
    for _ in 0..2 {
        let _ = watcher.poll_once().await;
    }
    assert!(watcher.poll_once().await.is_ok_and(|report| report.is_complete()), "{files:?}");
    assert_eq!(digest(&registry, "club"), complete(NEW), "{files:?}");
    assert!(digest(&registry, "other").is_some(), "{files:?}");
    has_happened
}

#[tokio::test]
async fn no_fault_makes_an_incomplete_edition_active() {
    let mut faults = 0;
    for has_manifest in [false, true] {
        for fault in [Fault::Fail, Fault::FailAfter, Fault::Short] {
            let mut number = 0;
            while survives(number, fault, has_manifest).await {
                number += 1;
            }
            faults += number;
        }
    }
    println!("{faults} faults during polls");
    assert!(faults > 150);
}

/// Without a manifest, an empty listing must be confirmed by the next one.
#[tokio::test]
async fn a_directory_that_is_empty_for_a_moment_removes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("club.txt"), OLD).unwrap();
    let (registry, mut watcher) = watch(Arc::new(OsFiles), directory.path());
    for _ in 0..2 {
        watcher.poll_once().await.unwrap();
    }
    assert!(digest(&registry, "club").is_some());
    fs::rename(at("club.txt"), at("hidden")).unwrap();
    assert_eq!(watcher.poll_once().await.unwrap().waiting, ["club"]);
    fs::rename(at("hidden"), at("club.txt")).unwrap();
    assert!(watcher.poll_once().await.unwrap().is_complete());
    assert!(digest(&registry, "club").is_some());
    fs::remove_file(at("club.txt")).unwrap();
    watcher.poll_once().await.unwrap();
    assert_eq!(watcher.poll_once().await.unwrap().removed, ["club"]);
}
