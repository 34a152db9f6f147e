//! The verdict on a word, with an active category.

use super::category::ActiveCategory;
use super::game::words_of;
use crate::lexicon::{Mark, Marks, Words};
use crate::rules::{Variant, Verdict};
use crate::word::Word;

/// Judges a word by the lexicon, unless the category requires proper nouns and lists the word
/// (RULEBOOK O11). Such a category also lifts the bar on the lexicon's proper nouns, listed or not
/// (W4).
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Variant;
/// use wordcourt::rules::word_poker::{ActiveCategory, verdict};
/// let lexicon = Lexicon::from_text("CAT\nPARIS\tproper\n", "")?;
/// let is_allowed = |word: &str| {
///     let (game, word) = (Variant::WordForWord, word.parse().unwrap());
///     verdict(game, &lexicon, &word, ActiveCategory::default()).is_allowed()
/// };
/// assert!(is_allowed("CAT") && is_allowed("OMYWORD") && !is_allowed("PARIS"));
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[must_use]
pub fn verdict<'l>(
    game: Variant,
    words: impl Into<Words<'l>>,
    word: &Word,
    category: ActiveCategory<'_>,
) -> Verdict {
    let (words, rules) = (words.into(), words_of(game));
    match rules.verdict(words, word) {
        length @ Verdict::Length(_) => length,
        _ if category.validates(word) => Verdict::Allowed,
        Verdict::Barred(_, Mark::Proper) if category.requires_proper_nouns() => {
            let marks = words.marks(word).unwrap_or(Marks::NONE);
            rules.marks_verdict(marks.without(Mark::Proper))
        }
        verdict => verdict,
    }
}
