//! Counting bits: a single instruction on CPUs that have it, about a dozen on plain x86-64.

/// A way to count the set bits of a number.
pub trait CountOnes: Copy {
    /// Counts the set bits.
    fn ones(self, bits: u32) -> u32;
}

/// Counts bits with the instructions that every CPU of the target has.
#[derive(Debug, Clone, Copy)]
pub struct Portable;

impl CountOnes for Portable {
    #[inline(always)]
    fn ones(self, bits: u32) -> u32 {
        bits.count_ones()
    }
}

/// Counts bits with the POPCNT instruction.
///
/// Holding one proves that the CPU has the instruction.
///
/// ```
/// use wordcourt::lexicon::{CountOnes, Popcnt, Portable};
/// if let Some(popcnt) = Popcnt::detect() {
///     assert_eq!(popcnt.ones(0b1011), Portable.ones(0b1011));
/// }
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg(target_arch = "x86_64")]
pub struct Popcnt(());

#[cfg(target_arch = "x86_64")]
impl Popcnt {
    /// Returns a value if the CPU has the instruction.
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
        reason = "every step through the word graph counts bits; the search that takes these \
                  steps is too large to compile for each instruction set, and this instruction \
                  saves a tenth of its time"
    )]
    fn ones(self, bits: u32) -> u32 {
        let ones: u32;
        // SAFETY: a `Popcnt` proves that the CPU has the instruction, which reads and writes
        // registers only.
        unsafe {
            std::arch::asm!(
                "popcnt {0:e}, {1:e}",
                out(reg) ones,
                in(reg) bits,
                options(pure, nomem, nostack),
            );
        }
        ones
    }
}
