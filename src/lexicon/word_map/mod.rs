//! The word map, which finds the words that a multiset of letters spells, also with one or two
//! letters left open.
//!
//! There are three tables for each length of words. The first one maps a multiset to its words. The
//! second one maps a multiset that is one letter short of a word to the letters that complete it.
//! The third one maps a multiset that is two letters short of a word to the letters that bring it
//! within one letter of the word. For a rack with blanks, a few look-ups replace a search of the
//! word graph. The idea comes from the word maps of MAGPIE.
//!
//! Multisets are looked up by their hash ([`Multiset`]). The tables keep half of the bits of a
//! hash, so a result may belong to another multiset, and callers must check the words that they
//! get. A word in the map is never missed.

mod length;
mod multiset;
mod table;

use std::fmt;

use super::image::{ImageError, Imaged, Reader, Writer};
use crate::parallel;
use crate::word::{LetterSet, Word};
use length::Length;
pub use length::MapWord;
pub use multiset::Multiset;

/// The maximum length of a word in the map: the length of a row of the board.
const MAX_LETTERS: usize = 15;

/// A map from multisets of letters to words of 2 to 15 letters.
///
/// ```
/// use wordcourt::lexicon::{Multiset, WordMap};
/// use wordcourt::word::Word;
/// let map = WordMap::build(&["CARE", "RACE", "ACRE"].map(|word| word.parse().unwrap()));
/// let letters = |text: &str| -> Multiset { text.parse::<Word>().unwrap().letters().collect() };
/// assert_eq!(map.words(4, letters("RECA")).len(), 3);
/// assert_eq!(map.one_open(4, letters("CAR")).to_string(), "E");
/// assert_eq!(map.two_open(4, letters("AR")).to_string(), "CE");
/// ```
#[derive(Default)]
pub struct WordMap {
    lengths: [Length; MAX_LETTERS + 1],
}

impl WordMap {
    /// Builds the map of words; words of more than 15 letters are omitted.
    #[must_use]
    pub fn build(words: &[Word]) -> Self {
        Self { lengths: by_length(words).map(|words| Length::build(&words)) }
    }

    /// Builds the map of words on two threads, if the platform has threads: words of even length on
    /// one, words of odd length, which take as long, on the other.
    #[must_use]
    pub fn build_on_two_threads(words: &[Word]) -> Self {
        let by_length = by_length(words);
        let build = |remainder| {
            let lengths = by_length.iter().enumerate();
            let lengths = lengths.filter(|(length, _)| length % 2 == remainder);
            lengths.map(|(_, words)| Length::build(words)).collect::<Vec<_>>()
        };
        let (even, odd) = parallel::join(|| build(0), || build(1));
        let (mut even, mut odd) = (even.into_iter(), odd.into_iter());
        let next = |length| if length % 2 == 0 { even.next() } else { odd.next() };
        Self { lengths: std::array::from_fn(next).map(Option::unwrap_or_default) }
    }

    /// Returns the words of the given length that a multiset spells, and possibly others.
    ///
    /// ```
    /// use wordcourt::lexicon::{Multiset, WordMap};
    /// use wordcourt::word::Word;
    /// let map = WordMap::build(&["CARE".parse().unwrap()]);
    /// let letters: Multiset = "RACE".parse::<Word>().unwrap().letters().collect();
    /// let word = map.words(4, letters)[0];
    /// assert_eq!(word[..4], [2, 0, 17, 4], "C has index 2 in the alphabet");
    /// assert_eq!(Multiset::from_indices(&word[..4]), letters, "the word has these letters");
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn words(&self, length: usize, letters: Multiset) -> &[MapWord] {
        self.lengths[length].words(letters)
    }

    /// Returns all words of the given length.
    #[must_use]
    pub fn all_words(&self, length: usize) -> &[MapWord] {
        self.lengths[length].all_words()
    }

    /// Returns the number of words.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "an empty map has no use")]
    pub fn len(&self) -> usize {
        self.lengths.iter().map(|length| length.all_words().len()).sum()
    }

    /// Returns the letters that complete a multiset to a word of the given length, and possibly
    /// others.
    #[must_use]
    #[inline(always)]
    pub fn one_open(&self, length: usize, letters: Multiset) -> LetterSet {
        self.lengths[length].one_open(letters)
    }

    /// Returns the letters that bring a multiset within one letter of a word of the given length,
    /// and possibly others; for words of more than 10 letters, all letters or none.
    #[must_use]
    #[inline(always)]
    pub fn two_open(&self, length: usize, letters: Multiset) -> LetterSet {
        self.lengths[length].two_open(letters)
    }

    /// Returns the size of the map in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lengths.iter().map(Length::bytes).sum()
    }
}

impl Imaged for WordMap {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        for length in &self.lengths {
            length.write(writer);
        }
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let mut map = Self::default();
        for (letters, length) in map.lengths.iter_mut().enumerate() {
            *length = Length::read(reader, letters)?;
        }
        Ok(map)
    }
}

/// Groups words of up to 15 letters by their length.
fn by_length(words: &[Word]) -> [Vec<&Word>; MAX_LETTERS + 1] {
    let mut by_length: [Vec<&Word>; MAX_LETTERS + 1] = Default::default();
    for word in words {
        if let Some(same) = by_length.get_mut(word.len()) {
            same.push(word);
        }
    }
    by_length
}

impl fmt::Debug for WordMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordMap").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
