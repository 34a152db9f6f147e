//! Letters as a multiset: how many of each there are.

use crate::word::{Letter, LetterSet, Word};

/// How many of each letter there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct LetterCounts([u8; Letter::COUNT]);

impl LetterCounts {
    /// As many of every letter as one could ask for.
    pub const PLENTY: Self = Self([u8::MAX; Letter::COUNT]);

    /// How many of a letter there are.
    #[must_use]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.0[letter.index()]
    }

    /// Adds one of a letter.
    pub const fn add(&mut self, letter: Letter) {
        self.0[letter.index()] = self.0[letter.index()].saturating_add(1);
    }

    /// Takes one of a letter away; says whether it was there.
    pub const fn take(&mut self, letter: Letter) -> bool {
        let there = self.0[letter.index()] > 0;
        self.0[letter.index()] -= there as u8;
        there
    }

    /// The counts of both together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|letter| self.0[letter].saturating_add(other.0[letter])))
    }

    /// What is left once all of `other` is taken away, if all of it is there.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let is_there = self.0.iter().zip(&other.0).all(|(has, takes)| has >= takes);
        is_there.then(|| Self(std::array::from_fn(|letter| self.0[letter].wrapping_sub(other.0[letter]))))
    }

    /// How many letters there are that `other` has not, or not as often.
    #[must_use]
    pub fn excess_over(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(has, covers)| u32::from(has.saturating_sub(*covers))).sum()
    }

    /// How many cards there are in all.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The letters that are there at all.
    #[must_use]
    pub fn letters(&self) -> LetterSet {
        Letter::all().filter(|&letter| self.count(letter) > 0).collect()
    }

    /// How many letters a word needs that are not there.
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
