//! The bit-sliced multiset index: which words can be spelled from a hand of letters and wilds.
//!
//! Words stand in blocks of 512. For every letter and every count k a block has one *plane* of 512 bits, "the word has more
//! than k of this letter". A hand that holds r of a letter lacks as many of it as there are planes k ≥ r with the word's bit
//! set; adding these bits up over all letters, 512 words at a time, gives every word's shortfall, and a word can be
//! spelled when its shortfall is at most the number of wilds. The work hardly depends on the letters of the hand.

use super::Ordinal;
use crate::word::{Letter, LetterSet, Word};

/// How many words a block holds.
pub const BLOCK: usize = 512;
const LANES: usize = BLOCK / 64;

/// 512 bits, one a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Plane([u64; LANES]);

impl Plane {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// How many bits are set.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|lane| lane.count_ones()).sum()
    }

    /// The places of the set bits, in rising order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(lane, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    lane * 64 + bit
                })
            })
        })
    }
}

/// How many of each letter there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct LetterCounts([u8; Letter::COUNT]);

impl LetterCounts {
    /// How many of a letter there are.
    #[must_use]
    pub const fn count(&self, letter: Letter) -> u8 {
        self.0[letter.index()]
    }

    /// Adds one of a letter.
    pub const fn add(&mut self, letter: Letter) {
        self.0[letter.index()] = self.0[letter.index()].saturating_add(1);
    }

    /// Takes one of a letter away; says whether it was there.
    pub const fn take(&mut self, letter: Letter) -> bool {
        let there = self.0[letter.index()] > 0;
        self.0[letter.index()] -= there as u8;
        there
    }

    /// The counts of both together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|letter| self.0[letter].saturating_add(other.0[letter])))
    }

    /// How many cards there are in all.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The letters that are there at all.
    #[must_use]
    pub fn letters(&self) -> LetterSet {
        Letter::all().filter(|&letter| self.count(letter) > 0).collect()
    }

    /// How many letters a word needs that are not there.
    #[must_use]
    pub fn shortfall(&self, word: &Word) -> usize {
        let mut left = *self;
        word.letters().filter(|&letter| !left.take(letter)).count()
    }
}

impl FromIterator<Letter> for LetterCounts {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut counts = Self::default();
        letters.into_iter().for_each(|letter| counts.add(letter));
        counts
    }
}

/// An index over words in an order of the caller's choice, mostly by falling worth, so that a search for the best may stop early.
///
/// ```
/// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
/// use wordcourt::word::{Letter, Word};
/// let words: Vec<Word> = ["TEA", "EAT", "TEE", "TOE"].iter().map(|word| word.parse().unwrap()).collect();
/// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
/// let hand: LetterCounts = "TEA".bytes().filter_map(Letter::from_ascii).collect();
/// let found: Vec<_> = index.spellable(&hand, 0).map(|place| index.ordinal(place)).collect();
/// assert_eq!(found, [Ordinal(0), Ordinal(1)]);
/// ```
#[derive(Debug)]
pub struct MultisetIndex {
    /// Block after block, each `stride` planes: letter after letter, its counts rising.
    planes: Vec<Plane>,
    /// Where a letter's planes begin within a block; the last entry is the stride.
    first_plane: [u16; Letter::COUNT + 1],
    ordinals: Vec<Ordinal>,
}

impl MultisetIndex {
    /// Builds the index; a word's *place* is its position in this order.
    pub fn build<'w>(words: impl IntoIterator<Item = (Ordinal, &'w Word)>) -> Self {
        let (ordinals, counts): (Vec<Ordinal>, Vec<LetterCounts>) =
            words.into_iter().map(|(ordinal, word)| (ordinal, word.letters().collect::<LetterCounts>())).unzip();
        let mut first_plane = [0; Letter::COUNT + 1];
        for letter in Letter::all() {
            let most = counts.iter().map(|counts| counts.count(letter)).max().unwrap_or_default();
            first_plane[letter.index() + 1] = first_plane[letter.index()] + u16::from(most);
        }
        let stride = usize::from(first_plane[Letter::COUNT]);
        let mut planes = vec![Plane::default(); stride * counts.len().div_ceil(BLOCK)];
        for (place, counts) in counts.iter().enumerate() {
            let block = &mut planes[place / BLOCK * stride..][..stride];
            for letter in Letter::all() {
                let first = usize::from(first_plane[letter.index()]);
                for plane in &mut block[first..first + usize::from(counts.count(letter))] {
                    plane.0[place % BLOCK / 64] |= 1 << (place % 64);
                }
            }
        }
        Self { planes, first_plane, ordinals }
    }

    /// How many words the index holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ordinals.len()
    }

    /// Whether the index holds no word.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ordinals.is_empty()
    }

    /// The word at a place.
    #[must_use]
    pub fn ordinal(&self, place: usize) -> Ordinal {
        self.ordinals[place]
    }

    /// For each block the words that can be spelled from letters and wilds, cards that stand for any one letter.
    #[must_use]
    pub fn spellable_blocks(&self, hand: &LetterCounts, wilds: u8) -> Vec<Plane> {
        let mut found = vec![Plane::default(); self.ordinals.len().div_ceil(BLOCK)];
        let lacking = self.lacking_planes(hand, wilds);
        dispatch::scan(&self.planes, self.stride(), &lacking, wilds, &mut found);
        // The last block's unused bits belong to no word; as words without letters they'd always be spellable.
        if let (Some(last), used @ 1..) = (found.last_mut(), self.ordinals.len() % BLOCK) {
            *last = last.and(Plane(std::array::from_fn(|lane| low_bits(used.saturating_sub(lane * 64)))));
        }
        found
    }

    /// The places of all words that can be spelled from letters and wilds, in rising order.
    pub fn spellable(&self, hand: &LetterCounts, wilds: u8) -> impl Iterator<Item = usize> + use<> {
        self.spellable_blocks(hand, wilds)
            .into_iter()
            .enumerate()
            .flat_map(|(block, found)| found.ones().map(move |bit| block * BLOCK + bit).collect::<Vec<_>>())
    }

    fn stride(&self) -> usize {
        usize::from(self.first_plane[Letter::COUNT])
    }

    /// The planes that tell of letters beyond those in the hand, as offsets into a block.
    fn lacking_planes(&self, hand: &LetterCounts, wilds: u8) -> Vec<u16> {
        Letter::all()
            .flat_map(|letter| {
                let (first, end) = (self.first_plane[letter.index()], self.first_plane[letter.index() + 1]);
                let from = first.saturating_add(u16::from(hand.count(letter))).min(end);
                // One letter that lacks more than all the wilds decides already.
                from..end.min(from.saturating_add(u16::from(wilds) + 1))
            })
            .collect()
    }
}

const fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// One scan, compiled for several instruction sets and chosen as the program runs.
mod dispatch {
    #![expect(
        unsafe_code,
        reason = "calling a function compiled for an instruction set, after asking the CPU whether it has it: 2–3.5 times the speed of plain x86-64"
    )]

    use super::Plane;

    pub(super) fn scan(planes: &[Plane], stride: usize, lacking: &[u16], wilds: u8, found: &mut [Plane]) {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: the CPU has AVX-512F.
                return unsafe { scan_avx512(planes, stride, lacking, wilds, found) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the CPU has AVX2.
                return unsafe { scan_avx2(planes, stride, lacking, wilds, found) };
            }
        }
        scan_portable(planes, stride, lacking, wilds, found);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn scan_avx512(planes: &[Plane], stride: usize, lacking: &[u16], wilds: u8, found: &mut [Plane]) {
        scan_portable(planes, stride, lacking, wilds, found);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn scan_avx2(planes: &[Plane], stride: usize, lacking: &[u16], wilds: u8, found: &mut [Plane]) {
        scan_portable(planes, stride, lacking, wilds, found);
    }

    #[inline(always)]
    pub(super) fn scan_portable(planes: &[Plane], stride: usize, lacking: &[u16], wilds: u8, found: &mut [Plane]) {
        match wilds {
            0 => scan_unary::<1>(planes, stride, lacking, found),
            1 => scan_unary::<2>(planes, stride, lacking, found),
            2 => scan_unary::<3>(planes, stride, lacking, found),
            3 => scan_unary::<4>(planes, stride, lacking, found),
            _ => scan_binary(planes, stride, lacking, wilds, found),
        }
    }

    /// Counts in unary, saturating: `counter[n]` says "more than n are lacking".
    #[inline(always)]
    fn scan_unary<const COUNTERS: usize>(planes: &[Plane], stride: usize, lacking: &[u16], found: &mut [Plane]) {
        for (block, found) in planes.chunks_exact(stride.max(1)).zip(found) {
            let mut counter = [Plane::default(); COUNTERS];
            for &offset in lacking {
                let plane = block[usize::from(offset)];
                for n in (1..COUNTERS).rev() {
                    counter[n] = counter[n].or(counter[n - 1].and(plane));
                }
                counter[0] = counter[0].or(plane);
            }
            *found = Plane([u64::MAX; super::LANES]).and_not(counter[COUNTERS - 1]);
        }
    }

    /// Counts in binary: bit n of a word's shortfall in `digit[n]`. Six digits hold it: words have at most 45 letters.
    #[inline(always)]
    fn scan_binary(planes: &[Plane], stride: usize, lacking: &[u16], wilds: u8, found: &mut [Plane]) {
        const DIGITS: usize = 6;
        for (block, found) in planes.chunks_exact(stride.max(1)).zip(found) {
            let mut digit = [Plane::default(); DIGITS];
            for &offset in lacking {
                let mut carry = block[usize::from(offset)];
                for digit in &mut digit {
                    let sum = Plane(std::array::from_fn(|i| digit.0[i] ^ carry.0[i]));
                    carry = digit.and(carry);
                    *digit = sum;
                }
            }
            *found = at_most(&digit, wilds.min((1 << DIGITS) - 1));
        }
    }

    /// The words whose number is at most `bound`: from the highest digit down, smaller at the first difference or equal throughout.
    #[inline(always)]
    fn at_most(digits: &[Plane], bound: u8) -> Plane {
        let mut smaller = Plane::default();
        let mut equal = Plane([u64::MAX; super::LANES]);
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words() -> impl Strategy<Value = Vec<Word>> {
        prop::collection::vec("[A-E]{1,9}", 1..1_200)
            .prop_map(|words| words.iter().map(|word| word.parse().unwrap()).collect())
    }

    fn hand() -> impl Strategy<Value = LetterCounts> {
        "[A-F]{0,9}".prop_map(|letters| letters.bytes().filter_map(Letter::from_ascii).collect())
    }

    fn index(words: &[Word]) -> MultisetIndex {
        MultisetIndex::build((0..).map(Ordinal).zip(words))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn finds_exactly_the_words_whose_shortfall_the_wilds_cover(words in words(), hand in hand(), wilds in 0_u8..=9) {
            let expected: Vec<usize> = (0..words.len())
                .filter(|&place| hand.shortfall(&words[place]) <= usize::from(wilds))
                .collect();
            let found: Vec<usize> = index(&words).spellable(&hand, wilds).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn every_instruction_set_gives_the_same_answer(words in words(), hand in hand(), wilds in 0_u8..=9) {
            let index = index(&words);
            let lacking = index.lacking_planes(&hand, wilds);
            let blocks = words.len().div_ceil(BLOCK);
            let (mut chosen, mut portable) = (vec![Plane::default(); blocks], vec![Plane::default(); blocks]);
            dispatch::scan(&index.planes, index.stride(), &lacking, wilds, &mut chosen);
            dispatch::scan_portable(&index.planes, index.stride(), &lacking, wilds, &mut portable);
            prop_assert_eq!(chosen, portable);
        }
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert_eq!(index(&[]).spellable(&LetterCounts::default(), 9).count(), 0);
    }
}
