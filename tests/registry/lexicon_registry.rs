//! The registry: pins, changes and retained editions.

use std::cell::Cell;

use wordcourt::api::lexicons::{Lexicons as _, SelectorError};
use wordcourt::registry::{Change, ChangeError, LexiconRegistry};

use crate::texts::edition;

fn retained(registry: &LexiconRegistry) -> Vec<String> {
    let snapshot = registry.snapshot();
    let entry = snapshot.entry("en").unwrap();
    entry.editions().iter().map(|edition| edition.id.edition.clone()).collect()
}

/// Makes a change and returns the numbers of the retired editions.
fn change(registry: &LexiconRegistry, change: Change<'_>) -> Result<Vec<String>, ChangeError<()>> {
    let retired = registry.change(change, |_| Ok(()))?;
    Ok(retired.iter().map(|edition| edition.id.edition.clone()).collect())
}

#[test]
fn a_pin_selects_exactly_one_edition_or_none() {
    let registry = LexiconRegistry::with_default(edition("en", "1+2", "AA\nAB\n"), 3);
    let digest = registry.edition(None).unwrap().id.digest.clone();
    let hex = digest.strip_prefix("sha256:").unwrap();
    for selector in ["en", "en@1+2", &format!("en@{digest}"), &format!("en@{}", &hex[..4])] {
        assert!(registry.edition(Some(selector)).is_ok(), "{selector}");
    }
    for selector in ["en@1", "en@", "en@sha256:", &format!("en@{}", &hex[..3]), "en@0000"] {
        let error = registry.edition(Some(selector)).unwrap_err();
        assert!(matches!(error, SelectorError::NotRetained { .. }), "{selector}");
    }
    let error = registry.edition(Some("fr")).unwrap_err();
    assert_eq!(error.to_string(), "unknown lexicon \"fr\"; active: en");
}

#[test]
fn the_last_editions_are_retained_and_can_be_restored() {
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3);
    let install =
        |number, words| change(&registry, Change::Install(edition("en", number, words))).unwrap();
    assert_eq!(install("2", "AB\n"), [""; 0]);
    assert_eq!(install("3", "AD\n"), [""; 0]);
    assert_eq!(install("4", "AE\n"), ["1"]);
    assert_eq!(retained(&registry), ["4", "3", "2"]);
    change(&registry, Change::Restore("en")).unwrap();
    assert_eq!(retained(&registry), ["3", "4", "2"]);
    change(&registry, Change::Restore("en@2")).unwrap();
    assert_eq!(retained(&registry), ["2", "3", "4"]);
    assert!(change(&registry, Change::Restore("en@1")).is_err(), "the edition is retired");
    change(&registry, Change::Retain(edition("en", "0", "AG\n"))).unwrap();
    assert_eq!(retained(&registry), ["2", "3", "4"], "three editions are retained already");
    assert_eq!(install("5", "AD\n"), ["3"], "the same text is the same edition");
    assert_eq!(retained(&registry), ["5", "2", "4"]);
}

#[test]
fn the_edition_that_is_replaced_drops_its_search_indexes() {
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3);
    let has_indexes = || {
        let snapshot = registry.snapshot();
        let editions = snapshot.entry("en").unwrap().editions();
        editions.iter().map(|edition| edition.indexes.has_any()).collect::<Vec<_>>()
    };
    let search = |selector| {
        let edition = registry.edition(Some(selector)).unwrap();
        edition.indexes.my_word(&edition.lexicon);
    };
    change(&registry, Change::Install(edition("en", "2", "AB\n"))).unwrap();
    search("en@1");
    search("en");
    assert_eq!(has_indexes(), [true, true]);
    let replaced = registry.edition(None).unwrap();
    assert_eq!(change(&registry, Change::Install(edition("en", "3", "AC\n"))).unwrap(), ["2"]);
    assert_eq!(has_indexes(), [false, false, true], "the pinned edition is in use");
    assert!(replaced.indexes.has_any(), "a request still uses it");
    assert_eq!(retained(&registry), ["3", "2", "1"]);
    search("en@2");
    assert_eq!(has_indexes(), [false, true, true]);
}

#[test]
fn a_change_that_is_not_confirmed_is_not_made() {
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n"), 3);
    let seen = Cell::new(0);
    let failed = registry.change(Change::Install(edition("en", "2", "AB\n")), |snapshot| {
        seen.set(snapshot.entry("en").unwrap().editions().len());
        Err("the disk is full")
    });
    assert!(matches!(failed, Err(ChangeError::NotConfirmed("the disk is full"))));
    assert_eq!((seen.get(), retained(&registry)), (2, vec!["1".to_owned()]));
}

#[test]
fn lexicons_are_added_and_removed() {
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n"), 1);
    change(&registry, Change::Install(edition("club", "1", "AB\n"))).unwrap();
    assert!(registry.edition(Some("club")).is_ok());
    assert_eq!(change(&registry, Change::Remove("club")).unwrap().len(), 1);
    assert!(registry.edition(Some("club")).is_err() && registry.edition(None).is_ok());
    assert!(change(&registry, Change::Restore("en")).is_err(), "no other edition is retained");
}
