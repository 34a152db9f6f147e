//! Overlays: the words that a request adds to a lexicon and the words that it removes.

use super::digest::Digest;
use crate::word::Word;

/// Words added to a lexicon and words removed from it. An added word that the lexicon has as a plural
/// stays one; other added words have no marks.
///
/// ```
/// use wordcourt::lexicon::Overlay;
/// let overlay = Overlay::new(vec!["GRRL".parse()?], vec!["AA".parse()?]);
/// assert!(overlay.decides(&"AA".parse()?) && !overlay.decides(&"AB".parse()?));
/// assert!(Overlay::none().is_empty());
/// # Ok::<(), wordcourt::word::WordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay {
    /// In alphabetical order, without duplicates.
    added: Vec<Word>,
    /// In alphabetical order, without duplicates and without the words in `added`.
    removed: Vec<Word>,
}

static EMPTY: Overlay = Overlay { added: Vec::new(), removed: Vec::new() };

impl Overlay {
    /// Returns the overlay that changes nothing.
    #[must_use]
    pub fn none() -> &'static Self {
        &EMPTY
    }

    /// Makes an overlay. The words may be in any order and may contain duplicates. A word in both
    /// lists is added.
    #[must_use]
    pub fn new(mut added: Vec<Word>, mut removed: Vec<Word>) -> Self {
        for words in [&mut added, &mut removed] {
            words.sort_unstable();
            words.dedup();
        }
        removed.retain(|word| added.binary_search(word).is_err());
        Self { added, removed }
    }

    /// Returns true if the overlay changes nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// Returns the added words, in alphabetical order.
    #[must_use]
    pub fn added(&self) -> &[Word] {
        &self.added
    }

    /// Returns the removed words, in alphabetical order.
    #[must_use]
    pub fn removed(&self) -> &[Word] {
        &self.removed
    }

    /// Returns true if the overlay adds or removes the word, so that the lexicon is not consulted.
    #[must_use]
    pub fn decides(&self, word: &Word) -> bool {
        !self.is_empty()
            && (self.find_added(word).is_some() || self.removed.binary_search(word).is_ok())
    }

    /// Finds a word among the added words.
    pub(super) fn find_added(&self, word: &Word) -> Option<&Word> {
        self.added.binary_search(word).ok().map(|index| &self.added[index])
    }

    /// Computes the SHA-256 of the words, one per line: first the added words, each after a `+`,
    /// then the removed words, each after a `-`.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let signed = [("+", &self.added), ("-", &self.removed)];
        let lines = signed.iter().flat_map(|(sign, words)| {
            words.iter().flat_map(move |word| [sign, word.as_str(), "\n"])
        });
        Digest::of(&[lines.collect::<String>().as_bytes()])
    }
}
