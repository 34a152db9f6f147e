//! Sets of letters.

use std::fmt;

use super::letter::Letter;

/// A set of letters, stored as one bit per letter.
///
/// ```
/// use wordcourt::word::{LetterSet, Word};
/// let word: Word = "banana".parse().unwrap();
/// let letters: LetterSet = word.letters().collect();
/// assert_eq!(letters.to_string(), "ABN");
/// assert!(letters.contains(word.letters().next().unwrap()));
/// assert_eq!(letters.complement().iter().count(), 23);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LetterSet(u32);

impl LetterSet {
    /// The set of every letter.
    pub const ALL: Self = Self((1 << Letter::COUNT) - 1);

    /// Returns the set of the letters whose bits are set. A is bit 0; bits above Z are ignored.
    ///
    /// ```
    /// use wordcourt::word::LetterSet;
    /// assert_eq!(LetterSet::from_bits(0b101).to_string(), "AC");
    /// assert_eq!(LetterSet::from_bits(u32::MAX), LetterSet::ALL);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the set as bits, one per letter: A is bit 0.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Adds a letter.
    pub const fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.index();
    }

    /// Returns true if the letter is in the set.
    #[must_use]
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 & (1 << letter.index()) != 0
    }

    /// Returns true if the set has no letters.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the letters in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the letters in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the letters that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }

    /// Counts the letters of this set that are not in `other`.
    #[inline(always)]
    pub(crate) const fn count_outside(self, other: Self) -> u32 {
        (self.0 & !other.0).count_ones()
    }

    /// Returns the letters of the set in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let letter = Letter::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(letter)
        })
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut set = Self::default();
        letters.into_iter().for_each(|letter| set.insert(letter));
        set
    }
}

impl fmt::Display for LetterSet {
    /// Writes the letters in alphabetical order, without separators.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|letter| f.write_str(letter.as_str()))
    }
}
