//! Odds that follow from all possible deals (RULEBOOK O22).

use std::cmp::Ordering;

use super::super::card::Card;
use super::super::deck::{Deck, FACES};
use super::pair_table::{Pair, PairTable, pairs};
use super::situation::Situation;
use super::tally::Tally;
use super::totals::{Strength, Totals};

/// Counts the hands of one opponent with the whole board.
pub(super) fn against_one(mine: Strength, table: &PairTable, unseen: &Deck) -> Tally {
    let mut tally = Tally::default();
    add_against_one(mine, table, unseen, 1, &mut tally);
    tally
}

fn add_against_one(mine: Strength, table: &PairTable, unseen: &Deck, ways: u64, tally: &mut Tally) {
    for pair in pairs(unseen) {
        let deals = pair.ways * ways;
        match mine.cmp(&table.strength(pair.cards)) {
            Ordering::Greater => tally.win(deals, 0),
            Ordering::Equal => tally.win(deals, 1),
            Ordering::Less => tally.lose(deals),
        }
    }
}

/// Counts the hands of one opponent for every last card of the board.
pub(super) fn with_one_card_to_come(situation: &Situation<'_>, totals: &Totals<'_>) -> Tally {
    let mut tally = Tally::default();
    let thought: Vec<Card> = situation.thought.cards().collect();
    for last in Deck::faces() {
        let mut unseen = situation.unseen.clone();
        let ways = u64::from(unseen.count(last));
        if !unseen.take_one(last) {
            continue;
        }
        let board = situation.board.with(&[last]);
        let mine = totals.strength(&board.with(&thought));
        let table = PairTable::new(totals, board, &unseen);
        add_against_one(mine, &table, &unseen, ways, &mut tally);
    }
    tally
}

/// Pairs of unseen cards, as needed to count two of them that have no card in common.
#[derive(Debug)]
struct PairSet {
    /// The number of pairs.
    pairs: u64,
    /// The number of these pairs that contain one card, by the place of the card among the different
    /// cards.
    with_card: [u64; FACES],
}

impl PairSet {
    fn of(pairs: impl Iterator<Item = Pair>, unseen: &Deck) -> Self {
        let mut set = Self { pairs: 0, with_card: [0; FACES] };
        for Pair { cards, ways } in pairs {
            set.pairs += ways;
            // Each of the equal copies is in the same number of pairs.
            for card in cards {
                set.with_card[Deck::place(card)] += ways;
            }
        }
        for card in Deck::faces() {
            set.with_card[Deck::place(card)] /= u64::from(unseen.count(card)).max(1);
        }
        set
    }

    /// Counts the ways to take a pair from each of two sets without a card in common: all ways,
    /// without those with a common card, for each card. `common` is the number of pairs in both
    /// sets: with the same pair twice, two cards are common.
    fn disjoint(&self, other: &Self, common: u64, unseen: &Deck) -> u64 {
        let meeting = |card: Card| {
            let place = Deck::place(card);
            u64::from(unseen.count(card)) * self.with_card[place] * other.with_card[place]
        };
        self.pairs * other.pairs + common - Deck::faces().map(meeting).sum::<u64>()
    }
}

/// Counts the hands of two opponents with the whole board, by sums over pairs of cards.
pub(super) fn against_two(mine: Strength, table: &PairTable, unseen: &Deck) -> Tally {
    let set = |result: &[Ordering]| {
        let pairs = pairs(unseen);
        PairSet::of(
            pairs.filter(|pair| result.contains(&table.strength(pair.cards).cmp(&mine))),
            unseen,
        )
    };
    let all = set(&[Ordering::Less, Ordering::Equal, Ordering::Greater]);
    let (worse, equal) = (set(&[Ordering::Less]), set(&[Ordering::Equal]));
    let mut tally = Tally::default();
    tally.win(worse.disjoint(&worse, worse.pairs, unseen), 0);
    // Either opponent can be the one who ties.
    tally.win(2 * worse.disjoint(&equal, 0, unseen), 1);
    tally.win(equal.disjoint(&equal, equal.pairs, unseen), 2);
    let deals = all.disjoint(&all, all.pairs, unseen);
    tally.lose(deals - tally.deals());
    tally
}
