//! The encodings of texts.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The number of bytes that tell the encoding of a text without a byte order mark.
const SAMPLE: usize = 4096;

/// Returns what to do with bytes that are those of a known kind of file other than a text.
pub(super) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"%PDF") {
        return Some("it is a PDF; save or copy its words as a text file");
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Some("it is a document of Office; save it as text or CSV");
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let is_binary = |byte: &u8| matches!(byte, 1..=8 | 14..=25 | 28..=31);
    let strange = sample.iter().filter(|byte| is_binary(byte)).count();
    (strange * 20 > sample.len()).then_some("save it as a text file, as CSV or as JSON")
}

/// Decodes a text. Returns it with the name of its encoding. Without a byte order mark, UTF-16 is
/// told by its zeros, and what is not UTF-8 has the declared encoding or else is Latin-1 (as
/// Windows writes it). Characters that the encoding doesn't have become U+FFFD.
pub(super) fn decode<'b>(
    bytes: &'b [u8],
    declared: Option<&'static Encoding>,
) -> (Cow<'b, str>, &'static str) {
    let (encoding, marked) = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => (encoding, true),
        None => (without_mark(bytes, declared), false),
    };
    let (text, _, _) = encoding.decode(bytes);
    let name = match encoding.name() {
        "windows-1252" => "Latin-1",
        "UTF-8" if marked => "UTF-8 with a byte order mark",
        name => name,
    };
    (text, name)
}

fn without_mark(bytes: &[u8], declared: Option<&'static Encoding>) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let zeros = |offset: usize| sample.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
    let most = sample.len() / 4;
    if most > 0 && zeros(1) > most {
        UTF_16LE
    } else if most > 0 && zeros(0) > most {
        UTF_16BE
    } else if std::str::from_utf8(bytes).is_ok() {
        UTF_8
    } else {
        declared.unwrap_or(WINDOWS_1252)
    }
}
