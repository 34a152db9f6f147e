//! Odds that follow from a sample of deals (RULEBOOK O23).

use std::cmp::Ordering;

use super::super::card::Card;
use super::super::deck::{Deck, FACES};
use super::super::values::{MAX_CARDS, THOUGHT_CARDS};
use super::draws::{Draws, Sample};
use super::outcomes::Outcomes;
use super::pair_table::{PairTable, index, pairs};
use super::situation::Situation;
use super::tally::Tally;
use super::totals::{Strength, Totals};
use crate::interrupt::interruptible;

const PURPOSE: &str = "wordcourt/odds/1";

/// Plays deals with the whole board.
pub(super) fn with_whole_board(
    situation: &Situation<'_>,
    mine: Strength,
    table: &PairTable,
    sample: Sample,
) -> Tally {
    let mut results = [Ordering::Less; FACES * FACES];
    for pair in pairs(situation.unseen) {
        let [first, second] = pair.cards;
        let result = table.strength(pair.cards).cmp(&mine);
        results[index([first, second])] = result;
        results[index([second, first])] = result;
    }
    // The places of cards take less memory than the cards, and are faster to copy and to look up.
    #[expect(clippy::cast_possible_truncation, reason = "there are few different cards")]
    let places = situation.unseen.cards().map(|card| Deck::place(card) as u8);
    let mut draws = Draws::new(PURPOSE, &sample.seed, places);
    play(situation, sample, &mut draws, 0, |_, hands| {
        rivals(hands.iter().map(|pair| {
            let [first, second] = pair.map(usize::from);
            results[first * FACES + second]
        }))
    })
}

/// Plays deals whose board lacks cards.
pub(super) fn with_cards_to_come(
    situation: &Situation<'_>,
    totals: &Totals<'_>,
    sample: Sample,
) -> Tally {
    let missing = situation.missing();
    let board: Vec<Card> = situation.board.cards().collect();
    let mut mine = Outcomes::new(totals, situation.thought.with(&board), missing);
    let mut others = Outcomes::new(totals, situation.board, missing + THOUGHT_CARDS);
    let mut draws = Draws::new(PURPOSE, &sample.seed, situation.unseen.cards());
    let mut cards = Vec::with_capacity(MAX_CARDS);
    play(situation, sample, &mut draws, Card::Wild, |board, hands| {
        let mine = mine.strength(board);
        rivals(hands.iter().map(|hand| {
            cards.clear();
            cards.extend(board.iter().chain(hand));
            others.cmp(&cards, mine)
        }))
    })
}

/// Plays deals. `rivals` gets the cards to come and the hands of all opponents. It returns the number
/// of opponents who tie with the player, or `None` if one is better.
fn play<C: Copy>(
    situation: &Situation<'_>,
    sample: Sample,
    draws: &mut Draws<C>,
    blank: C,
    mut rivals: impl FnMut(&[C], &[[C; THOUGHT_CARDS]]) -> Option<usize>,
) -> Tally {
    let mut tally = Tally::default();
    let mut drawn = vec![blank; situation.needed()];
    for _ in interruptible(0..sample.deals) {
        draws.draw(&mut drawn);
        let (board, hands) = drawn.split_at(situation.missing());
        match rivals(board, hands.as_chunks().0) {
            Some(others) => tally.win(1, others),
            None => tally.lose(1),
        }
    }
    tally
}

/// Returns the number of opponents who tie with the player; `None` if one is better.
fn rivals(opponents: impl Iterator<Item = Ordering>) -> Option<usize> {
    let mut equal = 0;
    for opponent in opponents {
        match opponent {
            Ordering::Less => {}
            Ordering::Equal => equal += 1,
            Ordering::Greater => return None,
        }
    }
    Some(equal)
}
