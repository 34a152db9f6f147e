//! The race of exchanges of more than two cards (RULEBOOK O25).

use std::cmp::Reverse;

use super::super::card::Card;
use super::Sample;
use super::draws::Draws;
use super::exchange::{Exchange, ExchangeOption};
use super::outcomes::Outcomes;
use super::totals::{Spelled, Totals};
use crate::interrupt::interruptible;
use crate::lexicon::LetterCounts;

const PURPOSE: &str = "wordcourt/exchange/1";

/// The rounds after the first: the number of options that go on, and their draws, as a multiple of
/// those of the first round.
const LATER_ROUNDS: [(usize, u32); 2] = [(25, 4), (6, 16)];

/// An option in the race.
struct Runner<'t> {
    /// The place among all options: fewer cards first, then in the published order.
    place: usize,
    /// The cards to discard; none for the hand as it is.
    discard: Vec<Card>,
    outcomes: Outcomes<'t>,
    sum: u64,
    squares: u128,
    draws: u64,
}

/// Lets all options, and the hand as it is, draw the same cards in each round, and the best of them
/// go on to the next. Returns the options, those that got furthest first.
pub(super) fn run(
    exchange: &Exchange<'_>,
    totals: &Totals<'_>,
    sample: Sample,
) -> Vec<ExchangeOption> {
    let mut draws = Draws::new(PURPOSE, &sample.seed, exchange.unseen.cards());
    let discards = std::iter::once(Vec::new()).chain(exchange.discards());
    let mut running: Vec<Runner<'_>> = discards
        .enumerate()
        .map(|(place, discard)| {
            let outcomes = Outcomes::new(totals, exchange.kept(&discard), discard.len());
            Runner { place, discard, outcomes, sum: 0, squares: 0, draws: 0 }
        })
        .collect();
    let candidates = totals.candidates(&exchange.hand, exchange.max);
    let mut drawn = vec![Card::Wild; exchange.max];
    let mut finished = Vec::new();
    for (places, multiple) in [(running.len(), 1)].into_iter().chain(LATER_ROUNDS) {
        let dropped = running.split_off(places.min(running.len()));
        finished.splice(..0, dropped);
        for _ in interruptible(0..sample.deals * multiple) {
            draws.draw(&mut drawn);
            // All options together have the cards of the hand and the drawn ones.
            let cards = exchange.hand.with(&drawn);
            let words = totals.spelled(&candidates, &LetterCounts::default(), &cards);
            for runner in &mut running {
                runner.draw(&drawn, &words);
            }
        }
        running.sort_by_key(|runner| (Reverse(runner.sum), runner.place));
    }
    running.append(&mut finished);
    let options = running.into_iter().filter(|runner| !runner.discard.is_empty());
    options.map(Runner::finish).collect()
}

impl Runner<'_> {
    fn draw(&mut self, drawn: &[Card], words: &Spelled<'_>) {
        let drawn = &drawn[..self.discard.len()];
        let total = self.outcomes.best_of(drawn, words).unwrap_or(0);
        self.sum += u64::from(total);
        self.squares += u128::from(total) * u128::from(total);
        self.draws += 1;
    }

    fn finish(self) -> ExchangeOption {
        let Self { discard, sum, squares, draws, .. } = self;
        ExchangeOption { discard, sum, cases: draws, squares: Some(squares) }
    }
}
