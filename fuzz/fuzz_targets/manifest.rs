//! Manifests: an accepted manifest has only safe names and paths, and is the same after it was
//! written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::registry::manifest::{Manifest, check_edition_number, check_name};

fuzz_target!(|json: &[u8]| {
    let Ok(manifest) = Manifest::parse(json) else { return };
    for listed in &manifest.editions {
        assert!(check_name(&listed.name).is_ok() && check_edition_number(&listed.edition).is_ok());
        assert!(manifest.active(&listed.name).is_some());
        for file in listed.files() {
            assert!(!file.path.starts_with('/') && file.path.split('/').all(|part| part != ".."));
        }
    }
    let written = serde_json::to_vec(&manifest).expect("a manifest can be written");
    assert_eq!(Manifest::parse(&written).ok(), Some(manifest));
});
