//! The beginnings of words, from which the leftward graph is built.

/// The maximum length of a word in the graph: the length of a row of the board.
pub(super) const MAX_LETTERS: usize = 15;

/// The beginning of a word, read backwards and encoded in one number so that paths sort by their
/// letters.
///
/// The highest bits are the letters in the order of reading, five bits each, with A as 1. Bit 32 is
/// set if the letters are a word. The low 32 bits are the index of the node that follows the
/// letters, 0 if none follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Path(u128);

impl Path {
    const LETTER_BITS: usize = 5;
    const IS_WORD: u128 = 1 << 32;
    const LETTERS: u128 = u128::MAX << (128 - Self::LETTER_BITS * MAX_LETTERS);

    /// Makes the path of upper-case letters.
    pub(super) fn new(beginning: &[u8], is_word: bool, rest: u32) -> Self {
        let letters = beginning.iter().fold(0, |letters, byte| {
            letters >> Self::LETTER_BITS | u128::from(byte - b'A' + 1) << (128 - Self::LETTER_BITS)
        });
        Self(letters | if is_word { Self::IS_WORD } else { 0 } | u128::from(rest))
    }

    /// Returns the letter at a depth; A is 0.
    #[expect(clippy::cast_possible_truncation, reason = "all but five bits are masked off")]
    pub(super) const fn letter(self, depth: usize) -> u32 {
        ((self.0 >> (128 - Self::LETTER_BITS * (depth + 1))) as u32 & 0x1f) - 1
    }

    /// Returns the number of letters.
    pub(super) fn len(self) -> usize {
        (128 - (self.0 & Self::LETTERS).trailing_zeros() as usize).div_ceil(Self::LETTER_BITS)
    }

    /// Returns true if the letters are a word.
    pub(super) const fn is_word(self) -> bool {
        self.0 & Self::IS_WORD != 0
    }

    /// Returns the index of the node that follows the letters, 0 if none follows.
    #[expect(clippy::cast_possible_truncation, reason = "the index is the low 32 bits")]
    pub(super) const fn rest(self) -> u32 {
        self.0 as u32
    }

    /// Counts the leading letters that two paths have in common, at most all letters of this path.
    pub(super) fn common(self, other: Self) -> usize {
        (((self.0 ^ other.0) & Self::LETTERS).leading_zeros() as usize / Self::LETTER_BITS)
            .min(self.len())
    }
}
