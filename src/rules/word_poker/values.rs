//! The numbers of Choose Your Words and Word For Word.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rules::limits;
use crate::word::{Letter, Word};

/// The largest number of cards in a hand or play, and of letters in a word (RULEBOOK O1, O2).
pub const MAX_CARDS: usize = 7;
/// The number of cards in the hand of a player of Word For Word (RULEBOOK O1).
pub const THOUGHT_CARDS: usize = 2;
/// The number of cards on the board at a showdown of Word For Word (RULEBOOK O1).
pub const BOARD_CARDS: usize = MAX_CARDS - THOUGHT_CARDS;
/// The smallest number of cards in a word (RULEBOOK O2).
pub const MIN_CARDS: usize = 2;

/// The word that is allowed even if the lexicon does not contain it (RULEBOOK O10, rule 19).
pub const EXCLAMATION_WORD: &str = "OMYWORD";

/// Bonus for using all seven cards (rule 18).
pub const OUTBURST: u32 = 75;
/// Bonus for OMYWORD (rule 19).
pub const EXCLAMATION: u32 = 100;
/// Bonus for a word of the category (rule 21).
pub const CATEGORY: u32 = 10;
/// Bonus for a palindrome of three letters, and for each further letter (rule 20).
pub const PALINDROME_STEP: u32 = 5;

/// The length chart of rule 17, for words of 0 to 12 letters. The entries from 8 letters on are
/// data only: no word is that long (RULEBOOK O2).
pub const LENGTH_BONUS: [u32; 13] = [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/// The values of the letters (RULEBOOK O4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LetterValues([u32; Letter::COUNT]);

impl LetterValues {
    /// Changes a letter's value.
    ///
    /// # Errors
    /// The value, if it exceeds [`limits::LETTER_VALUE`].
    pub const fn set(&mut self, letter: Letter, value: u32) -> Result<(), u32> {
        if value > limits::LETTER_VALUE {
            return Err(value);
        }
        self.0[letter.index()] = value;
        Ok(())
    }

    /// Returns true if all letters have the values of the published rules.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns a letter's value.
    #[must_use]
    pub const fn of(&self, letter: Letter) -> u32 {
        self.0[letter.index()]
    }
}

impl Serialize for LetterValues {
    /// Writes an object of all letters with their values.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Letter::all().map(|letter| (letter.as_char(), self.of(letter))))
    }
}

impl<'de> Deserialize<'de> for LetterValues {
    /// Reads an object of all letters with their values; without one, these are the default values.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut values = Self::default();
        let Some(members) = Option::<BTreeMap<char, u32>>::deserialize(deserializer)? else {
            return Ok(values);
        };
        for letter in Letter::all() {
            let value = members.get(&letter.as_char()).copied();
            let value = value.ok_or_else(|| D::Error::custom("a letter has no value"))?;
            values.set(letter, value).map_err(|_| D::Error::custom("a value is too large"))?;
        }
        if members.len() > Letter::COUNT {
            return Err(D::Error::custom("only letters have values"));
        }
        Ok(values)
    }
}

impl Default for LetterValues {
    /// Returns the table of RULEBOOK O4. Vowels are 1. Other consonants are one more than in the
    /// classic crossword game, except that its 8 becomes 10 and its 10 becomes 15.
    fn default() -> Self {
        //    A  B  C  D  E  F  G  H  I  J   K  L  M  N  O  P  Q   R  S  T  U  V  W  X   Y  Z
        Self([1, 4, 4, 3, 1, 5, 3, 5, 1, 10, 6, 2, 4, 2, 1, 4, 15, 2, 2, 2, 1, 5, 5, 10, 5, 15])
    }
}

/// The bonuses that are added last and never multiplied, except the category bonus (RULEBOOK O9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordBonuses {
    /// For all seven cards.
    pub outburst: u32,
    /// For OMYWORD.
    pub exclamation: u32,
    /// For a word that reads the same backwards.
    pub palindrome: u32,
}

impl WordBonuses {
    /// Returns the bonuses of a word of 2 to 7 letters, one card each.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a word has few letters")]
    pub fn of(word: &Word) -> Self {
        // A palindrome of three letters earns one step, so a word of two letters earns none.
        let steps = word.len() as u32 - 2;
        Self {
            outburst: if word.len() == MAX_CARDS { OUTBURST } else { 0 },
            exclamation: if word.as_str() == EXCLAMATION_WORD { EXCLAMATION } else { 0 },
            palindrome: if word.is_palindrome() { PALINDROME_STEP * steps } else { 0 },
        }
    }

    /// Returns the sum of the bonuses.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.outburst + self.exclamation + self.palindrome
    }
}
