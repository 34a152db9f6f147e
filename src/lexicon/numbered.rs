//! A common numbering of the words of a lexicon and an overlay.

use super::marks::Marks;
use super::ordinal::Ordinal;
use super::words::{Entry, Words};
use crate::word::Word;

/// The words of a lexicon and an overlay, numbered together in alphabetical order.
///
/// A word of the lexicon that the overlay also adds or removes leaves its number unused.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Numbered, Ordinal, Overlay};
/// let lexicon = Lexicon::from_text("AA\nAC\n", "")?;
/// let overlay = Overlay::new(vec!["AB".parse()?], vec![]);
/// let numbered = Numbered::new(lexicon.with(&overlay));
/// assert_eq!(numbered.word(Ordinal(1)), "AB");
/// assert_eq!(numbered.of_lexicon(Ordinal(1)), Some(Ordinal(2)), "AB is numbered before AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Numbered<'l> {
    words: Words<'l>,
    /// The overlay words, in alphabetical order.
    added: Vec<Added<'l>>,
    /// The words of the lexicon that the overlay adds or removes, by their number in the lexicon.
    decided: Vec<Ordinal>,
}

#[derive(Debug, Clone)]
struct Added<'l> {
    ordinal: Ordinal,
    /// The number of lexicon words before it.
    before: u32,
    word: &'l Word,
}

impl<'l> Numbered<'l> {
    /// Numbers the words.
    #[must_use]
    pub fn new(words: impl Into<Words<'l>>) -> Self {
        let words: Words<'l> = words.into();
        let (lexicon, overlay) = (words.lexicon(), words.overlay());
        let added = (0..).zip(overlay.added()).map(|(index, word)| {
            let before = lexicon.count_before(word.as_bytes());
            Added { ordinal: Ordinal(before + index), before, word }
        });
        let mut decided: Vec<Ordinal> = overlay
            .added()
            .iter()
            .chain(overlay.removed())
            .filter_map(|word| lexicon.find(word))
            .collect();
        decided.sort_unstable();
        Self { words, added: added.collect(), decided }
    }

    /// Returns the words that are numbered.
    #[must_use]
    pub const fn words(&self) -> Words<'l> {
        self.words
    }

    /// Converts a number in the lexicon; `None` if the overlay adds or removes the word.
    #[must_use]
    pub fn of_lexicon(&self, ordinal: Ordinal) -> Option<Ordinal> {
        if self.decided.binary_search(&ordinal).is_ok() {
            return None;
        }
        let end = self.added.partition_point(|added| added.before <= ordinal.0);
        Some(Ordinal(ordinal.0 + count(&self.added[..end])))
    }

    /// Returns the overlay words with their numbers, in alphabetical order.
    pub fn added(&self) -> impl Iterator<Item = (Ordinal, &'l Word)> {
        self.added.iter().map(|added| (added.ordinal, added.word))
    }

    /// Returns the number of a word, if the word is valid.
    #[must_use]
    pub fn find(&self, word: &Word) -> Option<Ordinal> {
        let listed = match self.words.find(word)? {
            Entry::Listed(_, ordinal) => self.of_lexicon(ordinal),
            Entry::Added(_) => None,
        };
        let added = || self.added().find(|(_, added)| *added == word);
        listed.or_else(|| added().map(|(ordinal, _)| ordinal))
    }

    /// Returns the word with the given number.
    #[must_use]
    pub fn entry(&self, ordinal: Ordinal) -> Entry<'l> {
        let end = self.added.partition_point(|added| added.ordinal <= ordinal);
        let added = &self.added[..end];
        match added.last() {
            Some(last) if last.ordinal == ordinal => {
                self.words.find(last.word).unwrap_or(Entry::Added(last.word))
            }
            _ => Entry::Listed(self.words.lexicon(), Ordinal(ordinal.0 - count(added))),
        }
    }

    /// Returns the word with the given number, in upper case.
    #[must_use]
    pub fn word(&self, ordinal: Ordinal) -> &'l str {
        self.entry(ordinal).word()
    }

    /// Returns the marks of the word with the given number.
    #[must_use]
    pub fn marks(&self, ordinal: Ordinal) -> Marks {
        self.entry(ordinal).marks()
    }
}

/// Returns the length of `added`, which must begin with the first overlay word.
fn count(added: &[Added<'_>]) -> u32 {
    added.last().map_or(0, |last| last.ordinal.0 - last.before + 1)
}
