//! The stored forms of retained editions: written when another edition becomes active, opened at
//! the next start, removed with their edition, and never believed if they are altered.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wordcourt::lexicon::{Digest, Words};
use wordcourt::registry::RetainedEdition;
use wordcourt::registry::files::OsFiles;
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::rules::Variant;

use crate::state_faults::{draft, start};

const WORDS: &str = "CAT\nCATS\tplural_s\tCAT\nDOG\n";
const CATEGORIES: &str = "pets\tPets\t\tCAT DOG\n";

/// Starts a service again.
fn restart(directory: &Path) -> LexiconUpdater {
    start(Arc::new(OsFiles), directory).unwrap()
}

/// Starts a service that retains the edition `club@1`, which was active before.
fn service(directory: &Path) -> LexiconUpdater {
    let updater = restart(directory);
    updater.install(draft("club", "1", WORDS, CATEGORIES)).unwrap();
    updater.install(draft("club", "2", "AA\n", "")).unwrap();
    updater
}

fn retained(updater: &LexiconUpdater) -> Arc<RetainedEdition> {
    updater.registry().retained(Some("club@1")).unwrap()
}

/// Returns the path of the stored form of `club@1`.
fn path(directory: &Path) -> PathBuf {
    let digest = Digest::of(&[WORDS.as_bytes(), CATEGORIES.as_bytes()]);
    directory.join(format!("{}.v1.fst", digest.to_hex()))
}

/// Asks an edition about words, and returns whether it answers without its full index.
fn answers_in_stored_form(edition: &RetainedEdition) -> bool {
    let words = Words::from(&*edition.lexicon);
    for (text, is_valid) in [("CAT", true), ("CATS", true), ("DOGS", false), ("AA", false)] {
        let word = text.parse().unwrap();
        assert_eq!(Variant::Wordgame.verdict(words, &word).is_allowed(), is_valid, "{text}");
    }
    assert!(!Variant::PlayOnWords.verdict(words, &"CATS".parse().unwrap()).is_allowed());
    assert_eq!(words.near(&"CAP".parse().unwrap(), 9), ["CAT"]);
    assert_eq!(edition.lexicon.categories()[0].words().len(), 2);
    assert_eq!(edition.category_text(), CATEGORIES);
    !edition.lexicon.is_loaded()
}

#[test]
fn a_retained_edition_is_opened_from_its_stored_form() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let updater = service(directory);
    drop(updater);
    let written = fs::metadata(path(directory)).unwrap().modified().unwrap();

    let updater = restart(directory);
    assert!(answers_in_stored_form(&retained(&updater)));
    assert!(retained(&updater).text().is_ok());
    let modified = fs::metadata(path(directory)).unwrap().modified().unwrap();
    assert_eq!(modified, written, "it is not written again");

    // The active edition needs its full index.
    updater.restore("club").unwrap();
    let active = updater.registry().retained(Some("club")).unwrap();
    assert_eq!((&*active.id.edition, active.lexicon.is_loaded()), ("1", true));
    drop(active);
    updater.restore("club@2").unwrap();
    drop(updater);
    let updater = restart(directory);
    assert!(answers_in_stored_form(&retained(&updater)));

    updater.remove("club").unwrap();
    assert!(!path(directory).exists(), "it is removed with its edition");
}

#[test]
fn an_edition_that_is_replaced_is_put_into_its_stored_form() {
    let directory = tempfile::tempdir().unwrap();
    let updater = service(directory.path());
    // The next change waits until this is done.
    assert!(updater.remove("nothing").is_err());
    assert!(answers_in_stored_form(&retained(&updater)));
    retained(&updater).build_index_of(Variant::Wordgame);
    assert!(retained(&updater).lexicon.is_loaded());
    updater.install(draft("club", "3", "AB\n", "")).unwrap();
    assert!(updater.remove("nothing").is_err());
    assert!(retained(&updater).lexicon.is_loaded(), "searches use it");
    let loaded = |pin| updater.registry().retained(Some(pin)).unwrap().lexicon.is_loaded();
    assert_eq!(["club", "club@2"].map(loaded), [true, false]);
}

#[test]
fn an_altered_file_is_not_believed_but_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    drop(service(directory));
    let file = fs::read(path(directory)).unwrap();
    let other = {
        let lexicon = wordcourt::lexicon::Lexicon::from_text("DOGS\n", "").unwrap();
        lexicon.to_stored("")
    };
    let mut altered: Vec<Vec<u8>> = (0..file.len())
        .map(|place| {
            let mut altered = file.clone();
            altered[place] ^= 0x20;
            altered
        })
        .collect();
    altered.extend([Vec::new(), file[..file.len() - 1].to_vec(), other]);
    for altered in altered {
        fs::write(path(directory), altered).unwrap();
        let updater = restart(directory);
        assert!(answers_in_stored_form(&retained(&updater)));
        drop(updater);
        assert!(fs::read(path(directory)).unwrap() == file);
    }
    // Files of other versions are removed.
    let stale = directory.join(format!("{}.v0.fst", "0".repeat(64)));
    fs::write(&stale, "").unwrap();
    drop(restart(directory));
    assert!(!stale.exists() && path(directory).exists());
}
