//! Words and lexicons through their public API: formats, look-ups and search indexes, which are
//! compared with plain scans.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(target_arch = "x86_64")]
mod count_ones;
mod gaddag;
#[cfg(feature = "server")]
mod import;
mod lexicon;
mod lexicon_image;
mod marks;
mod multiset;
mod near;
mod overlay;
mod pattern;
mod stored;
mod text;
mod word;
mod word_map;
mod wordnet;

use wordcourt::word::Word;

fn word(text: &str) -> Word {
    text.parse().unwrap()
}
