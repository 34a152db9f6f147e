//! The best calls of a table: exact over every choice of cards and wild letters.

use std::cmp::Reverse;

use super::MIN_CARDS;
use super::card::Card;
use super::laying::{Layer, TooManyWays, Worth, lay};
use super::table::{Call, Table};
use crate::lexicon::{BLOCK, Lexicon, MultisetIndex, Ordinal, Overlay, Spellable, sort_by_rarest_letters};
use crate::rules::Variant;
use crate::rules::ranking::Ranking;
use crate::word::Word;

/// The words of a lexicon that the game allows, indexed for tables.
#[derive(Debug)]
pub struct Dictionary {
    /// The longest words first: a word has no more cards than letters.
    by_length: Vec<Words>,
}

/// Words of one length.
#[derive(Debug)]
struct Words {
    length: usize,
    index: MultisetIndex,
    /// The words themselves, one after another in the order of the index: looked up in the lexicon they'd be scattered over it, and
    /// waiting for them took a third of a search.
    text: String,
}

impl Words {
    fn build(length: usize, mut words: Vec<(Ordinal, Word)>) -> Self {
        sort_by_rarest_letters(&mut words, |(_, word)| *word);
        let index = MultisetIndex::build(words.iter().map(|(ordinal, word)| (*ordinal, word)));
        Self { length, index, text: words.iter().map(|(_, word)| word.as_str()).collect() }
    }

    /// Words of the index.
    fn pick(&self, spellable: &Spellable) -> Vec<Word> {
        let mut picked = Vec::with_capacity(spellable.count);
        for (block, words) in &spellable.blocks {
            words.each_one(|bit| {
                let place = *block as usize * BLOCK + bit;
                picked.extend(self.text[place * self.length..][..self.length].parse::<Word>());
            });
        }
        picked
    }
}

/// A candidate for the list; the greatest is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    worth: Worth,
    word: Reverse<Word>,
}

impl Ranking<Candidate> {
    /// What has fewer cards can't enter any more.
    fn fewest_cards(&self) -> usize {
        self.to_beat().map_or(MIN_CARDS, |worst| worst.worth.cards)
    }
}

impl Dictionary {
    /// Indexes the words of a lexicon that the game allows.
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let mut by_length: Vec<Vec<(Ordinal, Word)>> = vec![Vec::new(); Word::MAX_LETTERS + 1];
        for ordinal in
            lexicon.ordinals().filter(|&ordinal| Variant::MyWord.class_verdict(lexicon, ordinal).is_allowed())
        {
            if let Ok(word) = lexicon.word(ordinal).parse::<Word>() {
                by_length[word.len()].push((ordinal, word));
            }
        }
        let long_enough = by_length.into_iter().enumerate().skip(MIN_CARDS).filter(|(_, words)| !words.is_empty());
        Self { by_length: long_enough.rev().map(|(length, words)| Words::build(length, words)).collect() }
    }

    /// Searches a table for its best calls, one a word: more cards first, then fewer wilds, then alphabetical.
    ///
    /// `overlay` holds the house words, if there are any.
    ///
    /// # Errors
    /// [`TooManyWays`]; see [`lay`].
    pub fn best(&self, overlay: &Overlay, table: &Table, top: usize) -> Result<Vec<Call>, TooManyWays> {
        let (singles, letters) = (table.singles(), table.letters());
        let wilds = table.count(Card::Wild);
        let mut ranking = Ranking::new(top);
        let mut layer = Layer::new(table);

        for word in overlay.added() {
            if let Some(most_pairs) = word.len().checked_sub(ranking.fewest_cards())
                && let Some(worth) = layer.worth(word, most_pairs)?
            {
                ranking.offer(Candidate { worth, word: Reverse(*word) });
            }
        }

        // Words that single cards and `?` spell take a card a letter.
        for words in &self.by_length {
            if words.length < ranking.fewest_cards() {
                break;
            }
            let spellable = words.pick(&words.index.spellable_blocks(&singles, wilds));
            for word in spellable.into_iter().filter(|word| !overlay.decides(word)) {
                let worth = Worth { cards: words.length, wilds: Reverse(singles.shortfall(&word)) };
                ranking.offer(Candidate { worth, word: Reverse(word) });
            }
        }

        // All others take a pair of letters under one card, and so have fewer cards than letters.
        let pair_cards = table.len() - singles.total() as usize - usize::from(wilds);
        let wild_letters = wilds.saturating_add(table.count(Card::DoubleWild).saturating_mul(2));
        for words in &self.by_length {
            let most_pairs = words.length.saturating_sub(ranking.fewest_cards()).min(pair_cards);
            if most_pairs == 0 {
                break;
            }
            let by_singles = words.index.spellable_blocks(&singles, wilds.saturating_add(2 * most_pairs as u8));
            let by_letters = words.index.spellable_blocks(&letters, wild_letters);
            let spellable = words.pick(&by_singles.and(&by_letters));
            for word in spellable.into_iter().filter(|word| !overlay.decides(word)) {
                let most_pairs = words.length.saturating_sub(ranking.fewest_cards());
                if let Some(worth) = layer.worth(&word, most_pairs)?.filter(|worth| worth.cards < words.length) {
                    ranking.offer(Candidate { worth, word: Reverse(word) });
                }
            }
        }

        let laid = ranking.finish().map(|Candidate { word: Reverse(word), .. }| lay(&word, table));
        laid.filter_map(Result::transpose).collect()
    }
}
