//! The watcher applies the changes of a lexicon source; errors of the source change nothing.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use wordcourt::registry::LexiconRegistry;
use wordcourt::registry::source::LexiconSource;
use wordcourt::registry::state_dir::StateDir;
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::registry::watcher::{SourceWatcher, SyncReport};

use crate::texts::edition;

fn watch(source: &Path, state_dir: Option<StateDir>) -> (Arc<LexiconRegistry>, SourceWatcher) {
    let registry = Arc::new(LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3));
    let updater = LexiconUpdater::new(Arc::clone(&registry), state_dir, 0, || {});
    updater.restore_all(|| {}).unwrap();
    let source = LexiconSource::open(source.to_str().unwrap()).unwrap();
    (registry, SourceWatcher::new(Arc::new(updater), source, 1_000))
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
    let report = watcher.poll_once().await.unwrap();
    assert_eq!(counts(&report), (1, 0, 0));
    assert_eq!(report.changed[0].now.name, "club");
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 0, 0));

    fs::write(at("club.txt"), "A1\n").unwrap();
    fs::write(at("en.txt"), "AC\n").unwrap();
    let report = watcher.poll_once().await.unwrap();
    assert_eq!(counts(&report), (1, 0, 1), "a bad text does not prevent other changes");
    assert!(registry.retained(Some("club")).is_ok(), "the active edition is unchanged");
    assert_eq!(
        counts(&watcher.poll_once().await.unwrap()),
        (0, 0, 1),
        "the next poll tries it again"
    );

    fs::remove_file(at("en.txt")).unwrap();
    fs::write(at("club.txt"), "AD\n").unwrap();
    let report = watcher.poll_once().await.unwrap();
    assert_eq!(counts(&report), (1, 0, 0), "the default lexicon is not removed");
    fs::remove_file(at("club.txt")).unwrap();
    let report = watcher.poll_once().await.unwrap();
    assert_eq!(report.removed, ["club"]);
    fs::write(at("manifest.json"), "{").unwrap();
    assert!(watcher.poll_once().await.is_err());
}

#[tokio::test]
async fn after_a_restart_only_changes_are_applied() {
    let directory = tempfile::tempdir().unwrap();
    let (source, state) = (directory.path().join("source"), directory.path().join("state"));
    fs::create_dir(&source).unwrap();
    fs::write(source.join("club.txt"), "AB\n").unwrap();
    let (_, mut watcher) = watch(&source, Some(StateDir::open(&state).unwrap()));
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (1, 0, 0));
    drop(watcher);

    let (registry, mut watcher) = watch(&source, Some(StateDir::open(&state).unwrap()));
    assert!(registry.retained(Some("club")).is_ok());
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 0, 0));
    fs::remove_file(source.join("club.txt")).unwrap();
    assert_eq!(counts(&watcher.poll_once().await.unwrap()), (0, 1, 0));
}
