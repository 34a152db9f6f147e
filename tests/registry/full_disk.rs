//! A disk that cannot be written: the service starts with every edition, refuses changes with the
//! reason, and follows its lexicon source nevertheless.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use wordcourt::registry::files::{Files, OsFiles};
use wordcourt::registry::source::LexiconSource;
use wordcourt::registry::watcher::{SourceWatcher, SyncError, SyncReport};

use crate::faulty_files::{Disk, Fault, FaultyFiles};
use crate::state_faults::{draft, lexicons, start};
use crate::watcher::DEADLINE;

fn names(directory: &Path) -> Vec<String> {
    let mut names = OsFiles.names(directory).unwrap();
    names.sort_unstable();
    names
}

#[test]
fn a_service_starts_on_a_disk_that_cannot_be_written() {
    for disk in [Disk::Full, Disk::ReadOnly] {
        let directory = tempfile::tempdir().unwrap();
        let updater = start(Arc::new(OsFiles), directory.path()).unwrap();
        updater.install(draft("club", "1", "AB\n", "")).unwrap();
        updater.install(draft("club", "2", "AC\n", "")).unwrap();
        let before = lexicons(&updater);
        drop(updater);
        let stored = names(directory.path());

        let files = FaultyFiles::on(disk);
        let updater = start(Arc::<FaultyFiles>::clone(&files), directory.path()).unwrap();
        assert_eq!(lexicons(&updater), before, "{disk:?}");
        assert_eq!(updater.read_only().is_some(), disk == Disk::ReadOnly);
        let snapshot = updater.registry().snapshot();
        let mut editions = snapshot.iter().flat_map(|(_, entry)| entry.editions());
        assert!(editions.all(|edition| edition.stored.get().is_some()), "nothing is written anew");
        let refused = [
            updater.install(draft("club", "3", "AD\n", "")).map(drop),
            updater.restore("club").map(drop),
            updater.remove("club"),
        ];
        for refused in refused {
            let reason = refused.unwrap_err().to_string();
            let expected = if disk == Disk::Full { "no storage space" } else { "read-only" };
            assert!(reason.contains(expected), "{reason}");
        }
        assert_eq!(lexicons(&updater), before, "{disk:?}");
        assert_eq!(names(directory.path()), stored, "no temporary file stays behind");
        files.repair();
        // Operators who read that the directory was read-only at the start have to restart the service.
        let changed = updater.install(draft("club", "3", "AD\n", ""));
        assert_eq!(changed.is_ok(), disk == Disk::Full);
    }
}

#[test]
fn a_service_starts_with_an_empty_state_directory_on_a_full_disk() {
    for disk in [Disk::Full, Disk::ReadOnly] {
        let directory = tempfile::tempdir().unwrap();
        let files = FaultyFiles::on(disk);
        let updater = start(files, directory.path()).unwrap();
        assert_eq!(lexicons(&updater).keys().collect::<Vec<_>>(), ["en"]);
        assert!(updater.read_only().is_some(), "there is no lock");
        assert!(updater.install(draft("club", "1", "AD\n", "")).is_err());
    }
}

/// A manifest may be in place although the change was refused, because undoing it failed as well.
#[test]
fn a_change_that_can_be_neither_made_nor_undone_does_not_prevent_the_next_one() {
    let mut tests = 0;
    for number in 0.. {
        let directory = tempfile::tempdir().unwrap();
        let files = Arc::new(FaultyFiles::default());
        let updater = start(Arc::<FaultyFiles>::clone(&files), directory.path()).unwrap();
        updater.install(draft("club", "1", "AB\n", "")).unwrap();
        files.plan(number, Fault::FailFromNowOn);
        let refused = updater.install(draft("club", "2", "AC\n", ""));
        let Some(call) = files.struck() else { break };
        tests += usize::from(refused.is_err());
        files.repair();
        updater.install(draft("club", "3", "AD\n", "")).expect(&call);
        let expected = lexicons(&updater);
        drop(updater);
        assert_eq!(lexicons(&start(Arc::new(OsFiles), directory.path()).unwrap()), expected);
    }
    assert!(tests > 5, "{tests} refused changes");
}

#[tokio::test]
async fn a_lexicon_source_is_followed_on_a_full_disk_and_persisted_later() {
    let directory = tempfile::tempdir().unwrap();
    let (source, state) = (directory.path().join("source"), directory.path().join("state"));
    fs::create_dir(&source).unwrap();
    drop(start(Arc::new(OsFiles), &state).unwrap());
    fs::write(source.join("club.txt"), "AB\n").unwrap();
    let files = FaultyFiles::on(Disk::Full);
    let updater = Arc::new(start(Arc::<FaultyFiles>::clone(&files), &state).unwrap());
    let location = LexiconSource::open(source.to_str().unwrap(), 1_000).unwrap();
    let mut watcher = SourceWatcher::new(Arc::clone(&updater), location, DEADLINE);
    let is_not_persisted = |report: &SyncReport| matches!(&report.failed[..], [failed] if matches!(failed.error, SyncError::NotPersisted(_)));
    watcher.poll_once().await.unwrap();
    for _ in 0..2 {
        assert!(is_not_persisted(&watcher.poll_once().await.unwrap()));
        assert!(updater.registry().retained(Some("club")).is_ok(), "it is active nevertheless");
    }
    files.repair();
    assert!(watcher.poll_once().await.unwrap().is_complete());
    let expected = lexicons(&updater);
    drop((watcher, updater));
    assert_eq!(lexicons(&start(Arc::new(OsFiles), &state).unwrap()), expected);
}

/// The state directory lists the edition as applied, so without more care no poll would fetch it.
#[tokio::test]
async fn an_unread_edition_of_the_lexicon_source_is_fetched_again() {
    let directory = tempfile::tempdir().unwrap();
    let (source, state) = (directory.path().join("source"), directory.path().join("state"));
    fs::create_dir(&source).unwrap();
    fs::write(source.join("club.txt"), "AB\n").unwrap();
    for lost in [false, true] {
        let updater = Arc::new(start(Arc::new(OsFiles), &state).unwrap());
        assert_eq!(updater.registry().snapshot().unread().len(), usize::from(lost));
        let location = LexiconSource::open(source.to_str().unwrap(), 1_000).unwrap();
        let mut watcher = SourceWatcher::new(Arc::clone(&updater), location, DEADLINE);
        for _ in 0..2 {
            watcher.poll_once().await.unwrap();
        }
        assert!(updater.registry().retained(Some("club")).is_ok());
        assert!(updater.registry().snapshot().unread().is_empty());
        let club = wordcourt::lexicon::Digest::of(&[b"AB\n"]).to_hex();
        fs::remove_file(state.join(format!("{club}.tsv"))).unwrap();
    }
}
