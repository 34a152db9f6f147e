//! Vocabularies: the words that a search finds.

use super::lexicon::Lexicon;
use super::ordinal::Ordinal;
use super::text;
use super::words::Words;
use crate::word::Word;

/// The words that a search finds: the words that are valid for a request, those of the lexicon only
/// up to a frequency tier.
///
/// Search indexes contain all words of a lexicon, and searches leave out those that a vocabulary
/// excludes. One index therefore serves every tier.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Overlay, Vocabulary};
/// let lexicon = Lexicon::from_text("CAT\t\t\t\t10\nGRRL\nQAT\t\t\t\t70\n", "")?;
/// let overlay = Overlay::new(vec!["QAT".parse()?], vec![]);
/// let words = lexicon.with(&overlay);
/// let excluded = |max_tier| {
///     let vocabulary = words.up_to_tier(max_tier);
///     ["CAT", "GRRL"].map(|word| vocabulary.excludes(&word.parse().unwrap()))
/// };
/// assert_eq!([5, 10, 70].map(excluded), [[true, true], [false, true], [false, true]]);
/// assert_eq!(excluded(Vocabulary::ALL_TIERS), [false, false], "GRRL has no tier");
/// assert!(words.up_to_tier(70).excludes(&"QAT".parse()?), "the overlay decides about QAT");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary<'l> {
    words: Words<'l>,
    max_tier: u8,
}

impl<'l> From<Words<'l>> for Vocabulary<'l> {
    /// Returns all valid words.
    fn from(words: Words<'l>) -> Self {
        words.up_to_tier(Self::ALL_TIERS)
    }
}

impl<'l> From<&'l Lexicon> for Vocabulary<'l> {
    /// Returns all words of the lexicon.
    fn from(lexicon: &'l Lexicon) -> Self {
        Words::from(lexicon).into()
    }
}

impl<'l> Words<'l> {
    /// Returns the overlay words and the words of the lexicon whose tier is at most `max_tier`.
    #[must_use]
    pub const fn up_to_tier(self, max_tier: u8) -> Vocabulary<'l> {
        Vocabulary { words: self, max_tier }
    }
}

impl Lexicon {
    /// Returns the lowest bound that includes the same words as `max_tier`; `None` if `max_tier`
    /// includes all words.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("CAT\t\t\t\t10\nQAT\t\t\t\t70\n", "")?;
    /// let lowest = |max_tier| lexicon.lowest_max_tier(max_tier);
    /// assert_eq!([5, 10, 69, 70].map(lowest), [Some(0), Some(10), Some(10), None]);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn lowest_max_tier(&self, max_tier: u8) -> Option<u8> {
        let included = self.ranks.partition_point(|&rank| rank <= max_tier);
        let lowest = included.checked_sub(1).map_or(0, |last| self.ranks[last]);
        (included < self.ranks.len()).then_some(lowest)
    }
}

impl Lexicon {
    /// Returns true if some word has a tier.
    #[must_use]
    pub fn has_tiers(&self) -> bool {
        self.ranks.first().is_some_and(|&rank| rank < Vocabulary::ALL_TIERS)
    }
}

impl<'l> Vocabulary<'l> {
    /// The bound that includes all words, also those of unknown tier.
    pub const ALL_TIERS: u8 = text::UNKNOWN_TIER_RANK;

    /// Returns the valid words, whatever their tier.
    #[must_use]
    pub const fn words(self) -> Words<'l> {
        self.words
    }

    /// Returns true if the vocabulary includes every tier.
    #[must_use]
    pub const fn has_all_tiers(self) -> bool {
        self.max_tier >= Self::ALL_TIERS
    }

    /// Returns true if the vocabulary includes the tier of a word of the lexicon.
    #[must_use]
    pub fn has_tier_of(self, ordinal: Ordinal) -> bool {
        self.has_all_tiers()
            || text::rank_of_tier(self.words.lexicon().tier(ordinal)) <= self.max_tier
    }

    /// Returns true if a search must not take every word of the lexicon.
    #[must_use]
    pub const fn excludes_some(self) -> bool {
        !self.has_all_tiers() || !self.words.overlay().is_empty()
    }

    /// Returns true if a search must not take a word from the lexicon: the overlay decides about it,
    /// or its tier is too high.
    #[must_use]
    pub fn excludes(self, word: &Word) -> bool {
        let Self { words, .. } = self;
        let is_rare = || words.lexicon().find(word).is_some_and(|found| !self.has_tier_of(found));
        words.overlay().decides(word) || !self.has_all_tiers() && is_rare()
    }
}
