//! Vocabularies: the words of a lexicon up to a frequency tier.

use super::lexicon::Lexicon;
use super::ordinal::Ordinal;

/// The words of a lexicon whose frequency tier is at most a bound.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Vocabulary};
/// let lexicon = Lexicon::from_text("CAT\t\t\t\t10\nGRRL\nQAT\t\t\t\t70\n", "")?;
/// let count = |max_tier| lexicon.up_to_tier(max_tier).ordinals().count();
/// assert_eq!([5, 35, 70].map(count), [0, 1, 2]);
/// assert_eq!(count(Vocabulary::ALL_TIERS), 3, "GRRL has no tier");
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary<'l> {
    lexicon: &'l Lexicon,
    max_tier: u8,
}

impl<'l> From<&'l Lexicon> for Vocabulary<'l> {
    /// Returns all words of the lexicon.
    fn from(lexicon: &'l Lexicon) -> Self {
        lexicon.up_to_tier(Self::ALL_TIERS)
    }
}

impl Lexicon {
    /// Returns the words whose tier is at most `max_tier`.
    #[must_use]
    pub const fn up_to_tier(&self, max_tier: u8) -> Vocabulary<'_> {
        Vocabulary { lexicon: self, max_tier }
    }

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

impl<'l> Vocabulary<'l> {
    /// The bound that includes all words, also those of unknown tier.
    pub const ALL_TIERS: u8 = 100;

    /// Returns the tier as a bound that includes it: words of unknown tier count as the rarest.
    pub(super) const fn rank(tier: u8) -> u8 {
        if tier == 0 { Self::ALL_TIERS } else { tier }
    }

    /// Returns the lexicon.
    #[must_use]
    pub const fn lexicon(self) -> &'l Lexicon {
        self.lexicon
    }

    /// Returns the bound.
    #[must_use]
    pub const fn max_tier(self) -> u8 {
        self.max_tier
    }

    /// Returns true if a word of the lexicon is in the vocabulary.
    #[must_use]
    pub fn contains(self, ordinal: Ordinal) -> bool {
        Self::rank(self.lexicon.tier(ordinal)) <= self.max_tier
    }

    /// Returns the ordinals of the words, in alphabetical order.
    pub fn ordinals(self) -> impl Iterator<Item = Ordinal> + use<'l> {
        self.lexicon.ordinals().filter(move |&ordinal| self.contains(ordinal))
    }
}
