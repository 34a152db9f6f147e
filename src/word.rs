//! Letters and words: parsed once at the door, bounded, upper case.

use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// A letter from A to Z.
///
/// Holding one proves that [`index`](Letter::index) is below 26.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// How many letters there are.
    pub const COUNT: usize = 26;

    const ALPHABET: [Self; Self::COUNT] = {
        let mut letters = [Self(0); Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            letters[index] = Self(index as u8);
            index += 1;
        }
        letters
    };

    /// Every letter, from A to Z.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALPHABET.into_iter()
    }

    /// Reads a letter of either case.
    ///
    /// ```
    /// use wordcourt::word::Letter;
    /// assert_eq!(Letter::from_ascii(b'q').unwrap().as_char(), 'Q');
    /// assert!(Letter::from_ascii(b'7').is_none());
    /// ```
    #[must_use]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        if byte.is_ascii_alphabetic() { Some(Self(byte.to_ascii_uppercase() - b'A')) } else { None }
    }

    /// The letter at a place of the alphabet: 0 is A, 25 is Z.
    #[must_use]
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The letter's place in the alphabet: A is 0, Z is 25.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter as an upper-case character.
    #[must_use]
    pub const fn as_char(self) -> char {
        self.as_ascii() as char
    }

    /// The letter as an upper-case text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        &ALPHABET[self.index()..=self.index()]
    }

    /// The letter as an upper-case ASCII byte.
    #[must_use]
    pub const fn as_ascii(self) -> u8 {
        b'A' + self.0
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of letters, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LetterSet(u32);

impl LetterSet {
    /// Every letter.
    pub const ALL: Self = Self((1 << Letter::COUNT) - 1);

    /// The letters whose bits are set: A is bit 0; bits behind Z are dropped.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// A bit for each letter of the set: A is bit 0.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Adds a letter.
    pub const fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.0;
    }

    /// Whether a letter is in the set.
    #[must_use]
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 & (1 << letter.0) != 0
    }

    /// Whether no letter is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The letters in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The letters in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The letters that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }

    /// How many letters of this set are not in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn count_outside(self, other: Self) -> u32 {
        (self.0 & !other.0).count_ones()
    }

    /// The letters of the set, in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let letter = Letter::ALPHABET.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*letter)
        })
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut set = Self::default();
        letters.into_iter().for_each(|letter| set.insert(letter));
        set
    }
}

impl fmt::Display for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|letter| f.write_str(letter.as_str()))
    }
}

/// A word of 1 to [`Word::MAX_LETTERS`] letters, held inline in upper case (RULEBOOK W1).
///
/// Holding one proves nothing about any lexicon: it is merely something that could be looked up.
///
/// ```
/// use wordcourt::word::{Word, WordError};
/// let word: Word = "bigger".parse()?;
/// assert_eq!(word.as_str(), "BIGGER");
/// assert_eq!("DON'T".parse::<Word>(), Err(WordError::NotALetter { position: 4, found: '\'' }));
/// # Ok::<(), WordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word {
    length: u8,
    bytes: [u8; Self::MAX_LETTERS],
}

/// Why a text is not a word.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WordError {
    /// There is no letter at all.
    #[error("the word is empty; give at least one letter")]
    Empty,
    /// The text is longer than any word that a lexicon may hold.
    #[error("the word has more than {max} characters", max = Word::MAX_LETTERS)]
    TooLong,
    /// A character other than A–Z; `position` counts characters from 1.
    #[error(
        "character {position} is {found:?}; only the letters A to Z count, without accents, hyphens or apostrophes"
    )]
    NotALetter {
        /// Which character, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
}

impl Word {
    /// The longest word a lexicon may hold (the longest of the default one has 45 letters).
    pub const MAX_LETTERS: usize = 45;

    /// Spells a word from letters; `None` if there are none or more than [`Self::MAX_LETTERS`].
    #[must_use]
    pub fn from_letters(letters: impl IntoIterator<Item = Letter>) -> Option<Self> {
        let mut bytes = [0; Self::MAX_LETTERS];
        let mut length = 0_u8;
        for letter in letters {
            *bytes.get_mut(usize::from(length))? = letter.as_ascii();
            length += 1;
        }
        (length > 0).then_some(Self { length, bytes })
    }

    /// The word in upper-case ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    /// The first sixteen letters as two numbers, the first letter in the lowest byte; 0 where there is no letter.
    pub(crate) fn first_sixteen(&self) -> [u64; 2] {
        // Bytes beyond the length are 0.
        let (halves, _) = self.bytes.as_chunks::<8>();
        [u64::from_le_bytes(halves[0]), u64::from_le_bytes(halves[1])]
    }

    /// The word in upper case.
    ///
    /// # Panics
    /// Never: a word holds ASCII letters only.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).expect("a word holds ASCII letters only")
    }

    /// How many letters the word has.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a word is never empty")]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// The letters from first to last.
    #[must_use]
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = Letter> + ExactSizeIterator + '_ {
        self.as_bytes().iter().map(|byte| Letter(byte - b'A'))
    }

    /// Whether the word reads the same backwards.
    #[must_use]
    pub fn is_palindrome(&self) -> bool {
        self.as_bytes().iter().eq(self.as_bytes().iter().rev())
    }
}

impl std::str::FromStr for Word {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut bytes = [0; Self::MAX_LETTERS];
        let mut length = 0;
        for (position, &byte) in text.as_bytes().iter().enumerate() {
            let Some(letter) = Letter::from_ascii(byte) else {
                // Every byte before this one was a letter, so byte and character positions agree.
                let found = text[position..].chars().next().unwrap_or_default();
                return Err(WordError::NotALetter { position: position + 1, found });
            };
            *bytes.get_mut(position).ok_or(WordError::TooLong)? = letter.as_ascii();
            length += 1;
        }
        if length == 0 { Err(WordError::Empty) } else { Ok(Self { length, bytes }) }
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    /// Alphabetical order.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Word({self})")
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_to_upper_case_and_bounded() {
        assert_eq!("Zax".parse::<Word>().unwrap().as_str(), "ZAX");
        assert_eq!("".parse::<Word>(), Err(WordError::Empty));
        assert!("A".repeat(45).parse::<Word>().is_ok());
        assert_eq!("A".repeat(46).parse::<Word>(), Err(WordError::TooLong));
    }

    #[test]
    fn the_first_wrong_character_is_named_whatever_its_width() {
        let error = "CAFÉS".parse::<Word>().unwrap_err();
        assert_eq!(error, WordError::NotALetter { position: 4, found: 'É' });
        let error = "A\0".parse::<Word>().unwrap_err();
        assert_eq!(error, WordError::NotALetter { position: 2, found: '\0' });
    }

    #[test]
    fn words_sort_alphabetically() {
        let mut words = ["B", "AB", "A", "ABC"].map(|text| text.parse::<Word>().unwrap());
        words.sort();
        assert_eq!(words.map(|word| word.to_string()), ["A", "AB", "ABC", "B"]);
    }
}
