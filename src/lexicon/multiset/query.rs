//! The query that a scan runs on every word.

use super::blocks::Blocks;
use crate::lexicon::letter_counts::LetterCounts;
use crate::word::{Letter, LetterSet};

/// The condition on the bits of a word, by plane.
pub(super) struct Query {
    /// The planes in which the bit of the word must be set, as a mask with one bit per plane of a
    /// block; empty if no letters are needed.
    pub(super) needed: Vec<u64>,
    /// The way to compute the shortfall, which must be at most the number of wilds.
    pub(super) shortfall: Shortfall,
    /// The letters in the hand.
    pub(super) hand: LetterSet,
    pub(super) wilds: u8,
}

/// A way to compute the shortfall of a word from its bits in some planes, given as a mask like
/// [`Query::needed`].
pub(super) enum Shortfall {
    /// There are enough wilds for every word, so any shortfall is allowed.
    Any,
    /// The shortfall is the number of set bits in the planes of the copies that the hand lacks. There
    /// are 0 or 1 wilds.
    Lacking(Vec<u64>),
    /// The shortfall is the length of the word minus the number of set bits in the planes of the
    /// copies that the hand holds.
    Held(Vec<u64>),
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
        let needed = needed_planes(blocks, within)?;
        // Subtracting a plane takes a step for each digit. Blocks have about as many planes to add as
        // there are letters, because most planes of second copies are empty.
        let steps_held = hand.total() as usize * blocks.length_digits();
        let shortfall = if usize::from(wilds) >= blocks.longest {
            Shortfall::Any
        } else if wilds == 0 || wilds == 1 && steps_held > Letter::COUNT {
            Shortfall::Lacking(lacking_planes(blocks, hand, wilds))
        } else {
            Shortfall::Held(held_planes(blocks, hand))
        };
        Some(Self { needed, shortfall, hand: hand.letters(), wilds })
    }
}

/// Selects the planes of the words that have all letters of `within`.
fn needed_planes(blocks: &Blocks, within: &LetterCounts) -> Option<Vec<u64>> {
    let mut needed = Vec::new();
    for letter in within.letters().iter() {
        // A word with more than n − 1 copies of a letter has at least n.
        let more_than = u16::from(within.count(letter)) - 1;
        let plane = blocks.planes_of(letter).nth(usize::from(more_than))?;
        needed.resize(blocks.stride().div_ceil(64), 0);
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

/// Selects the planes of the copies that the hand holds.
fn held_planes(blocks: &Blocks, hand: &LetterCounts) -> Vec<u64> {
    let mut held = vec![0; blocks.stride().div_ceil(64)];
    for letter in hand.letters().iter() {
        for plane in blocks.planes_of(letter).take(usize::from(hand.count(letter))) {
            held[usize::from(plane) / 64] |= 1 << (plane % 64);
        }
    }
    held
}
