//! The bit-sliced multiset index, which finds the words that a hand of letters and wilds spells.
//!
//! Words are stored in blocks of 512. For every letter and every count k, a block has one *plane*
//! of 512 bits; the bit of a word is set if the word has more than k copies of the letter. A hand
//! with r copies of a letter *holds* the copies of the planes k < r and *lacks* those of the planes
//! k ≥ r. The *shortfall* of a word is the number of its letters that the hand lacks. It is computed
//! for 512 words at once: either by adding the planes that the hand lacks, or by subtracting those
//! that it holds from the lengths of the words. The hand spells the word if the shortfall is at most
//! the number of wilds.

mod blocks;
mod half;
mod order;
mod plane;
mod query;
mod scan;

use std::borrow::Borrow;
use std::ops::RangeInclusive;

use super::image::{ImageError, Imaged, Reader, Writer, check};
use super::letter_counts::LetterCounts;
use super::lexicon::Lexicon;
use super::ordinal::Ordinal;
use super::vocabulary::Vocabulary;
use crate::interrupt::interruptible;
use crate::word::Word;
use blocks::Blocks;
pub use order::sort_by_rarest_letters;
pub use plane::{BLOCK_WORDS, Plane, Spellable};
use query::Query;

/// An index over words in an order that the caller chooses (see [`sort_by_rarest_letters`]).
///
/// The *place* of a word is its position in this order.
///
/// ```
/// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
/// use wordcourt::word::{Letter, Word};
/// let words: Vec<Word> = ["TEA", "EAT", "TEE", "TOE"].map(|word| word.parse().unwrap()).into();
/// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
/// let hand: LetterCounts = "TEA".bytes().filter_map(Letter::from_ascii).collect();
/// assert_eq!(index.spellable(&hand, 0), [Ordinal(0), Ordinal(1)]);
/// assert_eq!(index.spellable(&hand, 1).len(), 4);
/// ```
#[derive(Debug)]
pub struct MultisetIndex {
    blocks: Blocks,
    /// The ordinals of the words, by place.
    ordinals: Vec<Ordinal>,
}

impl MultisetIndex {
    /// Builds the index of words, given with their ordinals.
    pub fn build<W: Borrow<Word>>(words: impl IntoIterator<Item = (Ordinal, W)>) -> Self {
        let (ordinals, counts): (Vec<Ordinal>, Vec<LetterCounts>) = interruptible(words)
            .map(|(ordinal, word)| (ordinal, word.borrow().letters().collect::<LetterCounts>()))
            .unzip();
        Self { blocks: Blocks::build(&counts), ordinals }
    }

    /// Returns the number of words.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ordinals.len()
    }

    /// Returns true if the index has no words.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ordinals.is_empty()
    }

    /// Returns the size of the index in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.blocks.bytes() + size_of_val(&self.ordinals[..])
    }

    /// Returns the ordinal of the word at a place.
    #[must_use]
    pub fn ordinal(&self, place: usize) -> Ordinal {
        self.ordinals[place]
    }

    /// Finds the words that letters and wilds spell, in the order of the index. A wild stands for
    /// any one letter.
    #[must_use]
    pub fn spellable(&self, hand: &LetterCounts, wilds: u8) -> Vec<Ordinal> {
        let Spellable { blocks, count } = self.spellable_blocks(hand, wilds);
        let mut found = Vec::with_capacity(count);
        for (block, words) in blocks {
            let ordinals = &self.ordinals[block as usize * BLOCK_WORDS..];
            words.for_each_one(|bit| found.push(ordinals[bit]));
        }
        found
    }

    /// Finds the words that letters and wilds spell, block by block.
    ///
    /// ```
    /// use wordcourt::lexicon::{BLOCK_WORDS, LetterCounts, MultisetIndex, Ordinal};
    /// use wordcourt::word::Word;
    /// let words: Vec<Word> = ["TOE", "TEA"].map(|word| word.parse().unwrap()).into();
    /// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
    /// let hand: LetterCounts = words[1].letters().collect();
    /// let found = index.spellable_blocks(&hand, 0);
    /// let mut places = Vec::new();
    /// for (block, words) in &found.blocks {
    ///     words.for_each_one(|bit| places.push(*block as usize * BLOCK_WORDS + bit));
    /// }
    /// assert_eq!((places, found.count), (vec![1], 1));
    /// ```
    #[must_use]
    pub fn spellable_blocks(&self, hand: &LetterCounts, wilds: u8) -> Spellable {
        self.spanning_blocks(&LetterCounts::default(), hand, wilds)
    }

    /// Finds the words that have all letters of `within` (its super-anagrams) and that `hand` and
    /// wilds spell, block by block.
    ///
    /// ```
    /// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
    /// use wordcourt::word::Word;
    /// let words: Vec<Word> = ["RATE", "RATED", "RUT"].map(|word| word.parse().unwrap()).into();
    /// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
    /// let letters =
    ///     |word: &str| -> LetterCounts { word.parse::<Word>().unwrap().letters().collect() };
    /// assert_eq!(index.spanning_blocks(&letters("TAR"), &letters("TARE"), 0).count, 1);
    /// assert_eq!(index.spanning_blocks(&letters("TAR"), &letters("TARE"), 1).count, 2);
    /// ```
    #[must_use]
    pub fn spanning_blocks(
        &self,
        within: &LetterCounts,
        hand: &LetterCounts,
        wilds: u8,
    ) -> Spellable {
        self.scan(None, within, hand, wilds)
    }

    /// Like [`spanning_blocks`](Self::spanning_blocks), but looks only at the words in `among`,
    /// which must come from this index.
    ///
    /// ```
    /// use wordcourt::lexicon::{LetterCounts, MultisetIndex, Ordinal};
    /// use wordcourt::word::Word;
    /// let words: Vec<Word> = ["RATE", "RATED", "RUT"].map(|word| word.parse().unwrap()).into();
    /// let index = MultisetIndex::build((0..).map(Ordinal).zip(&words));
    /// let letters =
    ///     |word: &str| -> LetterCounts { word.parse::<Word>().unwrap().letters().collect() };
    /// let with_rat = index.spanning_blocks(&letters("RAT"), &letters("RATED"), 0);
    /// assert_eq!(with_rat.count, 2);
    /// let with_rated = index.spanning_among(&with_rat, &letters("RATED"), &letters("RATED"), 0);
    /// assert_eq!(with_rated.count, 1);
    /// ```
    #[must_use]
    pub fn spanning_among(
        &self,
        among: &Spellable,
        within: &LetterCounts,
        hand: &LetterCounts,
        wilds: u8,
    ) -> Spellable {
        self.scan(Some(among), within, hand, wilds)
    }

    /// Selects the words whose tier a vocabulary includes. `words` must come from this index, and the
    /// vocabulary must be of its lexicon.
    #[must_use]
    pub fn within(&self, vocabulary: Vocabulary<'_>, mut words: Spellable) -> Spellable {
        if !vocabulary.has_all_tiers() {
            words.retain(|place| vocabulary.has_tier_of(self.ordinals[place]));
        }
        words
    }

    fn scan(
        &self,
        among: Option<&Spellable>,
        within: &LetterCounts,
        hand: &LetterCounts,
        wilds: u8,
    ) -> Spellable {
        match Query::new(&self.blocks, within, hand, wilds) {
            Some(query) => scan::scan(&self.blocks, &query, among),
            None => Spellable { blocks: Vec::new(), count: 0 },
        }
    }
}

impl Imaged for MultisetIndex {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        writer.section(&self.ordinals);
        self.blocks.write(writer);
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let ordinals: Vec<Ordinal> = reader.section()?;
        let blocks = Blocks::read(reader, ordinals.len())?;
        Ok(Self { blocks, ordinals })
    }
}

impl MultisetIndex {
    /// Checks that an index that was read from an image refers only to words of a lexicon, and only
    /// to words of the allowed lengths.
    ///
    /// # Errors
    /// [`ImageError::Damaged`].
    pub(crate) fn check_against(
        &self,
        lexicon: &Lexicon,
        lengths: RangeInclusive<usize>,
    ) -> Result<(), ImageError> {
        check(self.ordinals.iter().all(|&ordinal| {
            (ordinal.0 as usize) < lexicon.len() && lengths.contains(&lexicon.word_len(ordinal))
        }))
    }
}
