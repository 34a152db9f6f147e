//! Letters and words. Parsing validates them, limits their length and converts them to upper case.

mod letter;
mod letter_set;

use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

pub use letter::Letter;
pub use letter_set::LetterSet;

/// A word of 1 to [`Word::MAX_LETTERS`] letters, stored inline in upper case (RULEBOOK W1).
///
/// A `Word` need not be in any lexicon.
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
    /// Upper-case ASCII, padded with zeros.
    bytes: [u8; Self::MAX_LETTERS],
}

/// The reason why a text is not a word.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum WordError {
    /// The text is empty.
    #[error("the word is empty; give at least one letter")]
    Empty,
    /// The text is longer than any word that a lexicon may contain.
    #[error(
        "the word has more than {max} characters, the maximum length of a word",
        max = Word::MAX_LETTERS
    )]
    TooLong,
    /// The text contains a character other than A–Z.
    #[error(
        "character {position} is {found:?}; use only the letters A to Z, without accents, \
         hyphens or apostrophes"
    )]
    NotALetter {
        /// The position of the character in the text, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
}

impl Word {
    /// The maximum number of letters in a word; the longest word of the embedded lexicon has 45.
    pub const MAX_LETTERS: usize = 45;

    /// Makes a word from letters; `None` if there are no letters or more than
    /// [`Self::MAX_LETTERS`].
    ///
    /// ```
    /// use wordcourt::word::Word;
    /// let word: Word = "stressed".parse().unwrap();
    /// let reversed = Word::from_letters(word.letters().rev()).unwrap();
    /// assert_eq!(reversed.as_str(), "DESSERTS");
    /// assert_eq!(Word::from_letters([]), None);
    /// ```
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

    /// Returns the word in upper-case ASCII.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    /// Returns the first sixteen letters as two numbers, with the first letter in the lowest byte.
    /// Bytes past the end of the word are 0.
    #[inline]
    pub(crate) fn first_sixteen(&self) -> [u64; 2] {
        let (halves, _) = self.bytes.as_chunks::<8>();
        [u64::from_le_bytes(halves[0]), u64::from_le_bytes(halves[1])]
    }

    /// Returns the word in upper case.
    ///
    /// # Panics
    /// Never: a word contains ASCII letters only.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).expect("a word contains ASCII letters only")
    }

    /// Returns the number of letters.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a word is never empty")]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Returns the letters from first to last.
    ///
    /// ```
    /// use wordcourt::word::{Letter, Word};
    /// let word: Word = "quiz".parse().unwrap();
    /// assert_eq!(word.letters().next(), Letter::from_ascii(b'Q'));
    /// assert_eq!(word.letters().len(), 4);
    /// ```
    #[must_use]
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = Letter> + ExactSizeIterator + '_ {
        self.as_bytes().iter().map(|&byte| Letter::from_upper_case(byte))
    }

    /// Returns true if the word reads the same backwards.
    ///
    /// ```
    /// use wordcourt::word::Word;
    /// assert!("level".parse::<Word>().unwrap().is_palindrome());
    /// assert!(!"lever".parse::<Word>().unwrap().is_palindrome());
    /// ```
    #[must_use]
    pub fn is_palindrome(&self) -> bool {
        self.as_bytes().iter().eq(self.as_bytes().iter().rev())
    }
}

impl std::str::FromStr for Word {
    type Err = WordError;

    /// Parses a word in upper or lower case.
    ///
    /// # Errors
    /// Returns a [`WordError`] if the text is empty or too long, or for the first character that is
    /// not a letter.
    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut bytes = [0; Self::MAX_LETTERS];
        let letters = bytes.get_mut(..text.len()).ok_or_else(|| WordError::of(text))?;
        letters.copy_from_slice(text.as_bytes());
        // One test for all letters, because lexicons have hundreds of thousands of words.
        if letters.is_empty() || !letters.iter().all(u8::is_ascii_alphabetic) {
            return Err(WordError::of(text));
        }
        letters.make_ascii_uppercase();
        #[expect(clippy::cast_possible_truncation, reason = "a word has at most 45 letters")]
        Ok(Self { length: text.len() as u8, bytes })
    }
}

impl WordError {
    /// Returns the first fault of a text that is not a word.
    fn of(text: &str) -> Self {
        for (position, &byte) in text.as_bytes().iter().enumerate() {
            if Letter::from_ascii(byte).is_none() {
                // Every byte before this one is a letter, so byte and character positions agree.
                let found = text[position..].chars().next().unwrap_or_default();
                return Self::NotALetter { position: position + 1, found };
            }
            if position == Word::MAX_LETTERS {
                return Self::TooLong;
            }
        }
        Self::Empty
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    /// Compares words alphabetically.
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
