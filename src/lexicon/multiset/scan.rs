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

use super::blocks::{Blocks, LENGTH_DIGITS};
use super::plane::{Plane, Spellable};
use super::query::{Query, Shortfall};

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
    match &query.shortfall {
        Shortfall::Any => scan_blocks::<0, 0>(blocks, query, &[], among),
        Shortfall::Lacking(planes) if query.wilds == 0 => {
            scan_blocks::<1, 0>(blocks, query, planes, among)
        }
        Shortfall::Lacking(planes) => scan_blocks::<2, 0>(blocks, query, planes, among),
        Shortfall::Held(planes) => match blocks.length_digits() {
            3 => scan_blocks::<0, 3>(blocks, query, planes, among),
            4 => scan_blocks::<0, 4>(blocks, query, planes, among),
            _ => scan_blocks::<0, LENGTH_DIGITS>(blocks, query, planes, among),
        },
    }
}

/// With `COUNTERS`, adds the `counted` planes, those of copies that the hand lacks, in unary. With
/// `DIGITS`, subtracts the `counted` planes, those of copies that the hand holds, from the lengths in
/// binary. With neither, allows any shortfall.
#[inline(always)]
fn scan_blocks<const COUNTERS: usize, const DIGITS: usize>(
    blocks: &Blocks,
    query: &Query,
    counted: &[u64],
    among: Option<&Spellable>,
) -> Spellable {
    let mut found =
        Vec::with_capacity(among.map_or(blocks.common.len(), |among| among.blocks.len()));
    let mut count = 0;
    if let Some(among) = among {
        for &(number, words) in &among.blocks {
            let words =
                words_of_block::<COUNTERS, DIGITS>(blocks, query, counted, number).and(words);
            if !words.is_empty() {
                found.push((number, words));
                count += words.count() as usize;
            }
        }
    } else {
        for (number, _) in (0_u32..).zip(&blocks.common) {
            let words = words_of_block::<COUNTERS, DIGITS>(blocks, query, counted, number);
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
    counted: &[u64],
    number: u32,
) -> Plane {
    let Query { needed, hand, wilds, .. } = query;
    let block = number as usize;
    // All words of the block have some letters that the hand lacks.
    if blocks.common[block].count_outside(*hand) > u32::from(*wilds) {
        return Plane::default();
    }
    let Some(needed) = all_of(blocks, block, needed) else { return Plane::default() };
    let words = match (COUNTERS, DIGITS) {
        (0, 0) => needed,
        (0, _) => at_most(&shortfalls::<DIGITS>(blocks, block, counted), *wilds).and(needed),
        _ => lacking_fewer_than::<COUNTERS>(blocks, block, counted).and(needed),
    };
    if block + 1 == blocks.common.len() { words.and(blocks.last) } else { words }
}

/// Returns the words whose bits are set in all selected planes; `None` if there are none.
#[inline(always)]
fn all_of(blocks: &Blocks, block: usize, selected: &[u64]) -> Option<Plane> {
    if selected.is_empty() {
        return Some(Plane::FULL);
    }
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

/// Returns the words of which the hand lacks fewer than `COUNTERS` letters. Counts in unary and
/// saturates: `counter[n]` contains the words of which it lacks more than n.
#[inline(always)]
fn lacking_fewer_than<const COUNTERS: usize>(
    blocks: &Blocks,
    block: usize,
    lacking: &[u64],
) -> Plane {
    let mut counter = [Plane::default(); COUNTERS];
    for &plane in blocks.selected_planes(block, lacking) {
        for n in (1..COUNTERS).rev() {
            counter[n] = counter[n].or(counter[n - 1].and(plane));
        }
        counter[0] = counter[0].or(plane);
    }
    Plane::FULL.and_not(counter[COUNTERS - 1])
}

/// Returns the shortfall of each word in binary: its length minus the number of copies that the hand
/// holds. `digits[n]` contains bit n of each shortfall.
#[inline(always)]
fn shortfalls<const DIGITS: usize>(blocks: &Blocks, block: usize, held: &[u64]) -> [Plane; DIGITS] {
    let mut digits: [Plane; DIGITS] = std::array::from_fn(|n| blocks.lengths[block][n]);
    for &plane in blocks.selected_planes(block, held) {
        let mut borrow = plane;
        for digit in &mut digits {
            (*digit, borrow) = (digit.xor(borrow), borrow.and_not(*digit));
        }
    }
    digits
}

/// Returns the words whose number is at most `bound`. Compares from the highest digit down: the
/// number is smaller at the first digit that differs, or equal in all digits. The lowest
/// digits of the bound that are all 1 are skipped, because no digits exceed them.
#[inline(always)]
fn at_most(digits: &[Plane], bound: u8) -> Plane {
    let mut smaller = Plane::default();
    let mut equal = Plane::FULL;
    for n in (bound.trailing_ones() as usize..digits.len()).rev() {
        if bound >> n & 1 == 1 {
            smaller = smaller.or(equal.and_not(digits[n]));
            equal = equal.and(digits[n]);
        } else {
            equal = equal.and_not(digits[n]);
        }
    }
    smaller.or(equal)
}
