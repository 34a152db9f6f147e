//! Counting bits: one instruction where the CPU has it, a dozen where plain x86-64 is all that is known of it.

/// A way to count the bits that are set.
pub trait CountOnes: Copy {
    /// How many bits are set.
    fn ones(self, bits: u32) -> u32;
}

/// What the compiler makes of it for the target at large.
#[derive(Debug, Clone, Copy)]
pub struct Portable;

impl CountOnes for Portable {
    #[inline(always)]
    fn ones(self, bits: u32) -> u32 {
        bits.count_ones()
    }
}

/// The instruction POPCNT.
///
/// Holding one proves that the CPU has it.
#[derive(Debug, Clone, Copy)]
#[cfg(target_arch = "x86_64")]
pub struct Popcnt(());

#[cfg(target_arch = "x86_64")]
impl Popcnt {
    /// Asks the CPU.
    #[must_use]
    pub fn detect() -> Option<Self> {
        is_x86_feature_detected!("popcnt").then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl CountOnes for Popcnt {
    #[inline(always)]
    #[expect(
        unsafe_code,
        reason = "a walk through the word graph counts bits at every step, and what goes through it is too large to be compiled for the CPU as a whole: \
            a tenth of its time"
    )]
    fn ones(self, bits: u32) -> u32 {
        let ones: u32;
        // SAFETY: holding a `Popcnt` proves that the CPU has the instruction; it reads and writes registers only.
        unsafe {
            std::arch::asm!("popcnt {0:e}, {1:e}", out(reg) ones, in(reg) bits, options(pure, nomem, nostack));
        }
        ones
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        #[cfg(target_arch = "x86_64")]
        fn both_ways_count_the_same(bits in any::<u32>()) {
            if let Some(popcnt) = Popcnt::detect() {
                prop_assert_eq!(popcnt.ones(bits), Portable.ones(bits));
            }
        }
    }
}
