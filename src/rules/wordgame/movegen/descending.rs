//! Short lists of numbers in descending order.

use crate::rules::limits::RACK_TILES;

/// The number of lanes: vectors of 128 bits have eight lanes of 16 bits.
const LANES: usize = RACK_TILES.next_multiple_of(8);

/// Numbers in descending order, followed by zeros.
///
/// Every lane takes part in every step, so that the compiler uses vectors. It would not after
/// inlining, when it keeps the lanes in separate registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Descending {
    /// The numbers, after one that is greater than all.
    lanes: [i16; 1 + LANES],
}

impl Descending {
    pub(super) const EMPTY: Self = {
        let mut lanes = [0; 1 + LANES];
        lanes[0] = i16::MAX;
        Self { lanes }
    };

    /// Adds a number; the list must have fewer than [`RACK_TILES`] numbers.
    #[inline(never)]
    pub(super) fn insert(&mut self, number: i16) {
        let mut before = [0; LANES];
        before.copy_from_slice(&self.lanes[..LANES]);
        // The greater numbers stay, the others move to the next lane.
        for (lane, before) in self.lanes[1..].iter_mut().zip(before) {
            *lane = before.min(number).max(*lane);
        }
    }

    /// Adds a number, which must not be greater than the others, after `count` numbers.
    #[inline(always)]
    pub(super) const fn push(&mut self, count: usize, number: i16) {
        self.lanes[1 + count] = number;
    }

    /// Returns the sum of the products of the numbers at the same places, which must be below 2³¹:
    /// the greatest sum that any assignment of the numbers of one list to those of the other gives.
    #[inline(never)]
    pub(super) fn dot(&self, other: &Self) -> u32 {
        let products = self.lanes[1..].iter().zip(&other.lanes[1..]);
        products.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>().cast_unsigned()
    }
}

impl Default for Descending {
    fn default() -> Self {
        Self::EMPTY
    }
}
