//! Patterns of words: letters, `?` for one letter, `*` for any run of letters, `[AEI]` for a choice, `[^AEI]` for any other.
//!
//! A pattern is a row of *places*, each a set of letters, with runs before, between and behind them. While a word is read, a bit for every
//! number of places that may be behind us says how the word can have been read so far; a letter moves all of them at once. So a word takes
//! three operations a letter, whatever the pattern.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::word::{Letter, LetterSet, Word};

/// A pattern that words match as a whole.
///
/// ```
/// use wordcourt::lexicon::Pattern;
/// let pattern: Pattern = "q?[ai]*".parse()?;
/// assert!(pattern.matches(&"QUIZ".parse().unwrap()) && pattern.matches(&"QUA".parse().unwrap()));
/// assert!(!pattern.matches(&"QUEEN".parse().unwrap()));
/// assert_eq!(pattern.to_string(), "Q?[AI]*");
/// # Ok::<(), wordcourt::lexicon::BadPattern>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    places: Vec<LetterSet>,
    /// A bit for each number of places behind which a run may stand.
    runs: u64,
    /// For each letter, by the low bits of its code, a bit for each place that takes it.
    takes: [u64; 32],
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadPattern {
    /// Nothing stands in it.
    #[error("the pattern is empty; `*` matches every word")]
    Empty,
    /// It has too many characters.
    #[error("the pattern has more than {most} characters", most = Pattern::MAX_CHARACTERS)]
    TooLong,
    /// It has more places than the longest word has letters.
    #[error("the pattern wants more than {most} letters, and no word has as many", most = Word::MAX_LETTERS)]
    TooManyPlaces,
    /// A character that means nothing; `position` counts characters from 1.
    #[error("character {position} is {found:?}; a pattern is made of the letters A to Z, ?, *, [AEI] and [^AEI]")]
    Character {
        /// Which character, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
    /// A choice that isn't closed; `position` counts characters from 1.
    #[error("the choice that begins at character {position} has no closing ]")]
    Unclosed {
        /// Where it begins, counted from 1.
        position: usize,
    },
    /// A choice that leaves no letter; `position` counts characters from 1.
    #[error("the choice that begins at character {position} leaves no letter")]
    NoChoice {
        /// Where it begins, counted from 1.
        position: usize,
    },
}

impl Pattern {
    /// The longest text of a pattern, in characters.
    pub const MAX_CHARACTERS: usize = 256;

    /// The pattern of all words that contain these letters side by side.
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

    /// There are at most [`Word::MAX_LETTERS`] places, so that 64 bits are enough.
    fn new(places: Vec<LetterSet>, runs: u64) -> Self {
        let mut takes = [0; 32];
        for (place, letters) in places.iter().enumerate() {
            for letter in letters.iter() {
                takes[slot(letter.as_ascii())] |= 1 << place;
            }
        }
        Self { places, runs, takes }
    }

    /// Whether the word matches, from its first letter to its last.
    #[must_use]
    pub fn matches(&self, word: &Word) -> bool {
        self.matches_row(word.as_str())
    }

    /// The same for a word as a lexicon holds it: letters from A to Z.
    pub(crate) fn matches_row(&self, word: &str) -> bool {
        let mut behind = 1_u64;
        for &letter in word.as_bytes() {
            behind = (behind & self.takes[slot(letter)]) << 1 | behind & self.runs;
        }
        behind >> self.places.len() & 1 == 1
    }

    /// The fewest letters of a word that matches.
    #[must_use]
    pub const fn min_len(&self) -> usize {
        self.places.len()
    }

    /// The most letters of a word that matches; [`Word::MAX_LETTERS`] if there is a run.
    #[must_use]
    pub const fn max_len(&self) -> usize {
        if self.runs == 0 { self.places.len() } else { Word::MAX_LETTERS }
    }

    /// Letters that every word has that matches.
    #[must_use]
    pub fn needs(&self) -> LetterSet {
        self.places.iter().filter_map(|letters| only(*letters)).collect()
    }

    /// The letters with which every word begins that matches.
    pub fn prefix(&self) -> impl Iterator<Item = Letter> {
        let before_any_run = self.places.iter().take(self.runs.trailing_zeros() as usize);
        before_any_run.map_while(|letters| only(*letters))
    }
}

const fn slot(letter: u8) -> usize {
    (letter & 31) as usize
}

/// The only letter of a set.
fn only(letters: LetterSet) -> Option<Letter> {
    let mut letters = letters.iter();
    letters.next().filter(|_| letters.next().is_none())
}

impl FromStr for Pattern {
    type Err = BadPattern;

    /// Reads a pattern in either case.
    ///
    /// # Errors
    /// [`BadPattern`] says what is wrong and where.
    fn from_str(text: &str) -> Result<Self, BadPattern> {
        let mut places = Vec::new();
        let mut runs = 0;
        if text.is_empty() {
            return Err(BadPattern::Empty);
        }
        if text.chars().nth(Self::MAX_CHARACTERS).is_some() {
            return Err(BadPattern::TooLong);
        }
        let mut characters = (1..).zip(text.chars());
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
                return Err(BadPattern::TooManyPlaces);
            }
            places.push(place);
        }
        Ok(Self::new(places, runs))
    }
}

fn letter(position: usize, found: char) -> Result<Letter, BadPattern> {
    let byte = u8::try_from(found).ok();
    byte.and_then(Letter::from_ascii).ok_or(BadPattern::Character { position, found })
}

/// Reads a choice from behind its opening bracket.
fn choice(begin: usize, characters: &mut impl Iterator<Item = (usize, char)>) -> Result<LetterSet, BadPattern> {
    let mut letters = LetterSet::default();
    let mut is_negated = false;
    for (position, found) in characters {
        match found {
            ']' => {
                let chosen = if is_negated { letters.complement() } else { letters };
                return if chosen.is_empty() { Err(BadPattern::NoChoice { position: begin }) } else { Ok(chosen) };
            }
            '^' if position == begin + 1 => is_negated = true,
            _ => letters.insert(letter(position, found)?),
        }
    }
    Err(BadPattern::Unclosed { position: begin })
}

impl fmt::Display for Pattern {
    /// Patterns that are equal are written alike, and no longer than they have to be: what was read can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for behind in 0..=self.places.len() {
            if self.runs >> behind & 1 == 1 {
                f.write_str("*")?;
            }
            match self.places.get(behind).map(|&letters| (letters, only(letters))) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap()
    }

    #[test]
    fn a_pattern_is_written_in_one_way() {
        let not_a = "[^bcdefghijklmnopqrstuvwxyz]";
        let (half, more) = ("[ABCDEFGHIJKLM]", "[ABCDEFGHIJKLMN]");
        for (text, canonical) in [
            ("q**?", "Q*?"),
            ("[a]", "A"),
            ("[eaA]", "[AE]"),
            (not_a, "A"),
            ("*", "*"),
            ("[^sz]", "[^SZ]"),
            (half, half),
            (more, "[^OPQRSTUVWXYZ]"),
        ] {
            assert_eq!(pattern(text).to_string(), canonical);
            assert_eq!(pattern(canonical), pattern(text));
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, expected) in [
            ("", BadPattern::Empty),
            ("A.", BadPattern::Character { position: 2, found: '.' }),
            ("Éa", BadPattern::Character { position: 1, found: 'É' }),
            ("A]", BadPattern::Character { position: 2, found: ']' }),
            ("A[BC", BadPattern::Unclosed { position: 2 }),
            ("A[", BadPattern::Unclosed { position: 2 }),
            ("[]", BadPattern::NoChoice { position: 1 }),
            ("A[^ABCDEFGHIJKLMNOPQRSTUVWXYZ]", BadPattern::NoChoice { position: 2 }),
            ("[A^]", BadPattern::Character { position: 3, found: '^' }),
            ("[EA][^B-Z]", BadPattern::Character { position: 8, found: '-' }),
            (&"?".repeat(46), BadPattern::TooManyPlaces),
            (&"*".repeat(257), BadPattern::TooLong),
        ] {
            assert_eq!(text.parse::<Pattern>(), Err(expected), "{text}");
        }
        let _ = pattern(&"?".repeat(45));
        let _ = pattern(&"*".repeat(256));
    }

    #[test]
    fn what_every_match_has_is_known() {
        let facts = |text: &str| {
            let pattern = pattern(text);
            let prefix: String = pattern.prefix().map(Letter::as_char).collect();
            (prefix, pattern.needs().to_string(), pattern.min_len(), pattern.max_len())
        };
        assert_eq!(facts("RE*[ST]Z"), ("RE".into(), "ERZ".into(), 4, 45));
        assert_eq!(facts("Q[U]?Z"), ("QU".into(), "QUZ".into(), 4, 4));
        assert_eq!(facts("*A"), (String::new(), "A".into(), 1, 45));
        assert_eq!(facts("*"), (String::new(), String::new(), 0, 45));
    }
}
