//! The filters of a search, prepared for one scan of the lexicon.

use std::ops::{Range, RangeInclusive};

use super::letters::Letters;
use crate::lexicon::{LetterCounts, Lexicon, Marks, Ordinal, Pattern, Vocabulary, Words};
use crate::rules::WordRules;
use crate::rules::play_on_words::{self, WordFormation};
use crate::word::{Letter, LetterSet, Word};

/// The tests that a word must pass.
pub(super) struct Filter<'s> {
    pub(super) words: Words<'s>,
    /// The words of the lexicon with the required first letters.
    pub(super) range: Range<u32>,
    pub(super) lengths: RangeInclusive<usize>,
    /// The letters that every word must contain.
    pub(super) needs: LetterSet,
    /// The letters that no word may contain.
    pub(super) excludes: LetterSet,
    /// The letters that every word contains, each as often or more often.
    pub(super) contains_all: LetterCounts,
    /// The number of vowels.
    pub(super) vowels: Option<&'s RangeInclusive<usize>>,
    /// The letters and wilds that must spell the word, each with the set of its letters.
    pub(super) letters: Vec<(LetterSet, &'s Letters)>,
    pub(super) marks: Marks,
    pub(super) without_marks: Marks,
    /// The words of the lexicon whose tiers match.
    pub(super) vocabulary: Vocabulary<'s>,
    pub(super) starts: &'s str,
    pub(super) ends: &'s str,
    pub(super) patterns: Vec<Pattern>,
    /// The rules of the game that must allow the word, if the search names a game.
    pub(super) game: Option<&'static WordRules>,
    /// The house rules of the game about plurals, if they differ from the default.
    pub(super) plural_rules: Option<play_on_words::Rules>,
    pub(super) not_in: Option<&'s Lexicon>,
}

impl Filter<'_> {
    /// Returns the words within the range whose length and required letters match.
    ///
    /// A whole block of words is tested before further tests begin. Which words pass is
    /// unpredictable, and a mispredicted branch takes longer than the tests.
    pub(super) fn sized(&self) -> impl Iterator<Item = Ordinal> {
        const BLOCK_WORDS: u32 = u64::BITS;
        self.range.clone().step_by(BLOCK_WORDS as usize).flat_map(|begin| {
            let count = BLOCK_WORDS.min(self.range.end - begin);
            let passes = |at: u32| self.size_passes(Ordinal(begin + at));
            let mut passing =
                (0..count).fold(0, |passing, at| passing | u64::from(passes(at)) << at);
            std::iter::from_fn(move || {
                let first = (passing != 0).then(|| passing.trailing_zeros())?;
                passing &= passing - 1;
                Some(Ordinal(begin + first))
            })
        })
    }

    /// Tests the length and the required letters of a word of the lexicon.
    #[inline]
    pub(super) fn size_passes(&self, ordinal: Ordinal) -> bool {
        let lexicon = self.words.lexicon();
        self.needs_pass(lexicon.word_len(ordinal), lexicon.letters(ordinal))
    }

    /// Applies all other tests to a word of the lexicon.
    #[inline]
    pub(super) fn rest_passes(&self, ordinal: Ordinal) -> bool {
        let lexicon = self.words.lexicon();
        self.vocabulary.has_tier_of(ordinal)
            && self.letters_pass(lexicon.letters(ordinal))
            && self.text_passes(ordinal, lexicon.word(ordinal))
    }

    /// Applies all tests to a word of the lexicon within the range.
    pub(super) fn passes(&self, ordinal: Ordinal, word: &str, has: LetterSet) -> bool {
        self.needs_pass(word.len(), has)
            && self.vocabulary.has_tier_of(ordinal)
            && self.letters_pass(has)
            && self.text_passes(ordinal, word)
    }

    /// Applies the tests of the marks and the spelling to a word of the lexicon.
    #[inline]
    fn text_passes(&self, ordinal: Ordinal, word: &str) -> bool {
        self.class_passes(self.words.lexicon().marks(ordinal), word) && self.spelling_passes(word)
    }

    /// Applies the tests of the marks, and of the class of the word in the game. The length is tested
    /// elsewhere.
    #[inline]
    fn class_passes(&self, marks: Marks, word: &str) -> bool {
        let is_allowed =
            |game: &WordRules| self.game_allows(game, marks) || game.extra_word == Some(word);
        self.marks_pass(marks) && self.game.is_none_or(is_allowed)
    }

    /// Tests a word that the overlay adds.
    pub(super) fn passes_added(&self, word: &Word) -> bool {
        let has = word.letters().collect();
        self.needs_pass(word.len(), has)
            && self.letters_pass(has)
            && word.as_str().starts_with(self.starts)
            && self.class_passes(self.words.marks(word).unwrap_or(Marks::NONE), word.as_str())
            && self.spelling_passes(word.as_str())
    }

    #[inline]
    fn game_allows(&self, game: &WordRules, marks: Marks) -> bool {
        match &self.plural_rules {
            None => game.allows(marks),
            // RULEBOOK P9
            Some(rules) => rules.marks_verdict(marks, WordFormation::New).is_allowed(),
        }
    }

    #[inline]
    fn needs_pass(&self, len: usize, has: LetterSet) -> bool {
        self.lengths.contains(&len)
            & (has.intersection(self.needs) == self.needs)
            & has.intersection(self.excludes).is_empty()
    }

    #[inline]
    fn letters_pass(&self, has: LetterSet) -> bool {
        self.letters
            .iter()
            .all(|(set, letters)| has.count_outside(*set) <= u32::from(letters.wilds()))
    }

    #[inline]
    fn marks_pass(&self, marks: Marks) -> bool {
        marks.intersection(self.marks) == self.marks
            && marks.intersection(self.without_marks) == Marks::NONE
    }

    /// Applies the tests that read a word letter by letter or look it up in another lexicon.
    fn spelling_passes(&self, word: &str) -> bool {
        ends_with(word.as_bytes(), self.ends.as_bytes())
            && self.patterns.iter().all(|pattern| pattern.matches_str(word))
            && self.letters.iter().all(|(_, letters)| letters.spell(word))
            && self.counts_pass(word)
            && self.not_in.is_none_or(|other| !word.parse().is_ok_and(|word| other.contains(&word)))
    }

    /// Applies the tests that count letters.
    fn counts_pass(&self, word: &str) -> bool {
        let is_vowel = |letter: &u8| b"AEIOU".contains(letter);
        let has_vowels = |vowels: &RangeInclusive<usize>| {
            vowels.contains(&word.bytes().filter(|letter| is_vowel(letter)).count())
        };
        self.vowels.is_none_or(has_vowels)
            && (self.contains_all == LetterCounts::default() || {
                let counts: LetterCounts = word.bytes().filter_map(Letter::from_ascii).collect();
                self.contains_all.excess_over(&counts) == 0
            })
    }
}

/// Compares letter by letter, because for a few letters or none, a call to `memcmp` takes longer
/// than everything else.
fn ends_with(word: &[u8], end: &[u8]) -> bool {
    word.len()
        .checked_sub(end.len())
        .is_some_and(|from| word[from..].iter().zip(end).all(|(a, b)| a == b))
}
