//! The words of the lexicon whose letters lie between bounds.

use super::card_cover::RequiredCards;
use super::context::SearchContext;
use super::hand_subset::HandSubsets;
use crate::lexicon::{BLOCK_WORDS, LetterCounts, Ordinal, Spellable};
use crate::word::Word;

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LetterBounds {
    /// The letters that the word must have.
    min: LetterCounts,
    /// The letters that the word may have.
    max: LetterCounts,
    /// The number of letters that the word may have beside them.
    wilds: u8,
}

impl LetterBounds {
    /// Returns the bounds for words that consist of required cards.
    pub(super) fn of_required(cards: &RequiredCards) -> Self {
        let (max, wilds) = cards.max_letters();
        Self { min: cards.min_letters(), max, wilds }
    }

    /// Returns the bounds for words to which cards of a hand may be added.
    pub(super) fn and_hand(&self, subsets: &HandSubsets) -> Self {
        let (max, wilds) = subsets.max_letters();
        self.plus(&Self { min: LetterCounts::default(), max, wilds })
    }

    /// Returns the bounds for words to which anything may be added.
    pub(super) fn and_anything(self) -> Self {
        Self { wilds: u8::MAX, ..self }
    }

    /// Returns the bounds for two words put together.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            min: self.min.plus(&other.min),
            max: self.max.plus(&other.max),
            wilds: self.wilds.saturating_add(other.wilds),
        }
    }

    /// Returns the bounds without those on letters that the word must have.
    pub(super) fn without_min(self) -> Self {
        Self { min: LetterCounts::default(), ..self }
    }

    /// Returns the bounds for words that are known to have all letters that `known` demands.
    pub(super) fn given(self, known: &Self) -> Self {
        Self { min: self.min.where_more_than(&known.min), ..self }
    }

    fn allows(&self, word: &Word) -> bool {
        let letters: LetterCounts = word.letters().collect();
        letters.minus(&self.min).is_some()
            && letters.excess_over(&self.max) <= u32::from(self.wilds)
    }
}

/// Words of the index and of the overlay. Words that the overlay removes may be included.
#[derive(Debug)]
pub(super) struct WordPool<'l> {
    indexed: Spellable,
    overlay: Vec<(Ordinal, &'l Word)>,
}

impl<'l> WordPool<'l> {
    /// Finds the words with letters between the bounds.
    pub(super) fn of(context: &SearchContext<'l>, bounds: &LetterBounds) -> Self {
        let LetterBounds { min, max, wilds } = bounds;
        let indexed = context.index.spanning_blocks(min, max, *wilds);
        Self {
            indexed: context.index.within(context.vocabulary, indexed),
            overlay: context.overlay_words().filter(|(_, word)| bounds.allows(word)).collect(),
        }
    }

    /// Selects the words with letters between the bounds.
    pub(super) fn narrowed(&self, context: &SearchContext<'l>, bounds: &LetterBounds) -> Self {
        let LetterBounds { min, max, wilds } = bounds;
        let overlay = self.overlay.iter().copied();
        Self {
            indexed: context.index.spanning_among(&self.indexed, min, max, *wilds),
            overlay: overlay.filter(|(_, word)| bounds.allows(word)).collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of blocks of the index in which words lie.
    pub(super) fn blocks(&self) -> u64 {
        self.indexed.blocks.len() as u64
    }

    /// Returns the number of words.
    pub(super) fn len(&self) -> usize {
        self.indexed.count + self.overlay.len()
    }

    /// Returns the words, without those that the overlay removes, in alphabetical order.
    pub(super) fn ordinals(&self, context: &SearchContext<'l>) -> Vec<Ordinal> {
        let mut ordinals = Vec::with_capacity(self.len());
        for (block, words) in &self.indexed.blocks {
            words.for_each_one(|bit| {
                let ordinal = context.index.ordinal(*block as usize * BLOCK_WORDS + bit);
                ordinals.extend(context.lexicon.of_lexicon(ordinal));
            });
        }
        ordinals.extend(self.overlay.iter().map(|(ordinal, _)| ordinal));
        ordinals.sort_unstable();
        ordinals
    }
}
