//! The implementations of bit counting, compared with each other.

use proptest::prelude::*;
use wordcourt::lexicon::{CountOnes as _, Popcnt, Portable};

proptest! {
    #[test]
    fn all_implementations_count_the_same(bits in any::<u32>()) {
        prop_assert_eq!(Portable.ones(bits), bits.count_ones());
        if let Some(popcnt) = Popcnt::detect() {
            prop_assert_eq!(popcnt.ones(bits), bits.count_ones());
        }
    }
}
