//! Images of editions: an image gives the same edition as the texts, and no wrong image is read.

use wordcourt::edition::Edition;
use wordcourt::lexicon::image::{ImageError, VERSION};
use wordcourt::lexicon::source::{self, Source};

const WORDS: &str = "AT\nCATS\tplural_s\tCAT\tfelines — small\t10\nGRRL\t\t\t\t70\nOCEANOGRAPHERS\tplural_s\tOCEANOGRAPHER\n";
const HEADER_BYTES: usize = 64;

fn edition(words: &str, categories: &str) -> Edition {
    let [words, categories] = [words, categories].map(|text| text.to_owned().into());
    let source = Source { name: "club".into(), edition: "2026.1".into(), words, categories };
    Edition::build(&source).unwrap()
}

fn assert_same(read: &Edition, edition: &Edition) {
    assert_eq!(read.id, edition.id);
    assert_eq!(read.category_text(), edition.category_text());
    assert_eq!(read.lexicon.categories(), edition.lexicon.categories());
    assert!(read.lexicon.to_text() == edition.lexicon.to_text());
    for ordinal in edition.lexicon.ordinals() {
        let word = edition.lexicon.word(ordinal).parse().unwrap();
        assert_eq!(read.lexicon.find(&word), Some(ordinal));
        assert_eq!(read.lexicon.letters(ordinal), edition.lexicon.letters(ordinal));
    }
    let tiers = |edition: &Edition| [10, 70].map(|tier| edition.lexicon.lowest_max_tier(tier));
    assert_eq!(tiers(read), tiers(edition));
}

#[test]
fn an_image_gives_the_same_edition() {
    for (words, categories) in
        [(WORDS, "pets\tPets\t\tCAT CATS\n"), ("zoo\r\ncat\n", ""), ("AA\n", "")]
    {
        let edition = edition(words, categories);
        assert_same(&Edition::from_image(&edition.to_image()).unwrap(), &edition);
    }
    let embedded = Edition::build(&source::embedded()).unwrap();
    assert_same(&Edition::from_image(&embedded.to_image()).unwrap(), &embedded);
}

#[test]
fn no_damaged_image_is_read() {
    let image = edition(WORDS, "pets\tPets\t\tCAT CATS\n").to_image();
    for end in 0..image.len() {
        assert!(Edition::from_image(&image[..end]).is_err(), "{end}");
    }
    let longer = [&image[..], &[0]].concat();
    assert!(Edition::from_image(&longer).is_err());
    for place in 0..image.len() {
        for bit in [1, 0x80] {
            let mut image = image.clone();
            image[place] ^= bit;
            // The digest is not checked.
            let is_digest = (HEADER_BYTES - 32..HEADER_BYTES).contains(&place);
            assert_eq!(Edition::from_image(&image).is_ok(), is_digest, "{place}");
        }
    }
}

#[test]
fn an_image_of_another_version_says_so() {
    let mut image = edition(WORDS, "").to_image();
    image[8..12].copy_from_slice(&(VERSION + 1).to_le_bytes());
    let error = Edition::from_image(&image).unwrap_err();
    assert!(matches!(error, ImageError::Version(version) if version == VERSION + 1));
    let text = format!("the image has version {} of the format, not {VERSION}", VERSION + 1);
    assert_eq!(error.to_string(), text);
}

/// With right checksums, as in a forged image.
#[test]
fn no_wrong_column_is_read_and_none_makes_a_reader_panic() {
    let image = edition(WORDS, "pets\tPets\t\tCAT CATS\n").to_image();
    let (mut refused, mut read) = (0, 0);
    let mut start = HEADER_BYTES;
    while start < image.len() {
        let number = |at: usize, bytes: usize| {
            (0..bytes).rev().fold(0, |number, byte| number << 8 | usize::from(image[at + byte]))
        };
        let elements = start + 64;
        let end = elements + number(start, 8) * number(start + 8, 4);
        for place in elements..end {
            for value in [0, 1, b'A', b'Z', b'[', 0x7f, 0xff] {
                let mut image = image.clone();
                image[place] = value;
                let checksum = crc32fast::hash(&image[elements..end]);
                image[start + 12..start + 16].copy_from_slice(&checksum.to_le_bytes());
                match Edition::from_image(&image) {
                    Ok(edition) => {
                        read += 1;
                        // Everything can be read.
                        let _ = edition.lexicon.to_text();
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(matches!(error, ImageError::Damaged), "{error}");
                    }
                }
            }
        }
        start = elements + (end - elements).next_multiple_of(64);
    }
    assert!(refused > 500 && read > 100, "{refused} {read}");
}
