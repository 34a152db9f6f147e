//! The watcher applies the changes of a lexicon source; errors of the source change nothing.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use wordcourt::lexicon::Digest;
use wordcourt::registry::LexiconRegistry;
use wordcourt::registry::source::{LexiconSource, SourceError};
use wordcourt::registry::state_dir::StateDir;
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::registry::watcher::{SourceWatcher, SyncReport};

use crate::faulty_files::FaultyFiles;
use crate::texts::edition;

/// No poll of a test takes this long.
pub const DEADLINE: Duration = Duration::from_mins(2);

fn watch(source: &Path, state_dir: Option<StateDir>) -> (Arc<LexiconRegistry>, SourceWatcher) {
    let registry = Arc::new(LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3));
    let updater = LexiconUpdater::new(Arc::clone(&registry), state_dir, 0, || {});
    updater.restore_all(|| {}).unwrap();
    let source = LexiconSource::open(source.to_str().unwrap(), 1_000).unwrap();
    (registry, SourceWatcher::new(Arc::new(updater), source, DEADLINE))
}

/// Polls twice, because only the second poll applies files that have changed.
async fn poll_twice(watcher: &mut SourceWatcher) -> SyncReport {
    let first = watcher.poll_once().await.unwrap();
    assert_eq!((first.changed.len(), first.removed.len()), (0, 0), "{first:?}");
    watcher.poll_once().await.unwrap()
}

/// Returns the numbers of changed lexicons, removed lexicons and failed editions.
fn counts(report: &SyncReport) -> (usize, usize, usize) {
    (report.changed.len(), report.removed.len(), report.failed.len())
}

#[tokio::test]
async fn changes_of_the_source_are_applied() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("club.txt"), "AB\n").unwrap();
    let (registry, mut watcher) = watch(directory.path(), None);
    let report = poll_twice(&mut watcher).await;
    assert_eq!(counts(&report), (1, 0, 0));
    assert_eq!(report.changed[0].now.name, "club");
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 0, 0));

    fs::write(at("club.txt"), "A1\n").unwrap();
    fs::write(at("en.txt"), "AC\n").unwrap();
    let report = poll_twice(&mut watcher).await;
    assert_eq!(counts(&report), (1, 0, 1), "a bad text does not prevent other changes");
    assert!(registry.retained(Some("club")).is_ok(), "the active edition is unchanged");
    assert_eq!(
        counts(&watcher.poll_once().await.unwrap()),
        (0, 0, 1),
        "the next poll tries it again"
    );

    fs::remove_file(at("en.txt")).unwrap();
    fs::write(at("club.txt"), "AD\n").unwrap();
    let report = poll_twice(&mut watcher).await;
    assert_eq!(counts(&report), (1, 0, 0), "the default lexicon is not removed");
    fs::remove_file(at("club.txt")).unwrap();
    let report = poll_twice(&mut watcher).await;
    assert_eq!(report.removed, ["club"]);
    fs::write(at("manifest.json"), "{").unwrap();
    assert!(watcher.poll_once().await.is_err());
}

#[tokio::test]
async fn further_editions_of_a_manifest_are_retained_but_do_not_count_as_changes() {
    let directory = tempfile::tempdir().unwrap();
    let list = |numbers: [&str; 2]| {
        let listed = numbers.map(|number| {
            let (path, words) = (format!("{number}.txt"), format!("A{number}\n"));
            fs::write(directory.path().join(&path), &words).unwrap();
            let sha256 = Digest::of(&[words.as_bytes()]).to_hex();
            let file = serde_json::json!({"path": path, "sha256": sha256, "bytes": words.len()});
            serde_json::json!({"name": "club", "edition": number, "words": file})
        });
        let manifest = serde_json::json!({"editions": listed});
        fs::write(directory.path().join("manifest.json"), manifest.to_string()).unwrap();
    };
    let retained = |registry: &LexiconRegistry| {
        let snapshot = registry.snapshot();
        let editions = snapshot.entry("club").unwrap().editions();
        editions.iter().map(|edition| edition.id.edition.clone()).collect::<Vec<_>>()
    };
    list(["B", "C"]);
    let (registry, mut watcher) = watch(directory.path(), None);
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (1, 0, 0));
    assert_eq!(retained(&registry), ["B", "C"]);
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 0, 0));
    list(["B", "D"]);
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 0, 0));
    assert_eq!(retained(&registry)[0], "B");
    assert!(retained(&registry).contains(&"D".to_owned()));
    list(["D", "B"]);
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (1, 0, 0));
    assert_eq!(retained(&registry)[0], "D");
}

#[tokio::test]
async fn after_a_restart_only_changes_are_applied() {
    let directory = tempfile::tempdir().unwrap();
    let (source, state) = (directory.path().join("source"), directory.path().join("state"));
    fs::create_dir(&source).unwrap();
    fs::write(source.join("club.txt"), "AB\n").unwrap();
    let (_, mut watcher) = watch(&source, Some(StateDir::open(&state).unwrap()));
    assert_eq!(counts(&poll_twice(&mut watcher).await), (1, 0, 0));
    drop(watcher);

    let (registry, mut watcher) = watch(&source, Some(StateDir::open(&state).unwrap()));
    assert!(registry.retained(Some("club")).is_ok());
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 0, 0));
    fs::remove_file(source.join("club.txt")).unwrap();
    assert_eq!(counts(&poll_twice(&mut watcher).await), (0, 1, 0));
}

#[tokio::test]
#[expect(clippy::await_holding_lock, reason = "the held lock lets the file system hang")]
async fn a_file_system_that_does_not_respond_delays_a_poll_only_until_its_deadline() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("club.txt"), "AB\n").unwrap();
    let registry = Arc::new(LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3));
    let updater = Arc::new(LexiconUpdater::new(Arc::clone(&registry), None, 0, || {}));
    let files = Arc::new(FaultyFiles::default());
    let source =
        LexiconSource::in_directory(Arc::<FaultyFiles>::clone(&files), directory.path(), 1_000);
    let mut watcher = SourceWatcher::new(updater, source, Duration::from_millis(50));
    let server_away = files.hang();
    for _ in 0..3 {
        assert!(matches!(watcher.poll_once().await, Err(SourceError::Late(_))));
    }
    drop(server_away);
    while matches!(watcher.poll_once().await, Err(SourceError::Late(_))) {}
    let calls = files.calls();
    assert!(calls < 10, "{calls} calls: only one poll was in progress");
    while registry.retained(Some("club")).is_err() {
        let _ = watcher.poll_once().await;
    }
}
