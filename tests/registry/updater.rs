//! The updater: making, refusing, persisting and restoring changes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use wordcourt::lexicon::Digest;
use wordcourt::registry::state_dir::StateDir;
use wordcourt::registry::updater::{Draft, Installation, LexiconUpdater, Position, UpdateError};
use wordcourt::registry::{Change, LexiconRegistry, RetainedEdition, StoredFiles};
use wordcourt::rules::Variant;

use crate::state_faults;
use crate::texts::{edition, source};

/// Returns an updater whose registry has the default lexicon `en`.
fn updater(state_dir: Option<StateDir>) -> LexiconUpdater {
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3);
    LexiconUpdater::new(Arc::new(registry), state_dir, 0, || {})
}

fn draft(name: &str, number: Option<&str>, words: &str) -> Draft {
    Draft {
        name: name.to_owned(),
        edition: number.map(str::to_owned),
        words: Some(words.to_owned().into()),
        categories: None,
    }
}

fn retained(updater: &LexiconUpdater, name: &str) -> Vec<String> {
    let snapshot = updater.registry().snapshot();
    let Ok(entry) = snapshot.entry(name) else { return Vec::new() };
    entry.editions().iter().map(|edition| edition.id.edition.clone()).collect()
}

#[test]
fn a_text_that_is_installed_again_is_restored_and_not_built() {
    let updater = updater(None);
    assert!(!updater.is_persistent());
    let installed = updater.install(draft("club", Some("1"), "AA\nAB\n")).unwrap();
    assert_eq!((installed.words, installed.before), (2, None));
    assert!(!installed.build_time.is_zero());
    let second = updater.install(draft("club", None, "AC\n")).unwrap();
    assert_eq!(second.before, Some(installed.now.clone()));
    assert_eq!(second.now.edition.len(), 12, "the edition number is derived from the digest");
    let again = updater.install(draft("club", None, "AA\nAB\n")).unwrap();
    assert_eq!((again.now, again.build_time.as_nanos()), (installed.now, 0));
    assert_eq!(retained(&updater, "club"), ["1", second.now.edition.as_str()]);
    updater.retain(draft("club", None, "AC\n")).unwrap();
    assert_eq!(retained(&updater, "club")[0], "1", "an edition that is only retained");

    let categories = Draft {
        words: None,
        categories: Some("x\tX\t\tAA\n".to_owned()),
        ..draft("club", None, "")
    };
    let changed = updater.install(categories).unwrap();
    assert_eq!(changed.words, 2, "the words of the active edition are unchanged");
    let behind = updater.retain(draft("en", Some("0"), "AE\n")).unwrap();
    assert_eq!(behind.now.edition, "0");
    assert_eq!(retained(&updater, "en"), ["1", "0"]);
    assert_eq!(updater.restore("en").unwrap().now.edition, "0");
    assert_eq!(updater.restore("en@1").unwrap().now.edition, "1");
}

#[test]
fn an_edition_that_is_not_built_in_time_is_not_activated() {
    let built = updater(None);
    built.install(draft("club", Some("1"), "AA\n")).unwrap();
    built.install(draft("club", Some("2"), "AB\n")).unwrap();
    let registry = Arc::clone(built.registry());
    let slow = LexiconUpdater::new(registry, None, 0, || {}).with_build_deadline(Duration::ZERO);
    for refused in [
        slow.install(draft("club", Some("3"), "AC\n")),
        slow.install(draft("new", Some("1"), "AC\n")),
        slow.retain(draft("club", Some("3"), "AC\n")),
        slow.install(draft("club", Some("1"), "AA\n")),
        slow.restore("club"),
    ] {
        assert!(matches!(refused, Err(UpdateError::TooSlow(Duration::ZERO))), "{refused:?}");
    }
    assert_eq!(
        (retained(&slow, "club"), retained(&slow, "new")),
        (["2", "1"].map(str::to_owned).to_vec(), vec![])
    );
    assert_eq!(built.restore("club").unwrap().now.edition, "1", "other changes are possible");
}

#[test]
fn an_edition_gets_the_indexes_of_the_one_that_it_replaces() {
    let updater = updater(None);
    let active = || updater.registry().retained(Some("club")).unwrap();
    let has = |variant| active().indexes.has(variant);
    updater.install(draft("club", Some("1"), "AB\n")).unwrap();
    assert!(!active().indexes.has_any(), "nothing was searched");
    active().indexes.wordgame(&active().lexicon);
    updater.install(draft("club", Some("2"), "AC\n")).unwrap();
    assert!(has(Variant::Wordgame) && !has(Variant::MyWord));
    updater.restore("club").unwrap();
    assert_eq!(active().id.edition, "1");
    assert!(has(Variant::Wordgame) && !has(Variant::MyWord));
    updater.install(draft("club", Some("2"), "AC\n")).unwrap();
    assert_eq!(active().id.edition, "2");
    assert!(has(Variant::Wordgame) && !has(Variant::MyWord));
}

#[test]
fn error_messages_say_how_to_fix_the_error() {
    let updater = updater(None);
    let refused = |draft| updater.install(draft).unwrap_err().to_string();
    let taken = refused(draft("en", Some("1"), "AB\n"));
    assert!(
        taken.starts_with("en@1 ")
            && taken.ends_with(
                "is already retained with another text; an edition never changes, so give this one another number"
            ),
        "{taken}"
    );
    assert_eq!(
        refused(Draft { words: None, ..draft("club", None, "") }),
        "lexicon club does not exist yet; upload its words first"
    );
    assert!(refused(draft("Club", None, "AB\n")).starts_with("a lexicon's name has 1 to 32 "));
    assert!(refused(draft("club", Some(""), "AB\n")).starts_with("an edition's number has 1 to "));
    assert!(updater.install(draft("club", None, "A1\n")).is_err());
    for number in 1..16 {
        updater.install(draft(&format!("club-{number}"), None, "AB\n")).unwrap();
    }
    assert_eq!(
        refused(draft("club", None, "AB\n")),
        "16 lexicons are active, which is the limit; remove one first, or raise --max-lexicons"
    );
    updater.remove("club-1").unwrap();
    assert!(updater.remove("club-1").is_err(), "the lexicon is removed already");
    assert_eq!(
        updater.remove("en").unwrap_err().to_string(),
        "en is the default lexicon; it can be replaced but not removed"
    );
}

/// Returns the updater of a service that embeds the given words and has a state directory.
fn start(state: &Path, embedded_words: &str) -> LexiconUpdater {
    let state_dir = StateDir::open(state).unwrap();
    let embedded = source("en", embedded_words.trim(), embedded_words);
    let edition = RetainedEdition::build(&embedded, 0, || {}).unwrap();
    let stored = state_dir.store(&embedded).unwrap();
    edition.stored.set(StoredFiles { embedded: true, ..stored }).unwrap();
    let registry = Arc::new(LexiconRegistry::new("en".to_owned(), 3));
    registry.change::<()>(Change::Install(edition), |_| Ok(())).unwrap();
    let updater = LexiconUpdater::new(registry, Some(state_dir), 0, || {});
    updater.restore_all(|| {}).unwrap();
    updater
}

#[test]
fn changes_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(directory.path(), "AA\n");
    assert!(updater.is_persistent());
    for (number, words) in [("1", "AB\n"), ("2", "AC\n"), ("3", "AD\n")] {
        updater.install(draft("club", Some(number), words)).unwrap();
    }
    updater.restore("club@2").unwrap();
    drop(updater);

    let updater = start(directory.path(), "AA\n");
    assert_eq!(retained(&updater, "club"), ["2", "3", "1"]);
    assert_eq!(retained(&updater, "en"), ["AA"]);
    drop(updater);

    let updater = start(directory.path(), "AE\n");
    assert_eq!(retained(&updater, "en"), ["AE", "AA"], "the words of a new binary become active");
    updater.install(draft("en", Some("mine"), "AH\n")).unwrap();
    drop(updater);
    let manifest = std::fs::read_to_string(directory.path().join("manifest.json")).unwrap();
    assert!(manifest.contains(r#""embedded": true"#), "{manifest}");

    let updater = start(directory.path(), "AG\n");
    assert_eq!(retained(&updater, "en"), ["mine", "AG", "AE"], "an installed edition stays active");
}

#[test]
fn the_order_of_rollbacks_and_the_source_of_marks_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(directory.path(), "AA\n");
    updater.install(draft("club", Some("1"), "AB\n")).unwrap();
    updater.install(draft("club", Some("2"), "AC\n")).unwrap();
    let (position, marks_from) = (Position::Prepared, Some("en@AA".to_owned()));
    let prepared = Installation { position, marks_from, ..Installation::default() };
    updater.install_as(draft("club", Some("3"), "AD\n"), prepared).unwrap();
    drop(updater);

    let updater = start(directory.path(), "AA\n");
    assert_eq!(retained(&updater, "club"), ["2", "3", "1"]);
    let third = updater.registry().retained(Some("club@3")).unwrap();
    assert_eq!(third.marks_from.as_deref(), Some("en@AA"));
    assert_eq!(updater.restore("club").unwrap().now.edition, "1", "the third was never active");
    drop((third, updater));

    let updater = start(directory.path(), "AA\n");
    let refused = updater.restore("club").unwrap_err().to_string();
    assert!(
        refused.starts_with("no retained edition of club was active before club@1"),
        "{refused}"
    );
    assert_eq!(updater.restore("club@2").unwrap().now.edition, "2");
    assert_eq!(updater.restore("club").unwrap().now.edition, "1");
}

#[test]
fn an_edition_that_cannot_be_restored_does_not_prevent_others() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(directory.path(), "AA\n");
    let bad = updater.install(draft("bad", Some("1"), "AB\n")).unwrap();
    updater.install(draft("club", Some("1"), "AC\n")).unwrap();
    drop(updater);
    let path = format!("{}.tsv", bad.now.digest.trim_start_matches("sha256:"));
    std::fs::write(directory.path().join(path), "A1\n").unwrap();
    let updater = start(directory.path(), "AA\n");
    assert_eq!((retained(&updater, "bad").len(), retained(&updater, "club").len()), (0, 1));
}

#[test]
fn an_edition_that_cannot_be_read_stays_in_the_state_directory() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(directory.path(), "AA\n");
    let first = updater.install(draft("club", Some("1"), "AB\n")).unwrap();
    updater.install(draft("club", Some("2"), "AC\n")).unwrap();
    updater.install(draft("gone", Some("1"), "AD\n")).unwrap();
    drop(updater);
    let file_of = |words: &str| {
        directory.path().join(format!("{}.tsv", Digest::of(&[words.as_bytes()]).to_hex()))
    };
    let aside = |words: &str| file_of(words).with_extension("aside");
    for words in ["AB\n", "AC\n", "AD\n"] {
        std::fs::rename(file_of(words), aside(words)).unwrap();
    }

    let updater = start(directory.path(), "AA\n");
    let unread = || {
        let snapshot = updater.registry().snapshot();
        let unread = snapshot.unread().iter();
        unread.map(|unread| (unread.listed.name.clone(), unread.is_active)).collect::<Vec<_>>()
    };
    let expected = [("club", true), ("gone", true), ("club", false)];
    let expected = expected.map(|(name, is_active)| (name.to_owned(), is_active));
    assert_eq!(unread(), expected);
    // Its files come back, and then an unrelated change replaces the manifest.
    for words in ["AB\n", "AC\n", "AD\n"] {
        std::fs::rename(aside(words), file_of(words)).unwrap();
    }
    updater.install(draft("other", Some("1"), "AE\n")).unwrap();
    assert_eq!(unread(), expected, "another lexicon has changed");
    let taken = updater.install(draft("club", Some("1"), "AG\n")).unwrap_err();
    assert!(taken.to_string().contains("could not be read"), "{taken}");
    drop(updater);
    let updater = start(directory.path(), "AA\n");
    assert_eq!(retained(&updater, "club"), ["2", "1"]);
    assert_eq!(
        (retained(&updater, "gone"), retained(&updater, "other")),
        (vec!["1".to_owned()], vec!["1".to_owned()])
    );
    drop(updater);

    // The same text under no number gets the number of the unread edition; a lexicon can be removed.
    std::fs::remove_file(file_of("AB\n")).unwrap();
    std::fs::remove_file(file_of("AD\n")).unwrap();
    let updater = start(directory.path(), "AA\n");
    assert_eq!(updater.registry().snapshot().unread().len(), 2);
    // Neither the same words in another lexicon nor with other categories are the unread edition.
    updater.install(draft("copy", Some("1"), "AB\n")).unwrap();
    updater.install(state_faults::draft("club", "3", "AB\n", "x\tX\t\tAB\n")).unwrap();
    assert_eq!(updater.registry().snapshot().unread().len(), 2);
    let unnumbered = Draft { edition: None, ..state_faults::draft("club", "", "AB\n", "") };
    let again = updater.install(unnumbered).unwrap();
    assert_eq!(again.now, first.now);
    updater.remove("gone").unwrap();
    assert!(updater.registry().snapshot().unread().is_empty());
    drop(updater);
    let updater = start(directory.path(), "AA\n");
    assert_eq!(retained(&updater, "club"), ["1", "3", "2"]);
    assert!(retained(&updater, "gone").is_empty());
}

#[test]
fn a_change_names_the_edition_that_was_active_before() {
    let directory = tempfile::tempdir().unwrap();
    let updater = start(directory.path(), "AA\n");
    let first = updater.install(draft("club", Some("1"), "AB\n")).unwrap();
    let second = updater.install(draft("club", Some("2"), "AC\n")).unwrap();
    assert_eq!((first.before, second.before.as_ref()), (None, Some(&first.now)));
    let again = updater.install(draft("club", Some("1"), "AB\n")).unwrap();
    assert_eq!((again.before.as_ref(), &again.now), (Some(&second.now), &first.now));
    let restored = updater.restore("club@2").unwrap();
    assert_eq!((restored.before.as_ref(), &restored.now), (Some(&first.now), &second.now));
    assert_eq!(updater.restore("club@2").unwrap().before, None, "it was active already");
}
