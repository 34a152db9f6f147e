//! The words of a stored lexicon that were asked for.
//!
//! An FST has no texts that could be borrowed, so the words are decoded in blocks, each of which is
//! kept. Requests ask for few words, so most blocks are never decoded.

use std::ops::Range;
use std::sync::OnceLock;

/// The number of words in a block. Decoding a block takes about 3 µs.
const BLOCK_ROWS: usize = 32;

/// The blocks that were decoded.
pub(super) struct DecodedWords(Vec<OnceLock<Box<Block>>>);

/// Consecutive words, each followed by its headword or an empty text.
#[derive(Default)]
pub(super) struct Block {
    text: String,
    /// The ends of the words and of the headwords.
    ends: [(u16, u16); BLOCK_ROWS],
    rows: usize,
}

impl DecodedWords {
    pub(super) fn of_rows(rows: usize) -> Self {
        Self((0..rows.div_ceil(BLOCK_ROWS)).map(|_| OnceLock::new()).collect())
    }

    /// Returns the block of a row. If it is not decoded yet, `decode` adds its words, which are at
    /// most those in the given rows.
    pub(super) fn block(
        &self,
        row: usize,
        decode: impl FnOnce(Range<usize>, &mut Block),
    ) -> &Block {
        self.0[row / BLOCK_ROWS].get_or_init(|| {
            let first = row - row % BLOCK_ROWS;
            let mut block = Box::<Block>::default();
            decode(first..first + BLOCK_ROWS, &mut block);
            block.text.shrink_to_fit();
            block
        })
    }
}

impl Block {
    /// Adds the next word, of at most as many as rows. `push_lemma` adds its headword to a text.
    pub(super) fn push(&mut self, word: &str, push_lemma: impl FnOnce(&mut String)) {
        self.text.push_str(word);
        let word_end = self.end();
        push_lemma(&mut self.text);
        self.ends[self.rows] = (word_end, self.end());
        self.rows += 1;
    }

    pub(super) fn word(&self, row: usize) -> &str {
        let at = row % BLOCK_ROWS;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.text[start.into()..self.ends[at].0.into()]
    }

    pub(super) fn lemma(&self, row: usize) -> &str {
        let (start, end) = self.ends[row % BLOCK_ROWS];
        &self.text[start.into()..end.into()]
    }

    fn end(&self) -> u16 {
        // Words and headwords are so short that all of a block fit.
        u16::try_from(self.text.len()).unwrap_or(u16::MAX)
    }
}
