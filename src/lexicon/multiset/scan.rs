//! One scan, compiled for several instruction sets and chosen as the program runs.

#![expect(
    unsafe_code,
    reason = "calling a function compiled for an instruction set, after asking the CPU whether it has it: 2–3.5 times the speed of plain x86-64"
)]

use super::{MultisetIndex, Plane, Query, Spellable};

/// The words that have what is needed and lack at most as many letters as there are wilds.
pub(super) fn scan(index: &MultisetIndex, query: &Query) -> Spellable {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1")
        {
            // SAFETY: the CPU has AVX-512F, POPCNT and BMI1.
            return unsafe { scan_avx512(index, query) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the CPU has AVX2, POPCNT and BMI1.
            return unsafe { scan_avx2(index, query) };
        }
    }
    scan_portable(index, query)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,popcnt,bmi1")]
fn scan_avx512(index: &MultisetIndex, query: &Query) -> Spellable {
    scan_portable(index, query)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn scan_avx2(index: &MultisetIndex, query: &Query) -> Spellable {
    scan_portable(index, query)
}

#[inline(always)]
pub(super) fn scan_portable(index: &MultisetIndex, query: &Query) -> Spellable {
    match (query.wilds, index.longest) {
        (0, _) => scan_blocks::<1, 0>(index, query),
        (1, _) => scan_blocks::<2, 0>(index, query),
        (2, _) => scan_blocks::<3, 0>(index, query),
        (3, _) => scan_blocks::<4, 0>(index, query),
        // No word lacks more letters than it has.
        (wilds, longest) if usize::from(wilds) >= longest => scan_blocks::<0, 0>(index, query),
        (_, 0..=7) => scan_blocks::<0, 3>(index, query),
        (_, 8..=15) => scan_blocks::<0, 4>(index, query),
        // Words have at most 45 letters.
        _ => scan_blocks::<0, 6>(index, query),
    }
}

/// Counts what is lacking in unary if there are `COUNTERS`, in binary if there are `DIGITS`; if there are neither, all words are found.
#[inline(always)]
fn scan_blocks<const COUNTERS: usize, const DIGITS: usize>(index: &MultisetIndex, query: &Query) -> Spellable {
    let Query { needed, lacking, hand, wilds } = query;
    let mut blocks = Vec::with_capacity(index.common.len());
    let mut count = 0;
    for (block, common) in index.common.iter().enumerate() {
        // All words of the block lack these letters.
        if common.count_outside(*hand) > u32::from(*wilds) {
            continue;
        }
        let Some(needed) = all_of(index, block, needed) else { continue };
        let mut found = match (COUNTERS, DIGITS) {
            (0, 0) => needed,
            (0, _) => at_most_binary::<DIGITS>(index, block, lacking, *wilds).and(needed),
            _ => at_most_unary::<COUNTERS>(index, block, lacking).and(needed),
        };
        if block + 1 == index.common.len() {
            found = found.and(index.last_block());
        }
        if found.is_empty() {
            continue;
        }
        blocks.push((block as u32, found));
        count += found.count() as usize;
    }
    Spellable { blocks, count }
}

/// The words whose bits are set in all planes asked for; `None` if there are none.
#[inline(always)]
fn all_of(index: &MultisetIndex, block: usize, asked: &[u64]) -> Option<Plane> {
    let occupied = &index.occupied[block * asked.len()..][..asked.len()];
    if asked.iter().zip(occupied).any(|(asked, occupied)| asked & !occupied != 0) {
        return None;
    }
    let mut all = Plane::FULL;
    for &plane in index.asked_planes(block, asked) {
        all = all.and(plane);
    }
    (!all.is_empty()).then_some(all)
}

/// The words that lack less than `COUNTERS` letters. Counts in unary, saturating: `counter[n]` says "more than n are lacking".
#[inline(always)]
fn at_most_unary<const COUNTERS: usize>(index: &MultisetIndex, block: usize, lacking: &[u64]) -> Plane {
    let mut counter = [Plane::default(); COUNTERS];
    for &plane in index.asked_planes(block, lacking) {
        for n in (1..COUNTERS).rev() {
            counter[n] = counter[n].or(counter[n - 1].and(plane));
        }
        counter[0] = counter[0].or(plane);
    }
    Plane::FULL.and_not(counter[COUNTERS - 1])
}

/// The words that lack at most `wilds` letters. Counts in binary: bit n of a word's shortfall in `digits[n]`.
#[inline(always)]
fn at_most_binary<const DIGITS: usize>(index: &MultisetIndex, block: usize, lacking: &[u64], wilds: u8) -> Plane {
    let mut digits = [Plane::default(); DIGITS];
    for &plane in index.asked_planes(block, lacking) {
        let mut carry = plane;
        for digit in &mut digits {
            let sum = digit.xor(carry);
            carry = digit.and(carry);
            *digit = sum;
        }
    }
    at_most(&digits, wilds)
}

/// The words whose number is at most `bound`: from the highest digit down, smaller at the first difference or equal throughout.
#[inline(always)]
fn at_most(digits: &[Plane], bound: u8) -> Plane {
    let mut smaller = Plane::default();
    let mut equal = Plane::FULL;
    for (n, &digit) in digits.iter().enumerate().rev() {
        if bound >> n & 1 == 1 {
            smaller = smaller.or(equal.and_not(digit));
            equal = equal.and(digit);
        } else {
            equal = equal.and_not(digit);
        }
    }
    smaller.or(equal)
}
