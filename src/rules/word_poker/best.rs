//! The search for the best words of a hand, over every choice of cards, wild letters and wild
//! colours.

use std::cmp::Reverse;

use super::category::ActiveCategory;
use super::game::WORDS;
use super::hand::{Hand, Play};
use super::index::{Facts, Reach, SearchIndex};
use super::placement::place;
use super::score_key::{ScoreKey, best_score_key};
use super::scoring::Score;
use super::values::{CATEGORY, EXCLAMATION_WORD, LetterValues, MAX_CARDS, MIN_CARDS, WordBonuses};
use super::verdict::verdict;
use crate::lexicon::{BLOCK_WORDS, Vocabulary};
use crate::rules::Variant;
use crate::rules::top_k::TopK;
use crate::word::Word;

/// A word that a hand can spell, with its best placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The word.
    pub word: Word,
    /// Its best placement (see [`place`]).
    pub play: Play,
    /// The score of the placement.
    pub score: Score,
}

/// The words that a hand can spell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The best words: more points first, then fewer wilds, then alphabetical.
    pub found: Vec<Found>,
    /// The number of all words that the hand can spell.
    pub words_found: usize,
}

impl SearchIndex {
    /// Searches for the best words of a hand.
    ///
    /// `vocabulary` must be of the lexicon that the index was built from. `category.vote` is
    /// ignored: a vote is about one word.
    #[must_use]
    pub fn best<'l>(
        &self,
        vocabulary: impl Into<Vocabulary<'l>>,
        hand: &Hand,
        values: &LetterValues,
        category: ActiveCategory<'_>,
        top: usize,
    ) -> Best {
        let mut search = Search {
            index: self,
            vocabulary: vocabulary.into(),
            hand,
            values,
            category: ActiveCategory { vote: None, ..category },
            ranking: TopK::new(top),
            words_found: 0,
        };
        search.offer_words_outside_the_index();
        search.offer_indexed_words();
        search.finish()
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
    hand: &'s Hand,
    values: &'s LetterValues,
    category: ActiveCategory<'s>,
    ranking: TopK<Candidate>,
    words_found: usize,
}

impl Search<'_> {
    /// Returns the total of the worst candidate once the list is full: a lower total can't enter.
    fn threshold(&self) -> u32 {
        self.ranking.to_beat().map_or(0, |worst| worst.key.total)
    }

    /// Returns the score of the word's best placement, without the category bonus; `None` if the
    /// hand can't spell the word.
    fn score_key(&self, word: &Word) -> Option<ScoreKey> {
        best_score_key(word, self.hand, self.values, WordBonuses::of(word))
    }

    /// Offers a word; returns whether the hand can spell it.
    fn offer(&mut self, word: Word) -> bool {
        let Some(mut key) = self.score_key(&word) else { return false };
        key.total += if self.category.includes(&word) { CATEGORY } else { 0 };
        self.ranking.offer(Candidate { key, word: Reverse(word) });
        true
    }

    fn offer_words_outside_the_index(&mut self) {
        for word in words_outside_the_index(self.index, self.vocabulary, self.category) {
            self.words_found += usize::from(self.offer(word));
        }
    }

    /// Offers the indexed words that may enter the list, and counts all that the hand can spell.
    fn offer_indexed_words(&mut self) {
        let overlay = self.vocabulary.words().overlay();
        let reach = Reach::of(self.hand);
        let category_bonus = if self.category.list.is_some() { CATEGORY } else { 0 };
        let default_values = *self.values == LetterValues::default();
        let words = &self.index.words;
        let spellable = words.spellable_blocks(&self.hand.letters(), self.hand.wilds());
        let spellable = words.within(self.vocabulary, spellable);
        self.words_found += spellable.count - self.count_decided_by_the_overlay();
        for (block, words) in spellable.blocks {
            let block = block as usize;
            let block_bound = self.index.block_bound(block, &reach) + category_bonus;
            if default_values && block_bound < self.threshold() {
                continue;
            }
            words.for_each_one(|bit| {
                let place = block * BLOCK_WORDS + bit;
                let facts = if default_values {
                    self.index.facts(place)
                } else {
                    let word = self.word_at(place);
                    word.map_or_else(
                        || self.index.facts(place),
                        |word| Facts::of(&word, self.values),
                    )
                };
                let bound = facts.bound(reach.flush_of(facts.letters), reach.pair) + category_bonus;
                if bound >= self.threshold()
                    && let Some(word) = self.word_at(place)
                    && !overlay.decides(&word)
                {
                    self.offer(word);
                }
            });
        }
    }

    fn word_at(&self, place: usize) -> Option<Word> {
        self.vocabulary.words().lexicon().word(self.index.words.ordinal(place)).parse().ok()
    }

    /// Counts the indexed words that the hand can spell and that the overlay adds or removes.
    fn count_decided_by_the_overlay(&self) -> usize {
        let words = self.vocabulary.words();
        let (lexicon, overlay) = (words.lexicon(), words.overlay());
        let is_indexed = |word: &&Word| {
            word.as_str() != EXCLAMATION_WORD
                && WORDS.verdict(lexicon, word).is_allowed()
                && lexicon.find(word).is_some_and(|ordinal| self.vocabulary.has_tier_of(ordinal))
        };
        let decided = overlay.added().iter().chain(overlay.removed()).filter(is_indexed);
        decided.filter(|word| self.score_key(word).is_some()).count()
    }

    fn finish(self) -> Best {
        let Self { hand, values, category, ranking, words_found, .. } = self;
        let found = ranking.finish().filter_map(|Candidate { word: Reverse(word), .. }| {
            let (play, score) = place(&word, hand, values, category.includes(&word))?;
            Some(Found { word, play, score })
        });
        Best { found: found.collect(), words_found }
    }
}

/// Returns the allowed words that are not in the index: OMYWORD; the words that the overlay adds;
/// and, with a category of proper nouns, the words in its list and the proper nouns of the lexicon
/// (RULEBOOK O10, O11, W4).
pub(super) fn words_outside_the_index<'s>(
    index: &'s SearchIndex,
    vocabulary: Vocabulary<'s>,
    category: ActiveCategory<'s>,
) -> impl Iterator<Item = Word> + 's {
    let words = vocabulary.words();
    let exclamation = EXCLAMATION_WORD.parse::<Word>().ok();
    let is_playable = move |word: &&Word| {
        (MIN_CARDS..=MAX_CARDS).contains(&word.len()) && Some(**word) != exclamation
    };
    let is_allowed = move |word: &Word, category: ActiveCategory<'_>| {
        verdict(Variant::ChooseYourWords, words, word, category).is_allowed()
    };
    let (listed, proper) = match category.list.filter(|list| list.proper_nouns) {
        Some(list) => (list.words(), &index.proper[..]),
        None => (&[][..], &[][..]),
    };
    let unlisted =
        proper.iter().filter(move |word| !category.validates(word) && !vocabulary.excludes(word));
    let listed = listed
        .iter()
        .filter(is_playable)
        .filter(move |word| !is_allowed(word, ActiveCategory::default()));
    let added = words.overlay().added().iter().filter(is_playable).filter(move |word| {
        // The words that only the list makes valid are among the listed ones.
        is_allowed(word, ActiveCategory::default())
            || !category.validates(word) && is_allowed(word, category)
    });
    exclamation.into_iter().chain(listed.chain(unlisted).chain(added).copied())
}
