//! Sets of words of a block, and of an index.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// The number of words in a block.
pub const BLOCK_WORDS: usize = 512;
const LANES: usize = BLOCK_WORDS / 64;

/// A set of words of a block: 512 bits, one per word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable)]
#[repr(C, align(64))]
pub struct Plane([u64; LANES]);

/// One half of a plane.
pub(super) type Half = [u64; LANES / 2];

impl Plane {
    pub(super) const FULL: Self = Self([u64::MAX; LANES]);

    /// Returns the set of the first `count` words of a block.
    pub(super) fn first(count: usize) -> Self {
        Self(std::array::from_fn(|lane| low_bits(count.saturating_sub(lane * 64))))
    }

    /// Returns the first half or the second one.
    #[inline(always)]
    pub(super) fn half(&self, half: usize) -> Half {
        let start = half * (LANES / 2);
        std::array::from_fn(|lane| self.0[start + lane])
    }

    #[inline(always)]
    pub(super) fn of_halves(halves: [Half; 2]) -> Self {
        Self(std::array::from_fn(|lane| halves[lane / (LANES / 2)][lane % (LANES / 2)]))
    }

    /// Adds a word by its place in the block.
    pub(super) const fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline(always)]
    pub(super) fn and(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] &= other.0[lane];
        }
        self
    }

    #[inline(always)]
    pub(super) fn or(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] |= other.0[lane];
        }
        self
    }

    #[inline(always)]
    pub(super) fn xor(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] ^= other.0[lane];
        }
        self
    }

    #[inline(always)]
    pub(super) fn and_not(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] &= !other.0[lane];
        }
        self
    }

    /// Returns true if no bit is set.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }

    /// Counts the set bits.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut count = 0;
        for lane in self.0 {
            count += lane.count_ones();
        }
        count
    }

    /// Calls `visit` with the index of each set bit, in ascending order.
    #[inline(always)]
    pub fn for_each_one(&self, mut visit: impl FnMut(usize)) {
        for (lane, &bits) in self.0.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                visit(lane * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

const fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
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
            while others.next_if(|(other, _)| *other < block).is_some() {}
            let (_, others) = others.next_if(|(other, _)| *other == block)?;
            Some((block, words.and(*others))).filter(|(_, words)| !words.is_empty())
        });
        let blocks: Vec<(u32, Plane)> = both.collect();
        let count = blocks.iter().map(|(_, words)| words.count() as usize).sum();
        Self { blocks, count }
    }
}
