//! The exchanges of a hand of Choose Your Words.

use std::cmp::Ordering;

use super::super::card::Card;
use super::super::deck::Deck;
use super::super::hand::Hand;
use super::tally::standard_error;

/// The largest number of cards whose draws are all counted.
const EXACT_CARDS: usize = 2;

/// A hand of Choose Your Words before an exchange.
#[derive(Debug, Clone, Copy)]
pub struct Exchange<'e> {
    /// The hand.
    pub hand: Hand,
    /// The largest number of cards that may be exchanged, 1 to 4.
    pub max: usize,
    /// The cards that the player has not seen, at least `max`.
    pub unseen: &'e Deck,
}

/// The cards to discard, with the totals of the best words after the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExchangeOption {
    /// The cards, in the published order.
    pub discard: Vec<Card>,
    /// The sum of the totals over all cases. A case without a word adds 0.
    pub sum: u64,
    /// The number of draws that are possible, or of those in the sample.
    pub cases: u64,
    /// The sum of the squares of the totals, if the cases are a sample.
    pub squares: Option<u128>,
}

impl ExchangeOption {
    /// Returns the mean total in thousandths, rounded down.
    #[must_use]
    pub fn expected_milli(&self) -> u64 {
        let milli = u128::from(self.sum) * 1_000 / u128::from(self.cases.max(1));
        u64::try_from(milli).unwrap_or(u64::MAX)
    }

    /// Returns the standard error of the mean total in thousandths, rounded down, if the cases are a
    /// sample.
    #[must_use]
    pub fn standard_error_milli(&self) -> Option<u64> {
        let squares = self.squares?;
        Some(standard_error(self.cases, self.sum.into(), squares, 1_000, 1))
    }

    /// Compares the means: the higher one comes first.
    pub(super) fn cmp_mean(&self, other: &Self) -> Ordering {
        let scaled = |one: &Self, other: &Self| u128::from(one.sum) * u128::from(other.cases);
        scaled(other, self).cmp(&scaled(self, other))
    }
}

impl Exchange<'_> {
    /// Returns true if all draws are counted, without a sample (RULEBOOK O24).
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.max <= EXACT_CARDS
    }

    /// Returns the different choices of cards to discard: fewer cards first, then in the published
    /// order.
    pub(super) fn discards(&self) -> Vec<Vec<Card>> {
        let cards: Vec<Card> = self.hand.cards().collect();
        let mut discards: Vec<Vec<Card>> = (1..1_u32 << cards.len())
            .filter(|chosen| chosen.count_ones() as usize <= self.max)
            .map(|chosen| {
                let cards = cards.iter().enumerate();
                cards.filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, card)| *card).collect()
            })
            .collect();
        discards.sort_by_cached_key(|discard: &Vec<Card>| {
            let places = discard.iter().map(|card| Deck::place(*card));
            (discard.len(), places.collect::<Vec<_>>())
        });
        discards.dedup();
        discards
    }

    /// Returns the hand without the discarded cards.
    pub(super) fn kept(&self, discard: &[Card]) -> Hand {
        let mut kept = self.hand;
        for card in discard {
            kept.remove(*card);
        }
        kept
    }
}
