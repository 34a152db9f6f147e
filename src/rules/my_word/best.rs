//! The search for the best calls of a table, over every choice of cards and wild letters.

use std::cmp::Reverse;

use super::call::{Call, MIN_CARDS};
use super::card::Card;
use super::index::SearchIndex;
use super::pair_search::{Placer, ScoreKey, TooManyWays};
use super::placement::place;
use super::table::Table;
use crate::lexicon::{LetterCounts, Vocabulary};
use crate::rules::Variant;
use crate::rules::top_k::TopK;
use crate::word::Word;

impl SearchIndex {
    /// Searches for the best calls of a table, one for each word: more cards first, then fewer
    /// wilds, then alphabetical.
    ///
    /// `vocabulary` must be of the lexicon that the index was built from.
    ///
    /// # Errors
    /// [`TooManyWays`]; see [`place`].
    pub fn best<'l>(
        &self,
        vocabulary: impl Into<Vocabulary<'l>>,
        table: &Table,
        top: usize,
    ) -> Result<Vec<Call>, TooManyWays> {
        let mut search = Search {
            index: self,
            vocabulary: vocabulary.into(),
            table,
            singles: table.singles(),
            wilds: table.count(Card::Wild),
            placer: Placer::new(table),
            ranking: TopK::new(top),
        };
        search.offer_added_words()?;
        search.offer_words_without_pairs();
        search.offer_words_with_pairs()?;
        let best = search.ranking.finish();
        let placed = best.map(|Candidate { word: Reverse(word), .. }| place(&word, table));
        placed.filter_map(Result::transpose).collect()
    }
}

/// A candidate for the list; the greatest is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    key: ScoreKey,
    word: Reverse<Word>,
}

struct Search<'s> {
    index: &'s SearchIndex,
    vocabulary: Vocabulary<'s>,
    table: &'s Table,
    singles: LetterCounts,
    /// The number of `?`.
    wilds: u8,
    placer: Placer,
    ranking: TopK<Candidate>,
}

impl Search<'_> {
    fn offer(&mut self, word: Word, key: ScoreKey) {
        self.ranking.offer(Candidate { key, word: Reverse(word) });
    }

    fn offer_added_words(&mut self) -> Result<(), TooManyWays> {
        for word in Variant::MyWord.added_words(self.vocabulary.words()) {
            if let Some(max_pairs) = word.len().checked_sub(min_cards(&self.ranking))
                && let Some(key) = self.placer.score_key(word, max_pairs)?
            {
                self.offer(*word, key);
            }
        }
        Ok(())
    }

    /// Offers the words that single cards and `?` can spell, with one card for each letter.
    fn offer_words_without_pairs(&mut self) {
        for words in &self.index.by_length {
            if words.length < min_cards(&self.ranking) {
                break;
            }
            let spellable = words.index.spellable_blocks(&self.singles, self.wilds);
            for word in words.pick(spellable, self.vocabulary) {
                let wilds = Reverse(self.singles.shortfall(&word));
                self.offer(word, ScoreKey { cards: words.length, wilds });
            }
        }
    }

    /// Offers the other words. Each has a pair of letters on one card, and so takes fewer cards
    /// than letters.
    fn offer_words_with_pairs(&mut self) -> Result<(), TooManyWays> {
        let Self { index, vocabulary, table, singles, wilds, placer, ranking } = self;
        let letters = table.letters();
        let pair_cards = table.len() - singles.total() as usize - usize::from(*wilds);
        let double_wilds = table.count(Card::DoubleWild);
        let wild_letters = wilds.saturating_add(double_wilds.saturating_mul(2));
        for words in &index.by_length {
            let max_pairs = words.length.saturating_sub(min_cards(ranking)).min(pair_cards);
            if max_pairs == 0 {
                break;
            }
            let paired_letters = u8::try_from(2 * max_pairs).unwrap_or(u8::MAX);
            let by_singles =
                words.index.spellable_blocks(singles, wilds.saturating_add(paired_letters));
            let by_letters = words.index.spellable_blocks(&letters, wild_letters);
            for word in words.pick(by_singles.and(&by_letters), *vocabulary) {
                let max_pairs = words.length.saturating_sub(min_cards(ranking));
                let key = placer.score_key(&word, max_pairs)?;
                if let Some(key) = key.filter(|key| key.cards < words.length) {
                    ranking.offer(Candidate { key, word: Reverse(word) });
                }
            }
        }
        Ok(())
    }
}

/// Returns the smallest number of cards with which a call may still enter the list.
fn min_cards(ranking: &TopK<Candidate>) -> usize {
    ranking.to_beat().map_or(MIN_CARDS, |worst| worst.key.cards)
}
