//! Halves of planes.

use zerocopy::{FromBytes, Immutable, IntoBytes};

const LANES: usize = 4;

/// A set of 256 words: one bit per word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable)]
#[repr(C, align(32))]
pub struct Half([u64; LANES]);

/// Defines an operation on two sets. In WebAssembly, it names the vector instructions, because the
/// compiler does not combine numbers into vectors if it optimizes for size.
macro_rules! operation {
    ($name:ident, $vectors:ident, |$a:ident, $b:ident| $result:expr) => {
        #[inline(always)]
        pub(super) fn $name(self, other: Self) -> Self {
            #[cfg(target_feature = "simd128")]
            {
                use std::arch::wasm32::{v128, $vectors};
                let [a, b]: [[v128; 2]; 2] = zerocopy::transmute!([self.0, other.0]);
                Self(zerocopy::transmute!([$vectors(a[0], b[0]), $vectors(a[1], b[1])]))
            }
            #[cfg(not(target_feature = "simd128"))]
            {
                let mut set = self;
                for lane in 0..LANES {
                    let ($a, $b) = (self.0[lane], other.0[lane]);
                    set.0[lane] = $result;
                }
                set
            }
        }
    };
}

impl Half {
    pub(super) const WORDS: usize = LANES * 64;
    pub(super) const FULL: Self = Self([u64::MAX; LANES]);

    operation!(and, v128_and, |a, b| a & b);
    operation!(or, v128_or, |a, b| a | b);
    operation!(xor, v128_xor, |a, b| a ^ b);
    operation!(and_not, v128_andnot, |a, b| a & !b);

    /// Returns the set of the first `count` words.
    pub(super) fn first(count: usize) -> Self {
        Self(std::array::from_fn(|lane| low_bits(count.saturating_sub(lane * 64))))
    }

    /// Adds a word by its place.
    pub(super) const fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Calls `visit` with the index of each set bit, in ascending order.
    #[inline(always)]
    pub(super) fn for_each_one(&self, mut visit: impl FnMut(usize)) {
        for (lane, &bits) in self.0.iter().enumerate() {
            let mut rest = bits;
            // Every round clears a bit.
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
