//! Laws of the parsers that read files and uploads: manifests, texts in pieces, and names.

use std::io::Write as _;

use proptest::prelude::*;
use wordcourt::registry::decode::TextDecoder;
use wordcourt::registry::manifest::{ListedFile, Manifest, check_edition_number, check_name};

/// Returns manifests of any shape, some of them valid.
fn manifests() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("club".to_owned()), "[a-z_-]{0,34}", any::<String>()];
    let number = prop_oneof![Just("1".to_owned()), "[0-9.+]{0,66}", any::<String>()];
    let path = prop_oneof![Just("a/b.tsv".to_owned()), "[a./\\\\]{0,8}", any::<String>()];
    let sha256 = prop_oneof![Just("0".repeat(64)), "[0-9a-fA-F]{62,66}", any::<String>()];
    let edition = (name, number, path, sha256, any::<u64>()).prop_map(
        |(name, edition, path, sha256, bytes)| {
            let words = serde_json::json!({"path": path, "sha256": sha256, "bytes": bytes});
            serde_json::json!({"name": name, "edition": edition, "words": words})
        },
    );
    let editions = proptest::collection::vec(edition, 0..4);
    editions.prop_map(|editions| serde_json::json!({"editions": editions}).to_string())
}

proptest! {
    #[test]
    fn an_accepted_manifest_is_safe_and_can_be_written_again(json in manifests()) {
        let Ok(manifest) = Manifest::parse(json.as_bytes()) else { return Ok(()) };
        for listed in &manifest.editions {
            prop_assert!(check_name(&listed.name).is_ok());
            prop_assert!(check_edition_number(&listed.edition).is_ok());
            for ListedFile { path, .. } in listed.files() {
                prop_assert!(!path.starts_with('/') && !path.split('/').any(|part| part == ".."));
            }
            prop_assert!(manifest.active(&listed.name).is_some());
        }
        let written = serde_json::to_vec(&manifest).unwrap();
        prop_assert_eq!(Manifest::parse(&written).unwrap(), manifest);
    }

    #[test]
    fn bytes_that_are_not_a_manifest_are_refused(bytes: Vec<u8>) {
        if let Ok(manifest) = Manifest::parse(&bytes) {
            let written = serde_json::to_vec(&manifest).unwrap();
            prop_assert_eq!(Manifest::parse(&written).unwrap(), manifest);
        }
    }

    #[test]
    fn a_text_in_pieces_is_decoded_as_the_whole_text(
        text in prop_oneof![any::<Vec<u8>>(), any::<String>().prop_map(String::into_bytes)],
        piece in 1_usize..20,
        max_bytes in 0_usize..200,
        is_gzip: bool,
        damage in proptest::option::of(any::<(prop::sample::Index, u8)>()),
    ) {
        let mut sent = text.clone();
        if is_gzip {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(&text).unwrap();
            sent = encoder.finish().unwrap();
        }
        if let Some((place, value)) = damage && !sent.is_empty() {
            let place = place.index(sent.len());
            sent[place] = value;
        }
        let decode = |pieces: usize| {
            let mut decoder = TextDecoder::new(is_gzip, max_bytes);
            let pushed = sent.chunks(pieces.max(1)).try_for_each(|piece| decoder.push(piece));
            pushed.and_then(|()| decoder.finish()).map(String::from)
        };
        let (whole, in_pieces) = (decode(sent.len()), decode(piece));
        prop_assert_eq!(whole.as_ref().ok(), in_pieces.as_ref().ok());
        if let Ok(decoded) = whole {
            prop_assert!(decoded.len() <= max_bytes);
            if damage.is_none() {
                prop_assert_eq!(decoded.as_bytes(), &text[..]);
            }
        }
    }
}
