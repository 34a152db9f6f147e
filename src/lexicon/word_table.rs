//! The word table, which finds a word with one memory access.
//!
//! Every word has a 64-bit key. The key of a word of up to 12 letters has five bits per letter; the
//! key of a longer word is a hash. Keys are stored in buckets of eight, one cache line each. A
//! look-up of any word, in the table or not, usually reads one line and compares eight numbers. If
//! it finds the key of a long word, it also compares the text.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::column::Column;
use crate::interrupt::interruptible;
use crate::word::Word;

/// The maximum number of letters in a key.
const MAX_KEY_LETTERS: usize = 12;
/// The bit that is set in the keys of longer words; twelve letters leave it clear.
const LONG_KEY: u64 = 1 << 63;
const SLOTS: usize = 8;
/// The maximum number of words per bucket on average, low enough that few buckets overflow.
const LOAD: usize = 4;

/// The keys of a bucket. A free slot is 0, which is not the key of any word.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Keys([u64; SLOTS]);

/// Maps words to their rows in a column of words.
#[derive(Debug)]
pub(super) struct WordTable {
    keys: Vec<Keys>,
    rows: Vec<[u32; SLOTS]>,
}

/// Compresses eight letters into 40 bits, five per letter, by moving neighbours together.
const fn compress(letters: u64) -> u64 {
    let fives = letters & 0x1f1f_1f1f_1f1f_1f1f;
    let tens = (fives & 0x001f_001f_001f_001f) | ((fives & 0x1f00_1f00_1f00_1f00) >> 3);
    let twenties = (tens & 0x0000_03ff_0000_03ff) | ((tens & 0x03ff_0000_03ff_0000) >> 6);
    (twenties & 0xf_ffff) | ((twenties >> 12) & 0xff_fff0_0000)
}

/// Returns the key of a word. Different short words have different keys.
#[inline]
fn key(word: &Word) -> u64 {
    if word.len() <= MAX_KEY_LETTERS {
        let [first, second] = word.first_sixteen();
        compress(first) | (compress(second) << 40)
    } else {
        key_of_letters(word.as_bytes())
    }
}

/// Returns the [`key`] of a word with these letters in upper case.
pub(super) fn key_of_letters(letters: &[u8]) -> u64 {
    if letters.len() <= MAX_KEY_LETTERS {
        letters.iter().rev().fold(0, |key, letter| key << 5 | u64::from(letter & 0x1f))
    } else {
        let mut hasher = FxHasher::default();
        hasher.write(letters);
        hasher.finish() | LONG_KEY
    }
}

impl WordTable {
    /// Builds the table from the [keys](key) of distinct words, given in consecutive parts. The row of
    /// a word is its position in all parts together.
    pub(super) fn build(parts: &[&[u64]]) -> Self {
        let words: usize = parts.iter().map(|keys| keys.len()).sum();
        let buckets = words / LOAD + 1;
        let mut table =
            Self { keys: vec![Keys::default(); buckets], rows: vec![[0; SLOTS]; buckets] };
        let mut taken = vec![0; buckets];
        for (row, &key) in (0_u32..).zip(interruptible(parts.iter().copied().flatten())) {
            table.insert(key, row, &mut taken);
        }
        table
    }

    /// Adds a word that the table lacks. `taken` contains the number of words in each bucket, so that
    /// the buckets are only written, which doesn't have to wait for the memory.
    // A WebAssembly engine uses the optimized code of a function only from its next call on, so the
    // body of a long loop must be a function of its own.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn insert(&mut self, key: u64, row: u32, taken: &mut [u8]) {
        let mut bucket = self.home(key);
        // Ends, because at most half of all slots are taken.
        while usize::from(taken[bucket]) == SLOTS {
            bucket = self.next(bucket);
        }
        let slot = usize::from(taken[bucket]);
        taken[bucket] += 1;
        self.keys[bucket].0[slot] = key;
        self.rows[bucket][slot] = row;
    }

    /// Returns the bucket where the search for a key begins.
    fn home(&self, key: u64) -> usize {
        // Multiplying by the golden ratio spreads keys that differ in few bits over all numbers of
        // 32 bits, and multiplying by the length scales these to the table.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((spread * self.keys.len() as u64) >> 32) as usize
    }

    const fn next(&self, bucket: usize) -> usize {
        if bucket + 1 < self.keys.len() { bucket + 1 } else { 0 }
    }

    /// Returns the bucket where the search for a key ends, and a mask of its slots that contain the
    /// key.
    #[inline]
    fn probe(&self, key: u64) -> (usize, u32) {
        let mut bucket = self.home(key);
        // Ends, because at most half of all slots are taken.
        loop {
            let Keys(keys) = &self.keys[bucket];
            let hits =
                (0..SLOTS).fold(0_u32, |hits, slot| hits | (u32::from(keys[slot] == key) << slot));
            #[expect(
                clippy::needless_bitwise_bool,
                reason = "one branch instead of two, as explained below"
            )]
            // A bucket fills from the left, so only a full bucket can have overflowed. Both tests
            // share one branch, which is nearly always taken. A branch on whether the word was
            // found would be hard to predict.
            if (hits != 0) | (keys[SLOTS - 1] == 0) {
                return (bucket, hits);
            }
            bucket = self.next(bucket);
        }
    }

    /// Returns the row of a word; `column` must contain the words that the table was built from.
    #[inline]
    pub(super) fn find(&self, column: &Column, word: &Word) -> Option<u32> {
        let key = key(word);
        if key & LONG_KEY != 0 {
            return self.find_long(column, word, key);
        }
        let (bucket, hits) = self.probe(key);
        (hits != 0).then(|| self.rows[bucket][hits.trailing_zeros() as usize])
    }

    /// Returns true if the table contains a word; `column` is as for [`Self::find`].
    #[inline]
    pub(super) fn contains(&self, column: &Column, word: &Word) -> bool {
        let key = key(word);
        if key & LONG_KEY != 0 {
            self.find_long(column, word, key).is_some()
        } else {
            self.probe(key).1 != 0
        }
    }

    /// Returns the row of a long word. Long words may share a key, so the text of every word with
    /// the key is compared.
    fn find_long(&self, column: &Column, word: &Word, key: u64) -> Option<u32> {
        let mut bucket = self.home(key);
        // Ends, because at most half of all slots are taken.
        loop {
            let Keys(keys) = &self.keys[bucket];
            let is_word = |&slot: &usize| {
                keys[slot] == key
                    && column.row(self.rows[bucket][slot] as usize).as_bytes() == word.as_bytes()
            };
            if let Some(slot) = (0..SLOTS).find(is_word) {
                return Some(self.rows[bucket][slot]);
            }
            if keys[SLOTS - 1] == 0 {
                return None;
            }
            bucket = self.next(bucket);
        }
    }
}
