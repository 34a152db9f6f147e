//! The word table: one word looked up with one trip to memory.
//!
//! Every word has a key of 64 bits: of up to 12 letters the word itself, five bits a letter; of more letters a hash. Keys stand in
//! buckets of eight, a cache line each, so that a look-up reads one line and compares eight numbers, whether the word is there
//! or not. Only a long word that is found is compared with the text as well.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::column::Column;
use crate::word::Word;

/// How many letters fit into a key.
const SHORT: usize = 12;
/// Set in the keys of longer words; twelve letters leave it clear.
const LONG_KEY: u64 = 1 << 63;
const SLOTS: usize = 8;
/// How many words a bucket holds on average at most: few overflow.
const LOAD: usize = 4;

/// The keys of a bucket; 0 is no word's key.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Keys([u64; SLOTS]);

/// A table from words to their rows in a word column.
#[derive(Debug)]
pub(super) struct Lookup {
    keys: Vec<Keys>,
    rows: Vec<[u32; SLOTS]>,
}

/// Packs eight letters into 40 bits, five a letter, by folding neighbours together.
const fn pack(letters: u64) -> u64 {
    let fives = letters & 0x1f1f_1f1f_1f1f_1f1f;
    let tens = (fives & 0x001f_001f_001f_001f) | ((fives & 0x1f00_1f00_1f00_1f00) >> 3);
    let twenties = (tens & 0x0000_03ff_0000_03ff) | ((tens & 0x03ff_0000_03ff_0000) >> 6);
    (twenties & 0xf_ffff) | ((twenties >> 12) & 0xff_fff0_0000)
}

/// A word's key: different short words have different keys.
fn key(word: &Word) -> u64 {
    if word.len() <= SHORT {
        let [first, second] = word.first_sixteen();
        pack(first) | (pack(second) << 40)
    } else {
        let mut hasher = FxHasher::default();
        hasher.write(word.as_bytes());
        hasher.finish() | LONG_KEY
    }
}

impl Lookup {
    /// Builds the table over distinct words, which are the rows of a column.
    pub(super) fn build<'w>(words: impl ExactSizeIterator<Item = &'w Word>) -> Self {
        let buckets = (words.len() / LOAD).next_power_of_two();
        let mut table = Self { keys: vec![Keys::default(); buckets], rows: vec![[0; SLOTS]; buckets] };
        for (row, word) in (0_u32..).zip(words) {
            let key = key(word);
            let (bucket, slot) = table.vacancy(key);
            table.keys[bucket].0[slot] = key;
            table.rows[bucket][slot] = row;
        }
        table
    }

    /// The bucket where a search for the key begins.
    fn home(&self, key: u64) -> usize {
        // The golden ratio spreads keys that differ in few bits over the whole table.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) as usize) & (self.keys.len() - 1)
    }

    /// The first free slot from the key's home onwards.
    fn vacancy(&self, key: u64) -> (usize, usize) {
        let mut bucket = self.home(key);
        loop {
            if let Some(slot) = self.keys[bucket].0.iter().position(|&taken| taken == 0) {
                return (bucket, slot);
            }
            bucket = (bucket + 1) & (self.keys.len() - 1);
        }
    }

    /// The bucket where a search for the key ends, and a bit for each of its slots that holds the key.
    #[inline]
    fn probe(&self, key: u64) -> (usize, u32) {
        let mut bucket = self.home(key);
        loop {
            let Keys(keys) = &self.keys[bucket];
            let hits = (0..SLOTS).fold(0_u32, |hits, slot| hits | (u32::from(keys[slot] == key) << slot));
            #[expect(clippy::needless_bitwise_bool, reason = "one branch instead of two, see below")]
            // A bucket fills from the left; only a full one can have overflowed. Both tests in one branch, which is nearly always
            // taken: whether a word is there is hard to predict, and nothing here depends on it.
            if (hits != 0) | (keys[SLOTS - 1] == 0) {
                return (bucket, hits);
            }
            bucket = (bucket + 1) & (self.keys.len() - 1);
        }
    }

    /// The row of a word, if it is there; `column` must hold the words that the table was built over.
    #[inline]
    pub(super) fn find(&self, column: &Column, word: &Word) -> Option<u32> {
        let key = key(word);
        if key & LONG_KEY != 0 {
            return self.find_long(column, word, key);
        }
        let (bucket, hits) = self.probe(key);
        (hits != 0).then(|| self.rows[bucket][hits.trailing_zeros() as usize])
    }

    /// Whether a word is there.
    #[inline]
    pub(super) fn contains(&self, column: &Column, word: &Word) -> bool {
        let key = key(word);
        if key & LONG_KEY != 0 { self.find_long(column, word, key).is_some() } else { self.probe(key).1 != 0 }
    }

    /// Long words may share a key: whatever bears it is compared with the text, bucket after bucket.
    fn find_long(&self, column: &Column, word: &Word, key: u64) -> Option<u32> {
        let mut bucket = self.home(key);
        loop {
            let Keys(keys) = &self.keys[bucket];
            let is_word = |&slot: &usize| {
                keys[slot] == key && column.row(self.rows[bucket][slot] as usize).as_bytes() == word.as_bytes()
            };
            if let Some(slot) = (0..SLOTS).find(is_word) {
                return Some(self.rows[bucket][slot]);
            }
            if keys[SLOTS - 1] == 0 {
                return None;
            }
            bucket = (bucket + 1) & (self.keys.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_is_a_number_of_five_bits_a_letter() {
        let word: Word = "ABCDEFGHIJKL".parse().unwrap();
        let expected = word.letters().rev().fold(0, |key, letter| key << 5 | (letter.index() as u64 + 1));
        assert_eq!(key(&word), expected);
    }

    proptest! {
        #[test]
        fn exactly_the_words_of_the_column_are_found(
            words in prop::collection::btree_set("[AB]{1,6}|[A-Z]{1,20}", 1..400),
            others in prop::collection::vec("[AB]{1,6}|[A-Z]{1,20}", 50),
        ) {
            let parsed: Vec<Word> = words.iter().map(|word| word.parse().unwrap()).collect();
            let column = Column::pack(words.iter().map(String::as_str));
            let table = Lookup::build(parsed.iter());
            for (row, word) in (0..).zip(&parsed) {
                prop_assert_eq!(table.find(&column, word), Some(row));
            }
            for other in others {
                let word: Word = other.parse().unwrap();
                prop_assert_eq!(table.contains(&column, &word), words.contains(&other));
            }
        }
    }
}
