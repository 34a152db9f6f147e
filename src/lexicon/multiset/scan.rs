//! The scan, compiled for several instruction sets. The best one that the CPU has is chosen at run
//! time.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for an instruction set after checking that the CPU has \
                  it; they are 2–3.5 times as fast as plain x86-64"
    )
)]

use super::blocks::Blocks;
use super::plane::{Plane, Spellable};
use super::query::Query;

/// Finds the words, all or those among some, that have the needed letters and whose shortfall is at
/// most the number of wilds.
pub(super) fn scan(blocks: &Blocks, query: &Query, among: Option<&Spellable>) -> Spellable {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
        {
            // SAFETY: the CPU has AVX-512F, POPCNT and BMI1.
            return unsafe { scan_avx512(blocks, query, among) };
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
        {
            // SAFETY: the CPU has AVX2, POPCNT and BMI1.
            return unsafe { scan_avx2(blocks, query, among) };
        }
    }
    scan_portable(blocks, query, among)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,popcnt,bmi1")]
fn scan_avx512(blocks: &Blocks, query: &Query, among: Option<&Spellable>) -> Spellable {
    scan_portable(blocks, query, among)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn scan_avx2(blocks: &Blocks, query: &Query, among: Option<&Spellable>) -> Spellable {
    scan_portable(blocks, query, among)
}

#[inline(always)]
fn scan_portable(blocks: &Blocks, query: &Query, among: Option<&Spellable>) -> Spellable {
    match (query.wilds, blocks.longest) {
        (0, _) => scan_blocks::<1, 0>(blocks, query, among),
        (1, _) => scan_blocks::<2, 0>(blocks, query, among),
        (2, _) => scan_blocks::<3, 0>(blocks, query, among),
        (3, _) => scan_blocks::<4, 0>(blocks, query, among),
        // The shortfall of a word is at most its length.
        (wilds, longest) if usize::from(wilds) >= longest => {
            scan_blocks::<0, 0>(blocks, query, among)
        }
        (_, 0..=7) => scan_blocks::<0, 3>(blocks, query, among),
        (_, 8..=15) => scan_blocks::<0, 4>(blocks, query, among),
        // Words have at most 45 letters.
        _ => scan_blocks::<0, 6>(blocks, query, among),
    }
}

/// Counts the shortfalls in unary if there are `COUNTERS`, or in binary if there are `DIGITS`. If
/// there are neither, finds all words that have the needed letters.
#[inline(always)]
fn scan_blocks<const COUNTERS: usize, const DIGITS: usize>(
    blocks: &Blocks,
    query: &Query,
    among: Option<&Spellable>,
) -> Spellable {
    let mut found =
        Vec::with_capacity(among.map_or(blocks.common.len(), |among| among.blocks.len()));
    let mut count = 0;
    if let Some(among) = among {
        for &(number, words) in &among.blocks {
            let words = words_of_block::<COUNTERS, DIGITS>(blocks, query, number).and(words);
            if !words.is_empty() {
                found.push((number, words));
                count += words.count() as usize;
            }
        }
    } else {
        for (number, _) in (0_u32..).zip(&blocks.common) {
            let words = words_of_block::<COUNTERS, DIGITS>(blocks, query, number);
            if !words.is_empty() {
                found.push((number, words));
                count += words.count() as usize;
            }
        }
    }
    Spellable { blocks: found, count }
}

/// Returns the words of a block that match.
#[inline(always)]
fn words_of_block<const COUNTERS: usize, const DIGITS: usize>(
    blocks: &Blocks,
    query: &Query,
    number: u32,
) -> Plane {
    let Query { needed, lacking, hand, wilds } = query;
    let block = number as usize;
    // All words of the block have some letters that the hand lacks.
    if blocks.common[block].count_outside(*hand) > u32::from(*wilds) {
        return Plane::default();
    }
    let Some(needed) = all_of(blocks, block, needed) else { return Plane::default() };
    let words = match (COUNTERS, DIGITS) {
        (0, 0) => needed,
        (0, _) => at_most_binary::<DIGITS>(blocks, block, lacking, *wilds).and(needed),
        _ => at_most_unary::<COUNTERS>(blocks, block, lacking).and(needed),
    };
    if block + 1 == blocks.common.len() { words.and(blocks.last) } else { words }
}

/// Returns the words whose bits are set in all selected planes; `None` if there are none.
#[inline(always)]
fn all_of(blocks: &Blocks, block: usize, selected: &[u64]) -> Option<Plane> {
    let occupied = blocks.occupied(block, selected.len());
    if selected.iter().zip(occupied).any(|(selected, occupied)| selected & !occupied != 0) {
        return None;
    }
    let mut all = Plane::FULL;
    for &plane in blocks.selected_planes(block, selected) {
        all = all.and(plane);
    }
    (!all.is_empty()).then_some(all)
}

/// Returns the words whose shortfall is less than `COUNTERS`. Counts in unary and saturates:
/// `counter[n]` contains the words whose shortfall is more than n.
#[inline(always)]
fn at_most_unary<const COUNTERS: usize>(blocks: &Blocks, block: usize, lacking: &[u64]) -> Plane {
    if cfg!(target_family = "wasm") && COUNTERS > 2 {
        return at_most_in_pairs::<COUNTERS>(blocks, block, lacking);
    }
    let mut counter = [Plane::default(); COUNTERS];
    for &plane in blocks.selected_planes(block, lacking) {
        for n in (1..COUNTERS).rev() {
            counter[n] = counter[n].or(counter[n - 1].and(plane));
        }
        counter[0] = counter[0].or(plane);
    }
    Plane::FULL.and_not(counter[COUNTERS - 1])
}

/// Does the same as [`at_most_unary`] for three or four counters, with fewer operations: adds two
/// planes at once, in binary. In WebAssembly, each operation on planes takes four instructions.
/// `fours` contains the words whose shortfall is 4 or more.
#[inline(always)]
fn at_most_in_pairs<const COUNTERS: usize>(
    blocks: &Blocks,
    block: usize,
    lacking: &[u64],
) -> Plane {
    debug_assert!(COUNTERS == 3 || COUNTERS == 4);
    let [mut ones, mut twos, mut fours] = [Plane::default(); 3];
    let mut planes = blocks.selected_planes(block, lacking);
    while let Some(first) = planes.next() {
        let second = planes.next().copied().unwrap_or_default();
        let differ = first.xor(second);
        let carry = first.and(second).or(differ.and(ones));
        ones = ones.xor(differ);
        fours = fours.or(twos.and(carry));
        twos = twos.xor(carry);
    }
    let too_many = if COUNTERS == 3 { fours.or(ones.and(twos)) } else { fours };
    Plane::FULL.and_not(too_many)
}

/// Returns the words whose shortfall is at most `wilds`. Counts in binary: `digits[n]` contains bit
/// n of the shortfall of each word.
#[inline(always)]
fn at_most_binary<const DIGITS: usize>(
    blocks: &Blocks,
    block: usize,
    lacking: &[u64],
    wilds: u8,
) -> Plane {
    let mut digits = [Plane::default(); DIGITS];
    for &plane in blocks.selected_planes(block, lacking) {
        let mut carry = plane;
        for digit in &mut digits {
            let sum = digit.xor(carry);
            carry = digit.and(carry);
            *digit = sum;
        }
    }
    at_most(&digits, wilds)
}

/// Returns the words whose number is at most `bound`. Compares from the highest digit down: the
/// number is smaller at the first digit that differs, or equal in all digits.
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
