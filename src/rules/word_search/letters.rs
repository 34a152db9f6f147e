//! Letters, choices of letters and wilds that spell words.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::lexicon::LetterCounts;
use crate::rules::limits;
use crate::word::{Letter, LetterSet, Word};

/// Letters in any order, choices such as `[AEI]`, each of which stands for one of its letters, and
/// wilds, each of which stands for any one letter.
///
/// ```
/// use wordcourt::rules::word_search::Letters;
/// let letters: Letters = "tac?".parse()?;
/// assert!(letters.spell("CATS") && letters.spell("AT") && !letters.spell("CATTLE"));
/// assert_eq!(letters.to_string(), "ACT?");
/// let choice: Letters = "t[ae]c".parse()?;
/// assert!(choice.spell("CAT") && choice.spell("ETC") && !choice.spell("COT"));
/// # Ok::<(), wordcourt::rules::word_search::BadLetters>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Letters {
    counts: LetterCounts,
    /// In a fixed order.
    choices: Vec<LetterSet>,
    wilds: u8,
}

/// The reason why a text is not a list of letters and wilds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadLetters {
    /// The text is empty.
    #[error("give at least one letter, choice or ?")]
    Empty,
    /// The text has too many characters.
    #[error("there are more than {most} letters, choices and wilds", most = limits::SEARCH_LETTERS)]
    TooMany,
    /// A character is neither a letter nor a wild.
    #[error("character {position} is {found:?}; use the letters A to Z, [AEI], and ? for a wild")]
    Character {
        /// The position of the character, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
    /// A choice has no letter or no closing bracket.
    #[error("the choice that begins at character {position} must have letters and a closing ]")]
    Choice {
        /// The position of the opening bracket, counted from 1.
        position: usize,
    },
}

impl FromStr for Letters {
    type Err = BadLetters;

    /// Parses 1 to [`limits::SEARCH_LETTERS`] letters in upper or lower case, with `?` for a wild and
    /// `[AEI]` for a choice.
    fn from_str(text: &str) -> Result<Self, BadLetters> {
        let mut letters = Self { counts: LetterCounts::default(), choices: Vec::new(), wilds: 0 };
        if text.is_empty() {
            return Err(BadLetters::Empty);
        }
        if limits::is_longer(text, limits::PATTERN_CHARACTERS) {
            return Err(BadLetters::TooMany);
        }
        let read = |found: char| u8::try_from(found).ok().and_then(Letter::from_ascii);
        let mut rest = text;
        // Ends, because every step takes a character off.
        while let Some(found) = rest.chars().next() {
            let position = text.chars().count() - rest.chars().count() + 1;
            if letters.len() == limits::SEARCH_LETTERS {
                return Err(BadLetters::TooMany);
            }
            rest = &rest[found.len_utf8()..];
            match read(found) {
                Some(letter) => letters.counts.add(letter),
                None if found == '?' => letters.wilds += 1,
                None if found == '[' => {
                    let (inside, after) =
                        rest.split_once(']').ok_or(BadLetters::Choice { position })?;
                    let choice: Option<LetterSet> = inside.chars().map(read).collect();
                    let choice = choice.filter(|choice| !choice.is_empty());
                    letters.choices.push(choice.ok_or(BadLetters::Choice { position })?);
                    rest = after;
                }
                None => return Err(BadLetters::Character { position, found }),
            }
        }
        letters.choices.sort_unstable_by_key(|choice| choice.bits());
        Ok(letters)
    }
}

impl From<&Word> for Letters {
    fn from(word: &Word) -> Self {
        Self { counts: word.letters().collect(), choices: Vec::new(), wilds: 0 }
    }
}

impl Letters {
    /// Returns the number of letters and wilds.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one letter or wild")]
    pub fn len(&self) -> usize {
        self.counts.total() as usize + self.choices.len() + usize::from(self.wilds)
    }

    /// Returns these letters with one wild more.
    #[must_use]
    pub fn with_wild(mut self) -> Self {
        self.wilds += 1;
        self
    }

    /// Returns the letters that need no wild.
    pub(super) fn all(&self) -> LetterSet {
        self.choices.iter().fold(self.counts.letters(), |all, &choice| all.union(choice))
    }

    /// Returns the letters, without the choices and wilds.
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
        // A letter is always as good for its own place as a choice or a wild would be.
        let mut others = word.bytes().filter_map(Letter::from_ascii).filter(|&l| !left.take(l));
        if self.choices.is_empty() {
            return others.nth(usize::from(self.wilds)).is_none();
        }
        let others: Vec<Letter> = others.collect();
        let by_choice = self.choose(&others);
        others.len() - by_choice <= usize::from(self.wilds)
    }

    /// Returns the largest number of letters that choices can stand for, each for one.
    fn choose(&self, letters: &[Letter]) -> usize {
        let mut of_choice = vec![None; self.choices.len()];
        let mut seen = vec![false; self.choices.len()];
        let mut chosen = 0;
        for at in 0..letters.len() {
            seen.fill(false);
            chosen += usize::from(self.find_choice(at, letters, &mut of_choice, &mut seen));
        }
        chosen
    }

    /// Finds a choice for a letter, for which others may have to take another one. Ends, because it
    /// looks at each choice once.
    fn find_choice(
        &self,
        at: usize,
        letters: &[Letter],
        of_choice: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for (place, choice) in self.choices.iter().enumerate() {
            if seen[place] || !choice.contains(letters[at]) {
                continue;
            }
            seen[place] = true;
            let is_free = match of_choice[place] {
                None => true,
                Some(other) => self.find_choice(other, letters, of_choice, seen),
            };
            if is_free {
                of_choice[place] = Some(at);
                return true;
            }
        }
        false
    }
}

impl fmt::Display for Letters {
    /// Writes the letters in alphabetical order, then the choices and the wilds. Equal values have
    /// equal texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in Letter::all() {
            (0..self.counts.count(letter)).try_for_each(|_| write!(f, "{letter}"))?;
        }
        for choice in &self.choices {
            f.write_str("[")?;
            choice.iter().try_for_each(|letter| write!(f, "{letter}"))?;
            f.write_str("]")?;
        }
        (0..self.wilds).try_for_each(|_| f.write_str("?"))
    }
}
