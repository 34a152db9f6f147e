//! The parsing of manifests.

use wordcourt::lexicon::Digest;
use wordcourt::registry::manifest::{ListedFile, Manifest, ManifestError};

fn json(name: &str, edition: &str, path: &str, sha256: &str) -> String {
    let words = serde_json::json!({"path": path, "sha256": sha256, "bytes": 3});
    let listed = serde_json::json!({"name": name, "edition": edition, "words": words});
    serde_json::json!({"editions": [listed]}).to_string()
}

#[test]
fn a_valid_manifest_lists_editions_and_their_files() {
    let digest = Digest::of(&[b"AA\n"]).to_hex();
    let manifest = Manifest::parse(json("club", "2026.1", "a/club.tsv", &digest).as_bytes());
    let manifest = manifest.unwrap();
    assert_eq!(manifest.names(), ["club"]);
    assert_eq!(manifest.active("club"), manifest.editions.first());
    let words = &manifest.editions[0].words;
    assert_eq!(*words, ListedFile::of("a/club.tsv".to_owned(), b"AA\n"));
    assert_eq!(words.verify(b"AA\n"), Ok(()));
    assert!(words.verify(b"AB\n").is_err() && words.verify(b"AA").is_err());

    let upper_case = json("club", "2026.1", "a/club.tsv", &digest.to_uppercase());
    let manifest = Manifest::parse(upper_case.as_bytes()).unwrap();
    assert_eq!(manifest.editions[0].words.verify(b"AA\n"), Ok(()));
}

#[test]
fn an_invalid_manifest_is_refused() {
    let digest = Digest::of(&[b"AA\n"]).to_hex();
    let no_hex = digest.replace(|digit: char| digit.is_ascii_digit(), "g");
    let long = "x".repeat(300);
    for (name, edition, path, sha256) in [
        ("Club", "1", "a", digest.as_str()),
        ("", "1", "a", &digest),
        ("../x", "1", "a", &digest),
        (&long, "1", "a", &digest),
        ("club", "1 2", "a", &digest),
        ("club", "", "a", &digest),
        ("club", "1", "../a", &digest),
        ("club", "1", "/a", &digest),
        ("club", "1", "", &digest),
        ("club", "1", &long, &digest),
        ("club", "1", "a", &digest[1..]),
        ("club", "1", "a", &digest[2..]),
        ("club", "1", "a", &format!("{digest}00")),
        ("club", "1", "a", &no_hex),
    ] {
        let error = Manifest::parse(json(name, edition, path, sha256).as_bytes()).unwrap_err();
        assert!(
            matches!(error, ManifestError::Edition { position: 1, .. }),
            "{name} {edition} {path} {sha256}: {error}"
        );
    }
    for bad in ["", "[]", r#"{"editions": 1}"#, r#"{"editions": [], "more": 1}"#] {
        assert!(matches!(Manifest::parse(bad.as_bytes()), Err(ManifestError::Json(_))), "{bad}");
    }
}

#[test]
fn an_error_quotes_at_most_64_characters_of_a_name() {
    let digest = Digest::of(&[b"AA\n"]).to_hex();
    for (length, quoted) in [(33, 33), (64, 64), (65, 64)] {
        let parsed = Manifest::parse(json(&"x".repeat(length), "1", "a", &digest).as_bytes());
        let Err(ManifestError::Edition { name, .. }) = parsed else { panic!("a long name") };
        assert_eq!(name, "x".repeat(quoted));
    }
}

#[test]
fn a_manifest_lists_at_most_256_editions_with_paths_of_256_bytes() {
    let digest = Digest::of(&[b"AA\n"]).to_hex();
    let parse = |editions: usize| {
        let listed = (0..editions).map(|number| {
            let words = serde_json::json!({"path": "a", "sha256": digest, "bytes": 3});
            serde_json::json!({"name": "club", "edition": number.to_string(), "words": words})
        });
        let manifest = serde_json::json!({"editions": listed.collect::<Vec<_>>()});
        Manifest::parse(manifest.to_string().as_bytes())
    };
    assert_eq!(parse(256).unwrap().editions.len(), 256);
    assert!(matches!(parse(257), Err(ManifestError::TooMany(257))));

    let with_path =
        |bytes: usize| Manifest::parse(json("club", "1", &"x".repeat(bytes), &digest).as_bytes());
    assert!(with_path(256).is_ok() && with_path(257).is_err());
}
