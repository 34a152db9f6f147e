//! The odds of a player of Word For Word.

use super::super::card::Card;
use super::super::deck::Deck;
use super::pair_table::{PairTable, pairs};
use super::situation::Situation;
use super::tally::Tally;
use super::totals::{Strength, Totals};
use super::{Sample, exact, sampled};

/// The best pair of unseen cards that an opponent can hold with the cards on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nuts {
    /// The pair, in the published order. Among equal pairs, the first in this order.
    pub cards: [Card; 2],
    /// Its strength.
    pub strength: Strength,
}

/// The odds of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// The deals by their result: all that are possible, or a sample.
    pub tally: Tally,
    /// The strength of the player's cards with the cards on the board.
    pub mine: Strength,
    /// The best pair; `None` if there are no two unseen cards.
    pub nuts: Option<Nuts>,
    /// The best pair without a wild; `None` if there is none.
    pub nuts_without_wilds: Option<Nuts>,
}

impl Situation<'_> {
    /// Computes the odds, from a sample unless they are exact.
    #[must_use]
    pub fn odds(&self, totals: &Totals<'_>, sample: Option<Sample>) -> Odds {
        let cards: Vec<Card> = self.board.cards().collect();
        let mine = totals.strength(&self.thought.with(&cards));
        let table = PairTable::new(totals, self.board, self.unseen);
        let sample = sample.unwrap_or_default();
        let tally = match (self.missing(), self.opponents) {
            (0, 1) => exact::against_one(mine, &table, self.unseen),
            (0, 2) => exact::against_two(mine, &table, self.unseen),
            (1, 1) => exact::with_one_card_to_come(self, totals),
            (0, _) => sampled::with_whole_board(self, mine, &table, sample),
            _ => sampled::with_cards_to_come(self, totals, sample),
        };
        Odds {
            tally,
            mine,
            nuts: nuts(&table, self.unseen, |_| true),
            nuts_without_wilds: nuts(&table, self.unseen, |pair| !pair.contains(&Card::Wild)),
        }
    }
}

fn nuts(table: &PairTable, unseen: &Deck, is_counted: impl Fn(&[Card; 2]) -> bool) -> Option<Nuts> {
    let pairs = pairs(unseen).map(|pair| pair.cards).filter(is_counted);
    let nuts = pairs.map(|cards| Nuts { cards, strength: table.strength(cards) });
    nuts.reduce(|best, nuts| if nuts.strength > best.strength { nuts } else { best })
}
