//! The texts of an edition are written while it is built, and stored only after that.

use std::path::Path;
use std::sync::Arc;

use wordcourt::lexicon::Digest;
use wordcourt::registry::files::{Files, OsFiles};
use wordcourt::registry::manifest::FILE_NAME;
use wordcourt::registry::state_dir::StateDir;
use wordcourt::registry::updater::UpdateError;

use crate::faulty_files::{Fault, FaultyFiles};
use crate::state_faults::{draft, lexicons, start};
use crate::texts::source;

fn names(directory: &Path) -> Vec<String> {
    let mut names = OsFiles.names(directory).unwrap();
    names.sort_unstable();
    names
}

fn name_of(text: &str) -> String {
    format!("{}.tsv", Digest::of(&[text.as_bytes()]).to_hex())
}

#[test]
fn a_refused_text_leaves_nothing_in_the_state_directory() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(Arc::new(OsFiles), directory.path()).unwrap();
    updater.install(draft("club", "1", "AB\n", "x\tX\t\tAB\n")).unwrap();
    let before = (lexicons(&updater), names(directory.path()));
    for (words, categories) in [("A1\n", ""), ("AC\n", "bad\n"), ("A1\n", "x\tX\t\tAB\n")] {
        let refused = updater.install(draft("club", "2", words, categories)).unwrap_err();
        assert!(matches!(refused, UpdateError::Text(_)), "{refused}");
        assert_eq!((lexicons(&updater), names(directory.path())), before, "{words:?}");
    }
}

#[test]
fn an_edition_whose_texts_cannot_be_stored_is_not_installed() {
    for fault in [Fault::Fail, Fault::FailAfter, Fault::Short] {
        let mut struck = Vec::new();
        for number in 0.. {
            let directory = tempfile::tempdir().unwrap();
            let files = Arc::new(FaultyFiles::default());
            let updater = start(Arc::<FaultyFiles>::clone(&files), directory.path()).unwrap();
            updater.install(draft("club", "1", "AB\n", "")).unwrap();
            let before = (lexicons(&updater), names(directory.path()));
            files.plan(number, fault);
            let made = updater.install(draft("club", "2", "AC\n", "x\tX\t\tAC\n"));
            let call = files.struck().unwrap_or_else(|| FILE_NAME.to_owned());
            if call.contains(FILE_NAME) {
                break;
            }
            // Any fault of reading means that the text or the image is not stored yet.
            let is_reading = call.starts_with("read") || call.starts_with("open");
            assert_eq!(made.is_ok(), is_reading, "{call}");
            if made.is_err() {
                assert_eq!(lexicons(&updater), before.0, "{call}");
                let left = names(directory.path());
                let has_name = |name: &String| {
                    before.1.contains(name) || name.split('.').nth(1) == Some("tsv")
                };
                assert!(left.iter().all(has_name), "no temporary file stays behind: {left:?}");
                updater.install(draft("club", "2", "AC\n", "")).unwrap();
                assert!(!names(directory.path()).contains(&name_of("x\tX\t\tAC\n")), "{call}");
            }
            struck.push(call);
        }
        for call in ["read", "write", "rename", "sync"] {
            assert!(struck.iter().any(|struck| struck.starts_with(call)), "{struck:?}");
        }
    }
}

#[test]
fn both_texts_of_an_edition_may_be_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let state_dir = StateDir::open(directory.path()).unwrap();
    let text = "aa\tplural_s\t\tAA\n";
    let mut both = source("club", "1", text);
    both.categories = text.into();
    let stored = state_dir.store(&both).unwrap();
    assert_eq!(stored.categories.as_ref(), Some(&stored.words));
    assert_eq!(names(directory.path()), [name_of(text), "lock".to_owned()]);
}
