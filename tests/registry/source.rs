//! Lexicon sources in directories.

use std::fs;

use wordcourt::registry::manifest::FILE_NAME;
use wordcourt::registry::source::{LexiconSource, OpenError, SourceError};

#[tokio::test]
async fn a_directory_without_a_manifest_is_a_source() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("club.txt"), "AA\n").unwrap();
    fs::write(at("club.categories.tsv"), "").unwrap();
    fs::write(at("NOTES.txt"), "not a lexicon's name").unwrap();
    fs::write(at("picture.png"), "not a lexicon's ending").unwrap();
    let source = LexiconSource::open(&format!("file://{}", directory.path().display()), 3).unwrap();
    let listing = source.list(None).await.unwrap().unwrap();
    assert_eq!(listing.manifest.names(), ["club"]);
    let [club] = &listing.manifest.editions[..] else { panic!("one edition") };
    assert_eq!(String::from(source.fetch(&club.words).await.unwrap()), "AA\n");
    let bounded = LexiconSource::open(directory.path().to_str().unwrap(), 2).unwrap();
    assert!(matches!(
        bounded.fetch(&club.words).await,
        Err(SourceError::TooLong { max_bytes: 2, .. })
    ));
    assert!(club.categories.is_some());
    assert!(source.list(Some(&listing.tag)).await.unwrap().is_none(), "nothing has changed");

    fs::write(at("club.txt"), "AB\n").unwrap();
    assert!(matches!(source.fetch(&club.words).await, Err(SourceError::Damaged(_))));
    let changed = source.list(Some(&listing.tag)).await.unwrap().unwrap();
    assert_ne!(changed.manifest.editions[0].edition, club.edition);
}

#[tokio::test]
async fn a_lexicon_has_only_the_first_of_several_word_texts() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("club.tsv"), "AA\n").unwrap();
    fs::write(at("club.txt"), "AB\n").unwrap();
    let source = LexiconSource::open(directory.path().to_str().unwrap(), 3).unwrap();
    let listing = source.list(None).await.unwrap().unwrap();
    let paths: Vec<_> = listing.manifest.editions.iter().map(|club| &club.words.path).collect();
    assert_eq!(paths, ["club.tsv"]);

    // If the first one cannot be read, the lexicon fails, once.
    fs::write(at("club.tsv"), "AA\nAB\n").unwrap();
    let listing = source.list(None).await.unwrap().unwrap();
    assert!(listing.manifest.editions.is_empty());
    assert_eq!(listing.doubts.unwrap().failed.len(), 1);
}

#[tokio::test]
async fn the_manifest_of_a_directory_lists_its_editions() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("club.txt"), "AA\n").unwrap();
    fs::write(at(FILE_NAME), r#"{"editions": []}"#).unwrap();
    let source = LexiconSource::open(directory.path().to_str().unwrap(), 3).unwrap();
    let listing = source.list(None).await.unwrap().unwrap();
    assert!(listing.manifest.editions.is_empty());
    assert!(source.list(Some(&listing.tag)).await.unwrap().is_none(), "nothing has changed");

    fs::write(at(FILE_NAME), "{}").unwrap();
    assert!(matches!(source.list(None).await, Err(SourceError::Manifest(_))));
    fs::write(at(FILE_NAME), " ".repeat((1 << 20) + 1)).unwrap();
    assert!(matches!(source.list(None).await, Err(SourceError::TooLong { .. })));
}

#[test]
fn an_invalid_location_is_refused() {
    let error = LexiconSource::open("/nowhere/at/all", 1).unwrap_err();
    assert_eq!(error, OpenError::NotADirectory("/nowhere/at/all".to_owned()));
    let error = LexiconSource::open("unknown://x", 1).unwrap_err();
    assert!(error.to_string().starts_with("unknown://x: "), "{error}");
}
