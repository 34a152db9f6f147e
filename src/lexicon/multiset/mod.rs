//! The bit-sliced multiset index: which words can be spelled from a hand of letters and wilds.
//!
//! Words stand in blocks of 512. For every letter and every count k a block has one *plane* of 512 bits, "the word has more
//! than k of this letter". A hand that holds r of a letter lacks as many of it as there are planes k ≥ r with the word's bit
//! set; adding these bits up over all letters, 512 words at a time, gives every word's shortfall, and a word can be
//! spelled when its shortfall is at most the number of wilds. The work hardly depends on the letters of the hand.

mod scan;

use std::borrow::Borrow;

use super::{LetterCounts, Ordinal};
use crate::word::{Letter, LetterSet, Word};

/// How many words a block holds.
pub const BLOCK: usize = 512;
const LANES: usize = BLOCK / 64;

/// 512 bits, one a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Plane([u64; LANES]);

impl Plane {
    const FULL: Self = Self([u64::MAX; LANES]);

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] &= other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] |= other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] ^= other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn and_not(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] &= !other.0[lane];
        }
        self
    }

    /// Whether no bit is set.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }

    /// How many bits are set.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut count = 0;
        for lane in self.0 {
            count += lane.count_ones();
        }
        count
    }

    /// Hands over the places of the set bits, in rising order.
    #[inline(always)]
    pub fn each_one(&self, mut take: impl FnMut(usize)) {
        for (lane, &bits) in self.0.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                take(lane * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

const BITS_OF_A_RANK: usize = 5;
const RANKS_IN_A_KEY: usize = 64 / BITS_OF_A_RANK;

/// Orders words for a [`MultisetIndex`]: those with a letter twice behind the others, each by their rarest letters. Then most planes of
/// rare letters and of second copies are empty, and left out.
pub fn sort_by_rarest_letters<W>(words: &mut [W], word: impl Fn(&W) -> Word) {
    let mut bearers = [0_usize; Letter::COUNT];
    for letter in words.iter().flat_map(|item| word(item).letters().collect::<LetterSet>().iter()) {
        bearers[letter.index()] += 1;
    }
    let mut by_rarity: Vec<Letter> = Letter::all().collect();
    by_rarity.sort_by_key(|letter| bearers[letter.index()]);
    let mut rank = [0_u8; Letter::COUNT];
    for (place, letter) in (0..).zip(by_rarity) {
        rank[letter.index()] = place;
    }
    words.sort_by_cached_key(|item| {
        let word = word(item);
        let mut ranks = [u8::MAX; Word::MAX_LETTERS];
        for (place, letter) in ranks.iter_mut().zip(word.letters()) {
            *place = rank[letter.index()];
        }
        let ranks = &mut ranks[..word.len()];
        ranks.sort_unstable();
        let repeats = !ranks.is_sorted_by(|a, b| a < b);
        // Of the longest words the rarest letters: as many as fit into a number, counted from 1.
        let rarest = (0..RANKS_IN_A_KEY)
            .fold(0, |key, place| key << BITS_OF_A_RANK | ranks.get(place).map_or(0, |&rank| u64::from(rank) + 1));
        (repeats, rarest)
    });
}

/// An index over words in an order of the caller's choice.
///
/// ```
/// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
/// use wordcourt::word::{Letter, Word};
/// let words: Vec<Word> = ["TEA", "EAT", "TEE", "TOE"].iter().map(|word| word.parse().unwrap()).collect();
/// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
/// let hand: LetterCounts = "TEA".bytes().filter_map(Letter::from_ascii).collect();
/// assert_eq!(index.spellable(&hand, 0), [Ordinal(0), Ordinal(1)]);
/// ```
#[derive(Debug)]
pub struct MultisetIndex {
    /// Block after block, each `stride` planes: letter after letter, its counts rising.
    planes: Vec<Plane>,
    /// Where a letter's planes begin within a block; the last entry is the stride.
    first_plane: [u16; Letter::COUNT + 1],
    /// For each block a bit for each of its planes: whether any bit is set in it.
    occupied: Vec<u64>,
    /// For each block the letters that all its words have.
    common: Vec<LetterSet>,
    longest: usize,
    ordinals: Vec<Ordinal>,
}

/// What is asked of every word.
struct Query {
    /// The planes of which the word's bits must all be set, a bit for each plane of a block.
    needed: Vec<u64>,
    /// The planes of which at most as many as there are wilds may be.
    lacking: Vec<u64>,
    /// The letters in the hand.
    hand: LetterSet,
    wilds: u8,
}

/// The words of an index that can be spelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spellable {
    /// The blocks that hold any, by number, with the words that can be spelled.
    pub blocks: Vec<(u32, Plane)>,
    /// How many words they are in all.
    pub count: usize,
}

impl Spellable {
    /// The words that are in both; both are of the same index.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut others = other.blocks.iter().peekable();
        let both = self.blocks.iter().filter_map(|&(block, words)| {
            while others.next_if(|(other, _)| *other < block).is_some() {}
            let (_, others) = others.next_if(|(other, _)| *other == block)?;
            Some((block, words.and(*others))).filter(|(_, words)| !words.is_empty())
        });
        let blocks: Vec<(u32, Plane)> = both.collect();
        let count = blocks.iter().map(|(_, words)| words.count() as usize).sum();
        Self { blocks, count }
    }
}

impl MultisetIndex {
    /// Builds the index; a word's *place* is its position in this order.
    pub fn build<W: Borrow<Word>>(words: impl IntoIterator<Item = (Ordinal, W)>) -> Self {
        let (ordinals, counts): (Vec<Ordinal>, Vec<LetterCounts>) = words
            .into_iter()
            .map(|(ordinal, word)| (ordinal, word.borrow().letters().collect::<LetterCounts>()))
            .unzip();
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
        let is_occupied = |plane: &Plane| *plane != Plane::default();
        let occupied = planes.chunks(stride.max(1)).flat_map(|block| bits(block.iter().map(is_occupied))).collect();
        let common = counts
            .chunks(BLOCK)
            .filter_map(|block| block.iter().map(LetterCounts::letters).reduce(LetterSet::intersection))
            .collect();
        let longest = counts.iter().map(|counts| counts.total() as usize).max().unwrap_or_default();
        Self { planes, first_plane, occupied, common, longest, ordinals }
    }

    /// How many words the index holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ordinals.len()
    }

    /// How many bytes the index takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.planes[..])
            + size_of_val(&self.occupied[..])
            + size_of_val(&self.common[..])
            + size_of_val(&self.ordinals[..])
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

    /// The words that can be spelled from letters and wilds, cards that stand for any one letter, block by block.
    #[must_use]
    pub fn spellable_blocks(&self, hand: &LetterCounts, wilds: u8) -> Spellable {
        scan::scan(self, &self.query(&LetterCounts::default(), hand, wilds))
    }

    /// The words that have all letters of `within` (super-anagrams of it) and can be spelled from those of `hand` and wilds, block by block.
    ///
    /// ```
    /// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
    /// use wordcourt::word::{Letter, Word};
    /// let words: Vec<Word> = ["RATE", "RATED", "TEA", "RUT"].iter().map(|word| word.parse().unwrap()).collect();
    /// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
    /// let letters = |text: &str| -> LetterCounts { text.bytes().filter_map(Letter::from_ascii).collect() };
    /// assert_eq!(index.spanning_blocks(&letters("TAR"), &letters("TARE"), 1).count, 2);
    /// assert_eq!(index.spanning_blocks(&letters("TAR"), &LetterCounts::PLENTY, 0).count, 2);
    /// ```
    #[must_use]
    pub fn spanning_blocks(&self, within: &LetterCounts, hand: &LetterCounts, wilds: u8) -> Spellable {
        // No word has more of a letter than there are planes for it.
        let has = |letter: Letter| self.first_plane[letter.index() + 1] - self.first_plane[letter.index()];
        if Letter::all().any(|letter| u16::from(within.count(letter)) > has(letter)) {
            return Spellable { blocks: Vec::new(), count: 0 };
        }
        scan::scan(self, &self.query(within, hand, wilds))
    }

    /// All words that can be spelled from letters and wilds, in the order of the index.
    #[must_use]
    pub fn spellable(&self, hand: &LetterCounts, wilds: u8) -> Vec<Ordinal> {
        let Spellable { blocks, count } = self.spellable_blocks(hand, wilds);
        let mut found = Vec::with_capacity(count);
        for (block, words) in blocks {
            let ordinals = &self.ordinals[block as usize * BLOCK..];
            words.each_one(|bit| found.push(ordinals[bit]));
        }
        found
    }

    /// The bits of the last block that stand for words. The others must not: as words without letters they'd always be spellable.
    fn last_block(&self) -> Plane {
        let used = self.ordinals.len() - (self.common.len() - 1) * BLOCK;
        Plane(std::array::from_fn(|lane| low_bits(used.saturating_sub(lane * 64))))
    }

    #[inline(always)]
    fn stride(&self) -> usize {
        usize::from(self.first_plane[Letter::COUNT])
    }

    fn query(&self, within: &LetterCounts, hand: &LetterCounts, wilds: u8) -> Query {
        let mut needed = vec![0; self.stride().div_ceil(64)];
        for letter in within.letters().iter() {
            // Who has more than n − 1 of a letter has n.
            let plane = self.first_plane[letter.index()] + u16::from(within.count(letter)) - 1;
            needed[usize::from(plane) / 64] |= 1 << (plane % 64);
        }
        Query { needed, lacking: self.lacking_planes(hand, wilds), hand: hand.letters(), wilds }
    }

    /// The planes that tell of letters beyond those in the hand, a bit for each plane of a block.
    fn lacking_planes(&self, hand: &LetterCounts, wilds: u8) -> Vec<u64> {
        let mut lacking = vec![0; self.stride().div_ceil(64)];
        for letter in Letter::all() {
            let (first, end) = (self.first_plane[letter.index()], self.first_plane[letter.index() + 1]);
            let from = first.saturating_add(u16::from(hand.count(letter))).min(end);
            // One letter that lacks more than all the wilds decides already.
            for plane in from..end.min(from.saturating_add(u16::from(wilds) + 1)) {
                lacking[usize::from(plane) / 64] |= 1 << (plane % 64);
            }
        }
        lacking
    }

    /// The planes of a block that are asked for, the empty ones aside.
    #[inline(always)]
    fn asked_planes<'i>(&'i self, block: usize, asked: &'i [u64]) -> AskedPlanes<'i> {
        AskedPlanes {
            planes: &self.planes[block * self.stride()..][..self.stride()],
            asked,
            occupied: &self.occupied[block * asked.len()..][..asked.len()],
            word: 0,
            rest: 0,
        }
    }
}

/// Goes through some planes of a block. Its one method is always inlined, which a closure can't be told to be: so the scan's loops are
/// compiled for the scan's instruction set.
struct AskedPlanes<'i> {
    planes: &'i [Plane],
    asked: &'i [u64],
    occupied: &'i [u64],
    /// How many words of bits have been begun.
    word: usize,
    /// What is left of the last one begun.
    rest: u64,
}

impl<'i> Iterator for AskedPlanes<'i> {
    type Item = &'i Plane;

    #[inline(always)]
    fn next(&mut self) -> Option<&'i Plane> {
        while self.rest == 0 {
            self.rest = self.asked.get(self.word)? & self.occupied[self.word];
            self.word += 1;
        }
        let plane = (self.word - 1) * 64 + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(&self.planes[plane])
    }
}

/// Bits in words of 64.
fn bits(bits: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let mut words = vec![0; bits.len().div_ceil(64)];
    for (place, bit) in bits.enumerate() {
        words[place / 64] |= u64::from(bit) << (place % 64);
    }
    words
}

const fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
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

    fn within() -> impl Strategy<Value = LetterCounts> {
        "[A-F]{0,3}".prop_map(|letters| letters.bytes().filter_map(Letter::from_ascii).collect())
    }

    fn covers(word: &Word, within: &LetterCounts) -> bool {
        let has: LetterCounts = word.letters().collect();
        Letter::all().all(|letter| has.count(letter) >= within.count(letter))
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
            let found: Vec<usize> = index(&words).spellable(&hand, wilds).iter().map(|ordinal| ordinal.0 as usize).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn finds_exactly_the_words_that_have_what_they_must(words in words(), within in within(), hand in hand(), wilds in 0_u8..=9) {
            let expected: Vec<usize> = (0..words.len())
                .filter(|&place| hand.shortfall(&words[place]) <= usize::from(wilds) && covers(&words[place], &within))
                .collect();
            let mut found = Vec::new();
            let spanning = index(&words).spanning_blocks(&within, &hand, wilds);
            for (block, words) in &spanning.blocks {
                words.each_one(|bit| found.push(*block as usize * BLOCK + bit));
            }
            prop_assert_eq!(spanning.count, found.len());
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn every_instruction_set_gives_the_same_answer(words in words(), within in within(), hand in hand(), wilds in 0_u8..=9) {
            prop_assume!(within.total() == 0 || words.iter().any(|word| covers(word, &within)));
            let index = index(&words);
            let query = index.query(&within, &hand, wilds);
            prop_assert_eq!(scan::scan(&index, &query), scan::scan_portable(&index, &query));
        }
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert_eq!(index(&[]).spellable(&LetterCounts::default(), 9), []);
    }
}
