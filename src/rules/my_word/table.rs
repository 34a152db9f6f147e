//! The cards on the table.

use serde::{Serialize, Serializer};

use super::card::{Card, PlayedCard};
use crate::lexicon::LetterCounts;
use crate::word::Letter;

/// Cards face up on the table, in any order. Tables with the same cards are equal.
///
/// ```
/// use wordcourt::rules::my_word::{Card, Table};
/// let table = |cards: [&str; 3]| Table::new(&cards.map(|card| card.parse().unwrap()));
/// assert_eq!(table(["M", "??", "SH"]), table(["SH", "M", "??"]));
/// assert_eq!(table(["?", "M", "?"]).count(Card::Wild), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table {
    /// The number of copies of each card, by [`Card::index`].
    counts: [u8; Card::KINDS],
}

impl Table {
    /// Puts cards on a table; at most 255 copies of a card are counted.
    #[must_use]
    pub fn new(cards: &[Card]) -> Self {
        let mut table = Self { counts: [0; Card::KINDS] };
        for &card in cards {
            table.put(card);
        }
        table
    }

    /// Returns the number of copies of a card.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// Returns the number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns whether there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes a card away; returns whether it was there.
    #[inline(always)]
    pub(super) const fn take(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        let is_there = *count > 0;
        *count -= is_there as u8;
        is_there
    }

    #[inline(always)]
    pub(super) const fn put(&mut self, card: Card) {
        let count = &mut self.counts[card.index()];
        *count = count.saturating_add(1);
    }

    /// Returns the cards in a fixed order: single cards, double cards, each from A to Z, then `?`
    /// and `??`.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        // A table lacks most kinds of cards, so eight kinds without any are skipped at once.
        let (chunks, rest) = self.counts.as_chunks::<8>();
        debug_assert!(rest.is_empty(), "the number of kinds is a multiple of 8");
        let dealt = chunks.iter().enumerate().filter(|(_, counts)| **counts != [0; 8]);
        dealt.flat_map(|(chunk, counts)| {
            let cards = (chunk * counts.len()..).map_while(Card::at).zip(counts);
            cards.flat_map(|(card, &count)| std::iter::repeat_n(card, usize::from(count)))
        })
    }

    /// Returns the letters of the single cards.
    #[must_use]
    pub fn singles(&self) -> LetterCounts {
        Letter::all()
            .flat_map(|letter| {
                std::iter::repeat_n(letter, usize::from(self.count(Card::Single(letter))))
            })
            .collect()
    }

    /// Returns the printed letters of all cards, two for each double card.
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

impl Serialize for Table {
    /// Writes the cards in the order of [`Self::cards`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards().map(|card| card.to_string()))
    }
}

/// The cards on the table as players describe them. Among them may be texts that are not cards of
/// the game (RULEBOOK W6).
///
/// ```
/// use wordcourt::rules::my_word::ShownTable;
///
/// // An announced wild is the card as printed: it is announced when it is called.
/// let table = ShownTable::new(&["a", "??=sh", "9"]);
/// assert_eq!((table.readable().len(), table.unread()), (2, &["9".to_owned()][..]));
/// assert_eq!(table.len(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ShownTable {
    readable: Table,
    /// In upper case and in a fixed order, so that tables with the same texts are equal.
    unread: Vec<String>,
}

impl ShownTable {
    /// Reads the texts of the cards.
    #[must_use]
    pub fn new(texts: &[impl AsRef<str>]) -> Self {
        let mut table = Self { readable: Table::new(&[]), unread: Vec::new() };
        for text in texts.iter().map(AsRef::as_ref) {
            match text.parse().or_else(|_| text.parse().map(PlayedCard::face)) {
                Ok(card) => table.readable.put(card),
                Err(_) => table.unread.push(text.to_ascii_uppercase()),
            }
        }
        table.unread.sort_unstable();
        table
    }

    /// Returns the cards of the game.
    #[must_use]
    pub const fn readable(&self) -> &Table {
        &self.readable
    }

    /// Returns the texts that are not cards of the game.
    #[must_use]
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// Returns the number of cards, those that can't be read included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.readable.len() + self.unread.len()
    }

    /// Returns true if there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Serialize for ShownTable {
    /// Writes the cards in the order of [`Table::cards`], then the other texts.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let readable = self.readable.cards().map(|card| card.to_string());
        serializer.collect_seq(readable.chain(self.unread.iter().cloned()))
    }
}
