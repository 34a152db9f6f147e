//! Advice on an exchange of Choose Your Words (RULEBOOK O24 and O25).

use super::super::card::Card;
use super::super::deck::Deck;
use super::exchange::{Exchange, ExchangeOption};
use super::outcomes::Outcomes;
use super::pair_table::{PairTable, pairs};
use super::totals::Totals;
use super::{Sample, race};
use crate::interrupt::end_if_interrupted;

/// Advice on an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The total of the best word without an exchange; 0 if there is none.
    pub stand: u32,
    /// The options, the best first.
    pub options: Vec<ExchangeOption>,
}

impl Exchange<'_> {
    /// Compares the options, from a sample unless the advice is exact. `deals` is the number of draws
    /// in the first round of the race.
    #[must_use]
    pub fn advice(&self, totals: &Totals<'_>, sample: Option<Sample>) -> Advice {
        let stand = totals.strength(&self.hand).total();
        if !self.is_exact() {
            return Advice { stand, options: race::run(self, totals, sample.unwrap_or_default()) };
        }
        let mut options: Vec<ExchangeOption> =
            self.discards().into_iter().map(|discard| self.exact(totals, discard)).collect();
        options.sort_by(ExchangeOption::cmp_mean);
        Advice { stand, options }
    }

    /// Counts all draws of one or two cards.
    fn exact(&self, totals: &Totals<'_>, discard: Vec<Card>) -> ExchangeOption {
        let kept = self.kept(&discard);
        let (mut sum, mut cases) = (0, 0);
        let mut add = |ways: u64, total: u32| {
            sum += ways * u64::from(total);
            cases += ways;
        };
        if discard.len() == 1 {
            let mut outcomes = Outcomes::new(totals, kept, 1);
            for card in Deck::faces().filter(|card| self.unseen.count(*card) > 0) {
                end_if_interrupted();
                add(self.unseen.count(card).into(), outcomes.best(&[card]).unwrap_or(0));
            }
        } else {
            let table = PairTable::new(totals, kept, self.unseen);
            for pair in pairs(self.unseen) {
                add(pair.ways, table.strength(pair.cards).total());
            }
        }
        ExchangeOption { discard, sum, cases, squares: None }
    }
}
