//! The state directory: stored editions can be loaded, and unlisted files are removed.

use std::fs;
use std::sync::Arc;

use serde_json::Value;
use wordcourt::lexicon::Digest;
use wordcourt::lexicon::image::ImageId;
use wordcourt::registry::StoredFiles;
use wordcourt::registry::files::OsFiles;
use wordcourt::registry::manifest::{FILE_NAME, ListedEdition, Manifest, SyncState};
use wordcourt::registry::state_dir::{StateDir, StateDirError};
use wordcourt::registry::updater::LexiconUpdater;

use crate::state_faults::{draft, start};
use crate::texts::source;

fn listed(edition: &str, stored: StoredFiles) -> ListedEdition {
    let StoredFiles { words, categories, embedded } = stored;
    ListedEdition {
        name: "club".to_owned(),
        edition: edition.to_owned(),
        words,
        categories,
        embedded,
        marks_from: None,
        skipped: false,
    }
}

#[test]
fn listed_editions_are_loaded_and_unlisted_files_are_removed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state");
    let state_dir = StateDir::open(&path).unwrap();
    assert!(matches!(StateDir::open(&path), Err(StateDirError::InUse(_))));
    assert_eq!(state_dir.manifest().unwrap(), Manifest::default());
    let mut with_categories = source("club", "1", "AA\n");
    with_categories.categories = "x\tX\t\tAA\n".into();
    let kept = listed("1", state_dir.store(&with_categories).unwrap());
    let dropped = listed("2", state_dir.store(&source("club", "2", "AB\n")).unwrap());
    assert!(state_dir.load(&dropped).is_ok());
    // A process that is killed while it writes leaves such a file behind.
    let temporary = format!(".{FILE_NAME}.new");
    let others = ["README", ".profile", ".manifest.json.old"];
    for name in [temporary.as_str()].into_iter().chain(others) {
        fs::write(path.join(name), "{").unwrap();
    }
    let manifest = Manifest { editions: vec![kept.clone()], sync_state: None };
    state_dir.write_manifest(&manifest).unwrap();
    drop(state_dir);

    let state_dir = StateDir::open(&path).unwrap();
    assert_eq!(state_dir.manifest().unwrap(), manifest);
    assert_eq!(state_dir.load(&kept).unwrap(), with_categories);
    assert!(matches!(state_dir.load(&dropped), Err(StateDirError::Io { .. })), "it was not listed");
    assert!(!path.join(temporary).exists());
    assert!(
        others.iter().all(|name| path.join(name).exists()),
        "the state directory did not create them"
    );
    assert_eq!(fs::read_dir(&path).unwrap().count(), others.len() + 4);
}

/// Returns the digest of the texts in the response with the texts of the active edition.
fn text_digest(updater: &LexiconUpdater) -> Option<String> {
    let edition = updater.registry().retained(Some("club")).unwrap();
    let text = zstd::decode_all(&edition.text().ok()?[..]).unwrap();
    let text: Value = serde_json::from_slice(&text).unwrap();
    let part = |name: &str| text[name].as_str().unwrap().as_bytes().to_vec();
    let digest = Digest::of(&[&part("words"), &part("categories")]).to_string();
    assert_eq!(digest, edition.id.digest);
    Some(digest)
}

#[test]
fn texts_are_read_when_they_are_needed() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(Arc::new(OsFiles), directory.path()).unwrap();
    let words = "ab\r\nAA\n";
    updater.install(draft("club", "1", words, "x\tX\t\tAA\n")).unwrap();
    let path = directory.path().join(format!("{}.tsv", Digest::of(&[words.as_bytes()]).to_hex()));
    for damaged in [&words[..1], "AA\r\nab\n"] {
        fs::write(&path, damaged).unwrap();
        assert_eq!(text_digest(&updater), None, "another text is never sent");
    }
    fs::write(&path, words).unwrap();
    assert!(text_digest(&updater).is_some());
    fs::remove_file(&path).unwrap();
    assert!(text_digest(&updater).is_some(), "a text is read only once");
    fs::write(&path, words).unwrap();
    drop(updater);

    let updater = start(Arc::new(OsFiles), directory.path()).unwrap();
    assert!(text_digest(&updater).is_some());
}

#[test]
fn damaged_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let state_dir = StateDir::open(directory.path()).unwrap();
    let stored = listed("1", state_dir.store(&source("club", "1", "AA\n")).unwrap());
    fs::write(directory.path().join(&stored.words.path), "AB\n").unwrap();
    assert!(matches!(state_dir.load(&stored), Err(StateDirError::Damaged(_))));
    fs::write(directory.path().join(FILE_NAME), "{").unwrap();
    assert!(matches!(state_dir.manifest(), Err(StateDirError::Manifest(_))));
    // A manifest that cannot be read is not the same as none.
    fs::remove_file(directory.path().join(FILE_NAME)).unwrap();
    fs::create_dir(directory.path().join(FILE_NAME)).unwrap();
    assert!(matches!(state_dir.manifest(), Err(StateDirError::Io { .. })));
}

/// As after the mount of another file system.
#[test]
fn a_manifest_of_another_process_is_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let state_dir = StateDir::open(directory.path()).unwrap();
    let manifest = state_dir.manifest().unwrap();
    let foreign = r#"{"editions": [ ]}"#;
    fs::write(directory.path().join(FILE_NAME), foreign).unwrap();
    assert!(matches!(state_dir.write_manifest(&manifest), Err(StateDirError::Foreign(_))));
    assert_eq!(fs::read_to_string(directory.path().join(FILE_NAME)).unwrap(), foreign);
}

#[test]
fn a_manifest_that_the_next_start_would_refuse_is_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let state_dir = StateDir::open(directory.path()).unwrap();
    let stored = state_dir.store(&source("club", "1", "AA\n")).unwrap();
    let editions = (0..257).map(|number| listed(&number.to_string(), stored.clone())).collect();
    let error = state_dir.write_manifest(&Manifest { editions, sync_state: None }).unwrap_err();
    assert!(matches!(error, StateDirError::Manifest(_)), "{error}");
    assert_eq!(state_dir.manifest().unwrap(), Manifest::default());
}

#[test]
fn a_manifest_that_is_too_long_to_be_read_is_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let state_dir = StateDir::open(directory.path()).unwrap();
    let with_tag = |characters: usize| {
        let tag = Some("x".repeat(characters));
        Manifest { editions: Vec::new(), sync_state: Some(SyncState { tag, editions: Vec::new() }) }
    };
    let length = |manifest: &Manifest| serde_json::to_vec_pretty(manifest).unwrap().len();
    let longest = (1 << 20) - length(&with_tag(0));
    assert_eq!(length(&with_tag(longest)), 1 << 20);
    state_dir.write_manifest(&with_tag(longest)).unwrap();
    let error = state_dir.write_manifest(&with_tag(longest + 1)).unwrap_err();
    assert!(matches!(error, StateDirError::ManifestTooLong(_)), "{error}");
    assert_eq!(state_dir.manifest().unwrap(), with_tag(longest));
}

#[test]
fn an_image_that_is_missing_is_no_error_but_one_that_cannot_be_opened_is() {
    let directory = tempfile::tempdir().unwrap();
    let state_dir = StateDir::open(directory.path()).unwrap();
    let id = ImageId { digest: Digest::of(&[b"AA\n"]), index: "wordgame" };
    assert!(state_dir.open_image(&id).unwrap().is_none());
    state_dir.write_image(&id, b"image").unwrap();
    assert_eq!(state_dir.open_image(&id).unwrap().unwrap().bytes, 5);
    let mut names = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path());
    let image = names.find(|path| path.extension().is_some_and(|ending| ending == "image"));
    let image = image.unwrap();
    fs::remove_file(&image).unwrap();
    fs::create_dir(&image).unwrap();
    assert!(matches!(state_dir.open_image(&id), Err(StateDirError::Io { .. })));
}
