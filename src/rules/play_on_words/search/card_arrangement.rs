//! The ways to spell a word with the cards of its cover.

use super::card_cover::Cover;
use super::hand_subset::HandSubsets;
use crate::rules::play_on_words::card::{Card, Combo, Flip, PlayedCard};
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::ruleset::TableCards;
use crate::word::{Letter, Word};

/// Returns up to `limit` ways to spell a word with the cards of a cover and its base words; those
/// that begin with letter cards come first.
pub(super) fn arrangements(
    word: &Word,
    cover: &Cover,
    base_words: &[&Play],
    table_cards: TableCards,
    subsets: &HandSubsets,
    limit: usize,
) -> Vec<Play> {
    let letters: Vec<Letter> = word.letters().collect();
    let mut arranger = Arranger {
        letters: &letters,
        combos: cover.combos,
        pool: single_cards(cover, base_words, table_cards, subsets),
        placed: Vec::with_capacity(letters.len()),
        limit,
        found: Vec::new(),
    };
    arranger.place_from(0);
    arranger.found
}

/// Returns the cards of a cover and its base words, without combo cards, in order.
fn single_cards(
    cover: &Cover,
    base_words: &[&Play],
    table_cards: TableCards,
    subsets: &HandSubsets,
) -> Vec<PlayedCard> {
    let keeps_its_letter = |card: &&PlayedCard| match card.face() {
        Card::Letter(_) => true,
        Card::Combo(_) => false,
        Card::Flip(_) | Card::Wild => table_cards == TableCards::Fixed,
    };
    let mut cards: Vec<PlayedCard> =
        base_words.iter().flat_map(|base| base.iter()).filter(keeps_its_letter).copied().collect();
    for (card, count) in subsets.cards_of(cover.subset) {
        if let Card::Letter(letter) = card {
            cards.extend((0..count).filter_map(|_| card.playing(letter)));
        }
    }
    for face in [Card::Flip(Flip::JOrX), Card::Flip(Flip::VOrZ), Card::Wild] {
        let mut shown = cover.shown;
        for letter in Letter::all() {
            // Each step takes one of the shown cards.
            while shown.take(face, letter) {
                cards.extend(face.playing(letter));
            }
        }
    }
    cards.sort_unstable();
    cards
}

/// Spells a word from left to right.
struct Arranger<'w> {
    letters: &'w [Letter],
    /// The places where combo cards begin, as one bit each.
    combos: u64,
    /// The other cards that are not placed yet, in order.
    pool: Vec<PlayedCard>,
    placed: Vec<PlayedCard>,
    limit: usize,
    found: Vec<Play>,
}

impl Arranger<'_> {
    fn place_from(&mut self, place: usize) {
        let Some(&letter) = self.letters.get(place) else {
            self.found.extend(Play::new(self.placed.clone()));
            return;
        };
        if self.combos >> place & 1 != 0 {
            let second = self.letters.get(place + 1);
            let combo = second.and_then(|&second| Combo::of([letter, second]));
            if let Some(card) = combo.and_then(|combo| Card::Combo(combo).playing(letter)) {
                self.placed.push(card);
                self.place_from(place + 2);
                self.placed.pop();
            }
            return;
        }
        let mut tried = None;
        for index in 0..self.pool.len() {
            let card = self.pool[index];
            if card.letter() == letter && tried != Some(card) {
                tried = Some(card);
                self.placed.push(self.pool.remove(index));
                self.place_from(place + 1);
                self.placed.pop();
                self.pool.insert(index, card);
            }
            if self.found.len() >= self.limit {
                return;
            }
        }
    }
}
