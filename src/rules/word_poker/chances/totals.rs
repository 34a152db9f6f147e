//! The totals of the best words, for searches that need no placements.

use super::super::best::words_outside_the_index;
use super::super::category::ActiveCategory;
use super::super::hand::Hand;
use super::super::index::{Facts, Reach, SearchIndex};
use super::super::score_key::best_score_key;
use super::super::values::{LetterValues, WordBonuses};
use crate::interrupt::interruptible;
use crate::lexicon::{BLOCK_WORDS, LetterCounts, Spellable, Vocabulary};
use crate::word::Word;

/// The strength of cards at a showdown (RULEBOOK O12): a word beats no word, a higher total beats a
/// lower one, and without words the higher sum of card values wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// The cards spell no word. Contains the sum of their values; a wild counts 0.
    CardPoints(u32),
    /// The total of the best word.
    Word(u32),
}

impl Strength {
    pub(super) fn new(total: Option<u32>, hand: &Hand, values: &LetterValues) -> Self {
        total.map_or_else(|| Self::CardPoints(hand.points(values)), Self::Word)
    }

    /// Returns the total of the word, or the sum of the card values.
    #[must_use]
    pub const fn points(self) -> u32 {
        match self {
            Self::CardPoints(points) | Self::Word(points) => points,
        }
    }

    /// Returns the total of the word; 0 if there is none.
    pub(super) const fn total(self) -> u32 {
        match self {
            Self::CardPoints(_) => 0,
            Self::Word(total) => total,
        }
    }

    /// Returns true if the cards spell a word.
    #[must_use]
    pub const fn is_word(self) -> bool {
        matches!(self, Self::Word(_))
    }
}

/// Finds the totals of the best words of hands.
#[derive(Debug)]
pub struct Totals<'s> {
    index: &'s SearchIndex,
    vocabulary: Vocabulary<'s>,
    pub(super) values: &'s LetterValues,
    /// The facts about all words of the index, unless the letters have their default values.
    facts: Option<Vec<Facts>>,
}

/// The words that some hands can spell.
#[derive(Debug)]
pub(super) struct Candidates {
    indexed: Spellable,
    outside: Vec<Word>,
}

/// Candidates that a hand can spell, whatever the colours of its cards.
#[derive(Debug)]
pub(super) struct Spelled<'c> {
    indexed: Spellable,
    outside: &'c [Word],
}

impl<'s> Totals<'s> {
    /// Prepares the search. `vocabulary` must be of the lexicon that the index was built from.
    #[must_use]
    pub fn new(
        index: &'s SearchIndex,
        vocabulary: impl Into<Vocabulary<'s>>,
        values: &'s LetterValues,
    ) -> Self {
        let vocabulary = vocabulary.into();
        let mut totals = Self { index, vocabulary, values, facts: None };
        if *values != LetterValues::default() {
            let places = interruptible(0..index.words.len());
            let facts = places.map(|place| {
                let word = totals.word_at(place);
                word.map_or_else(|| index.facts(place), |word| Facts::of(&word, values))
            });
            totals.facts = Some(facts.collect());
        }
        totals
    }

    /// Returns the words that a hand can spell together with some more cards.
    #[expect(clippy::cast_possible_truncation, reason = "a hand has at most seven cards")]
    pub(super) fn candidates(&self, hand: &Hand, more: usize) -> Candidates {
        let (letters, wilds) = (hand.letters(), hand.wilds() + more as u8);
        let indexed = self.index.words.spellable_blocks(&letters, wilds);
        let indexed = self.index.words.within(self.vocabulary, indexed);
        let category = ActiveCategory::default();
        let outside = words_outside_the_index(self.index, self.vocabulary, category)
            .filter(|word| letters.shortfall(word) <= usize::from(wilds));
        Candidates { indexed, outside: outside.collect() }
    }

    /// Returns the strength of a hand.
    #[must_use]
    pub fn strength(&self, hand: &Hand) -> Strength {
        let candidates = self.candidates(hand, 0);
        let words = self.spelled(&candidates, &LetterCounts::default(), hand);
        let best = self.best(&words, hand, None);
        Strength::new(best, hand, self.values)
    }

    /// Returns the candidates that a hand spells and that have all letters of `within`. Those
    /// outside the index are not filtered.
    pub(super) fn spelled<'c>(
        &self,
        candidates: &'c Candidates,
        within: &LetterCounts,
        hand: &Hand,
    ) -> Spelled<'c> {
        let (words, among) = (&self.index.words, &candidates.indexed);
        let indexed = words.spanning_among(among, within, &hand.letters(), hand.wilds());
        Spelled { indexed, outside: &candidates.outside }
    }

    /// Returns those of some words that fewer cards spell.
    pub(super) fn spelled_among<'c>(&self, among: &Spelled<'c>, hand: &Hand) -> Spelled<'c> {
        let (words, within) = (&self.index.words, LetterCounts::default());
        let indexed = words.spanning_among(&among.indexed, &within, &hand.letters(), hand.wilds());
        Spelled { indexed, outside: among.outside }
    }

    /// Returns the highest total of a hand's words, or `known` if no total is higher.
    pub(super) fn best(&self, words: &Spelled<'_>, hand: &Hand, known: Option<u32>) -> Option<u32> {
        let outside = words.outside.iter();
        let mut best = outside.map(|word| self.total(word, hand)).fold(known, Option::max);
        let overlay = self.vocabulary.words().overlay();
        let reach = Reach::of(hand);
        for (block, words) in &words.indexed.blocks {
            let block = *block as usize;
            let block_bound = self.index.block_bound(block, &reach);
            if self.facts.is_none() && Some(block_bound) <= best {
                continue;
            }
            words.for_each_one(|bit| {
                let place = block * BLOCK_WORDS + bit;
                let facts = self.facts(place);
                let bound = facts.bound(reach.flush_of(facts.letters), reach.pair);
                if Some(bound) > best
                    && let Some(word) = self.word_at(place)
                    && !overlay.decides(&word)
                {
                    best = best.max(self.total(&word, hand));
                }
            });
        }
        best
    }

    fn facts(&self, place: usize) -> Facts {
        self.facts.as_ref().map_or_else(|| self.index.facts(place), |facts| facts[place])
    }

    fn total(&self, word: &Word, hand: &Hand) -> Option<u32> {
        best_score_key(word, hand, self.values, WordBonuses::of(word)).map(|key| key.total)
    }

    fn word_at(&self, place: usize) -> Option<Word> {
        self.vocabulary.words().lexicon().word(self.index.words.ordinal(place)).parse().ok()
    }
}
