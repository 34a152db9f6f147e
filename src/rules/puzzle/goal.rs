//! The goal of a search for a puzzle: its level and the words that belong to the level.

use std::ops::RangeInclusive;

use super::dice::Dice;
use super::level::{Level, Terms};
use crate::lexicon::{Entry, Ordinal, Vocabulary, Words};
use crate::word::Word;

/// The number of words that are looked at to pick one.
const PICKS: usize = 1_000;

/// The level of the puzzle to set, with the words of its tiers.
#[derive(Debug, Clone, Copy)]
pub struct Goal<'l> {
    level: Level,
    terms: &'static [Terms; 3],
    words: Words<'l>,
}

impl<'l> Goal<'l> {
    pub(super) const fn new(level: Level, terms: &'static [Terms; 3], words: Words<'l>) -> Self {
        Self { level, terms, words }
    }

    /// Returns the level.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns the words up to the highest tier of the level; all words if the lexicon has no tiers.
    #[must_use]
    pub fn common(&self) -> Vocabulary<'l> {
        self.words_of(self.level)
    }

    fn words_of(&self, level: Level) -> Vocabulary<'l> {
        let has_tiers = self.words.lexicon().has_tiers();
        let max_tier = level.terms(self.terms).max_tier;
        self.words.up_to_tier(if has_tiers { max_tier } else { Vocabulary::ALL_TIERS })
    }

    /// Returns the next easier level, if the tiers of words tell the levels apart.
    fn easier(&self) -> Option<Level> {
        self.level.easier().filter(|_| self.words.lexicon().has_tiers())
    }

    /// Picks a word of the lexicon that the game allows, and whose tier the level has but no easier
    /// one; `None` if there are few such words.
    pub fn pick_word(
        &self,
        dice: &mut Dice,
        letters: RangeInclusive<usize>,
        mut is_possible: impl FnMut(&Word) -> bool,
    ) -> Option<Word> {
        let (words, lexicon, game) = (self.words, self.words.lexicon(), dice.game());
        let (common, easier) = (self.common(), self.easier().map(|level| self.words_of(level)));
        let is_of_level = |ordinal| {
            common.has_tier_of(ordinal) && !easier.is_some_and(|easier| easier.has_tier_of(ordinal))
        };
        let picks = if lexicon.len() == 0 { 0 } else { PICKS };
        dice.numbers(lexicon.len()).take(picks).find_map(|number| {
            let ordinal = Ordinal(u32::try_from(number).ok()?);
            if !letters.contains(&lexicon.word_len(ordinal)) || !is_of_level(ordinal) {
                return None;
            }
            let word: Word = lexicon.word(ordinal).parse().ok()?;
            (game.verdict(words, &word).is_allowed() && is_possible(&word)).then_some(word)
        })
    }

    /// Returns the tier of a best play if the play has the level, 0 if its words have no tiers.
    pub(super) fn tier_of(&self, made: &[Word], margin: u32) -> Option<u8> {
        let tier = made.iter().map(|word| self.tier(word)).max().unwrap_or_default();
        let meets = |level: Level| {
            let terms = level.terms(self.terms);
            tier <= terms.max_tier && margin >= terms.min_margin
        };
        let has_level = meets(self.level) && !self.easier().is_some_and(meets);
        (margin > 0 && has_level).then_some(tier)
    }

    /// Returns the tier of a word: 0 for a word of the overlay, and for all words if the lexicon has no
    /// tiers; [`Vocabulary::ALL_TIERS`] for any other word without a tier.
    fn tier(&self, word: &Word) -> u8 {
        let words = self.words;
        if words.overlay().decides(word) || !words.lexicon().has_tiers() {
            return 0;
        }
        match words.find(word).map_or(0, Entry::tier) {
            0 => Vocabulary::ALL_TIERS,
            tier => tier,
        }
    }
}
