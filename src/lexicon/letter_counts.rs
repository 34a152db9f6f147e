//! Letters as a multiset: the number of copies of each.

use crate::word::{Letter, LetterSet, Word};

/// The number of copies of each letter, at most 255 per letter.
///
/// ```
/// use wordcourt::lexicon::LetterCounts;
/// use wordcourt::word::{Letter, Word};
/// let word: Word = "banana".parse().unwrap();
/// let letters: LetterCounts = word.letters().collect();
/// assert_eq!(letters.count(Letter::from_ascii(b'A').unwrap()), 3);
/// assert_eq!(letters.total(), 6);
/// assert_eq!(letters.shortfall(&"bandana".parse().unwrap()), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct LetterCounts([u8; Letter::COUNT]);

impl LetterCounts {
    /// Returns the number of copies of a letter.
    #[must_use]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.0[letter.index()]
    }

    /// Adds one copy of a letter.
    pub const fn add(&mut self, letter: Letter) {
        self.0[letter.index()] = self.0[letter.index()].saturating_add(1);
    }

    /// Removes one copy of a letter; returns false if there is no copy.
    pub const fn take(&mut self, letter: Letter) -> bool {
        let is_present = self.0[letter.index()] > 0;
        self.0[letter.index()] -= is_present as u8;
        is_present
    }

    /// Adds two multisets.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|letter| self.0[letter].saturating_add(other.0[letter])))
    }

    /// Subtracts a multiset; `None` if it has more copies of some letter than this one.
    ///
    /// ```
    /// use wordcourt::lexicon::LetterCounts;
    /// use wordcourt::word::Word;
    /// let letters =
    ///     |word: &str| -> LetterCounts { word.parse::<Word>().unwrap().letters().collect() };
    /// assert_eq!(letters("RATED").minus(&letters("TAR")), Some(letters("ED")));
    /// assert_eq!(letters("RATED").minus(&letters("TART")), None);
    /// ```
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let is_contained = self.0.iter().zip(&other.0).all(|(has, takes)| has >= takes);
        is_contained.then(|| {
            Self(std::array::from_fn(|letter| self.0[letter].wrapping_sub(other.0[letter])))
        })
    }

    /// Keeps the letters of which this multiset has more copies than another one, with all their
    /// copies.
    #[must_use]
    pub(crate) fn where_more_than(&self, other: &Self) -> Self {
        let kept = |(has, others): (u8, u8)| if has > others { has } else { 0 };
        Self(std::array::from_fn(|letter| kept((self.0[letter], other.0[letter]))))
    }

    /// Counts the copies in this multiset that are not in `other`.
    #[must_use]
    pub fn excess_over(&self, other: &Self) -> u32 {
        self.0
            .iter()
            .zip(&other.0)
            .map(|(has, covers)| u32::from(has.saturating_sub(*covers)))
            .sum()
    }

    /// Returns the total number of copies of all letters.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Returns the letters with at least one copy.
    #[must_use]
    pub fn letters(&self) -> LetterSet {
        Letter::all().filter(|&letter| self.count(letter) > 0).collect()
    }

    /// Counts the letters of a word that are missing from this multiset.
    #[must_use]
    pub fn shortfall(&self, word: &Word) -> usize {
        let mut left = *self;
        word.letters().filter(|&letter| !left.take(letter)).count()
    }
}

impl FromIterator<Letter> for LetterCounts {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut counts = Self::default();
        letters.into_iter().for_each(|letter| counts.add(letter));
        counts
    }
}
