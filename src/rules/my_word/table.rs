//! The cards on the table, and the cards of a call.

use std::ops::Deref;

use super::card::{Card, PlayedCard};
use crate::lexicon::LetterCounts;
use crate::rules::score::{Line, Lines};
use crate::word::{Letter, Word};

/// Cards that lie face up, whatever their order: equal tables are equal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// By the card's place in the fixed order.
    counts: [u8; Card::KINDS],
}

impl Table {
    /// Lays cards out; of one kind no more than 255 count.
    #[must_use]
    pub fn new(cards: &[Card]) -> Self {
        let mut table = Self { counts: [0; Card::KINDS] };
        for &card in cards {
            table.put(card);
        }
        table
    }

    /// How many there are of a card.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// How many cards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes a card away; says whether it was there.
    #[inline(always)]
    pub(super) const fn take(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        let there = *count > 0;
        *count -= there as u8;
        there
    }

    /// Puts a card down.
    #[inline(always)]
    pub(super) const fn put(&mut self, card: Card) {
        let count = &mut self.counts[card.index()];
        *count = count.saturating_add(1);
    }

    /// The cards in the fixed order: single cards, double cards, each from A to Z, then `?` and `??`.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        /// Most kinds of cards don't lie on a table: so many at once are passed over.
        const TOGETHER: usize = 32;
        let rows = self.counts.chunks(TOGETHER).enumerate();
        rows.filter(|(_, counts)| counts.iter().fold(0, |any, count| any | count) > 0).flat_map(|(row, counts)| {
            let cards = (row * TOGETHER..).map_while(Card::at).zip(counts);
            cards.flat_map(|(card, &count)| std::iter::repeat_n(card, usize::from(count)))
        })
    }

    /// The letters of the single cards.
    #[must_use]
    pub fn singles(&self) -> LetterCounts {
        Letter::all()
            .flat_map(|letter| std::iter::repeat_n(letter, usize::from(self.count(Card::Single(letter)))))
            .collect()
    }

    /// The letters of all cards, both of every double card.
    #[must_use]
    pub fn letters(&self) -> LetterCounts {
        let printed = self.cards().flat_map(|card| match card {
            Card::Single(letter) => [Some(letter), None],
            Card::Double(first, second) => [Some(first), Some(second)],
            Card::Wild | Card::DoubleWild => [None, None],
        });
        printed.flatten().collect()
    }
}

/// A called word, card by card, every wild announced.
///
/// Holding one proves that its cards spell a word, not that they lie on a table or that the word counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    cards: Vec<PlayedCard>,
    word: Word,
}

impl Call {
    /// Calls cards; `None` if there is none, or if they have more letters than a word can.
    #[must_use]
    pub fn new(cards: Vec<PlayedCard>) -> Option<Self> {
        let word = Word::from_letters(cards.iter().flat_map(|card| card.letters()))?;
        Some(Self { cards, word })
    }

    /// The word that the cards spell.
    #[must_use]
    pub const fn word(&self) -> &Word {
        &self.word
    }

    /// What the call is worth if it is allowed: one point a card (RULEBOOK M3).
    #[must_use]
    pub const fn points(&self) -> usize {
        self.cards.len()
    }

    /// The score card by card.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Lines::default();
        for (position, card) in self.iter().enumerate() {
            let label = if card.is_wild() {
                let letters: String = card.letters().map(Letter::as_char).collect();
                format!("{} as {letters}", card.face())
            } else {
                card.to_string()
            };
            lines.add("M3", label, vec![position], 1);
        }
        lines.finish()
    }

    /// How many of the cards are wilds, `??` being one.
    #[must_use]
    pub fn wilds(&self) -> usize {
        self.iter().filter(|card| card.is_wild()).count()
    }

    /// The positions of cards that don't lie on the table (or not often enough).
    #[must_use]
    pub fn missing_from(&self, table: &Table) -> Vec<usize> {
        let mut left = *table;
        (0..self.cards.len()).filter(|&position| !left.take(self.cards[position].face())).collect()
    }
}

impl Deref for Call {
    type Target = [PlayedCard];

    fn deref(&self) -> &[PlayedCard] {
        &self.cards
    }
}
