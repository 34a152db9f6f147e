//! Draws of unseen cards that follow from a seed (RULEBOOK O23).

use crate::lexicon::Digest;
use crate::rules::flow::Seed;

/// A sample: the number of deals, and the seed from which they follow. By default it is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Sample {
    /// The number of deals.
    pub deals: u32,
    /// The seed.
    pub seed: Seed,
}

/// Draws cards from the unseen ones.
#[derive(Debug)]
pub(super) struct Draws<C> {
    numbers: SplitMix64,
    /// The unseen cards in the published order.
    unseen: Vec<C>,
    /// The unseen cards while they are drawn from.
    left: Vec<C>,
}

impl<C: Copy> Draws<C> {
    /// Begins the draws for a purpose, from cards in the published order.
    pub(super) fn new(purpose: &str, seed: &Seed, unseen: impl IntoIterator<Item = C>) -> Self {
        let digest = Digest::of(&[purpose.as_bytes(), &[0], seed.bytes()]).bytes();
        let first = std::array::from_fn(|byte| digest[byte]);
        let unseen: Vec<C> = unseen.into_iter().collect();
        Self { numbers: SplitMix64(u64::from_be_bytes(first)), left: unseen.clone(), unseen }
    }

    /// Draws cards, at most as many as are unseen. Every call draws from all unseen cards: it carries
    /// out the first steps of a Fisher–Yates shuffle.
    pub(super) fn draw(&mut self, drawn: &mut [C]) {
        self.left.copy_from_slice(&self.unseen);
        for (place, card) in drawn.iter_mut().enumerate() {
            let other = place + self.numbers.below(self.left.len() - place);
            *card = self.left[other];
            self.left[other] = self.left[place];
        }
    }
}

/// The generator of Steele, Lea and Flood (2014).
#[derive(Debug)]
struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns the upper half of the next number.
    const fn next_number(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    }

    /// Returns a number below `bound`, which is at most the size of a deck. Every number is equally
    /// likely (RULEBOOK F7).
    #[expect(clippy::cast_possible_truncation, reason = "a deck has fewer than 2^32 cards")]
    const fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u32;
        // Ends: the generator gives every number once in 2^64 steps.
        loop {
            let number = self.next_number();
            // The remainder of 2^32 is less than the bound, so most numbers need no division for it.
            if number <= u32::MAX - bound || number <= u32::MAX - bound.wrapping_neg() % bound {
                return (number % bound) as usize;
            }
        }
    }
}
