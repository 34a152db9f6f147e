//! The query that a scan runs on every word.

use super::blocks::Blocks;
use crate::lexicon::letter_counts::LetterCounts;
use crate::word::{Letter, LetterSet};

/// The condition on the bits of a word, by plane.
pub(super) struct Query {
    /// The planes in which the bit of the word must be set, as a mask with one bit per plane of a
    /// block.
    pub(super) needed: Vec<u64>,
    /// The planes that count towards the shortfall: the bit of the word may be set in at most as
    /// many of them as there are wilds.
    pub(super) lacking: Vec<u64>,
    /// The letters in the hand.
    pub(super) hand: LetterSet,
    pub(super) wilds: u8,
}

impl Query {
    /// Makes the query for the words that have all letters of `within` and that `hand` and wilds
    /// spell; `None` if no word has as many copies of a letter as `within`.
    pub(super) fn new(
        blocks: &Blocks,
        within: &LetterCounts,
        hand: &LetterCounts,
        wilds: u8,
    ) -> Option<Self> {
        let lacking = lacking_planes(blocks, hand, wilds);
        Some(Self { needed: needed_planes(blocks, within)?, lacking, hand: hand.letters(), wilds })
    }
}

/// Selects the planes of the words that have all letters of `within`.
fn needed_planes(blocks: &Blocks, within: &LetterCounts) -> Option<Vec<u64>> {
    let mut needed = vec![0; blocks.stride().div_ceil(64)];
    for letter in within.letters().iter() {
        // A word with more than n − 1 copies of a letter has at least n.
        let more_than = u16::from(within.count(letter)) - 1;
        let plane = blocks.planes_of(letter).nth(usize::from(more_than))?;
        needed[usize::from(plane) / 64] |= 1 << (plane % 64);
    }
    Some(needed)
}

/// Selects the planes of the words with more copies of a letter than the hand.
fn lacking_planes(blocks: &Blocks, hand: &LetterCounts, wilds: u8) -> Vec<u64> {
    let mut lacking = vec![0; blocks.stride().div_ceil(64)];
    for letter in Letter::all() {
        let beyond_hand = blocks.planes_of(letter).skip(usize::from(hand.count(letter)));
        // A word with more missing copies of one letter than there are wilds is already excluded.
        for plane in beyond_hand.take(usize::from(wilds) + 1) {
            lacking[usize::from(plane) / 64] |= 1 << (plane % 64);
        }
    }
    lacking
}
