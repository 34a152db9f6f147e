//! The word table: one word looked up in a few nanoseconds.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::column::Column;

/// Where a word stands: with its start in the word column at hand, a look-up touches the table and the word, nothing else.
#[derive(Debug, Clone, Copy)]
struct Slot {
    start: u32,
    row: u32,
}

/// A hash table from words to their rows in a word column.
#[derive(Debug)]
pub(super) struct Lookup {
    slots: HashTable<Slot>,
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word);
    hasher.finish()
}

impl Lookup {
    /// Builds the table over a column of distinct words.
    pub(super) fn build(words: &Column) -> Self {
        let mut slots = HashTable::with_capacity(words.len());
        let hash_of = |slot: &Slot| hash(words.row(slot.row as usize).as_bytes());
        for row in 0..words.len() {
            let slot = Slot { start: words.start(row), row: row as u32 };
            slots.insert_unique(hash_of(&slot), slot, hash_of);
        }
        Self { slots }
    }

    /// The row of a word, if it is there; `words` must be the column that the table was built over.
    pub(super) fn find(&self, words: &Column, word: &[u8]) -> Option<u32> {
        self.slots.find(hash(word), |slot| words.holds_at(slot.start, word)).map(|slot| slot.row)
    }
}
