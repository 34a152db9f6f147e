//! The best words of some cards together with cards that are drawn.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::super::card::Card;
use super::super::deck::Deck;
use super::super::hand::Hand;
use super::totals::{Candidates, Spelled, Strength, Totals};
use crate::lexicon::LetterCounts;

/// The largest number of drawn cards whose outcomes are kept: with more, hardly any comes again.
const KEPT_DRAWS: usize = 4;

/// The best words of some cards together with cards that are drawn. Outcomes that come again are
/// computed once.
#[derive(Debug)]
pub(super) struct Outcomes<'t> {
    totals: &'t Totals<'t>,
    cards: Hand,
    candidates: Candidates,
    /// The total of the best word without drawn cards.
    alone: Option<u32>,
    known: FxHashMap<u32, Option<u32>>,
}

impl<'t> Outcomes<'t> {
    /// Prepares the search for draws of a number of cards.
    pub(super) fn new(totals: &'t Totals<'t>, cards: Hand, drawn: usize) -> Self {
        let candidates = totals.candidates(&cards, drawn);
        let words = totals.spelled(&candidates, &LetterCounts::default(), &cards);
        let alone = totals.best(&words, &cards, None);
        Self { totals, cards, candidates, alone, known: FxHashMap::default() }
    }

    /// Returns the total of the best word with the drawn cards.
    pub(super) fn best(&mut self, drawn: &[Card]) -> Option<u32> {
        let hand = self.cards.with(drawn);
        let search = || {
            let words = self.totals.spelled(&self.candidates, &LetterCounts::default(), &hand);
            self.totals.best(&words, &hand, self.alone)
        };
        if drawn.len() > KEPT_DRAWS {
            return search();
        }
        *self.known.entry(key(drawn)).or_insert_with(search)
    }

    /// Returns the total of the best word with at most four drawn cards. `words` has all words that
    /// these cards spell.
    pub(super) fn best_of(&mut self, drawn: &[Card], words: &Spelled<'_>) -> Option<u32> {
        let hand = self.cards.with(drawn);
        let search =
            || self.totals.best(&self.totals.spelled_among(words, &hand), &hand, self.alone);
        *self.known.entry(key(drawn)).or_insert_with(search)
    }

    /// Returns the strength with the drawn cards.
    pub(super) fn strength(&mut self, drawn: &[Card]) -> Strength {
        let best = self.best(drawn);
        Strength::new(best, &self.cards.with(drawn), self.totals.values)
    }

    /// Compares the strength with the drawn cards with that of another player.
    pub(super) fn cmp(&mut self, drawn: &[Card], other: Strength) -> Ordering {
        if drawn.len() <= KEPT_DRAWS {
            return self.strength(drawn).cmp(&other);
        }
        // Totals below the other one don't matter.
        let lower = if other.is_word() { other.points().checked_sub(1) } else { None };
        let hand = self.cards.with(drawn);
        let words = self.totals.spelled(&self.candidates, &LetterCounts::default(), &hand);
        let best = self.totals.best(&words, &hand, self.alone.max(lower));
        Strength::new(best, &hand, self.totals.values).cmp(&other)
    }
}

/// Returns a number that differs for different cards, and not for another order of them.
fn key(drawn: &[Card]) -> u32 {
    let mut places = [0; KEPT_DRAWS];
    for (place, card) in places.iter_mut().zip(drawn) {
        #[expect(clippy::cast_possible_truncation, reason = "there are few different cards")]
        let number = Deck::place(*card) as u8 + 1;
        *place = number;
    }
    places.sort_unstable();
    u32::from_be_bytes(places)
}
