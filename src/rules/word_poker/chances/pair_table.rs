//! The strengths of some cards together with every pair of unseen cards.

use super::super::card::Card;
use super::super::deck::{Deck, FACES};
use super::super::hand::Hand;
use super::totals::{Strength, Totals};
use crate::interrupt::end_if_interrupted;
use crate::lexicon::LetterCounts;
use crate::word::Letter;

/// A pair of unseen cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// The cards, in the published order.
    pub(super) cards: [Card; 2],
    /// The number of ways to draw these cards: equal cards are distinguished.
    pub(super) ways: u64,
}

/// Returns the different pairs of unseen cards, in the published order.
pub(super) fn pairs(unseen: &Deck) -> impl Iterator<Item = Pair> {
    let left: Vec<(Card, u64)> = Deck::faces()
        .map(|card| (card, u64::from(unseen.count(card))))
        .filter(|(_, count)| *count > 0)
        .collect();
    (0..left.len()).flat_map(move |first| {
        let left = left[first..].to_vec();
        let (card, count) = left[0];
        left.into_iter().enumerate().filter_map(move |(place, (other, others))| {
            let ways = if place == 0 { count * (count - 1) / 2 } else { count * others };
            (ways > 0).then_some(Pair { cards: [card, other], ways })
        })
    })
}

/// The strengths of some cards together with every pair of unseen cards.
#[derive(Debug)]
pub(super) struct PairTable {
    strengths: Vec<Strength>,
}

impl PairTable {
    /// Computes the table of at most five cards.
    ///
    /// A pair can be better than each of its cards alone only with a word that uses both, so the
    /// search looks only at words with the letters of both. Pairs that differ only in colour spell
    /// the same words.
    pub(super) fn new(totals: &Totals<'_>, cards: Hand, unseen: &Deck) -> Self {
        let candidates = totals.candidates(&cards, 2);
        let best = |drawn: &[Card], known| {
            let hand = cards.with(drawn);
            totals.best(&totals.spelled(&candidates, &letters(drawn), &hand), &hand, known)
        };
        let alone = best(&[], None);
        let with_one: Vec<Option<u32>> = Deck::faces().map(|card| best(&[card], alone)).collect();
        let mut pairs: Vec<[Card; 2]> = pairs(unseen).map(|pair| pair.cards).collect();
        pairs.sort_by_key(|pair| spelling(*pair));
        let mut strengths = vec![Strength::CardPoints(0); FACES * FACES];
        for equal in pairs.chunk_by(|one, other| spelling(*one) == spelling(*other)) {
            end_if_interrupted();
            let hand = cards.with(&equal[0]);
            let words = totals.spelled(&candidates, &letters(&equal[0]), &hand);
            for &[first, second] in equal {
                let hand = cards.with(&[first, second]);
                let known = with_one[Deck::place(first)].max(with_one[Deck::place(second)]);
                let best = totals.best(&words, &hand, known);
                let strength = Strength::new(best, &hand, totals.values);
                strengths[index([first, second])] = strength;
                strengths[index([second, first])] = strength;
            }
        }
        Self { strengths }
    }

    /// Returns the strength with two unseen cards, in any order.
    pub(super) fn strength(&self, pair: [Card; 2]) -> Strength {
        self.strengths[index(pair)]
    }
}

pub(super) const fn index([first, second]: [Card; 2]) -> usize {
    Deck::place(first) * FACES + Deck::place(second)
}

/// Returns the letter of a card; `None` if it is wild.
const fn letter(card: Card) -> Option<Letter> {
    match card {
        Card::Letter(letter, _) => Some(letter),
        Card::Wild => None,
    }
}

/// Returns the letters of cards that are not wild.
fn letters(cards: &[Card]) -> LetterCounts {
    cards.iter().filter_map(|card| letter(*card)).collect()
}

/// Returns the letters of a pair in alphabetical order. Pairs with the same letters spell the same
/// words.
fn spelling(pair: [Card; 2]) -> [Option<Letter>; 2] {
    let mut letters = pair.map(letter);
    letters.sort_unstable();
    letters
}
