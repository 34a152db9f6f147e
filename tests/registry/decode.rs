//! The decoding of plain and compressed texts.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use wordcourt::registry::decode::{DecodeError, TextDecoder};

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Decodes a text that arrives in pieces of two bytes.
fn decode(is_gzip: bool, content: &[u8], max_bytes: usize) -> Result<String, DecodeError> {
    let mut decoder = TextDecoder::new(is_gzip, max_bytes);
    for piece in content.chunks(2) {
        decoder.push(piece)?;
    }
    decoder.finish().map(String::from)
}

#[test]
fn texts_are_decoded_plain_or_compressed() {
    let compressed = gzip(b"AA\nAB\n");
    let truncated = &compressed[..compressed.len() - 1];
    assert_eq!(decode(false, b"AA\nAB\n", 6).unwrap(), "AA\nAB\n");
    assert_eq!(decode(true, &compressed, 6).unwrap(), "AA\nAB\n");
    assert!(matches!(decode(false, b"AA\nAB\n", 5), Err(DecodeError::TooLong(5))));
    assert!(matches!(decode(true, &compressed, 5), Err(DecodeError::TooLong(5))));
    assert!(matches!(decode(true, truncated, 6), Err(DecodeError::NotGzip(_))));
    assert!(matches!(decode(true, b"AA\n", 6), Err(DecodeError::NotGzip(_))));
    assert!(matches!(decode(false, b"AA\xff", 6), Err(DecodeError::NotUtf8(2))));
}

#[test]
fn the_size_that_is_expected_may_be_wrong() {
    for expected in [0, 3, usize::MAX] {
        for (is_gzip, content) in [(false, b"AA\n".to_vec()), (true, gzip(b"AA\n"))] {
            let mut decoder = TextDecoder::new(is_gzip, 3);
            decoder.expect(expected);
            decoder.push(&content).unwrap();
            assert_eq!(String::from(decoder.finish().unwrap()), "AA\n");
        }
        let mut decoder = TextDecoder::new(false, 2);
        decoder.expect(expected);
        assert!(matches!(decoder.push(b"AA\n"), Err(DecodeError::TooLong(2))));
    }
}

#[test]
fn a_decompression_bomb_is_stopped_at_the_limit() {
    let bomb = gzip(&vec![b'A'; 10_000_000]);
    assert!(bomb.len() < 20_000);
    assert!(matches!(decode(true, &bomb, 1_000_000), Err(DecodeError::TooLong(1_000_000))));
}
