//! The best way to lay a word from a table.
//!
//! Call two letters under one card, a double card or `??`, a *pair*. A word of n letters in p pairs takes n − p cards. Each letter outside
//! the pairs takes a single card or a `?`, and how many `?` that makes depends on how often each letter is outside the pairs, not where. So
//! the most cards are the fewest pairs after which the `?`s make up for the single cards that are lacking, and the search chooses pairs
//! ([`Layer::fewest_wilds`]), of which most can't help.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::card::{Card, PlayedCard};
use super::table::{Call, Table};
use crate::word::{Letter, Word};

/// How many choices of pairs a search goes through at most, and remembers: some 35 MB. Choosing pairs is as hard as finding a rainbow matching in a path, so there is
/// always a word that is long enough; but of 45 letters, the most a word can have, minutes of breeding words and tables found none, and for tables
/// dealt from the deck a fifth was enough.
const MOST_STEPS: u32 = 1 << 19;

/// Words up to so many letters have ten thousand choices of pairs at most, which are gone through sooner than remembered.
const SHORT: usize = 20;

/// With fewer pairs to come a search is over sooner than its result could be looked up.
const WORTH_KNOWING: usize = 2;

/// A table that leaves more ways to lay a long word than can be gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the table leaves too many ways to lay {word}")]
pub struct TooManyWays {
    /// The word.
    pub word: Word,
}

/// The best way to lay a word: the most cards, then the fewest wilds (RULEBOOK M3), then the first in the order of [`PlayedCard`] from the
/// left (real before wild, single before double).
///
/// `None` if the table can't spell the word. That there are enough cards for a call (RULEBOOK M2) is not asked.
///
/// # Errors
/// [`TooManyWays`], if the search had to be cut short: a laying is the best one or there is none. No table is known for which that happens.
///
/// ```
/// use wordcourt::rules::my_word::{Table, lay};
/// let table = Table::new(&["M", "K", "??", "SH"].map(|card| card.parse().unwrap()));
/// let call = lay(&"MASK".parse().unwrap(), &table)?.unwrap();
/// assert_eq!((call[1].to_string().as_str(), call.points()), ("??=AS", 3)); // the sheet's own example
/// # Ok::<(), wordcourt::rules::my_word::TooManyWays>(())
/// ```
pub fn lay(word: &Word, table: &Table) -> Result<Option<Call>, TooManyWays> {
    Layer::new(table).lay(word)
}

/// What the best laying of a word is worth: more cards are better, among equals fewer wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    pub(super) cards: usize,
    pub(super) wilds: Reverse<usize>,
}

/// Lays words from one table.
pub(super) struct Layer {
    /// Pairs are taken from it and put back; the `?`s stay.
    table: Table,
    letters: Vec<Letter>,
    /// By letter: how often it is outside the pairs, less its single cards. Below 0 there are cards to spare.
    needs: [i16; Letter::COUNT],
    /// How many letters outside the pairs have no single card: the sum of the needs above 0.
    lacking: usize,
    /// By place: how many pairs from there on have a double card.
    doubles_ahead: [u8; Word::MAX_LETTERS],
    /// For all words of more than [`SHORT`] letters together.
    steps_left: u32,
    /// For one word: what [`Self::fewest_wilds`] has found, by [`Self::prospects`].
    known: FxHashMap<u128, Option<usize>>,
}

impl Layer {
    pub(super) fn new(table: &Table) -> Self {
        Self {
            table: *table,
            letters: Vec::with_capacity(Word::MAX_LETTERS),
            needs: [0; Letter::COUNT],
            lacking: 0,
            doubles_ahead: [0; Word::MAX_LETTERS],
            steps_left: MOST_STEPS,
            known: FxHashMap::default(),
        }
    }

    /// Begins a word, all of it outside the pairs.
    fn begin(&mut self, word: &Word) {
        self.letters.clear();
        self.letters.extend(word.letters());
        for letter in word.letters() {
            self.needs[letter.index()] = -i16::from(self.table.count(Card::Single(letter)));
        }
        self.lacking = 0;
        for letter in word.letters() {
            self.lacking += self.expose(letter);
        }
        let mut ahead = 0;
        for at in (0..self.letters.len()).rev() {
            let pair = self.letters.get(at + 1).map(|&second| Card::Double(self.letters[at], second));
            ahead += u8::from(pair.is_some_and(|pair| self.table.count(pair) > 0));
            self.doubles_ahead[at] = ahead;
        }
        self.known = FxHashMap::default();
    }

    /// The worth of the best laying in at most so many pairs.
    pub(super) fn worth(&mut self, word: &Word, most_pairs: usize) -> Result<Option<Worth>, TooManyWays> {
        self.begin(word);
        let excess = self.lacking.saturating_sub(usize::from(self.table.count(Card::Wild)));
        // A pair takes one or two lacking letters in. With the fewest pairs none takes in none: it could be left out.
        let most_pairs = most_pairs.min(excess);
        let worth = (excess.div_ceil(2)..=most_pairs).find_map(|pairs| {
            let wilds = Reverse(self.fewest_wilds(0, pairs)?);
            Some(Worth { cards: word.len() - pairs, wilds })
        });
        if self.steps_left == 0 { Err(TooManyWays { word: *word }) } else { Ok(worth) }
    }

    /// The fewest wilds of the whole word, those of pairs further left aside, if exactly so many pairs are chosen from a place on.
    fn fewest_wilds(&mut self, from: usize, pairs: usize) -> Option<usize> {
        // What is still lacking when the pairs have taken in all they can.
        let excess = self.lacking.saturating_sub(usize::from(self.table.count(Card::Wild)));
        if excess > 2 * pairs || self.steps_left == 0 {
            return None;
        }
        if pairs == 0 {
            return Some(self.lacking);
        }
        let mut prospects = None;
        if pairs >= WORTH_KNOWING && self.letters.len() > SHORT {
            if excess > self.most_gain(from, pairs) {
                return None;
            }
            let key = self.prospects(from, pairs);
            if let Some(&fewest) = self.known.get(&key) {
                return fewest;
            }
            self.steps_left -= 1;
            prospects = Some(key);
        }
        // The other pairs take in two letters each at most.
        let least_gain = excess.saturating_sub(2 * (pairs - 1)).max(1);
        let mut fewest = None;
        for at in from..(self.letters.len() + 1).saturating_sub(2 * pairs) {
            if pairs > usize::from(self.doubles_ahead[at]) + usize::from(self.table.count(Card::DoubleWild)) {
                break;
            }
            if self.gain(at) < least_gain {
                continue;
            }
            let Some(card) = self.cover(at) else { continue };
            let wilds = self.fewest_wilds(at + 2, pairs - 1).map(|wilds| wilds + usize::from(card == Card::DoubleWild));
            self.uncover(at, card);
            fewest = [fewest, wilds].into_iter().flatten().min();
        }
        if let Some(prospects) = prospects {
            self.known.insert(prospects, fewest);
        }
        fewest
    }

    /// Everything that [`Self::fewest_wilds`] depends on: equal prospects, equal results.
    ///
    /// A bit for each letter from the place on: whether it is lacking if the pairs take in those before it. A bit for each pair: whether there is a double card
    /// for it if those before it have been laid. Beyond that only numbers count.
    fn prospects(&mut self, from: usize, pairs: usize) -> u128 {
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
        [from, pairs, double_wilds, self.lacking].into_iter().fold(key, |key, number| key << 6 | number as u128)
    }

    /// No choice of so many pairs from a place on takes in more lacking letters.
    fn most_gain(&self, from: usize, pairs: usize) -> usize {
        let mut needs = self.needs;
        let lacking = self.letters[from..].iter().filter(|letter| {
            let need = &mut needs[letter.index()];
            *need -= 1;
            *need >= 0
        });
        // Pairs that take in two, as many as fit side by side.
        let mut double_gains = 0;
        let mut at = from;
        while at + 1 < self.letters.len() {
            let cards = [Card::Double(self.letters[at], self.letters[at + 1]), Card::DoubleWild];
            let is_double = self.gain(at) == 2 && cards.iter().any(|&card| self.table.count(card) > 0);
            double_gains += usize::from(is_double);
            at += 1 + usize::from(is_double);
        }
        lacking.count().min(pairs + pairs.min(double_gains))
    }

    /// How many lacking letters a pair at a place would take in.
    fn gain(&self, at: usize) -> usize {
        let [first, second] = [self.letters[at], self.letters[at + 1]];
        let need = self.needs[second.index()] - i16::from(first == second);
        usize::from(self.needs[first.index()] > 0) + usize::from(need > 0)
    }

    /// Lays a pair at a place, if there is a card for it. A real card goes before `??`: kept for the same letters later on it would do no
    /// better.
    fn cover(&mut self, at: usize) -> Option<Card> {
        let [first, second] = [self.letters[at], self.letters[at + 1]];
        let card = [Card::Double(first, second), Card::DoubleWild].into_iter().find(|&card| self.table.take(card))?;
        for letter in [first, second] {
            let need = &mut self.needs[letter.index()];
            self.lacking -= usize::from(*need > 0);
            *need -= 1;
        }
        Some(card)
    }

    /// Takes a pair up again.
    fn uncover(&mut self, at: usize, card: Card) {
        self.table.put(card);
        self.lacking += self.expose(self.letters[at]) + self.expose(self.letters[at + 1]);
    }

    /// Counts a letter as outside the pairs; how many more are lacking, 0 or 1.
    fn expose(&mut self, letter: Letter) -> usize {
        let need = &mut self.needs[letter.index()];
        *need += 1;
        usize::from(*need > 0)
    }

    fn lay(mut self, word: &Word) -> Result<Option<Call>, TooManyWays> {
        let Some(worth) = self.worth(word, usize::MAX)? else { return Ok(None) };
        let mut left = Left { at: 0, pairs: word.len() - worth.cards, wilds: worth.wilds.0 };
        let mut cards = Vec::with_capacity(worth.cards);
        while left.at < word.len() {
            let mut choices = self.choices(left.at);
            choices.sort_unstable();
            // One of them is right, unless the steps ran out.
            let right = choices.into_iter().find(|&card| self.lay_if_best(card, &mut left));
            cards.push(right.ok_or(TooManyWays { word: *word })?);
        }
        Ok(Call::new(cards))
    }

    /// A card of one letter and one of two that could come next. Of equal letters the real one does as well as a wild.
    fn choices(&self, at: usize) -> Vec<PlayedCard> {
        let first = self.letters[at];
        let is_there = |card| self.table.count(card) > 0;
        let one = if is_there(Card::Single(first)) { PlayedCard::Single(first) } else { PlayedCard::Wild(first) };
        let two = self.letters.get(at + 1).map(|&second| {
            let is_real = is_there(Card::Double(first, second));
            if is_real { PlayedCard::Double(first, second) } else { PlayedCard::DoubleWild(first, second) }
        });
        std::iter::once(one).chain(two).collect()
    }

    /// Lays a card if the rest can then be laid as well as the word can at best; says whether it did.
    fn lay_if_best(&mut self, card: PlayedCard, left: &mut Left) -> bool {
        let pairs = usize::from(card.letters().count() == 2);
        if pairs == 1 && (left.pairs == 0 || self.cover(left.at).is_none()) {
            return false;
        }
        let rest = Left { at: left.at + 1 + pairs, pairs: left.pairs - pairs, wilds: left.wilds };
        let double_wilds = usize::from(card.face() == Card::DoubleWild);
        let fewest = self.fewest_wilds(rest.at, rest.pairs);
        let is_best = fewest.is_some_and(|fewest| fewest + double_wilds == left.wilds);
        if is_best {
            *left = Left { wilds: left.wilds - double_wilds, ..rest };
            if let PlayedCard::Single(_) = card {
                self.table.take(card.face());
            }
        } else if pairs == 1 {
            self.uncover(left.at, card.face());
        }
        is_best
    }
}

/// What is still to be laid.
#[derive(Debug, Clone, Copy)]
struct Left {
    at: usize,
    pairs: usize,
    /// All `?`s of the word, and the `??`s from here on.
    wilds: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_is_cut_short_is_never_taken_for_an_answer() {
        let cards = "AB BC CA AC CB BA AB BC AC AA BB CC ? ?? ?? A B C A".split(' ').map(|card| card.parse().unwrap());
        let table = Table::new(&cards.collect::<Vec<Card>>());
        let word: Word = "ABCACBABCCABACBBACCAABC".parse().unwrap();
        let best = lay(&word, &table).unwrap();
        assert!(best.is_some());
        let lay_in = |steps| Layer { steps_left: steps, ..Layer::new(&table) }.lay(&word);
        let mut steps = 0;
        while let Err(TooManyWays { word: cut_short }) = lay_in(steps) {
            assert_eq!(cut_short, word);
            steps += 1;
        }
        assert!(steps > 1, "the search takes some steps");
        for more in 0..100 {
            assert_eq!(lay_in(steps + more).unwrap(), best);
        }
    }
}
