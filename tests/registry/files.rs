//! The file operations: only regular files are opened, and a lock never follows a link.

use std::fs;
use std::io::ErrorKind;
use std::time::Duration;

use wordcourt::registry::files::{Files, OsFiles};
use wordcourt::registry::source::LexiconSource;
use wordcourt::registry::state_dir::{StateDir, StateDirError};

use crate::texts::make_fifo;

#[test]
fn only_regular_files_are_opened() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::create_dir(at("directory")).unwrap();
    fs::write(at("file"), "content").unwrap();
    make_fifo(&at("fifo"));
    std::os::unix::fs::symlink(at("file"), at("link")).unwrap();
    std::os::unix::fs::symlink(at("fifo"), at("link-to-fifo")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("link-to-device")).unwrap();
    for name in ["directory", "fifo", "link-to-fifo", "link-to-device"] {
        let path = at(name);
        for error in [
            OsFiles.read(&path, 10).unwrap_err(),
            OsFiles.stamp(&path).unwrap_err(),
            OsFiles.write(&path, b"x").unwrap_err(),
            OsFiles.open_lock(&path, true).unwrap_err(),
            OsFiles.open_lock(&path, false).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{name}: {error}");
        }
    }
    assert_eq!(OsFiles.read(&at("link"), 10).unwrap(), b"content");
    assert_eq!(OsFiles.read(&at("file"), 3).unwrap(), b"cont", "one byte more than allowed");
    assert_eq!(OsFiles.stamp(&at("file")).unwrap().bytes, 7);
    assert!(
        OsFiles.write(&at("link"), b"x").is_err() && OsFiles.open_lock(&at("link"), true).is_err()
    );
    assert_eq!(fs::read(at("file")).unwrap(), b"content");
}

#[test]
fn the_lock_of_a_state_directory_never_follows_a_link() {
    let directory = tempfile::tempdir().unwrap();
    let (target, state) = (directory.path().join("target"), directory.path().join("state"));
    fs::create_dir(&state).unwrap();
    fs::write(&target, "precious").unwrap();
    std::os::unix::fs::symlink(&target, state.join("lock")).unwrap();
    assert!(matches!(StateDir::open(&state), Err(StateDirError::Io { .. })));
    assert_eq!(fs::read(&target).unwrap(), b"precious");

    fs::remove_file(state.join("lock")).unwrap();
    fs::write(state.join("lock"), "written by another program").unwrap();
    StateDir::open(&state).unwrap();
    assert_eq!(fs::read(state.join("lock")).unwrap(), b"written by another program");
}

/// Without the check, the look into the directory would wait for a writer of the FIFO.
#[tokio::test]
async fn an_odd_file_fails_alone() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("good.txt"), "AA\n").unwrap();
    make_fifo(&at("fifo.txt"));
    fs::create_dir(at("folder.txt")).unwrap();
    std::os::unix::fs::symlink("nowhere", at("dangling.txt")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("endless.txt")).unwrap();
    fs::File::create(at("sparse.txt")).unwrap().set_len(5 << 30).unwrap();
    let source = LexiconSource::open(directory.path().to_str().unwrap(), 1_000).unwrap();
    let listed = tokio::time::timeout(Duration::from_mins(1), source.list(None)).await.unwrap();
    let listing = listed.unwrap().unwrap();
    assert_eq!(listing.manifest.names(), ["good"]);
    let failed: Vec<String> =
        listing.doubts.unwrap().failed.into_iter().map(|(name, _)| name).collect();
    assert_eq!(failed, ["dangling", "endless", "fifo", "folder", "sparse"]);
    make_fifo(&at("manifest.json"));
    assert!(source.list(None).await.is_err());
}
