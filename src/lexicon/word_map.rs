//! The word map: from a multiset of letters to the words that it spells, also with one or two letters open.
//!
//! Three tables: the words of a multiset; for a multiset that is one letter short of words, the letters that complete it; for one that is two
//! letters short, the letters after which one is missing. A rack with blanks is thus answered by a few look-ups instead of a walk through the
//! word graph (the idea is that of MAGPIE's word maps).
//!
//! Multisets are named by the sum of their letters' numbers, 64 random bits each, so adding letters is adding numbers. The tables keep half of those
//! bits: an answer may belong to another multiset, so whoever asks checks the words that come out. An answer that is there is never missed.

use std::ops::{Add, AddAssign, Range, Sub};

use crate::word::{Letter, LetterSet, Word};

/// A multiset of letters: exact, and named for the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Multiset {
    /// Four bits a letter: enough for words of up to 15 letters.
    counts: u128,
    name: u64,
}

/// The letters' numbers: splitmix64 of their places in the alphabet, the same in every build.
const NAMES: [u64; Letter::COUNT] = {
    let mut names = [0; Letter::COUNT];
    let mut state = 0x0057_6f72_6463_6f75_u64;
    let mut index = 0;
    while index < Letter::COUNT {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        names[index] = mixed ^ (mixed >> 31);
        index += 1;
    }
    names
};

impl Multiset {
    /// The multiset of one letter.
    #[must_use]
    #[inline(always)]
    pub const fn of(letter: Letter) -> Self {
        Self { counts: 1 << (4 * letter.index()), name: NAMES[letter.index()] }
    }

    /// The multiset of letters told by their places in the alphabet.
    #[must_use]
    #[inline(always)]
    pub fn from_indices(indices: &[u8]) -> Self {
        indices.iter().fold(Self::default(), |set, &index| Self {
            counts: set.counts + (1 << (4 * index)),
            name: set.name.wrapping_add(NAMES[usize::from(index)]),
        })
    }

    /// The name that the tables know it by.
    #[must_use]
    pub const fn name(self) -> u64 {
        self.name
    }

    /// The letters that are in it.
    fn letters(self) -> impl Iterator<Item = Letter> {
        // One bit for each letter that is there, four apart.
        let mut rest = (self.counts | self.counts >> 1 | self.counts >> 2 | self.counts >> 3) & (u128::MAX / 15);
        std::iter::from_fn(move || {
            let letter = Letter::from_index(rest.trailing_zeros() as usize / 4)?;
            rest &= rest.wrapping_sub(1);
            Some(letter)
        })
    }
}

impl Add for Multiset {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { counts: self.counts + other.counts, name: self.name.wrapping_add(other.name) }
    }
}

impl AddAssign for Multiset {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Multiset {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { counts: self.counts - other.counts, name: self.name.wrapping_sub(other.name) }
    }
}

impl FromIterator<Letter> for Multiset {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        letters.into_iter().fold(Self::default(), |set, letter| set + Self::of(letter))
    }
}

/// The longest word of the map: a board's lane.
const MAX_LETTERS: usize = 15;

const SLOTS: usize = 8;

/// The low bits of a name that tables disregard: while a table is built they hold two letters.
const LETTER_BITS: u32 = 10;

/// What a name becomes in a table of so many buckets: its home, and what stands there for it.
#[inline(always)]
fn place(name: u64, buckets: usize) -> (usize, u32) {
    let product = u128::from(name >> LETTER_BITS << LETTER_BITS) * buckets as u128;
    let home = (product >> 64) as usize;
    // The place within the home, and which of four neighbours the home is: a bucket that overflows does so by at most three.
    (home, ((product as u64 >> 34) as u32) << 2 | (home as u32 & 3))
}

/// A cache line of entries; a payload of 0 is a free slot, and slots fill from the left.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket {
    marks: [u32; SLOTS],
    payloads: [u32; SLOTS],
}

/// From names to payloads.
#[derive(Debug, Default)]
struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Builds a table over names in ascending order. Names that the table can't tell apart stand side by side in that order;
    /// `payload` is told each run of them.
    fn build(names: &[u64], mut payload: impl FnMut(Range<usize>) -> u32) -> Self {
        let distinct = 1 + names.windows(2).filter(|pair| pair[0] >> LETTER_BITS != pair[1] >> LETTER_BITS).count();
        // Three quarters full.
        let mut count = distinct / (SLOTS * 3 / 4) + 4;
        loop {
            if let Some(table) = Self::try_build(names, count, &mut payload) {
                return table;
            }
            count += count / 8;
        }
    }

    /// `None` if a bucket overflows too far.
    fn try_build(names: &[u64], count: usize, payload: &mut impl FnMut(Range<usize>) -> u32) -> Option<Self> {
        let mut buckets = vec![Bucket::default(); count];
        let mut begin = 0;
        for run in names.chunk_by(|one, other| place(*one, count) == place(*other, count)) {
            let (home, mark) = place(run[0], count);
            let (bucket, slot) = (home..(home + 4).min(count)).find_map(|bucket| {
                Some((bucket, buckets[bucket].payloads.iter().position(|&payload| payload == 0)?))
            })?;
            buckets[bucket].marks[slot] = mark;
            buckets[bucket].payloads[slot] = payload(begin..begin + run.len());
            begin += run.len();
        }
        Some(Self { buckets })
    }

    fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// The payload of a name, 0 if it isn't there.
    #[inline(always)]
    fn find(&self, name: u64) -> u32 {
        let (home, mark) = place(name, self.buckets.len());
        for bucket in self.buckets.iter().skip(home) {
            let hits = (0..SLOTS).fold(0_u32, |hits, slot| hits | (u32::from(bucket.marks[slot] == mark) << slot));
            if hits != 0 {
                return bucket.payloads[hits.trailing_zeros() as usize];
            }
            if bucket.payloads[SLOTS - 1] == 0 {
                return 0;
            }
        }
        0
    }
}

/// A set of names that may take others for its own: about one in nine.
#[derive(Debug)]
struct Filter {
    bits: Vec<u64>,
}

impl Filter {
    /// Eight bits for each of `count` names.
    fn for_names(count: usize) -> Self {
        Self { bits: vec![0; count / 8 + 1] }
    }

    fn place(&self, name: u64) -> (usize, u64) {
        let bit = ((u128::from(name) * (self.bits.len() as u128 * 64)) >> 64) as usize;
        (bit / 64, 1 << (bit % 64))
    }

    fn insert(&mut self, name: u64) {
        let (lane, bit) = self.place(name);
        self.bits[lane] |= bit;
    }

    fn contains(&self, name: u64) -> bool {
        let (lane, bit) = self.place(name);
        self.bits[lane] & bit != 0
    }
}

/// What is known of multisets that lack two letters.
#[derive(Debug)]
enum TwoOpen {
    /// The letters after which one is missing.
    Letters(Table),
    /// Only that there are any. Long words lie across many tiles of the board and are asked for seldom; their letters would take twice
    /// the memory of everything else together.
    Some(Filter),
}

impl Default for TwoOpen {
    fn default() -> Self {
        Self::Letters(Table::default())
    }
}

/// The longest words whose two open letters are known.
const MAX_LETTERS_OF_TWO_OPEN: usize = 10;

/// The tables of one length of words.
#[derive(Debug, Default)]
struct Length {
    /// To the number of a group of anagrams, counted from 1.
    complete: Table,
    /// To the letters that complete a multiset.
    one_open: Table,
    two_open: TwoOpen,
    /// Where the groups of anagrams begin in `words`, and where the last one ends.
    groups: Vec<u32>,
    words: Vec<MapWord>,
}

/// A word's letters as numbers from 0, filled up with 0.
pub type MapWord = [u8; 16];

/// The words of 2 to 15 letters by their letters.
///
/// ```
/// use wordcourt::lexicon::{Multiset, WordMap};
/// let map = WordMap::build(&["CARE", "RACE", "ACRE"].map(|word| word.parse().unwrap()));
/// let letters = |text: &str| text.parse::<wordcourt::word::Word>().unwrap().letters().collect::<Multiset>();
/// assert_eq!(map.words(4, letters("RECA")).len(), 3);
/// assert_eq!(map.one_open(4, letters("CAR")).to_string(), "E");
/// assert_eq!(map.two_open(4, letters("AR")).to_string(), "CE");
/// ```
#[derive(Default)]
pub struct WordMap {
    lengths: [Length; MAX_LETTERS + 1],
}

impl WordMap {
    /// Builds the map of some words; longer ones than 15 letters are left out.
    #[must_use]
    pub fn build(words: &[Word]) -> Self {
        let mut by_length: [Vec<(u64, &Word)>; MAX_LETTERS + 1] = Default::default();
        for word in words {
            if let Some(same) = by_length.get_mut(word.len()) {
                same.push((word.letters().collect::<Multiset>().name >> LETTER_BITS, word));
            }
        }
        Self { lengths: by_length.map(Length::build) }
    }

    /// The words of some length that a multiset spells; perhaps others with them, which the caller has to sort out.
    #[must_use]
    #[inline(always)]
    pub fn words(&self, length: usize, letters: Multiset) -> &[MapWord] {
        let length = &self.lengths[length];
        let group = length.complete.find(letters.name) as usize;
        if group == 0 { &[] } else { &length.words[length.groups[group - 1] as usize..length.groups[group] as usize] }
    }

    /// The letters that make a multiset one of words of some length; perhaps more.
    #[must_use]
    #[inline(always)]
    pub fn one_open(&self, length: usize, letters: Multiset) -> LetterSet {
        LetterSet::from_bits(self.lengths[length].one_open.find(letters.name))
    }

    /// The letters that bring a multiset within one letter of words of some length; perhaps more.
    #[must_use]
    #[inline(always)]
    pub fn two_open(&self, length: usize, letters: Multiset) -> LetterSet {
        match &self.lengths[length].two_open {
            TwoOpen::Letters(table) => LetterSet::from_bits(table.find(letters.name)),
            TwoOpen::Some(filter) if filter.contains(letters.name) => LetterSet::ALL,
            TwoOpen::Some(_) => LetterSet::default(),
        }
    }

    /// How many bytes the map takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lengths.iter().map(Length::bytes).sum()
    }
}

impl std::fmt::Debug for WordMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WordMap").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl Length {
    fn build(mut words: Vec<(u64, &Word)>) -> Self {
        if words.is_empty() {
            return Self { groups: vec![0], ..Self::default() };
        }
        words.sort_unstable();
        let names: Vec<u64> = words.iter().map(|(name, _)| name << LETTER_BITS).collect();
        let mut groups = vec![0];
        let complete = Table::build(&names, |run| {
            // A table that is begun anew numbers its groups anew.
            if run.start == 0 {
                groups.truncate(1);
            }
            groups.push(run.end as u32);
            groups.len() as u32 - 1
        });
        let anagrams = words.chunk_by(|one, other| one.0 == other.0);
        let alphagrams: Vec<Multiset> = anagrams.map(|words| words[0].1.letters().collect()).collect();
        Self {
            complete,
            one_open: letter_table(one_open(&alphagrams).collect()),
            two_open: if words[0].1.len() <= MAX_LETTERS_OF_TWO_OPEN {
                TwoOpen::Letters(letter_table(two_open(&alphagrams).collect()))
            } else {
                let mut filter = Filter::for_names(two_open(&alphagrams).count());
                two_open(&alphagrams).for_each(|name| filter.insert(name));
                TwoOpen::Some(filter)
            },
            groups,
            words: words.iter().map(|(_, word)| map_word(word)).collect(),
        }
    }

    fn bytes(&self) -> usize {
        let two_open = match &self.two_open {
            TwoOpen::Letters(table) => table.bytes(),
            TwoOpen::Some(filter) => filter.bits.len() * size_of::<u64>(),
        };
        let words = self.groups.len() * size_of::<u32>() + self.words.len() * size_of::<MapWord>();
        self.complete.bytes() + self.one_open.bytes() + two_open + words
    }
}

fn map_word(word: &Word) -> MapWord {
    let mut letters = [0; 16];
    for (place, letter) in letters.iter_mut().zip(word.letters()) {
        *place = letter.index() as u8;
    }
    letters
}

/// The names of multisets that lack one letter of a word, with that letter in the low bits.
fn one_open(alphagrams: &[Multiset]) -> impl Iterator<Item = u64> {
    alphagrams.iter().flat_map(|&whole| {
        whole.letters().map(move |letter| with_letters((whole - Multiset::of(letter)).name, letter, letter))
    })
}

/// The names of multisets that lack two letters of a word, with those letters in the low bits.
fn two_open(alphagrams: &[Multiset]) -> impl Iterator<Item = u64> {
    alphagrams.iter().flat_map(|&whole| {
        whole.letters().flat_map(move |first| {
            let rest = whole - Multiset::of(first);
            let later = rest.letters().filter(move |second| *second >= first);
            later.map(move |second| with_letters((rest - Multiset::of(second)).name, first, second))
        })
    })
}

fn with_letters(name: u64, first: Letter, second: Letter) -> u64 {
    name >> LETTER_BITS << LETTER_BITS | (first.index() as u64) << 5 | second.index() as u64
}

/// The table from names to the letters in their low bits.
fn letter_table(mut names: Vec<u64>) -> Table {
    if names.is_empty() {
        return Table { buckets: vec![Bucket::default()] };
    }
    names.sort_unstable();
    Table::build(&names, |run| {
        names[run].iter().fold(0, |letters, name| letters | 1 << (name & 0x1f) | 1 << (name >> 5 & 0x1f))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn sorted(mut letters: Vec<u8>) -> Vec<u8> {
        letters.sort_unstable();
        letters
    }

    fn multiset(letters: &[u8]) -> Multiset {
        letters.iter().filter_map(|&byte| Letter::from_ascii(byte)).collect()
    }

    /// Every word with none, one and two letters taken out is found, and finds what was taken out.
    #[test]
    fn nothing_that_is_there_is_missed() {
        let words: Vec<Word> = include_str!("../../tests/data/small-words.txt")
            .lines()
            .filter_map(|line| line.split('\t').next()?.parse().ok())
            .filter(|word: &Word| (2..=15).contains(&word.len()))
            .collect();
        assert!(words.len() > 100);
        let map = WordMap::build(&words);
        let mut completing: BTreeMap<(usize, Vec<u8>), BTreeSet<u8>> = BTreeMap::new();
        for word in &words {
            let whole = sorted(word.as_bytes().to_vec());
            assert!(map.words(word.len(), multiset(&whole)).contains(&map_word(word)), "{word}");
            for at in 0..whole.len() {
                let mut rest = whole.clone();
                let taken = rest.remove(at);
                completing.entry((whole.len(), rest.clone())).or_default().insert(taken);
                for other in 0..rest.len() {
                    let mut two = rest.clone();
                    let second = two.remove(other);
                    let letters = map.two_open(whole.len(), multiset(&two));
                    for letter in [taken, second] {
                        assert!(letters.contains(Letter::from_ascii(letter).unwrap()), "{word}");
                    }
                }
            }
        }
        for ((length, rest), letters) in completing {
            let found = map.one_open(length, multiset(&rest));
            let expected: LetterSet = letters.iter().filter_map(|&byte| Letter::from_ascii(byte)).collect();
            assert_eq!(found, expected, "{rest:?} of {length}");
        }
        assert!(map.words(4, multiset(b"QQQQ")).is_empty());
        assert!(map.one_open(15, multiset(b"A")).is_empty());
    }

    #[test]
    fn thousands_of_anagrams_are_one_group() {
        let letters = *b"ABCDEFG";
        let mut words: Vec<Word> = Vec::new();
        for shift in 0..7 {
            for swap in 0..7 {
                let mut text = letters;
                text.rotate_left(shift);
                text.swap(0, swap);
                words.push(Word::from_letters(text.iter().filter_map(|&byte| Letter::from_ascii(byte))).unwrap());
            }
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(WordMap::build(&words).words(7, multiset(&letters)).len(), words.len());
    }
}
