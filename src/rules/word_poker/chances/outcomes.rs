//! The best words of some cards together with cards that are drawn.

use rustc_hash::FxHashMap;

use super::super::card::Card;
use super::super::deck::Deck;
use super::super::hand::Hand;
use super::totals::{Candidates, Strength, Totals};
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

    /// Returns the strength with the drawn cards.
    pub(super) fn strength(&mut self, drawn: &[Card]) -> Strength {
        let best = self.best(drawn);
        Strength::new(best, &self.cards.with(drawn), self.totals.values)
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
