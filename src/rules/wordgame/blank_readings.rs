//! The letters that a blank can stand for, if it stands for a letter of its own in each word
//! (RULEBOOK G7).

use crate::lexicon::{Ordinal, Words};
use crate::rules::Variant;
use crate::word::Word;

/// Returns the first allowed word, in alphabetical order, that differs from `word` only at the
/// positions in the mask `open`.
pub(super) fn first_allowed(word: &Word, open: u16, words: Words<'_>) -> Option<Word> {
    let letters = word.as_bytes();
    let fits = |text: &[u8]| {
        text.len() == letters.len()
            && (0..).zip(text.iter().zip(letters)).all(|(at, (read, written))| {
                read == written || open.checked_shr(at).is_some_and(|open| open & 1 != 0)
            })
    };
    let is_allowed = |word: &Word| Variant::Wordgame.verdict(words, word).is_allowed();
    let first_open = usize::try_from(open.trailing_zeros()).unwrap_or_default();
    let prefix = &word.as_str()[..first_open.min(word.len())];
    let lexicon = words.lexicon();
    let listed = lexicon.prefix_range(prefix).map(|number| lexicon.word(Ordinal(number)));
    let listed = listed.filter(|text| fits(text.as_bytes())).filter_map(|text| text.parse().ok());
    let added = words.overlay().added().iter().filter(|added| fits(added.as_bytes())).copied();
    listed.into_iter().find(is_allowed).into_iter().chain(added.filter(is_allowed)).min()
}
