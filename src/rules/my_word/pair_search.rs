//! The search for the best pairs of letters in a word.
//!
//! A *pair* is two adjacent letters on one card: a double card or `??`. A word of n letters with p
//! pairs takes n − p cards. Each letter outside the pairs takes a single card or a `?`. The number
//! of `?` depends only on how often each letter occurs outside the pairs, not on the positions.
//! Therefore a placement has the most cards if it has the fewest pairs for which there are enough
//! `?` to replace the missing single cards. The search tries choices of pairs
//! ([`Placer::fewest_wilds`]) and skips most of them, which can't help.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::card::Card;
use super::table::Table;
use crate::word::{Letter, Word};

/// The largest number of choices of pairs that a search tries and remembers (about 35 MB). Choosing
/// pairs is as hard as finding a rainbow matching in a path, so any bound is exceeded by some word
/// that is long enough. Words have at most 45 letters, however. An evolutionary search of several
/// minutes over words and tables found none that exceeds this bound, and tables dealt from the deck
/// needed at most a fifth of it.
pub(super) const MAX_STEPS: u32 = 1 << 19;

/// Words with up to this number of letters have at most ten thousand choices of pairs, which are
/// faster to try than to remember.
const SHORT_WORD: usize = 20;

/// With fewer pairs left to choose, a search is faster than a lookup of its result.
const MIN_REMEMBERED_PAIRS: usize = 2;

/// The error for a table that can spell a long word in more ways than can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the table can spell {word} in too many ways to search them all")]
pub struct TooManyWays {
    /// The word.
    pub word: Word,
}

/// The score of a placement: more cards are better, then fewer wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoreKey {
    pub(super) cards: usize,
    pub(super) wilds: Reverse<usize>,
}

/// Places words with the cards of one table.
pub(super) struct Placer {
    /// The cards of pairs are taken from it and put back; `?` stay in it.
    pub(super) table: Table,
    letters: Vec<Letter>,
    /// By letter: the number of occurrences outside the pairs, minus the number of single cards. If
    /// it is negative, there are cards to spare.
    needs: [i16; Letter::COUNT],
    /// The number of letters outside the pairs that have no single card: the sum of the positive
    /// needs.
    lacking: usize,
    /// By position: the number of pairs from there on for which the table has a double card.
    doubles_ahead: [u8; Word::MAX_LETTERS],
    /// The steps left for all words of more than [`SHORT_WORD`] letters together.
    pub(super) steps_left: u32,
    /// The results of [`Self::fewest_wilds`] for the current word, by [`Self::memo_key`].
    memo: FxHashMap<u128, Option<usize>>,
}

impl Placer {
    pub(super) fn new(table: &Table) -> Self {
        Self {
            table: *table,
            letters: Vec::with_capacity(Word::MAX_LETTERS),
            needs: [0; Letter::COUNT],
            lacking: 0,
            doubles_ahead: [0; Word::MAX_LETTERS],
            steps_left: MAX_STEPS,
            memo: FxHashMap::default(),
        }
    }

    /// Returns the letters of the current word.
    pub(super) fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Begins a word, with all letters outside the pairs.
    fn begin(&mut self, word: &Word) {
        self.letters.clear();
        self.letters.extend(word.letters());
        for letter in word.letters() {
            self.needs[letter.index()] = -i16::from(self.table.count(Card::Single(letter)));
        }
        self.lacking = 0;
        for letter in word.letters() {
            self.lacking += self.unpair(letter);
        }
        let mut ahead = 0;
        for at in (0..self.letters.len()).rev() {
            let pair =
                self.letters.get(at + 1).map(|&second| Card::Double(self.letters[at], second));
            ahead += u8::from(pair.is_some_and(|pair| self.table.count(pair) > 0));
            self.doubles_ahead[at] = ahead;
        }
        self.memo = FxHashMap::default();
    }

    /// Returns the score of the best placement with at most `max_pairs` pairs.
    pub(super) fn score_key(
        &mut self,
        word: &Word,
        max_pairs: usize,
    ) -> Result<Option<ScoreKey>, TooManyWays> {
        self.begin(word);
        let excess = self.lacking.saturating_sub(usize::from(self.table.count(Card::Wild)));
        // A pair that supplies no lacking letter can be left out. With the fewest pairs, each
        // supplies one or two of them.
        let max_pairs = max_pairs.min(excess);
        let key = (excess.div_ceil(2)..=max_pairs).find_map(|pairs| {
            let wilds = Reverse(self.fewest_wilds(0, pairs)?);
            Some(ScoreKey { cards: word.len() - pairs, wilds })
        });
        if self.steps_left == 0 { Err(TooManyWays { word: *word }) } else { Ok(key) }
    }

    /// Returns the smallest number of wilds for the whole word if exactly `pairs` pairs are chosen
    /// from a position on. The `??` of pairs further left are not counted.
    pub(super) fn fewest_wilds(&mut self, from: usize, pairs: usize) -> Option<usize> {
        // The letters that the pairs have to supply.
        let excess = self.lacking.saturating_sub(usize::from(self.table.count(Card::Wild)));
        if excess > 2 * pairs || self.steps_left == 0 {
            return None;
        }
        if pairs == 0 {
            return Some(self.lacking);
        }
        let mut memo_key = None;
        if pairs >= MIN_REMEMBERED_PAIRS && self.letters.len() > SHORT_WORD {
            if excess > self.max_gain(from, pairs) {
                return None;
            }
            let key = self.memo_key(from, pairs);
            if let Some(&fewest) = self.memo.get(&key) {
                return fewest;
            }
            self.steps_left -= 1;
            memo_key = Some(key);
        }
        // The other pairs supply at most two letters each.
        let min_gain = excess.saturating_sub(2 * (pairs - 1)).max(1);
        let mut fewest = None;
        for at in from..(self.letters.len() + 1).saturating_sub(2 * pairs) {
            let double_wilds = self.table.count(Card::DoubleWild);
            if pairs > usize::from(self.doubles_ahead[at]) + usize::from(double_wilds) {
                break;
            }
            if self.gain(at) < min_gain {
                continue;
            }
            let Some(card) = self.take_pair(at) else { continue };
            let wilds = self
                .fewest_wilds(at + 2, pairs - 1)
                .map(|wilds| wilds + usize::from(card == Card::DoubleWild));
            self.put_pair_back(at, card);
            fewest = [fewest, wilds].into_iter().flatten().min();
        }
        if let Some(key) = memo_key {
            self.memo.insert(key, fewest);
        }
        fewest
    }

    /// Returns a key of everything that [`Self::fewest_wilds`] depends on: equal keys mean equal
    /// results.
    ///
    /// The key has a bit for each letter from the position on, set if the letter is lacking when
    /// pairs supply the letters before it. It has a bit for each pair, set if there is a double
    /// card for the pair when the pairs before it have been placed. The rest of the key is numbers.
    fn memo_key(&mut self, from: usize, pairs: usize) -> u128 {
        let mut key = 0_u128;
        let mut needs = self.needs;
        for letter in &self.letters[from..] {
            let need = &mut needs[letter.index()];
            key = key << 1 | u128::from(*need > 0);
            *need -= 1;
        }
        let pair = |at: usize| Card::Double(self.letters[at], self.letters[at + 1]);
        let mut taken = 0_u64;
        for at in from..self.letters.len() - 1 {
            taken |= u64::from(self.table.take(pair(at))) << at;
        }
        for at in (from..self.letters.len() - 1).filter(|at| taken >> at & 1 == 1) {
            self.table.put(pair(at));
        }
        key = key << Word::MAX_LETTERS | u128::from(taken);
        let double_wilds = usize::from(self.table.count(Card::DoubleWild)).min(pairs);
        [from, pairs, double_wilds, self.lacking]
            .into_iter()
            .fold(key, |key, number| key << 6 | number as u128)
    }

    /// Returns an upper bound on the lacking letters that `pairs` pairs from a position on supply.
    fn max_gain(&self, from: usize, pairs: usize) -> usize {
        let mut needs = self.needs;
        let lacking = self.letters[from..].iter().filter(|letter| {
            let need = &mut needs[letter.index()];
            *need -= 1;
            *need >= 0
        });
        // The number of pairs that supply two letters and fit side by side.
        let mut double_gains = 0;
        let mut at = from;
        // Each step passes one letter or two.
        while at + 1 < self.letters.len() {
            let cards = [Card::Double(self.letters[at], self.letters[at + 1]), Card::DoubleWild];
            let is_double =
                self.gain(at) == 2 && cards.iter().any(|&card| self.table.count(card) > 0);
            double_gains += usize::from(is_double);
            at += 1 + usize::from(is_double);
        }
        lacking.count().min(pairs + pairs.min(double_gains))
    }

    /// Returns the number of lacking letters that a pair at a position would supply.
    fn gain(&self, at: usize) -> usize {
        let [first, second] = [self.letters[at], self.letters[at + 1]];
        let need = self.needs[second.index()] - i16::from(first == second);
        usize::from(self.needs[first.index()] > 0) + usize::from(need > 0)
    }

    /// Takes a card for the pair at a position, if the table has one. A double card is taken before
    /// `??`: it would gain nothing if it were saved for the same letters further right.
    pub(super) fn take_pair(&mut self, at: usize) -> Option<Card> {
        let [first, second] = [self.letters[at], self.letters[at + 1]];
        let card = [Card::Double(first, second), Card::DoubleWild]
            .into_iter()
            .find(|&card| self.table.take(card))?;
        for letter in [first, second] {
            let need = &mut self.needs[letter.index()];
            self.lacking -= usize::from(*need > 0);
            *need -= 1;
        }
        Some(card)
    }

    /// Undoes [`Self::take_pair`].
    pub(super) fn put_pair_back(&mut self, at: usize, card: Card) {
        self.table.put(card);
        self.lacking += self.unpair(self.letters[at]) + self.unpair(self.letters[at + 1]);
    }

    /// Counts a letter as outside the pairs. Returns the number of letters, 0 or 1, that are
    /// lacking as a result.
    fn unpair(&mut self, letter: Letter) -> usize {
        let need = &mut self.needs[letter.index()];
        *need += 1;
        usize::from(*need > 0)
    }
}
