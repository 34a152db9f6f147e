//! Word patterns: letters, `?` for any letter, `*` for any number of letters, `[AEI]` for one of
//! these letters, `[^AEI]` for any other letter.
//!
//! A pattern is a sequence of *places*, each of which is a set of letters. A `*` is a *run*: any
//! number of letters before, between or after the places. Matching reads a word letter by letter.
//! It keeps one bit for each number of places that may have been read, and a letter updates all
//! bits at once. Matching therefore takes a few operations per letter, whatever the pattern.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::word::{Letter, LetterSet, Word};

/// A pattern that matches whole words.
///
/// ```
/// use wordcourt::lexicon::Pattern;
/// let pattern: Pattern = "q?[ai]*".parse()?;
/// assert!(pattern.matches(&"QUIZ".parse().unwrap()) && pattern.matches(&"QUA".parse().unwrap()));
/// assert!(!pattern.matches(&"QUEEN".parse().unwrap()));
/// assert_eq!(pattern.to_string(), "Q?[AI]*");
/// # Ok::<(), wordcourt::lexicon::PatternError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// At most [`Word::MAX_LETTERS`], so that 64 bits are enough for `runs`.
    places: Vec<LetterSet>,
    /// A bit for each number of places after which a run may follow.
    runs: u64,
    /// For each letter, indexed by the low bits of its code: a bit for each place that accepts it.
    takes: [u64; 32],
}

/// The reason why a text is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The text is empty.
    #[error("the pattern is empty; `*` matches every word")]
    Empty,
    /// The text is longer than [`Pattern::MAX_CHARACTERS`].
    #[error("the pattern has more than {max} characters", max = Pattern::MAX_CHARACTERS)]
    TooLong,
    /// The pattern has more places than the longest word has letters.
    #[error(
        "the pattern needs more than {max} letters, the maximum length of a word",
        max = Word::MAX_LETTERS
    )]
    TooManyPlaces,
    /// The text contains a character that patterns do not allow.
    #[error("character {position} is {found:?}; use the letters A to Z, ?, *, [AEI] and [^AEI]")]
    Character {
        /// The position of the character, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
    /// A choice has no closing bracket.
    #[error("the choice that begins at character {position} has no closing ]")]
    Unclosed {
        /// The position of the opening bracket, counted from 1.
        position: usize,
    },
    /// A choice allows no letter.
    #[error("the choice that begins at character {position} allows no letter")]
    NoChoice {
        /// The position of the opening bracket, counted from 1.
        position: usize,
    },
}

impl Pattern {
    /// The maximum length of a pattern, in characters.
    pub const MAX_CHARACTERS: usize = 256;

    /// Returns the pattern of the words that contain these letters next to each other.
    ///
    /// ```
    /// use wordcourt::lexicon::Pattern;
    /// assert_eq!(Pattern::containing(&"zz".parse().unwrap()).to_string(), "*ZZ*");
    /// ```
    #[must_use]
    pub fn containing(letters: &Word) -> Self {
        let places = letters.letters().map(|letter| LetterSet::from_iter([letter])).collect();
        Self::new(places, 1 | 1 << letters.len())
    }

    fn new(places: Vec<LetterSet>, runs: u64) -> Self {
        let mut takes = [0; 32];
        for (place, letters) in places.iter().enumerate() {
            for letter in letters.iter() {
                takes[low_bits(letter.as_ascii())] |= 1 << place;
            }
        }
        Self { places, runs, takes }
    }

    /// Returns true if the word matches, from its first letter to its last.
    #[must_use]
    pub fn matches(&self, word: &Word) -> bool {
        self.matches_str(word.as_str())
    }

    /// Returns true if a word of the letters A to Z matches.
    pub(crate) fn matches_str(&self, word: &str) -> bool {
        self.is_whole(word.bytes().fold(Self::START, |read, letter| self.read(read, letter)))
    }

    /// The numbers of places that may have been read at the start of a word, as bits.
    pub(super) const START: u64 = 1;

    /// Returns the numbers of places that may have been read after one more letter, as bits.
    #[inline]
    pub(super) fn read(&self, read: u64, letter: u8) -> u64 {
        (read & self.takes[low_bits(letter)]) << 1 | read & self.runs
    }

    /// Returns true if all places may have been read.
    #[inline]
    pub(super) const fn is_whole(&self, read: u64) -> bool {
        read >> self.places.len() & 1 == 1
    }

    /// Returns the minimum length of a matching word.
    #[must_use]
    pub const fn min_len(&self) -> usize {
        self.places.len()
    }

    /// Returns the maximum length of a matching word; [`Word::MAX_LETTERS`] if the pattern has a
    /// run.
    #[must_use]
    pub const fn max_len(&self) -> usize {
        if self.runs == 0 { self.places.len() } else { Word::MAX_LETTERS }
    }

    /// Returns letters that every matching word contains.
    ///
    /// ```
    /// use wordcourt::lexicon::Pattern;
    /// let pattern: Pattern = "Q*[ST]Z".parse()?;
    /// assert_eq!(pattern.required_letters().to_string(), "QZ");
    /// # Ok::<(), wordcourt::lexicon::PatternError>(())
    /// ```
    #[must_use]
    pub fn required_letters(&self) -> LetterSet {
        self.places.iter().filter_map(|letters| only(*letters)).collect()
    }

    /// Returns the letters that every matching word begins with.
    ///
    /// ```
    /// use wordcourt::lexicon::Pattern;
    /// use wordcourt::word::Word;
    /// let pattern: Pattern = "RE*[ST]Z".parse()?;
    /// assert_eq!(Word::from_letters(pattern.prefix()).unwrap().as_str(), "RE");
    /// # Ok::<(), wordcourt::lexicon::PatternError>(())
    /// ```
    pub fn prefix(&self) -> impl Iterator<Item = Letter> {
        let before_any_run = self.places.iter().take(self.runs.trailing_zeros() as usize);
        before_any_run.map_while(|letters| only(*letters))
    }
}

/// Returns the low bits of the code of a letter, which identify the letter.
const fn low_bits(letter: u8) -> usize {
    (letter & 31) as usize
}

/// Returns the only letter of a set; `None` if the set has no letter or several.
fn only(letters: LetterSet) -> Option<Letter> {
    let mut letters = letters.iter();
    letters.next().filter(|_| letters.next().is_none())
}

impl FromStr for Pattern {
    type Err = PatternError;

    /// Parses a pattern in upper or lower case.
    ///
    /// # Errors
    /// Returns a [`PatternError`] for the first fault.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut places = Vec::new();
        let mut runs = 0;
        if text.is_empty() {
            return Err(PatternError::Empty);
        }
        if text.chars().nth(Self::MAX_CHARACTERS).is_some() {
            return Err(PatternError::TooLong);
        }
        let mut characters = (1..).zip(text.chars());
        // Each step takes at least one of the characters, which are at most `MAX_CHARACTERS`.
        while let Some((position, found)) = characters.next() {
            let place = match found {
                '*' => {
                    runs |= 1 << places.len();
                    continue;
                }
                '?' => LetterSet::ALL,
                '[' => choice(position, &mut characters)?,
                _ => LetterSet::from_iter([letter(position, found)?]),
            };
            if places.len() == Word::MAX_LETTERS {
                return Err(PatternError::TooManyPlaces);
            }
            places.push(place);
        }
        Ok(Self::new(places, runs))
    }
}

fn letter(position: usize, found: char) -> Result<Letter, PatternError> {
    let byte = u8::try_from(found).ok();
    byte.and_then(Letter::from_ascii).ok_or(PatternError::Character { position, found })
}

/// Parses a choice after its opening bracket.
fn choice(
    begin: usize,
    characters: &mut impl Iterator<Item = (usize, char)>,
) -> Result<LetterSet, PatternError> {
    let mut letters = LetterSet::default();
    let mut is_negated = false;
    for (position, found) in characters {
        match found {
            ']' => {
                let chosen = if is_negated { letters.complement() } else { letters };
                return if chosen.is_empty() {
                    Err(PatternError::NoChoice { position: begin })
                } else {
                    Ok(chosen)
                };
            }
            '^' if position == begin + 1 => is_negated = true,
            _ => letters.insert(letter(position, found)?),
        }
    }
    Err(PatternError::Unclosed { position: begin })
}

impl fmt::Display for Pattern {
    /// Writes the shortest form. It is the same for equal patterns, and it can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for before in 0..=self.places.len() {
            if self.runs >> before & 1 == 1 {
                f.write_str("*")?;
            }
            match self.places.get(before).map(|&letters| (letters, only(letters))) {
                Some((LetterSet::ALL, _)) => f.write_str("?")?,
                Some((_, Some(letter))) => write!(f, "{letter}")?,
                Some((letters, None)) if letters.iter().count() > Letter::COUNT / 2 => {
                    write!(f, "[^{}]", letters.complement())?;
                }
                Some((letters, None)) => write!(f, "[{letters}]")?,
                None => {}
            }
        }
        Ok(())
    }
}
