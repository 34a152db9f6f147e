//! Letters and wilds that spell words.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::lexicon::LetterCounts;
use crate::rules::limits;
use crate::word::Letter;

/// Letters in any order, and wilds, each of which stands for any one letter.
///
/// ```
/// use wordcourt::rules::word_search::Letters;
/// let letters: Letters = "tac?".parse()?;
/// assert!(letters.spell("CATS") && letters.spell("AT") && !letters.spell("CATTLE"));
/// assert_eq!(letters.to_string(), "ACT?");
/// # Ok::<(), wordcourt::rules::word_search::BadLetters>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Letters {
    counts: LetterCounts,
    wilds: u8,
}

/// The reason why a text is not a list of letters and wilds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadLetters {
    /// The text is empty.
    #[error("give at least one letter or ?")]
    Empty,
    /// The text has too many characters.
    #[error("there are more than {most} letters and wilds", most = limits::SEARCH_LETTERS)]
    TooMany,
    /// A character is neither a letter nor a wild.
    #[error("character {position} is {found:?}; use the letters A to Z, and ? for a wild")]
    Character {
        /// The position of the character, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
}

impl FromStr for Letters {
    type Err = BadLetters;

    /// Parses 1 to [`limits::SEARCH_LETTERS`] letters in upper or lower case, with `?` for a wild.
    fn from_str(text: &str) -> Result<Self, BadLetters> {
        let mut letters = Self { counts: LetterCounts::default(), wilds: 0 };
        if text.is_empty() {
            return Err(BadLetters::Empty);
        }
        if text.chars().nth(limits::SEARCH_LETTERS).is_some() {
            return Err(BadLetters::TooMany);
        }
        for (position, found) in (1..).zip(text.chars()) {
            match u8::try_from(found).ok().and_then(Letter::from_ascii) {
                Some(letter) => letters.counts.add(letter),
                None if found == '?' => letters.wilds += 1,
                None => return Err(BadLetters::Character { position, found }),
            }
        }
        Ok(letters)
    }
}

impl Letters {
    /// Returns the number of letters and wilds.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one letter or wild")]
    pub fn len(&self) -> usize {
        self.counts.total() as usize + usize::from(self.wilds)
    }

    /// Returns the letters, without the wilds.
    #[must_use]
    pub(super) const fn counts(&self) -> &LetterCounts {
        &self.counts
    }

    #[must_use]
    pub(super) const fn wilds(&self) -> u8 {
        self.wilds
    }

    /// Returns true if the letters and wilds spell a word, each used at most once.
    #[must_use]
    pub fn spell(&self, word: &str) -> bool {
        let mut left = self.counts;
        let mut wilds = self.wilds;
        word.bytes().filter_map(Letter::from_ascii).all(|letter| {
            left.take(letter) || {
                let has_wild = wilds > 0;
                wilds = wilds.saturating_sub(1);
                has_wild
            }
        })
    }
}

impl fmt::Display for Letters {
    /// Writes the letters in alphabetical order, then the wilds. Equal values have equal texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in Letter::all() {
            (0..self.counts.count(letter)).try_for_each(|_| write!(f, "{letter}"))?;
        }
        (0..self.wilds).try_for_each(|_| f.write_str("?"))
    }
}
