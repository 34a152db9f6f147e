//! The numbers of the Oh My Word games.

use super::super::limits;
use crate::word::{Letter, Word};

/// The most cards in a hand or play, and the most letters in a word (RULEBOOK O1, O2).
pub const MAX_CARDS: usize = 7;
/// The fewest cards of a word (RULEBOOK O2).
pub const MIN_CARDS: usize = 2;

/// The word that counts though no lexicon holds it (RULEBOOK O10, rule 19).
pub const EXCLAMATION_WORD: &str = "OMYWORD";

/// Bonus for using all seven cards (rule 18).
pub const OUTBURST: u32 = 75;
/// Bonus for OMYWORD (rule 19).
pub const EXCLAMATION: u32 = 100;
/// Bonus for a word of the category (rule 21).
pub const CATEGORY: u32 = 10;
/// Palindrome bonus for the first three letters and for each further one (rule 20).
pub const PALINDROME_STEP: u32 = 5;

/// The length chart of rule 17 for words of 0 to 12 letters; from 8 on it is data only (RULEBOOK O2).
pub const LENGTH_BONUS: [u32; 13] = [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/// What each letter is worth (RULEBOOK O4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LetterValues([u32; Letter::COUNT]);

impl LetterValues {
    /// Overrides a letter's value.
    ///
    /// # Errors
    /// The value is above [`limits::LETTER_VALUE`].
    pub const fn set(&mut self, letter: Letter, value: u32) -> Result<(), u32> {
        if value > limits::LETTER_VALUE {
            return Err(value);
        }
        self.0[letter.index()] = value;
        Ok(())
    }

    /// A letter's value.
    #[must_use]
    pub const fn of(&self, letter: Letter) -> u32 {
        self.0[letter.index()]
    }
}

impl Default for LetterValues {
    /// RULEBOOK O4: vowels 1; other consonants one more than in the classic crossword game, its 8 as 10, its 10 as 15.
    fn default() -> Self {
        //    A  B  C  D  E  F  G  H  I  J   K  L  M  N  O  P  Q   R  S  T  U  V  W  X   Y  Z
        Self([1, 4, 4, 3, 1, 5, 3, 5, 1, 10, 6, 2, 4, 2, 1, 4, 15, 2, 2, 2, 1, 5, 5, 10, 5, 15])
    }
}

/// Bonuses that are added last and never multiplied, the category's aside (RULEBOOK O9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordBonuses {
    /// All seven cards used.
    pub outburst: u32,
    /// OMYWORD.
    pub exclamation: u32,
    /// The word reads the same backwards.
    pub palindrome: u32,
}

impl WordBonuses {
    /// The bonuses of a word of 2 to 7 letters, each laid with one card.
    #[must_use]
    pub fn of(word: &Word) -> Self {
        let letters = word.len() as u32;
        Self {
            outburst: if word.len() == MAX_CARDS { OUTBURST } else { 0 },
            exclamation: if word.as_str() == EXCLAMATION_WORD { EXCLAMATION } else { 0 },
            // The first three letters make one step, so a word of two has none.
            palindrome: if word.is_palindrome() { PALINDROME_STEP * (letters - 2) } else { 0 },
        }
    }

    /// Their sum.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.outburst + self.exclamation + self.palindrome
    }
}
