//! Sets of words of a block, and of an index.

use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::half::Half;

/// The number of words in a block.
pub const BLOCK_WORDS: usize = 512;
const HALVES: usize = 2;

/// A set of words of a block: 512 bits, one per word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable)]
#[repr(C, align(64))]
pub struct Plane([Half; HALVES]);

impl Plane {
    pub(super) const FULL: Self = Self([Half::FULL; HALVES]);

    /// Returns the set of the first `count` words of a block.
    pub(super) fn first(count: usize) -> Self {
        Self(std::array::from_fn(|half| Half::first(count.saturating_sub(half * Half::WORDS))))
    }

    /// Adds a word by its place in the block.
    pub(super) const fn insert(&mut self, place: usize) {
        self.0[place / Half::WORDS].insert(place % Half::WORDS);
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self([self.0[0].and(other.0[0]), self.0[1].and(other.0[1])])
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self([self.0[0].or(other.0[0]), self.0[1].or(other.0[1])])
    }

    #[inline(always)]
    pub(super) fn xor(self, other: Self) -> Self {
        Self([self.0[0].xor(other.0[0]), self.0[1].xor(other.0[1])])
    }

    #[inline(always)]
    pub(super) fn and_not(self, other: Self) -> Self {
        Self([self.0[0].and_not(other.0[0]), self.0[1].and_not(other.0[1])])
    }

    /// Returns true if no bit is set.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0[0].or(self.0[1]).is_empty()
    }

    /// Counts the set bits.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0[0].count() + self.0[1].count()
    }

    /// Calls `visit` with the index of each set bit, in ascending order.
    #[inline(always)]
    pub fn for_each_one(&self, mut visit: impl FnMut(usize)) {
        for (half, bits) in self.0.iter().enumerate() {
            bits.for_each_one(|index| visit(half * Half::WORDS + index));
        }
    }
}

/// The words of an index that can be spelled, block by block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spellable {
    /// The blocks that contain such words, with their numbers, in ascending order.
    pub blocks: Vec<(u32, Plane)>,
    /// The total number of such words.
    pub count: usize,
}

impl Spellable {
    /// Keeps the words for whose place in the index `keep` returns true.
    pub(super) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        self.blocks.retain_mut(|(block, words)| {
            let mut kept = Plane::default();
            words.for_each_one(|bit| {
                if keep(*block as usize * BLOCK_WORDS + bit) {
                    kept.insert(bit);
                }
            });
            *words = kept;
            !kept.is_empty()
        });
        self.count = count(&self.blocks);
    }

    /// Returns the words that are in both sets, which must come from the same index.
    ///
    /// ```
    /// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
    /// use wordcourt::word::Word;
    /// let words: Vec<Word> = ["TEA", "TEE", "TOE"].map(|word| word.parse().unwrap()).into();
    /// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
    /// let letters = |word: &Word| -> LetterCounts { word.letters().collect() };
    /// let tea = index.spellable_blocks(&letters(&words[0]), 0);
    /// let tee_and_wild = index.spellable_blocks(&letters(&words[1]), 1);
    /// assert_eq!((tea.count, tee_and_wild.count, tea.and(&tee_and_wild).count), (1, 3, 1));
    /// ```
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut others = other.blocks.iter().peekable();
        let both = self.blocks.iter().filter_map(|&(block, words)| {
            // Each step takes a block.
            while others.next_if(|(other, _)| *other < block).is_some() {}
            let (_, others) = others.next_if(|(other, _)| *other == block)?;
            Some((block, words.and(*others))).filter(|(_, words)| !words.is_empty())
        });
        let blocks: Vec<(u32, Plane)> = both.collect();
        Self { count: count(&blocks), blocks }
    }
}

/// Counts the words of some blocks.
fn count(blocks: &[(u32, Plane)]) -> usize {
    blocks.iter().map(|(_, words)| words.count() as usize).sum()
}
